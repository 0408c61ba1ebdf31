"""Step 4: train the detector for a time, from scratch or from a checkpoint.

    python -m models.train_detector --scenes SCENES --minutes 60 --out detector.pt
        [--photos PHOTOS/dev.json --faces faces.json --real 0.4] [--resume detector.pt]

`faces.json` (`models.label_faces`) gives the real dice their top faces; without it only
scenes are used.
One thread; the pictures are prepared by one more process.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.nets import HEADS, Detector
from models.training import take_step
from models.views import RealPhotos, Scenes, View, jitter_colours, spoil

SIDE = 256
STRIDE = 4
BATCH = 24
RATE = 2e-3
#: How many views may get what a worse camera does; scenes have their own besides.
SPOILED = 0.4


def targets(view: View) -> dict[str, np.ndarray]:
    """The maps that a perfect detector would give for a view."""
    n = SIDE // STRIDE
    heat = np.zeros((n, n), np.float32)
    weight = np.ones((n, n), np.float32)
    near = np.zeros((n, n), np.float32)
    maps = np.zeros((8, n, n), np.float32)  # offset 2, size, quad 4, value
    has_quad = np.zeros((n, n), np.float32)
    gy, gx = np.mgrid[0:n, 0:n].astype(np.float32)
    for face in view.faces:
        cx, cy = face.center[0] / STRIDE - 0.5, face.center[1] / STRIDE - 0.5
        side = face.side / STRIDE
        d2 = (gx - cx) ** 2 + (gy - cy) ** 2
        if face.ignore:
            weight[d2 < (0.9 * side) ** 2] = 0
            continue
        sigma = max(0.7, 0.11 * side)
        bump = np.exp(-d2 / (2 * sigma**2))
        ix, iy = round(cx), round(cy)
        if 0 <= ix < n and 0 <= iy < n:
            bump[iy, ix] = 1.0
        mine = (bump > heat) & (bump > 0.45)
        heat = np.maximum(heat, bump)
        maps[:, mine] = 0
        maps[0][mine], maps[1][mine] = cx - gx[mine], cy - gy[mine]
        maps[2][mine] = math.log(max(face.side, 1.0) / 32)
        maps[3:7, mine] = face.quad[:, None]
        maps[7][mine] = face.value - 1
        near[mine] = bump[mine] if face.sized else bump[mine] * 0.3
        has_quad[mine] = float(face.sized)
    weight = np.maximum(weight, (heat > 0.5).astype(np.float32))
    return {
        "heat": heat,
        "weight": weight,
        "near": near,
        "maps": maps,
        "quad": has_quad,
    }


class Views(IterableDataset):  # type: ignore[type-arg]
    """An endless stream of views with their targets."""

    def __init__(
        self,
        scenes: Path,
        photos: Path | None,
        faces: Path | None,
        real: float,
        seed: int,
    ) -> None:
        self.args = (scenes, photos, faces)
        self.real, self.seed = real, seed

    def __iter__(self) -> Iterator[tuple[np.ndarray, ...]]:
        cv2.setNumThreads(1)
        info = get_worker_info()
        rng = np.random.default_rng(
            [self.seed, info.id if info else 0, int(time.time())]
        )
        scenes = Scenes(self.args[0], rng)
        photos = (
            RealPhotos(self.args[1], self.args[2])
            if self.args[1] and self.args[2]
            else None
        )
        while True:
            use_real = photos is not None and rng.random() < self.real
            view = (
                photos.view(rng, SIDE)
                if use_real and photos
                else scenes.view(rng, SIDE)
            )
            picture = jitter_colours(view.picture, rng)
            if rng.random() < SPOILED:
                picture = spoil(picture, rng, least=0.5)  # tiny faces stay faces
            t = targets(view)
            yield (
                np.ascontiguousarray(picture.transpose(2, 0, 1)),
                t["heat"],
                t["weight"],
                t["near"],
                t["maps"],
                t["quad"],
            )


def loss_of(out: Tensor, batch: list[Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Focal loss on the heat, L1 on geometry, cross entropy on the value."""
    _, heat, weight, near, maps, has_quad = batch
    parts = dict(zip(HEADS, out.float().split(list(HEADS.values()), 1), strict=True))
    logit = parts["heat"][:, 0]
    p = logit.sigmoid().clamp(1e-5, 1 - 1e-5)
    peak = (heat > 0.999).float()
    gain = -((1 - p) ** 2) * p.log() * peak
    cost = -((1 - heat) ** 4) * p**2 * (1 - p).log() * (1 - peak) * weight
    count = peak.sum().clamp(min=1)
    focal = (gain + cost).sum() / count
    total = near.sum().clamp(min=1)
    sized = (near * has_quad).sum().clamp(min=1)
    offset = ((parts["offset"] - maps[:, 0:2]).abs().sum(1) * near).sum() / total
    size = ((parts["size"][:, 0] - maps[:, 2]).abs() * near * has_quad).sum() / sized
    quad = ((parts["quad"] - maps[:, 3:7]).abs().sum(1) * near * has_quad).sum() / sized
    value = functional.cross_entropy(
        parts["value"], maps[:, 7].long(), reduction="none"
    )
    value = (value * near).sum() / total
    loss = focal + 0.5 * offset + size + 0.4 * quad + 0.3 * value
    named = {
        "focal": focal,
        "offset": offset,
        "size": size,
        "quad": quad,
        "value": value,
    }
    return loss, {k: float(v.detach()) for k, v in named.items()}


def main() -> None:
    """Train until the time is up; a checkpoint every three minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--faces", type=Path)
    parser.add_argument("--real", type=float, default=0.4)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    net = Detector().to(memory_format=torch.channels_last)
    if args.resume:
        net.load_state_dict(torch.load(args.resume)["raw"])
    ema = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.02)
    views = Views(args.scenes, args.photos, args.faces, args.real, args.seed)
    loader = DataLoader(views, batch_size=BATCH, num_workers=1, prefetch_factor=6)
    start, saved, step, seen = time.monotonic(), time.monotonic(), 0, {}
    for batch in loader:
        spent = (time.monotonic() - start) / (60 * args.minutes)
        if spent >= 1:
            break
        warm = min(1.0, (step + 1) / 200)
        for group in optimiser.param_groups:
            group["lr"] = (
                args.rate * warm * (0.5 + 0.5 * math.cos(math.pi * spent)) + 1e-6
            )
        picture = batch[0].float().contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(picture)
        loss, parts = loss_of(out, batch)
        step += 1
        take_step(net, ema, optimiser, loss, step)
        for k, v in parts.items():
            seen[k] = 0.98 * seen.get(k, v) + 0.02 * v
        if step % 100 == 0:
            rate = step * BATCH / (time.monotonic() - start)
            print(
                step,
                f"{spent:.0%} {rate:.0f}/s",
                {k: round(v, 3) for k, v in seen.items()},
                flush=True,
            )
        if time.monotonic() - saved > 180:
            saved = time.monotonic()
            torch.save(
                {"raw": net.state_dict(), "ema": ema.state_dict(), "step": step},
                args.out,
            )
    torch.save(
        {"raw": net.state_dict(), "ema": ema.state_dict(), "step": step}, args.out
    )
    print("views", step * BATCH)


if __name__ == "__main__":
    main()
