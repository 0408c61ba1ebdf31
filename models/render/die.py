"""Ray trace one die: a rounded cube on the table under a pinhole camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.render.looks import FACE_PX, Array, Look, face_texture


@dataclass
class Camera:
    """A pinhole camera over the table (z = 0, z up), tilted about the picture's x axis.

    Attributes:
        focal_px: Focal length in pixels.
        centre_px: Principal point (x, y) in pixels.
        height: Camera height over the table, in die edges.
        tilt: Angle from straight down, in radians.
    """

    focal_px: float
    centre_px: tuple[float, float]
    height: float
    tilt: float

    def __post_init__(self) -> None:
        c, s = np.cos(self.tilt), np.sin(self.tilt)
        # Rows: picture right, picture down, viewing direction, in table coordinates.
        self.axes = np.array([[1, 0, 0], [0, -c, -s], [0, s, -c]], np.float32)
        self.eye = np.array(
            [0, -self.height * np.tan(self.tilt), self.height], np.float32
        )

    def project(self, points: NDArray[np.floating]) -> NDArray[np.floating]:
        """Table points (..., 3) to pixels (..., 2)."""
        local = (points - self.eye) @ self.axes.T
        return local[..., :2] / local[..., 2:] * self.focal_px + np.asarray(
            self.centre_px
        )

    def rays(self, x: Array, y: Array) -> Array:
        """Unit viewing directions of pixels, shape (*x.shape, 3)."""
        d = np.stack(
            [
                (x - self.centre_px[0]) / self.focal_px,
                (y - self.centre_px[1]) / self.focal_px,
                np.ones_like(x),
            ],
            -1,
        ).astype(np.float32)
        d = d @ self.axes
        return d / np.linalg.norm(d, axis=-1, keepdims=True)

    def to_table(self, x: float, y: float, z: float = 0.0) -> NDArray[np.floating]:
        """The table point (at height z) seen at a pixel."""
        ray = self.rays(np.array([x], np.float32), np.array([y], np.float32))[0]
        t = (z - self.eye[2]) / ray[2]
        return np.asarray(self.eye + t * ray)


@dataclass
class Light:
    """One key light, an ambient term and a bright window for reflections."""

    direction: Array  # unit, from the table to the light
    key: float
    ambient: float
    rgb: Array
    window: Array  # unit
    window_size: float
    softness: float  # of shadow edges, in die edges


@dataclass
class Pose:
    """Where a die lies: middle on the table, turn, top value, size, lean."""

    x: float
    y: float
    yaw: float
    value: int
    size: float = 1.0
    lean: float = 0.0
    lean_axis: float = 0.0
    quarter: int = 0  # turn of the side faces about the top
    z: float = 0.0  # of what it lies on, in die edges over the table


#: The value of faces +x, +y, -x, -y when the top shows the key (one handedness).
_SIDES = {
    1: (2, 3, 5, 4),
    2: (1, 4, 6, 3),
    3: (1, 2, 6, 5),
    4: (1, 5, 6, 2),
    5: (1, 3, 6, 4),
    6: (2, 4, 5, 3),
}


def rotation(pose: Pose) -> Array:
    """Columns: the die's own axes in table coordinates."""
    c, s = np.cos(pose.yaw), np.sin(pose.yaw)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    if pose.lean:
        axis = np.array([np.cos(pose.lean_axis), np.sin(pose.lean_axis), 0]) * pose.lean
        turn = cv2.Rodrigues(axis)[0] @ turn
    return np.asarray(turn, np.float32)


def middle(pose: Pose) -> Array:
    """The die's middle in table coordinates; a leaning die touches the table."""
    r = rotation(pose)
    lift = float(np.abs(r[2]).sum()) / 2 * pose.size
    return np.array([pose.x, pose.y, lift + pose.z], np.float32)


def top_corners(pose: Pose, camera: Camera) -> NDArray[np.floating]:
    """The top face's corners in pixels, shape (4, 2), in order round the face."""
    local = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]) * 0.5 * pose.size
    return camera.project(local @ rotation(pose).T + middle(pose))


