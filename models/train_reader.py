"""Step 6: train the face reader for a time.

    python -m models.train_reader --scenes SCENES --minutes 30 --out reader.pt
        [--photos PHOTOS/dev.json --faces faces.json --real 0.4]
        [--tables TABLES --share 0.35] [--negatives negatives.pickle]
        [--resume reader.pt]

One thread; the crops are cut by one more process.
"""

from __future__ import annotations

import argparse
import copy
import math
import pickle
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.nets import Reader
from models.training import take_step
from models.views import UPRIGHT, RealPhotos, Scenes, jitter_colours, spoil
from vision.faces import MASKED, Pyramid, crop_face, upright

BATCH = 128
RATE = 2e-3
NONE, COCKED = 6, 7

Sample = tuple[NDArray[np.uint8], int, NDArray[np.float32], float]


def jitter(
    corners: NDArray[np.floating], rng: np.random.Generator
) -> NDArray[np.floating]:
    """Corners as an imperfect detector would give them, from the upper left one."""
    c = corners.mean(0)
    a = rng.normal(0, 0.10)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    shear = np.eye(2) + rng.normal(0, 0.05, (2, 2))
    side = math.sqrt(abs(cv2.contourArea(corners.astype(np.float32))) + 1e-3)
    out = (corners - c) @ (turn @ shear).T * np.exp(rng.normal(0, 0.09)) + c
    return upright(out + rng.normal(0, 0.05, 2) * side)


def turn_of(rng: np.random.Generator) -> int:
    """Quarter turns of a crop: mostly none, since most pictures are upright."""
    return 0 if rng.random() < UPRIGHT else int(rng.integers(4))


def elsewhere(
    corners: NDArray[np.floating], rng: np.random.Generator
) -> NDArray[np.floating]:
    """A place beside a face: a side face, an edge, a gap, or far too big or small."""
    side = math.sqrt(abs(cv2.contourArea(corners.astype(np.float32))) + 1e-3)
    c = corners.mean(0)
    a = rng.uniform(0, 6.28)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    if rng.random() < 0.7:
        d = rng.uniform(0.6, 1.1) * side
        scale = np.exp(rng.normal(0, 0.25))
    else:
        d = rng.uniform(0, 0.3) * side
        scale = rng.uniform(0.25, 0.5) if rng.random() < 0.5 else rng.uniform(1.9, 3.0)
    move = d * np.array([np.cos(a), np.sin(a)])
    squash = np.diag([1.0, rng.uniform(0.5, 1.0)])
    return (corners - c) @ (turn @ squash).T * scale + c + move


def near_any(center: NDArray[np.floating], faces: list[NDArray[np.floating]]) -> bool:
    """Whether a place is close to the middle of one of the faces."""
    for f in faces:
        side = math.sqrt(abs(cv2.contourArea(f.astype(np.float32))) + 1e-3)
        if np.linalg.norm(center - f.mean(0)) < 0.5 * side:
            return True
    return False


