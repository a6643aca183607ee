"""The colours of counters: readable, and never confusable between the sides."""

from collections.abc import Mapping

import numpy as np
import pytest
from tests.render.boards import GAMES

from grognard.faces import Skin
from grognard.render.skins import ink_on, standard_skins
from grognard.render.styles import Look
from grognard.render.vision import VISIONS, ciede2000, confusable, contrast, distance


def all_skins() -> Mapping[str, Skin]:
    """The standard skins and those of every game."""
    found = dict(standard_skins())
    for path in GAMES:
        for name, skin in Look.beside(path).skins.items():
            found[f"{path.parents[1].name} {name}"] = skin
    return found


# From the test data of Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005).
@pytest.mark.parametrize(
    ("first", "second", "difference"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
        ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ],
)
def test_colour_difference_follows_the_published_data(
    first: tuple[float, ...], second: tuple[float, ...], difference: float
) -> None:
    """CIEDE2000 gives the published figures."""
    assert ciede2000(np.array(first), np.array(second)) == pytest.approx(difference, abs=1e-4)


def test_contrast_follows_its_definition() -> None:
    """Black on white is 21, a colour on itself 1, whichever comes first."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#777777") == pytest.approx(4.48, abs=0.01)
    assert contrast("#b23f2e", "#b23f2e") == 1


def test_no_eye_confuses_the_sides() -> None:
    """Any warm and any cool body differ by 15 at least in all four visions."""
    assert confusable(all_skins()) == []


def test_a_confusable_pair_is_found() -> None:
    """Red against green passes for normal eyes and is refused for the others."""
    skins = {"red": Skin("#c0504d", "#000", "warm"), "green": Skin("#6b8e23", "#000", "cool")}
    assert distance("#c0504d", "#6b8e23") > 15
    complaints = confusable(skins)
    assert any("deuteranopia" in complaint for complaint in complaints)
    assert not any("normal" in complaint for complaint in complaints)


def test_every_vision_keeps_greys() -> None:
    """A simulated deficiency changes hues, not greys."""
    for vision in VISIONS:
        assert distance("#808080", "#ffffff", vision) == pytest.approx(
            distance("#808080", "#ffffff"), abs=0.6
        )


@pytest.mark.parametrize(("name", "skin"), all_skins().items())
def test_letters_can_be_read_on_every_skin(name: str, skin: Skin) -> None:
    """Values on the body and the name on the band have a contrast of 4.5 at least."""
    assert contrast(ink_on(skin.body), skin.body) >= 4.5
    assert contrast(ink_on(skin.band), skin.band) >= 4.5
