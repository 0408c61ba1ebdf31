"""What both training loops do after a loss: one step, and the mean of the weights."""

from __future__ import annotations

import torch
from torch import Tensor, nn

EMA = 0.999
CLIP = 5.0


def take_step(
    net: nn.Module,
    ema: nn.Module,
    optimiser: torch.optim.Optimizer,
    loss: Tensor,
    step: int,
) -> None:
    """One optimiser step on `loss`; `ema` follows `net`, faster in the first steps.

    Args:
        net: Trained in place.
        ema: A copy of it, averaged in place.
        optimiser: Of the net's parameters.
        loss: A scalar with its graph.
        step: How many steps were taken, this one included.
    """
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), CLIP)
    optimiser.step()
    keep = min(EMA, (step + 1) / (step + 20))
    pairs = zip(ema.state_dict().values(), net.state_dict().values(), strict=True)
    with torch.no_grad():
        for a, b in pairs:
            if a.dtype.is_floating_point:
                a.mul_(keep).add_(b, alpha=1 - keep)
            else:
                a.copy_(b)