class Crops(IterableDataset):  # type: ignore[type-arg]
    """An endless stream of crops with class, mask and the weight of the mask."""

    def __init__(
        self,
        scenes: Path,
        photos: Path | None,
        faces: Path | None,
        real: float,
        negatives: Path | None,
        seed: int,
        tables: Path | None = None,
        share: float = 0.0,
    ) -> None:
        self.args, self.real, self.negatives, self.seed = (
            (scenes, photos, faces),
            real,
            negatives,
            seed,
        )
        self.tables, self.share = tables, share

    def __iter__(self) -> Iterator[Sample]:
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
        tables = Scenes(self.tables, rng) if self.tables else None
        hard: list[tuple[NDArray[np.uint8], int]] = []
        read_at, fills = 0.0, 0
        shelf: list[Sample] = []
        while True:
            if len(shelf) < 1500:
                fills += 1
                # Step 5 may mine anew while training runs.
                if self.negatives and fills % 5000 == 1:
                    mined_at = self.negatives.stat().st_mtime
                    if mined_at != read_at:
                        read_at = mined_at
                        hard = pickle.loads(self.negatives.read_bytes())
                if photos and rng.random() < self.real:
                    shelf += self._from_photo(photos, rng)
                else:
                    of_game = tables is not None and rng.random() < self.share
                    shelf += self._from_scene(
                        tables if tables and of_game else scenes, rng
                    )
                if hard and rng.random() < 0.5:
                    for _ in range(3):
                        crop, label = hard[int(rng.integers(len(hard)))]
                        crop = np.rot90(crop, turn_of(rng))
                        shelf.append((np.ascontiguousarray(crop), label, EMPTY, 0.0))
                continue
            i = int(rng.integers(len(shelf)))
            shelf[i], shelf[-1] = shelf[-1], shelf[i]
            crop, label, mask, weight = shelf.pop()
            if rng.random() < 0.5:
                crop, mask = crop[:, ::-1], mask[..., ::-1]
            crop = spoil(jitter_colours(crop, rng), rng)
            crop = np.ascontiguousarray(crop.transpose(2, 0, 1))
            yield crop, label, np.ascontiguousarray(mask), weight

    def _from_scene(self, scenes: Scenes, rng: np.random.Generator) -> list[Sample]:
        scene = scenes.draw(rng)
        photo = cv2.imdecode(
            np.frombuffer(scene["photo"], np.uint8), cv2.IMREAD_COLOR_RGB
        )
        mask = cv2.imdecode(
            np.frombuffer(scene["mask"], np.uint8), cv2.IMREAD_GRAYSCALE
        )
        pictures, masks = Pyramid(photo), Pyramid(np.dstack([mask] * 3))
        out: list[Sample] = []
        faces = [row[3:11].reshape(4, 2) for row in scene["dice"] if row[0] > 0]
        for row in scene["dice"]:
            value, visible, lean = int(row[0]), row[11], row[12]
            corners = row[3:11].reshape(4, 2)
            if value == 0:
                label = NONE
            elif visible < 0.3:
                continue
            elif lean > 28:
                label = COCKED
            elif visible < 0.75 or lean > 20:
                continue
            else:
                label = value - 1
            at = jitter(corners, rng)
            q = turn_of(rng)
            target = _mask_target(crop_face(masks, at, q)[MASKED, MASKED, 0])
            out.append((crop_face(pictures, at, q), label, target, float(label < 6)))
            if rng.random() < 0.45:
                out += self._negative(pictures, corners, faces, rng)
        if rng.random() < 0.6:
            size = float(np.exp(rng.uniform(np.log(12), np.log(90))))
            c = rng.uniform(0, photo.shape[0], 2)
            square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2 + c
            out += self._negative(pictures, square, faces, rng)
        return out

    def _negative(
        self,
        pictures: Pyramid,
        corners: NDArray[np.floating],
        faces: list[NDArray[np.floating]],
        rng: np.random.Generator,
    ) -> list[Sample]:
        at = elsewhere(corners, rng)
        side = math.sqrt(abs(cv2.contourArea(at.astype(np.float32))) + 1e-3)
        own = math.sqrt(abs(cv2.contourArea(corners.astype(np.float32))) + 1e-3)
        if near_any(at.mean(0), faces) and 0.55 < side / own < 1.8:
            return []
        if not (-9 < at.mean() < 2000):
            return []
        return [(crop_face(pictures, upright(at), turn_of(rng)), NONE, EMPTY, 0.0)]

    def _from_photo(self, photos: RealPhotos, rng: np.random.Generator) -> list[Sample]:
        picture, dice, complete = photos.draw(rng)
        pyramid = Pyramid(picture)
        faces = [np.array(d["corners"], float) for d in dice]
        out: list[Sample] = []
        for die, corners in zip(dice, faces, strict=True):
            if not die["ignore"] and die["sized"]:
                at = jitter(corners, rng)
                out.append(
                    (
                        crop_face(pyramid, at, turn_of(rng)),
                        int(die["value"]) - 1,
                        EMPTY,
                        0.0,
                    )
                )
            if complete and rng.random() < 0.4:
                out += self._negative(pyramid, corners, faces, rng)
        if complete:
            for _ in range(2):
                size = float(np.exp(rng.uniform(np.log(14), np.log(90))))
                c = rng.uniform(0, 1, 2) * picture.shape[1::-1]
                square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2 + c
                out += self._negative(pyramid, square, faces, rng)
        return out


EMPTY = np.zeros((2, 24, 24), np.float32)


def _mask_target(mask: NDArray[np.uint8]) -> NDArray[np.float32]:
    top = (mask > 64).astype(np.float32)
    pip = np.clip((mask.astype(np.float32) - 128) / 127, 0, 1)
    return np.stack(
        [cv2.resize(m, (24, 24), interpolation=cv2.INTER_AREA) for m in (top, pip)]
    )


def loss_of(
    logits: Tensor, masks: Tensor, label: Tensor, target: Tensor, weight: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Cross entropy of the class and, where the mask is known, of the mask."""
    kind = functional.cross_entropy(logits.float(), label)
    mask = functional.binary_cross_entropy_with_logits(
        masks.float(), target, reduction="none"
    ).mean((1, 2, 3))
    mask = (mask * weight).sum() / weight.sum().clamp(min=1)
    return kind + mask, kind, mask


def main() -> None:
    """Train until the time is up; a checkpoint every three minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, required=True)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--faces", type=Path)
    parser.add_argument("--tables", type=Path)
    parser.add_argument("--share", type=float, default=0.35)
    parser.add_argument("--negatives", type=Path)
    parser.add_argument("--real", type=float, default=0.4)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    net = Reader().to(memory_format=torch.channels_last)
    if args.resume:
        net.load_state_dict(torch.load(args.resume)["raw"])
    ema = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=0.02)
    crops = Crops(
        args.scenes,
        args.photos,
        args.faces,
        args.real,
        args.negatives,
        args.seed,
        args.tables,
        args.share,
    )
    loader = DataLoader(crops, batch_size=BATCH, num_workers=1, prefetch_factor=6)
    start, saved, step = time.monotonic(), time.monotonic(), 0
    seen = np.zeros(3)
    for crop, label, target, weight in loader:
        spent = (time.monotonic() - start) / (60 * args.minutes)
        if spent >= 1:
            break
        warm = min(1.0, (step + 1) / 200)
        for group in optimiser.param_groups:
            group["lr"] = (
                args.rate * warm * (0.5 + 0.5 * math.cos(math.pi * spent)) + 1e-6
            )
        picture = crop.float().contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            logits, masks = net(picture)
        loss, kind, mask = loss_of(logits, masks, label, target, weight.float())
        step += 1
        take_step(net, ema, optimiser, loss, step)
        right = float((logits.argmax(1) == label).float().mean())
        now = np.array([right, float(kind.detach()), float(mask.detach())])
        seen = now if step == 1 else 0.98 * seen + 0.02 * now
        if step % 50 == 0:
            rate = step * BATCH / (time.monotonic() - start)
            print(
                step,
                f"{spent:.0%} {rate:.0f}/s right {seen[0]:.4f} "
                f"kind {seen[1]:.3f} mask {seen[2]:.3f}",
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
    print("crops", step * BATCH)


if __name__ == "__main__":
    main()
