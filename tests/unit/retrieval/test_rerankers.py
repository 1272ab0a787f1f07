"""What a cross-encoder's figures mean."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from wherefrom.errors import AdapterError
from wherefrom.models.rerankers.onnx import _probability  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    ("logits", "expected"),
    [
        ([[0.0], [2.0], [-1e9]], [0.5, 0.8808, 0.0]),
        ([0.0, 2.0, 1e9], [0.5, 0.8808, 1.0]),
        ([[0.0, 0.0], [1.0, 3.0], [3.0, 1.0]], [0.5, 0.8808, 0.1192]),
        ([[float("nan")], [float("inf")], [float("-inf")]], [0.0, 1.0, 0.0]),
    ],
)
def test_one_logit_is_read_by_its_sigmoid_and_of_two_classes_the_last_counts(
    logits: list[object], expected: list[float]
) -> None:
    found = _probability(np.array(logits, dtype=np.float64), Path("model.onnx"))
    assert found.tolist() == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("shape", [(2, 3), (2, 4, 1)])
def test_what_is_no_cross_encoder_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(AdapterError, match="no cross-encoder"):
        _probability(np.zeros(shape), Path("model.onnx"))


def test_without_its_packages_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['onnxruntime'] = None\n"
        "from wherefrom.errors import MissingExtra\n"
        "from wherefrom.models.rerankers import open_reranker\n"
        "try: open_reranker('onnx:/nowhere')\n"
        "except MissingExtra as error: print(error)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "pip install 'wherefrom[onnx]'" in told
