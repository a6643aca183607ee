"""Korsun 1944: the pocket of Korsun-Cherkassy, 24 January to 17 February 1944."""
