"""Operation Storm: what if the Red Army had attacked first, in June 1941."""
