"""Step 16: the mean of two checkpoints' weights, for the export or to go on from.

    python -m models.average BEFORE.pt AFTER.pt OUT.pt [--share 0.75]

A net and the same net trained on a little for one purpose lie in one valley of the
loss; the mean keeps most of what the last training gave and loses less of the rest
(Wortsman et al., "Model soups", 2022).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor


def mean_of(
    a: dict[str, Tensor], b: dict[str, Tensor], share: float = 0.5
) -> dict[str, Tensor]:
    """The mean of two states of one net; what is no float is taken from the second.

    Args:
        a: One state.
        b: Another of the same net.
        share: Of the second, 0 to 1.

    Raises:
        KeyError: `b` lacks a tensor of `a`.
    """
    return {
        name: torch.lerp(one, b[name], share)
        if one.dtype.is_floating_point
        else b[name]
        for name, one in a.items()
    }


def main() -> None:
    """Average the running means that the export takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of AFTER")
    args = parser.parse_args()
    before, after = (torch.load(path)["ema"] for path in (args.before, args.after))
    mean = mean_of(before, after, args.share)
    torch.save({"raw": mean, "ema": mean}, args.out)  # both, to be trained on as well


if __name__ == "__main__":
    main()