def box_points(pose: Pose) -> NDArray[np.floating]:
    """The eight corners of the cube in table coordinates."""
    grid = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return np.asarray(grid * 0.5 * pose.size @ rotation(pose).T + middle(pose))


def _distance(p: Array, radius: float, ball: float) -> Array:
    q = np.abs(p) - (0.5 - radius)
    outside = np.maximum(q, 0)
    d = np.sqrt(np.einsum("ij,ij->i", outside, outside)) - radius
    if ball:
        d = np.maximum(d, np.sqrt(np.einsum("ij,ij->i", p, p)) - ball)
    return np.asarray(d)


def _march(o: Array, d: Array, look: Look) -> tuple[NDArray[np.intp], Array]:
    """Which rays (by index) hit the die in its own coordinates, and where."""
    inverse = 1.0 / np.where(np.abs(d) < 1e-6, 1e-6, d)
    a, b = (-0.5 - o) * inverse, (0.5 - o) * inverse
    near = np.minimum(a, b).max(1)
    far = np.maximum(a, b).min(1)
    at = np.flatnonzero(near < far)
    d, t = d[at], near[at]
    for _ in range(8):
        p = o + t[:, None] * d
        t = t + _distance(p, look.radius, look.ball)
    p = o + t[:, None] * d
    hit = (t < far[at] + 1e-3) & (_distance(p, look.radius, look.ball) < 0.015)
    return at[hit], p[hit]


def _normals(p: Array, look: Look) -> Array:
    q = np.abs(p) - (0.5 - look.radius)
    n = np.maximum(q, 0) * np.sign(p)
    if look.ball:
        rho = np.sqrt(np.einsum("ij,ij->i", p, p))
        n = np.where((rho > look.ball - 0.006)[:, None], p, n)
    length = np.sqrt(np.einsum("ij,ij->i", n, n))
    return np.asarray(n / np.maximum(length, 1e-6)[:, None], np.float32)


def _marble(p: Array, look: Look) -> Array:
    """How much of the second colour is at points of the body, 0 to 1."""
    rng = np.random.default_rng(look.seed)
    k = rng.normal(0, 5 * look.vein, (3, 3)).astype(np.float32)
    w = p @ k + rng.uniform(0, 6, 3).astype(np.float32)
    w = w + 0.9 * np.sin(w[:, [1, 2, 0]] * 1.7)
    m = 0.5 + 0.5 * np.sin(w.sum(1))
    if look.swirl:
        m = np.clip((m - 0.5) * look.swirl + 0.5, 0, 1)
    return np.asarray(m, np.float32)


def _grain(p: Array, look: Look) -> Array:
    """How light the wood is at points of the body: 1 and darker in rings and streaks.

    A die is cut from a plank, so rings are near to planes across one face, wavy lines
    along the second pair and bent ones on the end grain of the third.
    """
    rng = np.random.default_rng(look.seed + 1)
    axes = rng.permutation(3)
    along, x, y = (p[:, k] for k in axes)
    sway = 0.05 * np.sin(along * rng.uniform(2, 6) + rng.uniform(0, 6.28))
    heart = rng.uniform(0.7, 3.0)  # of the trunk, in die edges away
    ring = np.hypot(x - heart + sway, y - rng.uniform(-0.4, 0.4))
    ring = ring + 0.015 * np.sin(y * rng.uniform(8, 20))
    phase = ring * rng.uniform(6, 16)
    late = (phase - np.floor(phase)) ** 3  # early wood darkens slowly to late wood
    streaks = rng.random((96, 10)).astype(np.float32)
    fine = _lookup(streaks, (along + 0.9) * 5, ((x * 1.3 + y) / 2.6 + 0.5) * 95)
    return np.asarray(1 - look.grain * (0.7 * late + 0.3 * fine), np.float32)


def _lookup(table: Array, x: Array, y: Array) -> Array:
    """Bilinear samples; in rows of 1024, as remap takes no side over 32767."""
    n = len(x)
    pad = -n % 1024
    x, y = (np.pad(a, (0, pad)).reshape(-1, 1024) for a in (x, y))
    return np.asarray(cv2.remap(table, x, y, cv2.INTER_LINEAR).ravel()[:n])


