"""Small kernels as ONNX files that need no weights: what is constant in a model is an input here."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "test/lit/Frontend/ONNX/Inputs"))
import onnxtext as ox


def floats(name, value):
    return ox.tensor(name, "f32", [], [value])


def matmul(m, k, n, kind="bf16"):
    return ox.model([ox.node("MatMul", ["a", "b"], ["y"])], [("a", kind, [m, k]), ("b", kind, [k, n])], [("y", kind, [m, n])])


def attention(heads, queries, keys, size):
    q, k = [1, heads, queries, size], [1, heads, keys, size]
    nodes = [ox.node("Transpose", ["k"], ["kt"], perm=[0, 1, 3, 2]), ox.node("MatMul", ["q", "kt"], ["s"]), ox.node("Mul", ["s", "scale"], ["t"]),
             ox.node("Softmax", ["t"], ["p"], axis=-1), ox.node("MatMul", ["p", "v"], ["y"])]
    return ox.model(nodes, [("q", "f32", q), ("k", "f32", k), ("v", "f32", k)], [("y", "f32", q)], [floats("scale", size ** -0.5)])


def gated_mlp(tokens, hidden, inner):
    nodes = [ox.node("MatMul", ["x", "g"], ["a"]), ox.node("Sigmoid", ["a"], ["s"]), ox.node("Mul", ["a", "s"], ["h"]), ox.node("MatMul", ["x", "u"], ["b"]),
             ox.node("Mul", ["h", "b"], ["z"]), ox.node("MatMul", ["z", "d"], ["y"])]
    weights = [("g", "bf16", [hidden, inner]), ("u", "bf16", [hidden, inner]), ("d", "bf16", [inner, hidden])]
    return ox.model(nodes, [("x", "bf16", [tokens, hidden]), *weights], [("y", "bf16", [tokens, hidden])])


def rms_norm(rows, size):
    nodes = [ox.node("Mul", ["x", "x"], ["s"]), ox.node("ReduceMean", ["s"], ["m"], axes=[-1], keepdims=1), ox.node("Add", ["m", "e"], ["v"]),
             ox.node("Sqrt", ["v"], ["r"]), ox.node("Div", ["x", "r"], ["n"]), ox.node("Mul", ["n", "w"], ["y"])]
    return ox.model(nodes, [("x", "f32", [rows, size]), ("w", "f32", [size])], [("y", "f32", [rows, size])], [floats("e", 1e-5)], opset=17)


def rowwise(op, rows, size, *weights):
    inputs = [("x", "f32", [rows, size]), *((w, "f32", [size]) for w in weights)]
    return ox.model([ox.node(op, ["x", *weights], ["y"], axis=-1)], inputs, [("y", "f32", [rows, size])])


def convolution(shape, filters, group, stride, pad):
    node = ox.node("Conv", ["x", "w"], ["y"], group=group, strides=[stride] * 2, pads=[pad] * 4)
    return ox.model([node], [("x", "f32", shape), ("w", "f32", filters)], [("y", "f32", None)])


GRAPHS = {
    "matmul 1024 x 1024 x 1024": matmul(1024, 1024, 1024),
    "matmul 1024 x 1024 x 1024 f32": matmul(1024, 1024, 1024, "f32"),
    "matmul 123 x 457 x 789": matmul(123, 457, 789),
    "matmul 4096 x 4096 x 32": matmul(4096, 4096, 32),
    "matmul 1 x 4096 x 4096": matmul(1, 4096, 4096),
    "attention 4 x 512 x 512, d 64": attention(4, 512, 512, 64),
    "attention 1 x 2048 x 2048, d 128": attention(1, 2048, 2048, 128),
    "gated MLP 128 x 1024 x 2816": gated_mlp(128, 1024, 2816),
    "gated MLP 1 x 2048 x 512": gated_mlp(1, 2048, 512),
    "RMS norm 1024 x 2048": rms_norm(1024, 2048),
    "softmax 1024 x 2048": rowwise("Softmax", 1024, 2048),
    "layer norm 1024 x 2048": rowwise("LayerNormalization", 1024, 2048, "w", "b"),
    "convolution 3 to 64, 7 x 7, 224": convolution([1, 3, 224, 224], [64, 3, 7, 7], 1, 2, 3),
    "convolution 64 to 64, 3 x 3, 56": convolution([1, 64, 56, 56], [64, 64, 3, 3], 1, 1, 1),
    "depthwise 256, 3 x 3, 56": convolution([1, 256, 56, 56], [256, 1, 3, 3], 256, 1, 1),
}
