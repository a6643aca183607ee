"""The plug-in is named here, not in the settings, so that it loads after code coverage starts."""

pytest_plugins = ["grognard.pytest_plugin"]
