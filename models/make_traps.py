"""Render the pictures of `tests/vision/traps`, one trap each, with their truth.

    python -m models.make_traps [tests/vision/traps]

Everything is told outright and seeds are fixed: the same pictures come out again, but
for a new OpenCV's last bit.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.render.die import Pose
from models.render.looks import Look
from models.render.traps import (
    Lens,
    Shot,
    Taken,
    fingers_over,
    hand_under,
    lamp,
    look_of,
    plain_top,
    player_look,
    shadow_edge,
    take,
    wood_top,
)

QUALITY = 90
Die = tuple[Pose, Look]
GREY_TOP = plain_top(np.array([0.22, 0.23, 0.25], np.float32))
GREEN_FELT = plain_top(np.array([0.03, 0.14, 0.07], np.float32), 0.08)


def die(
    x: float, y: float, turn_deg: float, value: int, look: Look, **more: Any
) -> Die:
    """One die, in die edges from the picture's middle."""
    return Pose(
        x, y, float(np.radians(turn_deg)), value, quarter=value % 4, **more
    ), look


def strewn(values: str, looks: list[Look], apart: float = 2.4) -> tuple[Die, ...]:
    """Dice in a loose grid, three a row, each turned another way."""
    rows = (len(values) + 2) // 3
    out = []
    for i, value in enumerate(values):
        x = (i % 3 - 1) * apart + 0.25 * np.sin(7 * i)
        y = ((rows - 1) / 2 - i // 3) * apart + 0.25 * np.cos(5 * i)
        out.append(die(x, y, 37 * i + 11, int(value), looks[i % len(looks)]))
    return tuple(out)


def glare() -> Shot:
    """Deep glossy pips under a hard lamp: each holds a highlight."""
    looks = [
        look_of(body, pips, depth=1.0, gloss=0.9, shininess=40.0, pip_size=0.11)
        for body, pips in (("white", "black"), ("red", "white"), ("white", "blue"))
    ]
    light = lamp(elevation_deg=68, key=0.8, softness=0.05, window_deg=24)
    dice = strewn("654321", looks)
    return Shot(dice, edge_px=62, top=GREEN_FELT, light=light, seed=11)


def side_faces() -> Shot:
    """A camera at 45°: every die shows one or two side faces as large as its top."""
    looks = [
        look_of("white", "black"),
        look_of("red", "white"),
        look_of("blue", "white"),
    ]
    dice = strewn("514263", looks, 2.6)
    return Shot(dice, edge_px=52, tilt_deg=45, top=wood_top, seed=12)


def sixes() -> Shot:
    """Sixes of six makes, 24 px wide, their pips near to merging."""
    looks = [
        look_of("white", "black", six_ratio=0.75, pip_size=0.095),
        look_of("red", "white", six_ratio=1.0, pip_size=0.1),
        look_of("black", "white", six_ratio=0.85, pip_size=0.09),
        look_of("white", "red", six_ratio=1.05, pip_size=0.1),
        player_look("green", "b"),
        player_look("purple", "c"),
    ]
    dice = strewn("666666", looks, 3.2)
    return Shot(dice, edge_px=24, top=wood_top, lens=Lens(blur_px=0.5), seed=13)


def touching_corner() -> Shot:
    """Corners touching: two on one diagonal, and a corner against an edge."""
    white, red = look_of("white", "black"), look_of("red", "white")
    half = float(np.sqrt(0.5))
    dice = (
        die(-2.4, 0.6, 0, 3, white),
        die(-1.39, -0.41, 0, 5, white),
        die(1.4, 0.2, 0, 4, red),
        die(1.4 + 0.5 + half, 0.2, 45, 6, red),
        die(0.2, -1.7, 20, 2, white),
    )
    return Shot(dice, edge_px=48, top=GREEN_FELT, seed=14)


def touching_edge() -> Shot:
    """Edge to edge: a pair flush and a pair shifted by half an edge."""
    white, blue = look_of("white", "black"), look_of("blue", "white")
    dice = (
        die(-2.2, 0.7, 0, 6, white),
        die(-1.2, 0.7, 0, 2, white),
        die(1.2, 0.6, 0, 4, blue),
        die(1.7, -0.4, 0, 5, blue),
        die(-1.4, -1.5, 0, 1, white),
        die(-0.4, -1.5, 0, 3, blue),
    )
    return Shot(dice, edge_px=48, roll_deg=24, top=wood_top, seed=15)


def touching_three() -> Shot:
    """Three in contact: in a row, in an angle, and in a heap of odd turns."""
    white = look_of("white", "black")
    red = look_of("red", "white")
    c, b = player_look("green", "c"), player_look("green", "b")
    dice = (
        die(-2.9, 1.3, 0, 2, c),
        die(-1.9, 1.3, 0, 6, b),
        die(-0.9, 1.3, 0, 5, c),
        die(1.2, 1.2, 0, 3, white),
        die(2.2, 1.2, 0, 3, white),
        die(2.2, 0.2, 0, 1, white),
        die(-1.2, -1.2, 10, 4, red),
        die(-0.12, -1.26, 40, 6, red),
        die(-0.5, -2.26, 8, 2, red),
    )
    return Shot(dice, edge_px=46, roll_deg=-12, top=GREY_TOP, seed=16)


def white_on_white() -> Shot:
    """White dice on a white cloth, light from all sides."""
    looks = [look_of("white", "black"), player_look("red", "c")]
    top = plain_top(np.array([0.82, 0.81, 0.79], np.float32), 0.015)
    light = lamp(key=0.35, elevation_deg=70, softness=0.6)
    dice = strewn("463152", looks)
    return Shot(dice, edge_px=50, top=top, light=light, lens=Lens(0.9), seed=17)


def black_on_black() -> Shot:
    """Black dice on a black mat."""
    looks = [look_of("black", "white", gloss=0.25), player_look("black", "b")]
    top = plain_top(np.array([0.008, 0.008, 0.009], np.float32), 0.2)
    dice = strewn("253614", looks)
    return Shot(dice, edge_px=50, top=top, lens=Lens(1.3, noise=0.012), seed=18)


def shadow_across() -> Shot:
    """The sharp edge of a shadow runs through the dice of the middle row."""
    looks = [
        look_of("white", "black"),
        look_of("blue", "white"),
        look_of("yellow", "black"),
    ]
    dice = strewn("632541", looks, 2.3)
    edge = shadow_edge((316, 178), 82, 0.72)
    return Shot(dice, edge_px=54, top=wood_top, shading=edge, seed=19)


def blue_on_black() -> Shot:
    """Dark blue dice on a black mat in little light."""
    b = player_look("blue", "b")
    b.body_rgb = b.body_rgb * np.float32(0.35)
    c = player_look("blue", "c")
    c.pip_rgb = c.pip_rgb * np.float32(0.35)
    top = plain_top(np.array([0.006, 0.006, 0.007], np.float32), 0.2)
    dice = strewn("415263", [b, b, c])
    return Shot(dice, edge_px=50, top=top, lens=Lens(0.75, noise=0.018), seed=20)


#: A dim filament bulb that the camera's white balance did not make up for.
WARM = Lens(0.62, (1.32, 0.95, 0.52), noise=0.02)


def pair_in_warm_light(one: str, other: str, seed: int) -> Shot:
    """Rows of two players whose colours come near each other, lamp dim and warm."""
    looks = [
        player_look(one, "c"),
        player_look(one, "b"),
        player_look(other, "c"),
        player_look(other, "b"),
    ]
    dice = tuple(
        die(
            (i % 4 - 1.5) * 1.9,
            (1.1 if i < 4 else -1.1) + 0.1 * np.sin(i),
            90 * i + 6 * np.cos(3 * i),
            value,
            looks[i % 4],
        )
        for i, value in enumerate((3, 5, 2, 6, 4, 1, 6, 2))
    )
    return Shot(dice, edge_px=50, top=wood_top, lens=WARM, seed=seed)


def hand() -> Shot:
    """A hand holds two dice still; a third lies on the table."""
    white, edge_px = look_of("white", "black"), 52.0
    dice = (
        die(-4.4, 1.6, 25, 4, white),
        die(-0.05, 0.5, 18, 5, white),
        die(0.15, -0.85, -22, 2, white),
    )
    return Shot(
        dice,
        edge_px=edge_px,
        top=hand_under(GREEN_FELT, edge_px),
        shading=fingers_over(edge_px),
        seed=21,
    )


def emptying(left: int) -> Shot:
    """A tray whose dice are taken away one by one."""
    looks = [look_of("white", "black"), look_of("red", "white")]
    dice = strewn("5162", looks, 2.2)[:left]
    return Shot(dice, size=(480, 360), edge_px=44, top=GREEN_FELT, seed=22)


def at_height(edge_px: float) -> Shot:
    """One scene; the camera hangs so that an edge is this long."""
    looks = [
        look_of("white", "black"),
        player_look("red", "b"),
        player_look("blue", "c"),
    ]
    dice = strewn("361452", looks, 2.1)
    return Shot(
        dice, size=(960, 720), edge_px=edge_px, top=wood_top, tilt_deg=8, seed=23
    )


def to_turn() -> Shot:
    """Dice within a circle on a plain table, for a test that turns the picture."""
    looks = [
        look_of("white", "black"),
        player_look("green", "b"),
        look_of("red", "white"),
    ]
    dice = strewn("643215", looks, 1.9)
    return Shot(dice, size=(560, 560), edge_px=44, top=GREY_TOP, seed=24)


def shots() -> dict[str, Shot]:
    """File name to picture."""
    return {
        "glare.jpg": glare(),
        "side_faces.jpg": side_faces(),
        "sixes_24px.jpg": sixes(),
        "touching_corner.jpg": touching_corner(),
        "touching_edge.jpg": touching_edge(),
        "touching_three.jpg": touching_three(),
        "white_on_white.jpg": white_on_white(),
        "black_on_black.jpg": black_on_black(),
        "shadow_edge.jpg": shadow_across(),
        "blue_on_black.jpg": blue_on_black(),
        "green_blue_warm.jpg": pair_in_warm_light("green", "blue", 25),
        "orange_red_warm.jpg": pair_in_warm_light("orange", "red", 26),
        "hand.jpg": hand(),
        **{f"emptying_{left}.jpg": emptying(left) for left in range(4, -1, -1)},
        "height_far.jpg": at_height(46),
        "height_middle.jpg": at_height(60),
        "height_near.jpg": at_height(80),
        "to_turn.jpg": to_turn(),
    }


def truth_of(name: str, taken: Taken) -> dict[str, Any]:
    """One picture's truth as JSON."""
    h, w = taken.photo.shape[:2]
    return {
        "file": name,
        "width": w,
        "height": h,
        "dice": [
            {
                "value": d.value,
                "kind": d.kind,
                "body": d.body,
                "pips": d.pips,
                "center": [round(c, 1) for c in d.center],
                "corners": [[round(float(c), 1) for c in p] for p in d.corners],
            }
            for d in taken.dice
        ],
    }


def main() -> None:
    """Write the pictures and `truth.json`."""
    out = Path(sys.argv[1] if len(sys.argv) > 1 else "tests/vision/traps")
    out.mkdir(parents=True, exist_ok=True)
    told = []
    for name, shot in shots().items():
        taken = take(shot)
        jpeg = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        cv2.imwrite(str(out / name), taken.photo[..., ::-1], jpeg)
        told.append(truth_of(name, taken))
        print(name, (out / name).stat().st_size)
    (out / "truth.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()
