"""How colours differ to the eye: contrast, distance, and the three colour blindnesses.

Contrast is that of WCAG 2; distance is CIEDE2000; a deficiency is simulated with the
matrices of Machado, Oliveira and Fernandes (2009) at full severity.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from PIL import ImageColor

from grognard.faces import Skin

Triple = NDArray[np.float64]

#: The least distance between bodies of different camps, in every vision.
LEAST_DISTANCE = 15.0

VISIONS: Mapping[str, Triple] = {
    "normal": np.eye(3),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE = np.array([0.95047, 1.0, 1.08883])


def linear(colour: str) -> Triple:
    """Red, green and blue as amounts of light."""
    share = np.array(ImageColor.getrgb(colour)[:3]) / 255
    light: Triple = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return light


def contrast(a: str, b: str) -> float:
    """The WCAG contrast of two colours, from 1 to 21."""
    luminances = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (a, b))
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)


def lab(colour: str, vision: str = "normal") -> Triple:
    """A colour in CIELAB, as an eye with this vision sees it."""
    seen = np.clip(VISIONS[vision] @ linear(colour), 0, 1)
    xyz = _TO_XYZ @ seen / _WHITE
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(a: str, b: str, vision: str = "normal") -> float:
    """How different two colours look."""
    return ciede2000(lab(a, vision), lab(b, vision))


def ciede2000(first: Triple, second: Triple) -> float:
    """The colour difference formula of the CIE of 2000 (all weights 1)."""
    (l1, a1, b1), (l2, a2, b2) = first.tolist(), second.tolist()
    mean_chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))
    c1, c2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    h1, h2 = _hue(a1 * stretch, b1), _hue(a2 * stretch, b2)
    turn = _turn(h1, h2) if c1 * c2 else 0.0
    lightness, chroma = l2 - l1, c2 - c1
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    weight_l = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    weight_c = 1 + 0.045 * mean_c
    weight_h = 1 + 0.015 * mean_c * _hue_shape(mean_h)
    x, y, z = lightness / weight_l, chroma / weight_c, hue / weight_h
    return math.sqrt(x * x + y * y + z * z + _blue_turn(mean_h, mean_c) * y * z)


def _hue(a: float, b: float) -> float:
    return math.degrees(math.atan2(b, a)) % 360


def _turn(h1: float, h2: float) -> float:
    """The way from one hue to the other, the short way round."""
    return (h2 - h1 + 180) % 360 - 180


def _hue_shape(hue: float) -> float:
    terms = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    return 1 + sum(k * math.cos(math.radians(n * hue + shift)) for k, n, shift in terms)


def _blue_turn(hue: float, chroma: float) -> float:
    """The correction for blues, whose chroma and hue are not independent."""
    angle = 30 * math.exp(-(((hue - 275) / 25) ** 2))
    strength = 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    return -math.sin(math.radians(2 * angle)) * strength


def confusable(skins: Mapping[str, Skin]) -> list[str]:
    """Complaints about skins of different camps that some eye could confuse."""
    complaints = []
    for name, skin in skins.items():
        for other, rival in skins.items():
            if (skin.camp, rival.camp) != ("warm", "cool"):
                continue
            for vision in VISIONS:
                far = distance(skin.body, rival.body, vision)
                if far < LEAST_DISTANCE:
                    complaints.append(f"{name!r} and {other!r} differ by {far:.1f} in {vision}")
    return complaints
