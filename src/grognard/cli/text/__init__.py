"""The text client: a game played by typing, over ssh or with a screen reader."""
