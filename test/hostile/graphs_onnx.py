"""Small ONNX files that ask for something absurd. Each is (name, files, options, whether it may compile)."""
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../lit/Frontend/ONNX/Inputs"))
import onnxtext as ox

HUGE = [1 << 31, 1 << 40, 1 << 62, (1 << 63) - 1, -1, -(1 << 63)]
ODD = "a\nb\x1b[31m\"'\\\u202e\x00é"


def model(nodes, x=("f32", [4, 6]), initializers=(), **more):
    inputs = [("x", *x)] if x else []
    return ox.model(nodes, inputs=inputs, outputs=[("y", "f32", None)], initializers=initializers, **more)


def ints(name, values):
    """Values beyond 64 bits wrap around."""
    return ox.tensor(name, "i64", [len(values)], data=b"".join(struct.pack("<Q", v % (1 << 64)) for v in values))


def scalar(name, kind, value):
    return ox.tensor(name, kind, [], [value])


def one(op, *inputs, x=("f32", [4, 6]), initializers=(), opset=18, **attributes):
    """A model of one node, whose inputs are x and the initializers' names."""
    return model([ox.node(op, ["x", *inputs], ["y"], **attributes)], x, initializers, opset=opset)


def shapes():
    for dims in ([0], [0, 5], [5, 0], [1 << 31, 1 << 31, 4], [1 << 40], [1 << 62], [(1 << 63) - 1], [-1, 4], [-5], [1] * 100, [2] * 100, [1] * 5000,
                 [1 << 20, 1 << 20], [1 << 16] * 4, [0, 1 << 62], [3, 1 << 33]):
        label = "x".join(map(str, dims[:4])) + f"r{len(dims)}"
        for op in ("Relu", "Softmax", "Transpose", "Flatten"):
            yield f"shape {op} {label}", one(op, x=("f32", dims)), True
        yield f"shape ReduceSum {label}", one("ReduceSum", x=("f32", dims)), True
        yield f"shape MatMul {label}", model([ox.node("MatMul", ["x", "x"], ["y"])], ("f32", dims)), True
    yield "too large for the device", one("Relu", x=("f32", [1 << 20, 1 << 18])), False
    yield "too large weights", model([ox.node("ConstantOfShape", ["s"], ["w"]), ox.node("MatMul", ["x", "w"], ["y"])], ("f32", [4, 1 << 20]),
                                     [ints("s", [1 << 20, 1 << 20])]), True


def reshapes():
    for wanted in ([-1, -1], [0, 0, 0], [1 << 62, 4], [1 << 32, 1 << 32], [-2, 12], [25], [0], [-1, 7], [-(1 << 63)], [1] * 200, [24] + [1] * 70, [-1, 0]):
        yield f"Reshape {wanted[:3]}", one("Reshape", "s", initializers=[ints("s", wanted)]), True
    for factor in HUGE:
        yield f"Tile {factor}", one("Tile", "s", initializers=[ints("s", [1, factor])]), True
        yield f"Expand {factor}", one("Expand", "s", initializers=[ints("s", [factor, 4, 6])]), True
        yield f"ConstantOfShape {factor}", model([ox.node("ConstantOfShape", ["s"], ["c"]), ox.node("Add", ["x", "c"], ["y"])], ("f32", [1]), [ints("s", [factor])]), True
        yield f"Pad {factor}", one("Pad", "p", initializers=[ints("p", [0, factor, 0, 0])]), True
        yield f"Pads {factor}", one("Pad", "p", initializers=[ints("p", [factor, factor, factor, factor])]), True
        yield f"Slice {factor}", one("Slice", "a", "b", "c", "d", initializers=[ints("a", [factor]), ints("b", [-factor]), ints("c", [0]), ints("d", [factor])]), True
        yield f"TopK {factor}", model([ox.node("TopK", ["x", "k"], ["y", "i"])], initializers=[ints("k", [factor])]), True
        yield f"OneHot {factor}", model([ox.node("OneHot", ["x", "d", "v"], ["y"])], ("i64", [4]), [scalar("d", "i64", factor), ox.tensor("v", "f32", [2], [0, 1])]), True
        yield f"Range {factor}", model([ox.node("Range", ["a", "b", "c"], ["r"]), ox.node("Cast", ["r"], ["f"], to=1), ox.node("Add", ["x", "f"], ["y"])], ("f32", [1]),
                                       [scalar("a", "i64", 0), scalar("b", "i64", factor), scalar("c", "i64", 1)]), True
        yield f"Gather {factor}", one("Gather", "i", initializers=[ints("i", [factor])]), True
        yield f"GatherND {factor}", one("GatherND", "i", initializers=[ox.tensor("i", "i64", [1, 2], [0, factor])]), True
        yield f"Unsqueeze {factor}", one("Unsqueeze", "a", initializers=[ints("a", [factor])]), True
        yield f"Split {factor}", model([ox.node("Split", ["x", "s"], ["y", "z"], axis=1)], initializers=[ints("s", [factor, 6 - factor])]), True
        yield f"Shrink axis {factor}", one("Concat", "x", axis=factor), True
        yield f"SpaceToDepth {factor}", one("DepthToSpace", x=("f32", [1, 16, 4, 4]), blocksize=factor), True
        yield f"EyeLike {factor}", one("EyeLike", k=factor), True
        yield f"Trilu {factor}", one("Trilu", "k", initializers=[scalar("k", "i64", factor)]), True
        yield f"CumSum {factor}", one("CumSum", "k", initializers=[scalar("k", "i64", factor)]), True
        yield f"Bernoulli {factor}", model([ox.node("RandomNormal", [], ["y"], shape=[factor, 4])], None), True
    for value in (0.0, float("nan"), float("inf"), -1.0):
        limits = [scalar("a", "f32", 0.0), scalar("b", "f32", 1e30), scalar("c", "f32", value)]
        yield f"Range step {value}", model([ox.node("Range", ["a", "b", "c"], ["r"]), ox.node("Add", ["x", "r"], ["y"])], ("f32", [1]), limits), True


