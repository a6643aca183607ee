"""Settings of all tests."""

from hypothesis import settings

# A busy machine is no failure: property tests have no time limit for an example.
settings.register_profile("grognard", deadline=None)
settings.load_profile("grognard")
