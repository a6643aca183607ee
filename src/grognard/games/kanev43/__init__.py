"""Kanev 1943: parachutes and bridgeheads in the bend of the Dnepr, 22 to 30 September 1943."""