def windows():
    image, weight = ("f32", [1, 3, 8, 8]), ox.tensor("w", "f32", [4, 3, 3, 3], [0.5] * 108)
    conv = lambda **a: one("Conv", "w", x=image, initializers=[weight], **a)
    for value in HUGE + [0]:
        pair = [value, value]
        for name, attributes in (("strides", pair), ("dilations", pair), ("pads", pair + pair), ("kernel_shape", pair), ("pads", [value]), ("strides", [1, 1, value])):
            yield f"Conv {name} {attributes}", conv(**{name: attributes}), True
        yield f"Conv group {value}", conv(group=value), True
        for op in ("MaxPool", "AveragePool", "LpPool"):
            yield f"{op} kernel {value}", one(op, x=image, kernel_shape=pair), True
            yield f"{op} strides {value}", one(op, x=image, kernel_shape=[2, 2], strides=pair), True
            yield f"{op} pads {value}", one(op, x=image, kernel_shape=[2, 2], pads=pair + pair), True
            yield f"{op} dilations {value}", one(op, x=image, kernel_shape=[2, 2], dilations=pair), True
            yield f"{op} ceil {value}", one(op, x=image, kernel_shape=[2, 2], ceil_mode=1, strides=pair), True
        for name in ("strides", "dilations", "output_padding", "output_shape"):
            yield f"ConvTranspose {name} {value}", one("ConvTranspose", "w", x=("f32", [1, 4, 8, 8]), initializers=[weight], **{name: pair}), True
    yield "Conv larger kernel", one("Conv", "w", x=("f32", [1, 3, 2, 2]), initializers=[weight]), False
    yield "Conv wrong channels", one("Conv", "w", x=("f32", [1, 5, 8, 8]), initializers=[weight]), False
    yield "Conv of nothing", one("Conv", "w", x=("f32", [0, 3, 8, 8]), initializers=[weight]), True
    for factor in (0.0, -1.0, 1e30, 1e-30, float("nan"), float("inf"), 1e9):
        scales = ox.tensor("s", "f32", [4], [1.0, 1.0, factor, factor])
        for mode in ("nearest", "linear", "cubic"):
            yield f"Resize {mode} {factor}", model([ox.node("Resize", ["x", "", "s"], ["y"], mode=mode)], image, [scales]), True
        yield f"Upsample {factor}", one("Upsample", "s", x=image, initializers=[scales], opset=9), True
    for size in HUGE:
        yield f"Resize to {size}", model([ox.node("Resize", ["x", "", "", "s"], ["y"])], image, [ints("s", [1, 3, size, size])]), True


