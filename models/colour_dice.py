"""Faces as the colour net sees them in training, and what changes their looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from vision.colours import PARTS
from vision.readings import COLOURS, KINDS

#: Spread of what a colour is measured as. Gains and gammas drawn besides made names
#: worse on dice left out, of photos too.
NOISE = 0.006
#: Of rendered dice with coloured bodies and white pips, the shares whose pips turn gold
#: or cream; of those with white bodies, the share that turns ivory; the gold's range of
#: saturation.
GILT, CREAM, IVORY, GOLD = 0.4, 0.15, 0.3, (0.3, 0.75)
#: Of all dice, the share that lies under a coloured lamp; the spread of the logarithm
#: of its red over blue in linear light (1 is a bulb of 4000 K before a camera set to
#: daylight) and of how green it is; what makes sRGB nearly linear.
LIT, CAST, GREENISH, GAMMA = 0.4, 0.6, 0.05, 2.2
UNKNOWN = -1
WHITE, OTHER = COLOURS.index("white"), COLOURS.index("other")
OF_BODY = slice(PARTS.index("body dark"), PARTS.index("body light") + 1)
OF_PIPS = slice(PARTS.index("pips dark"), PARTS.index("pips light") + 1)
B, PLAIN = KINDS.index("b"), KINDS.index("plain")


@dataclass
class Dice:
    """Faces as the colour net sees them, and what they are.

    Attributes:
        colours: As `Paints.colours`.
        trust: As `Paints.trust`.
        scenes: As `scene_of`, for each face, shape (N, SCENE, 3).
        names: Body, pips and kind as indices, UNKNOWN where nobody said; (N, 3).
        weights: How often a face is drawn, over the others.
    """

    colours: Tensor
    trust: Tensor
    scenes: Tensor
    names: Tensor
    weights: Tensor

    def __len__(self) -> int:
        return len(self.names)

    def at(self, index: Tensor) -> Dice:
        """Some of them."""
        return Dice(*(getattr(self, name)[index] for name in self.__annotations__))


def join(parts: Sequence[Dice]) -> Dice:
    """All dice of some sets."""
    names = Dice.__annotations__
    return Dice(*(torch.cat([getattr(p, name) for p in parts]) for name in names))


def noisy(dice: Dice) -> Dice:
    """The same dice measured once more."""
    colours, scenes = (
        (part + NOISE * torch.randn(part.shape)).clamp(0, 1)
        for part in (dice.colours, dice.scenes)
    )
    return Dice(colours, dice.trust, scenes, dice.names, dice.weights)


def lit(dice: Dice) -> Dice:
    """Some of the dice under a lamp whose colour the camera has not made good.

    What is measured of a die and of its picture gets the same factors in linear light.
    """
    n = len(dice)
    warmth = CAST * torch.randn(n) * (torch.rand(n) < LIT)
    green = GREENISH * torch.randn(n) * (warmth != 0)
    logs = torch.stack([warmth / 2, green, -warmth / 2], dim=1)
    gains = torch.exp(logs - logs.max(dim=1, keepdim=True).values)[:, None]
    colours, scenes = (
        (part**GAMMA * gains) ** (1 / GAMMA) for part in (dice.colours, dice.scenes)
    )
    return Dice(colours, dice.trust, scenes, dice.names, dice.weights)


def tint(saturation: Tensor, hue_deg: Tensor) -> Tensor:
    """A colour between red (0°) and yellow (60°) of full value, shape (N, 3)."""
    low = 1 - saturation
    return torch.stack(
        [torch.ones_like(low), low + saturation * hue_deg / 60, low], dim=1
    )


def between(n: int, low: float, high: float) -> Tensor:
    """Uniform draws."""
    return low + (high - low) * torch.rand(n)


def repainted(dice: Dice) -> Dice:
    """Some white pips become gold, some white bodies ivory, some white pips cream.

    Photos have many more of them than rendered scenes, in more shades. Light glancing
    off gold keeps the lamp's colour, so the lightest third is tinted less.
    """
    n, chance = len(dice), torch.rand(len(dice))
    colours, scenes, names = (
        dice.colours.clone(),
        dice.scenes.clone(),
        dice.names.clone(),
    )
    of_b, of_c = names[:, 2] == B, names[:, 0] == WHITE
    gold = tint(between(n, *GOLD), between(n, 26, 50)) * between(n, 0.6, 1)[:, None]
    shine = between(n, 0, 0.6)[:, None, None] * torch.tensor([0, 0.15, 1])[:, None]
    lustre = gold[:, None] * (1 - shine) + shine
    ivory = tint(between(n, 0.05, 0.38), between(n, 34, 50))[:, None]
    cream = tint(between(n, 0.03, 0.2), between(n, 34, 50))[:, None]
    gilt = of_b & (chance < GILT) & (names[:, 0] != COLOURS.index("yellow"))
    gilt &= names[:, 0] != COLOURS.index("orange")
    for chosen, part, paint in (
        (gilt, OF_PIPS, lustre),
        (of_c & (chance < IVORY), OF_BODY, ivory),
        (of_b & (chance > 1 - CREAM), OF_PIPS, cream),
    ):
        old = dice.colours[:, part]
        new = torch.where(chosen[:, None, None], old * paint, colours[:, part])
        colours[:, part] = new
        for k in (0, 1):  # the whitest of the dice may have been this one
            same = (dice.scenes[:, k] - old[:, 1]).abs().sum(1) < 1e-4
            follow = chosen & same & (torch.rand(n) < 0.6)  # or another of its kind is
            scenes[:, k] = torch.where(follow[:, None], new[:, 1], scenes[:, k])
    names[gilt, 1], names[gilt, 2] = OTHER, PLAIN
    return Dice(colours, dice.trust, scenes, names, dice.weights)
