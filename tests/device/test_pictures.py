"""The store of the last pictures: bounded, and numbers that never come twice."""

from __future__ import annotations

from threading import Thread

import numpy as np

from device.pictures import PictureStore


def picture(level: int = 0, side: int = 10) -> np.ndarray:  # type: ignore[type-arg]
    return np.full((side, side, 3), level, np.uint8)


def test_a_picture_is_found_by_its_number() -> None:
    store = PictureStore()
    first, second = store.put(picture(1)), store.put(picture(2))

    assert (first, second) == (1, 2)
    found = store.get(first)
    assert found is not None
    assert found[0, 0, 0] == 1


def test_the_oldest_are_dropped_by_bytes() -> None:
    store = PictureStore(max_bytes=3 * 300)
    numbers = [store.put(picture(i)) for i in range(5)]

    assert [store.get(number) is None for number in numbers] == [True, True] + 3 * [
        False
    ]
    assert len(store) == 3


def test_the_newest_is_kept_whatever_its_size() -> None:
    store = PictureStore(max_bytes=10)
    small, large = store.put(picture()), store.put(picture(side=100))

    assert store.get(small) is None
    assert store.get(large) is not None


def test_a_number_is_never_given_twice() -> None:
    store = PictureStore()
    first = store.put(picture())
    store.clear()

    assert store.get(first) is None
    assert store.put(picture()) == first + 1


def test_threads_get_numbers_of_their_own() -> None:
    store, numbers = PictureStore(), list[int]()

    def put() -> None:
        for _ in range(200):
            numbers.append(store.put(picture()))

    threads = [Thread(target=put) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(numbers) == list(range(1, 801))