def _sheet(look: Look, pose: Pose) -> tuple[tuple[int, ...], Array, Array]:
    """Values of the faces +x, -x, +y, -y, +z, -z; their masks and heights, stacked."""
    sides = _SIDES[pose.value]
    if look.left_handed:
        sides = sides[::-1]
    sides = tuple(sides[(i + pose.quarter) % 4] for i in range(4))
    order = (sides[0], sides[2], sides[1], sides[3], pose.value, 7 - pose.value)
    atlas = [face_texture(look, f) for f in order]
    turned = pose.quarter % 2 == 1 and pose.value in (2, 3, 6)
    masks = np.concatenate(
        [m if i < 4 or not turned else m.T for i, (m, _) in enumerate(atlas)]
    )
    heights = np.concatenate(
        [h if i < 4 or not turned else h.T for i, (_, h) in enumerate(atlas)]
    )
    return order, masks, heights


def _unfold(p: Array) -> tuple[NDArray[np.intp], NDArray[np.intp], Array, Array]:
    """Axis and face of surface points, and where they are on the sheet (x, y)."""
    axis = np.abs(p).argmax(1)
    positive = p[np.arange(len(p)), axis] > 0
    u = np.where(axis == 0, p[:, 1], p[:, 0])
    v = np.where(axis == 2, p[:, 1], p[:, 2])
    face = axis * 2 + (~positive)
    mx = np.clip((u + 0.5) * FACE_PX - 0.5, 0, FACE_PX - 1).astype(np.float32)
    my = np.clip((v + 0.5) * FACE_PX - 0.5, 0, FACE_PX - 1.01).astype(np.float32)
    return axis, face, mx, my + face.astype(np.float32) * FACE_PX


def _far_side(p: Array, n: Array, view: Array) -> Array:
    """Where a ray that is broken at p (as by acrylic) leaves the cube."""
    eta = 1 / 1.49
    cos = np.clip(-np.einsum("ij,ij->i", view, n), 0, 1)
    down = eta * cos - np.sqrt(1 - eta * eta * (1 - cos * cos))
    ray = eta * view + down[:, None] * n
    ray = np.where(np.abs(ray) < 1e-6, 1e-6, ray)
    reach = np.maximum((np.sign(ray) * 0.5 - p) / ray, 0).min(1)
    return np.asarray(p + reach[:, None] * ray, np.float32)


def _surface(
    p: Array, n: Array, look: Look, pose: Pose, view: Array
) -> tuple[Array, Array, Array, Array]:
    """Albedo, bumped normal, pip mask and whether on the top face, for hit points."""
    rows = np.arange(len(p))
    order, masks, heights = _sheet(look, pose)
    axis, face, mx, my = _unfold(p)
    mask = _lookup(masks, mx, my)
    pip_rgb = np.broadcast_to(look.pip_rgb, p.shape)
    body = np.broadcast_to(look.body_rgb, p.shape)
    if look.face_rgb is not None:
        body = np.stack([look.face_rgb[f] for f in order])[face]
    if look.marble and look.marble_rgb is not None:
        m = (look.marble * _marble(p, look))[:, None]
        body = body * (1 - m) + look.marble_rgb * m
    if look.grain:
        body = body * _grain(p, look)[:, None]
    if look.inner:  # pips of the lower faces shine through
        _, _, fx, fy = _unfold(_far_side(p, n, view))
        k = (look.inner * _lookup(masks, fx, fy))[:, None]
        body = body * (1 - k) + pip_rgb * k
    if look.depth:
        gx = cv2.Sobel(heights, cv2.CV_32F, 1, 0, scale=FACE_PX / 8)
        gy = cv2.Sobel(heights, cv2.CV_32F, 0, 1, scale=FACE_PX / 8)
        bx = _lookup(gx, mx, my)
        by = _lookup(gy, mx, my)
        bump = np.zeros_like(n)
        bump[rows, np.where(axis == 0, 1, 0)] -= np.clip(bx, -2, 2)
        bump[rows, np.where(axis == 2, 1, 2)] -= np.clip(by, -2, 2)
        n = n + bump
        n /= np.sqrt(np.einsum("ij,ij->i", n, n))[:, None]
    top = face == 4
    if look.one_rgb is not None and 1 in order:
        pip_rgb = np.where((face == order.index(1))[:, None], look.one_rgb, pip_rgb)
    albedo = body * (1 - mask[:, None]) + pip_rgb * mask[:, None]
    return albedo, n, mask, top


