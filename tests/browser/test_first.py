"""A smoke test while we build."""

from tests.browser.person import Person


def test_it_plays(person: Person) -> None:
    """It plays."""
    person.begin_open()
    person.until("soviet movement")
    print(person.prompt)
