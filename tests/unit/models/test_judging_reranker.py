"""A language model as reranker."""

import json
import time

import pytest

from wherefrom.errors import WherefromError
from wherefrom.models.language.scripted import ScriptedModel
from wherefrom.models.rerankers.judging import JudgingReranker


def reranker(*answers: object) -> JudgingReranker:
    return JudgingReranker(ScriptedModel([json.dumps(answer) for answer in answers]))


def test_each_passage_gets_the_models_figure_within_bounds() -> None:
    judged = reranker({"scores": [0.2, 1.7, -3]})
    assert judged.score("refunds?", ["one", "two", "three"], deadline=time.monotonic() + 5) == [0.2, 1.0, 0.0]


def test_another_number_of_figures_is_an_error_so_that_the_order_before_it_stands() -> None:
    judged = reranker({"scores": [0.2]}, {"scores": [0.2]}, {"scores": [0.2]})
    with pytest.raises(WherefromError):
        judged.score("refunds?", ["one", "two"], deadline=time.monotonic() + 5)
