"""Looking for claims that say nearly the same, also for those that are still found as they were in earlier versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wherefrom.claims.earlier import earlier_bands
from wherefrom.claims.likeness import bands, bands_as_written, near, promising
from wherefrom.core.actors import Actor
from wherefrom.core.statements import Band
from wherefrom.ports.record import Record, UnitOfWork

__all__ = ["near_twins", "sketch_anew"]

_MOST_ALIKE = 20
_A_FEW, _MANY, _MOST_ROUNDS = 5, 500, 40


def near_twins(unit: UnitOfWork, text: str, drawn: Sequence[Band]) -> list[str]:
    """The ids of those that the actor sees."""
    if not drawn:
        return []
    earlier = _alike_earlier(unit, text)  # first: one that is given its new numbers meanwhile is in the second look
    numbers = [band.number for band in (*drawn, *bands_as_written(text))]
    return near(text, {**earlier, **unit.sketches.alike(numbers, promising=promising(text), limit=_MOST_ALIKE)})


def _alike_earlier(unit: UnitOfWork, text: str) -> Mapping[str, str]:
    """Whoever looks also brings a few of them up, so that in the end there are none."""
    if not unit.sketches.has_earlier():
        return {}
    found = unit.sketches.alike_earlier(earlier_bands(text), limit=_MOST_ALIKE)
    _renewed(unit, _A_FEW)
    return found


def sketch_anew(record: Record, actor: Actor) -> None:
    """So many that it takes seconds, some in a transaction each; whoever is stopped has lost nothing."""
    with record.read(actor) as unit:
        left = unit.sketches.has_earlier()
    for _ in range(_MOST_ROUNDS):
        if not left:
            return
        with record.write(actor) as unit:
            left = _renewed(unit, _MANY)
            unit.commit()


def _renewed(unit: UnitOfWork, most: int) -> bool:
    """Whether there was one that nobody else is at."""
    taken = unit.sketches.take_earlier(most)
    for claim, text in taken.items():
        unit.sketches.keep(claim, bands(text))
    return bool(taken)