def _shade(
    albedo: Array, n: Array, view: Array, look: Look, light: Light, mask: Array
) -> Array:
    """Lambert with a hemisphere, a Blinn highlight and a window's reflection."""
    lambert = np.clip(n @ light.direction, 0, None)
    sky = 0.62 + 0.38 * n[:, 2]
    cavity = 1 - 0.35 * mask * look.depth
    flat = light.key * lambert + light.ambient * sky
    if look.translucent:
        flat = flat * (1 - 0.5 * look.translucent) + 0.5 * look.translucent * 0.8
    out = albedo * (flat * cavity)[:, None] * light.rgb
    half = light.direction - view
    half = half / np.linalg.norm(half, axis=1, keepdims=True)
    shine = look.gloss * light.key * np.clip((n * half).sum(1), 0, 1) ** look.shininess
    mirror = view - 2 * (n * view).sum(1, keepdims=True) * n
    edge = np.clip((mirror @ light.window - light.window_size) * 30, 0, 1)
    fresnel = 0.05 + 0.5 * (1 - np.clip(-(n * view).sum(1), 0, 1)) ** 4
    shine = shine + look.gloss * edge * fresnel * 4 * light.key
    return np.asarray(out + (shine * 0.9)[:, None] * light.rgb, np.float32)


@dataclass
class Sprite:
    """A rendered die: pixels (h, w, 5) = linear RGB, alpha, mask; placed at (x, y).

    mask: 1 on a pip of the top face, 0.5 elsewhere on the top face, 0 off it;
    colour and mask are multiplied by alpha.
    """

    x: int
    y: int
    pixels: Array


def render_die(
    pose: Pose,
    look: Look,
    camera: Camera,
    light: Light,
    size: tuple[int, int],
    scale: int = 2,
) -> Sprite | None:
    """Draw one die into a picture of size (width, height).

    Returns:
        The part of it inside the picture, or None where nothing is.
    """
    outline = camera.project(box_points(pose))
    x0, y0 = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    x1 = min(int(np.ceil(outline[:, 0].max())) + 2, size[0])
    y1 = min(int(np.ceil(outline[:, 1].max())) + 2, size[1])
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    w, h = int(x1 - x0), int(y1 - y0)
    gx = (np.arange(w * scale, dtype=np.float32) + 0.5) / scale + x0
    gy = (np.arange(h * scale, dtype=np.float32) + 0.5) / scale + y0
    rays = camera.rays(*np.meshgrid(gx - 0.5, gy - 0.5)).reshape(-1, 3)
    r = rotation(pose)
    origin = ((camera.eye - middle(pose)) @ r) / pose.size
    local = rays @ r
    at, p = _march(origin[None].astype(np.float32), local, look)
    out = np.zeros((w * h * scale * scale, 5), np.float32)
    if len(at):
        albedo, n, mask, top = _surface(p, _normals(p, look), look, pose, local[at])
        out[at, :3] = _shade(albedo, n @ r.T, rays[at], look, light, mask)
        out[at, 3] = 1
        out[at, 4] = np.where(top, 0.5 + 0.5 * mask, 0)
    sheet = out.reshape(h * scale, w * scale, 5)
    sprite = cv2.resize(sheet[..., :4], (w, h), interpolation=cv2.INTER_AREA)
    extra = cv2.resize(sheet[..., 4], (w, h), interpolation=cv2.INTER_AREA)
    return Sprite(int(x0), int(y0), np.dstack([sprite, extra]))
