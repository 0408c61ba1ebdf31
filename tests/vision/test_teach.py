"""Photos of known faces to crops, and what is refused."""

import numpy as np
import pytest

import vision.teach
from models.evaluate_teach import odd_look, shoot
from tests.vision.test_likeness import crop_of, opinion, picture_of
from vision.likeness import ShownFace, Taught, compare
from vision.opinions import AnyModels, FaceOpinion
from vision.pipeline import read_picture
from vision.session import load_models
from vision.teach import TeachError, look_alike, pick_faces

PICTURE = picture_of((1, (100, 100), 32), (5, (200, 200), 32))
LOGO = opinion(0, 0, 0, 1, 1, 0, none=0.7)
FIVE = opinion(0, 0, 0, 0, 1, 0, none=0.001, heat=0.95, at=(200, 200))
SPECK = opinion(1, 1, 0, 0, 0, 0, none=0.95, heat=0.3, at=(320, 80))
THING = opinion(1, 1, 0, 0, 0, 0, none=0.8, heat=0.6, at=(320, 80))
NO_MODELS: AnyModels = None  # type: ignore[assignment]


@pytest.fixture
def sees(monkeypatch: pytest.MonkeyPatch):
    """Make the nets see these."""

    def see(*opinions: FaceOpinion) -> None:
        monkeypatch.setattr(vision.teach, "opinions_of", lambda *_, **__: [*opinions])

    return see


def test_faces_come_left_to_right_with_the_values_told(sees) -> None:
    sees(FIVE, SPECK, LOGO)
    first, second = pick_faces(PICTURE, (1, 5), NO_MODELS)
    assert (first.face.value, second.face.value) == (1, 5)
    assert (second.read, second.confidence > 0.8) == (5, True)
    assert first.confidence < 0.5
    like = compare(first.face.crop, Taught((ShownFace(1, crop_of(1)),)))
    assert like is not None
    assert like.score > 0.95


@pytest.mark.parametrize(
    ("seen", "values", "code"),
    [
        pytest.param([SPECK], (1,), "none_found", id="only a speck"),
        pytest.param([], (1,), "none_found", id="nothing at all"),
        pytest.param([LOGO, SPECK], (1, 5), "too_few", id="a speck is no die"),
        pytest.param(
            [FIVE, opinion(0, 0, 0, 0, 1, 0, none=0.001, heat=0.95)],
            (5,),
            "too_many",
            id="two clear dice, one value",
        ),
        pytest.param([LOGO, THING], (1,), "unclear", id="a thing as likely"),
        pytest.param([FIVE], (4,), "contradicts", id="surely another value"),
    ],
)
def test_what_cannot_be_learnt_from(
    sees, seen: list[FaceOpinion], values: tuple[int, ...], code: str
) -> None:
    sees(*seen)
    with pytest.raises(TeachError) as refused:
        pick_faces(PICTURE, values, NO_MODELS)
    assert refused.value.code == code


def test_people_may_overrule_the_nets(sees) -> None:
    sees(FIVE)
    (picked,) = pick_faces(PICTURE, (4,), NO_MODELS, is_certain=True)
    assert (picked.face.value, picked.read) == (4, 5)


def test_the_same_face_under_two_values_is_noticed() -> None:
    shown = [ShownFace(1, crop_of(1)), ShownFace(5, crop_of(5))]
    assert look_alike(shown) == []
    assert look_alike([*shown, ShownFace(3, crop_of(5, seed=4))]) == [(3, 5)]


def test_a_logo_that_was_shown_is_read_as_a_one() -> None:
    rng, models = np.random.default_rng(32), load_models(1)
    look = odd_look(rng, "logo one")
    photo = shoot(rng, [look], [1], 1, 0.2, 5).photo
    (picked,) = pick_faces(photo, (1,), models, is_certain=True)
    taught = Taught((picked.face,))
    table = shoot(rng, [look] * 4, [1, 4, 1, 6], 4, 0.2, 5)
    told = read_picture(table.photo, models, 4, taught=taught)
    assert sorted(die.value for die in told.dice) == [1, 1, 4, 6]
    assert told.problems == ()