def bombs():
    """Chains that grow by doubling, and graphs of many or deeply nested nodes."""
    doubling = [ox.node("Concat", [f"a{i}", f"a{i}"], [f"a{i + 1}"], axis=0) for i in range(60)]
    start = [ox.tensor("a0", "f32", [2], [1.0, 2.0])]
    for steps in (10, 24, 30, 60):
        yield f"Concat bomb {steps}", model(doubling[:steps] + [ox.node("ReduceSum", [f"a{steps}"], ["s"], keepdims=0), ox.node("Add", ["x", "s"], ["y"])], initializers=start), True
    for steps in (1, 4):
        expand = [ox.node("Expand", ["i", "s0"], ["e0"])]
        for i in range(steps):
            expand += [ox.node("Add", [f"e{i}", "r"], [f"e{i + 1}"]), ox.node("Exp", [f"e{i + 1}"], [f"f{i}"])]
        expand.append(ox.node("Mul", [f"f{steps - 1}", "x"], ["y"]))
        for size in (1 << 10, 1 << 14, 1 << 20):
            yield f"Expand bomb {steps} {size}", model(expand, ("f32", [1]), [ox.tensor("i", "f32", [1, 16], [float(i) for i in range(16)]), ints("s0", [size, 16]),
                                                                             ox.tensor("r", "f32", [size, 1], data=bytes(4 * size))]), True
    squares = [ox.node("MatMul", [f"m{i}", f"m{i}"], [f"m{i + 1}"]) for i in range(20)]
    yield "MatMul of constants", model([ox.node("Expand", ["i", "s"], ["m0"]), *squares, ox.node("Add", ["m20", "x"], ["y"])], ("f32", [1]),
                                       [ox.tensor("i", "f32", [1, 4096], data=struct.pack("<4096f", *range(4096))), ints("s", [4096, 4096])]), True
    names = [f"v{i}" for i in range(10001)]
    yield "chain of 10000", model([ox.node("Identity", [a], [b]) for a, b in zip(["x"] + names, names)] + [ox.node("Relu", [names[-1]], ["y"])]), True
    yield "Add to itself", model([ox.node("Add", [a, a], [b]) for a, b in zip(["x"] + names[:200], names[:200])] + [ox.node("Relu", [names[199]], ["y"])]), True
    yield "Sum of 5000", model([ox.node("Sum", ["x"] * 5000, ["y"])]), True
    yield "Concat of 2000", model([ox.node("Concat", ["x"] * 2000, ["y"], axis=0)]), True
    yield "10000 outputs", model([ox.node("Split", ["x"], ["y"] + [f"z{i}" for i in range(9999)], axis=0, num_outputs=10000)]), True
    yield "reshape chain", model([ox.node("Reshape", [a, f"s{i % 2}"], [b]) for i, (a, b) in enumerate(zip(["x"] + names[:5000], names[:5000]))] + [ox.node("Relu", [names[4999]], ["y"])],
                                 initializers=[ints("s0", [24]), ints("s1", [6, 4])]), True
    yield "Relu chain", model([ox.node("Sin", [a], [b]) for a, b in zip(["x"] + names[:1500], names[:1500])] + [ox.node("Relu", [names[1499]], ["y"])]), True


def nested(depth, op="If", condition="c"):
    body = ox.graph([ox.node("Relu", ["x"], ["y"])], outputs=[("y", "f32", [4])])
    for _ in range(depth):
        body = ox.graph([ox.node(op, [condition], ["y"], then_branch=body, else_branch=body if depth < 12 else ox.graph([ox.node("Exp", ["x"], ["y"])], outputs=[("y", "f32", [4])]))],
                        outputs=[("y", "f32", [4])])
    return body


def control():
    flag = ox.tensor("c", "bool", [], [True])
    for depth in (3, 30, 47, 60, 1000, 10000):
        body = nested(depth)
        yield f"If nested {depth}", ox.model([ox.node("If", ["c"], ["y"], then_branch=body, else_branch=body if depth < 100 else nested(0))], inputs=[("x", "f32", [4])], outputs=[("y", "f32", [4])],
                                             initializers=[flag]), True
    for depth in (5, 11, 30):
        body = nested(depth)
        yield f"If at run time {depth}", ox.model([ox.node("If", ["c"], ["y"], then_branch=body, else_branch=body)], inputs=[("x", "f32", [4]), ("c", "bool", [])], outputs=[("y", "f32", [4])]), True
    step = ox.graph([ox.node("Identity", ["cond"], ["more"]), ox.node("Exp", ["v"], ["w"])], inputs=[("i", "i64", []), ("cond", "bool", []), ("v", "f32", [4, 6])],
                    outputs=[("more", "bool", []), ("w", "f32", [4, 6])])
    for trips in HUGE + [0, 1000, 300000]:
        yield f"Loop {trips}", model([ox.node("Loop", ["m", "c", "x"], ["y"], body=step)], initializers=[scalar("m", "i64", trips), flag]), True
    yield "Loop without end", model([ox.node("Loop", ["", "c", "x"], ["y"], body=step)], initializers=[flag]), True
    yield "Loop in itself", model([ox.node("Loop", ["m", "c", "x"], ["y"], body=ox.graph([ox.node("Loop", ["m", "cond", "v"], ["w"], body=step), ox.node("Identity", ["cond"], ["more"])],
                                  inputs=[("i", "i64", []), ("cond", "bool", []), ("v", "f32", [4, 6])], outputs=[("more", "bool", []), ("w", "f32", [4, 6])]))],
                                  initializers=[scalar("m", "i64", 500), flag]), True
    scan = ox.graph([ox.node("Add", ["s", "e"], ["t"]), ox.node("Identity", ["t"], ["u"])], inputs=[("s", "f32", [6]), ("e", "f32", [6])], outputs=[("t", "f32", [6]), ("u", "f32", [6])])
    for count in HUGE + [0, 1, 3]:
        yield f"Scan {count}", model([ox.node("Scan", ["z", "x"], ["f", "y"], body=scan, num_scan_inputs=count)], initializers=[ox.tensor("z", "f32", [6], [0.0] * 6)]), True
    yield "Scan of 2^40", model([ox.node("Scan", ["z", "x"], ["f", "y"], body=scan, num_scan_inputs=1)], ("f32", [1 << 40, 6]), [ox.tensor("z", "f32", [6], [0.0] * 6)]), True
    call = lambda f, g: ox.function(f, "local", ["a"], ["b"], [ox.node(g, ["a"], ["b"], domain="local")])
    yield "function calls itself", model([ox.node("F", ["x"], ["y"], domain="local")], functions=[call("F", "F")]), False
    yield "functions call each other", model([ox.node("F", ["x"], ["y"], domain="local")], functions=[call("F", "G"), call("G", "F")]), False


