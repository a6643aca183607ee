"""Ukraine '43: from the Mius and Belgorod to the Dnieper, August to November 1943."""
