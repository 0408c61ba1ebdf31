"""The two nets: a detector of top faces and a reader of one rectified face.

Plain 3×3 convolutions with batch norm: what onnxruntime runs best on a Pi's CPU.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

#: Detector output channels at stride 4: heat, offset x y, log size, P, Q, six values.
HEADS = {"heat": 1, "offset": 2, "size": 1, "quad": 4, "value": 6}
#: Reader classes: values 1 to 6, then no die, then cocked.
READER_CLASSES = 8
READER_PX = 64
#: The crop shows the face and a margin: its side over the face's.
READER_MARGIN = 2.0


def conv(i: int, o: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(i, o, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(o),
        nn.ReLU(True),
    )


class Block(nn.Module):
    """A residual block of two convolutions."""

    def __init__(self, c: int) -> None:
        super().__init__()
        self.a = conv(c, c)
        self.b = nn.Sequential(nn.Conv2d(c, c, 3, 1, 1, bias=False), nn.BatchNorm2d(c))

    def forward(self, x: Tensor) -> Tensor:
        """Shape in, shape out."""
        return functional.relu(x + self.b(self.a(x)))


class Detector(nn.Module):
    """Picture (N, 3, H, W), 0 to 255, H and W multiples of 32, to (N, 14, H/4, W/4)."""

    def __init__(self) -> None:
        super().__init__()
        self.s4 = nn.Sequential(conv(3, 16, 2), conv(16, 24, 2), conv(24, 24))
        self.s8 = nn.Sequential(conv(24, 48, 2), Block(48), Block(48))
        self.s16 = nn.Sequential(conv(48, 96, 2), Block(96), Block(96))
        self.s32 = nn.Sequential(conv(96, 128, 2), Block(128), Block(128))
        self.up16, self.mix16 = conv(128, 96, 1, 1), conv(96, 96)
        self.up8, self.mix8 = conv(96, 48, 1, 1), conv(48, 48)
        self.up4, self.in4, self.mix4 = (
            conv(48, 32, 1, 1),
            conv(24, 32, 1, 1),
            conv(32, 40),
        )
        self.head = nn.Conv2d(40, sum(HEADS.values()), 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        """Raw outputs; the heat is a logit."""
        x = (x - 127.5) / 64.0
        s4 = self.s4(x)
        s8 = self.s8(s4)
        s16 = self.s16(s8)
        s32 = self.s32(s16)
        y = self.mix16(s16 + functional.interpolate(self.up16(s32), scale_factor=2.0))
        y = self.mix8(s8 + functional.interpolate(self.up8(y), scale_factor=2.0))
        y = self.mix4(
            self.in4(s4) + functional.interpolate(self.up4(y), scale_factor=2.0)
        )
        out: Tensor = self.head(y)
        return out


def _pooled(x: Tensor) -> list[Tensor]:
    """Means over the middle half, where the face is, and over the whole crop."""
    low, high = x.shape[-1] // 4, x.shape[-1] - x.shape[-1] // 4
    return [x[:, :, low:high, low:high].mean((2, 3)), x.mean((2, 3))]


class Reader(nn.Module):
    """Crops (N, 3, 64, 64), 0 to 255, to class logits (N, 8) and a mask (N, 2, 24, 24).

    Mask channels, as logits, of the crop's middle 48 pixels: on the top face; on a pip.
    """

    def __init__(self) -> None:
        super().__init__()
        self.s2 = conv(3, 24, 2)
        self.s4 = nn.Sequential(conv(24, 48, 2), Block(48))
        self.s8 = nn.Sequential(conv(48, 96, 2), Block(96))
        self.s16 = nn.Sequential(conv(96, 128, 2), Block(128))
        self.fc = nn.Linear(2 * (128 + 96), READER_CLASSES)
        self.up4, self.up2 = conv(96, 48, 1, 1), conv(48, 24, 1, 1)
        self.mask = nn.Sequential(conv(24, 24), nn.Conv2d(24, 2, 1))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Raw logits."""
        x = (x - 127.5) / 64.0
        s2 = self.s2(x)
        s4 = self.s4(s2)
        s8 = self.s8(s4)
        s16 = self.s16(s8)
        (near16, all16), (near8, all8) = _pooled(s16), _pooled(s8)
        pooled = torch.cat([near16, near8, all16, all8], 1)
        y = s4[:, :, 2:14, 2:14] + functional.interpolate(
            self.up4(s8[:, :, 1:7, 1:7]), scale_factor=2.0
        )
        y = s2[:, :, 4:28, 4:28] + functional.interpolate(self.up2(y), scale_factor=2.0)
        return self.fc(pooled), self.mask(y)