def names():
    for label, name in (("odd", ODD), ("long", "n" * 100000), ("empty", "")):
        yield f"node name {label}", model([ox.node("Relu", ["x"], ["y"], name=name)]), True
        yield f"op name {label}", model([ox.node(name, ["x"], ["y"])]), False
        yield f"domain {label}", model([ox.node("Relu", ["x"], ["y"], domain=name or "?")]), False
        yield f"undefined {label}", model([ox.node("Add", ["x", name], ["y"])]), False
        yield f"input {label}", ox.model([ox.node("Relu", [name], ["y"])], inputs=[(name, "f32", [2])], outputs=[("y", "f32", [2])]), True
        yield f"output {label}", ox.model([ox.node("Relu", ["x"], [name])], inputs=[("x", "f32", [2])], outputs=[(name, "f32", [2])]), True
        yield f"weight {label}", ox.model([ox.node("Mul", ["x", name], ["y"])], inputs=[("x", "f32", [99])], outputs=[("y", "f32", [99])],
                                          initializers=[ox.tensor(name, "f32", [99], [1.5 + i for i in range(99)])]), True
        yield f"dim {label}", one("Relu", x=("f32", [name or "?", 4])), False
        yield f"wrong {label}", model([ox.node("Reshape", ["x", "s"], ["y"], name=name)], initializers=[ints("s", [5])]), False
    yield "opset 0", one("Relu", opset=0), False
    yield "opset 2^62", one("Relu", opset=1 << 62), False
    yield "string input", one("Identity", x=("string", [4])), False
    for kind in ("f64", "c64", "u4", "i4", "u64", "bool", "f8e4m3fn"):
        yield f"type {kind}", model([ox.node("Identity", ["x"], ["y"])], (kind, [5])), True


def files():
    """External data that is not there, not inside or not of the size."""
    for label, entry in {"up": {"location": "../secret"}, "absolute": {"location": "/etc/passwd"}, "device": {"location": "/dev/zero"}, "none": {"location": "no"}, "empty": {"location": ""},
                         "folder": {"location": "."}, "self": {"location": "model.onnx"}, "null": {"location": "w\0x"}, "long": {"location": "w" * 5000}, "dots": {"location": "sub/../../secret"},
                         "offset": {"location": "w", "offset": str(1 << 63)}, "negative": {"location": "w", "offset": "-8"}, "length": {"location": "w", "length": str((1 << 64) - 1)},
                         "text": {"location": "w", "offset": "0x10"}, "sum": {"location": "w", "offset": "9223372036854775800", "length": "100"}, "short": {"location": "w", "length": "8"}}.items():
        weight = ox.tensor("w", "f32", [64], external=entry)
        yield f"external {label}", model([ox.node("Mul", ["x", "w"], ["y"])], ("f32", [64]), [weight]), {"w": bytes(100)}
    for dims in ([1 << 40], [-1], [1 << 32, 1 << 32], [0], [64, 1 << 60]):
        yield f"external dims {dims}", model([ox.node("Mul", ["x", "w"], ["y"])], ("f32", [64]), [ox.tensor("w", "f32", dims, external={"location": "w"})]), {"w": bytes(256)}


def cases(maker_case):
    """All of them, as made by maker_case(name, model bytes, other files, may it pass)."""
    for group in (shapes, reshapes, windows, bombs, control, names):
        for name, data, may_pass in group():
            yield maker_case(name, data, {}, may_pass)
    for name, data, others in files():
        yield maker_case(name, data, others, name == "external dims [0]")
