"""Rifle divisions as the tests of rules reckon with them.

What is printed on the counters is reconstructed and may be tuned again; a test of a rule keeps its
own numbers then.
"""

RIFLE_DIVISIONS = ("10RD", "90RD", "48RD", "125RD", "11RD", "67RD", "180RD")

#: Lines of a sketch: each attacks with 3 and defends with 2.
WEAK_RIFLES = "".join(f"piece {unit} like {unit} attack=3 defence=2\n" for unit in RIFLE_DIVISIONS)
