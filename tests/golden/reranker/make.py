"""Makes the tiny cross-encoder beside this file: it likes passages that share words with the question, and gold.

python -m venv /tmp/onnx && /tmp/onnx/bin/pip install onnx tokenizers && /tmp/onnx/bin/python make.py
"""

from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

HERE = Path(__file__).parent
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
WORDS = (*SPECIAL, "gold", "lantern", "lead", "silver", "harbour", "ship")
GOLD = 3.0
BIAS = -2.0


def tokenizer() -> Tokenizer:
    vocabulary = {word: number for number, word in enumerate(WORDS)}
    made = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", vocabulary["[CLS]"]), ("[SEP]", vocabulary["[SEP]"])],
    )
    return made


def model():
    """Which words of the vocabulary are in the question, which in the passage: 1.0 for each shared, more for gold."""
    known = np.eye(len(WORDS), dtype=np.float32)
    known[: len(SPECIAL)] = 0.0
    liked = np.zeros((len(WORDS), 1), dtype=np.float32)
    liked[WORDS.index("gold")] = GOLD
    constants = {
        "known": known,
        "liked": liked,
        "one": np.float32([1.0]),
        "bias": np.float32([BIAS]),
        "last": np.int64([-1]),
        "tokens": np.int64([1]),
    }
    nodes = [
        helper.make_node("Gather", ["known", "input_ids"], ["words"]),
        helper.make_node("Cast", ["token_type_ids"], ["second"], to=TensorProto.FLOAT),
        helper.make_node("Cast", ["attention_mask"], ["there"], to=TensorProto.FLOAT),
        helper.make_node("Sub", ["one", "second"], ["first"]),
        helper.make_node("Mul", ["first", "there"], ["asking"]),
        helper.make_node("Mul", ["second", "there"], ["telling"]),
        helper.make_node("Unsqueeze", ["asking", "last"], ["asking_column"]),
        helper.make_node("Unsqueeze", ["telling", "last"], ["telling_column"]),
        helper.make_node("Mul", ["words", "asking_column"], ["asked_words"]),
        helper.make_node("Mul", ["words", "telling_column"], ["told_words"]),
        helper.make_node("ReduceMax", ["asked_words", "tokens"], ["asked"], keepdims=0),
        helper.make_node("ReduceMax", ["told_words", "tokens"], ["told"], keepdims=0),
        helper.make_node("Mul", ["asked", "told"], ["both"]),
        helper.make_node("ReduceSum", ["both", "tokens"], ["shared"], keepdims=1),
        helper.make_node("MatMul", ["told", "liked"], ["gold"]),
        helper.make_node("Add", ["shared", "gold"], ["liking"]),
        helper.make_node("Add", ["liking", "bias"], ["logits"]),
    ]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    graph = helper.make_graph(
        nodes,
        "tiny-cross-encoder",
        inputs,
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1])],
        [numpy_helper.from_array(array, name) for name, array in constants.items()],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    checker.check_model(made)
    return made


if __name__ == "__main__":
    tokenizer().save(str(HERE / "tokenizer.json"))
    save(model(), str(HERE / "model.onnx"))
