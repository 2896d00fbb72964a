#!/usr/bin/env python3
"""Writes the .mlir tests of this folder. Expected values come from PyTorch, NumPy and ONNX's own reference, never from
the evaluator. Needs torch, numpy and onnx; the tests themselves need nothing."""
import math
import os
import numpy as np
import torch
import torch.nn.functional as F

torch.manual_seed(0)
rng = np.random.default_rng(0)
DTYPES = {torch.float32: "f32", torch.float64: "f64", torch.float16: "f16", torch.bfloat16: "bf16", torch.bool: "i1",
          torch.int8: "i8", torch.int16: "i16", torch.int32: "i32", torch.int64: "i64", torch.uint8: "ui8",
          torch.uint16: "ui16", torch.uint32: "ui32", torch.uint64: "ui64"}
NPTYPES = {"float32": "f32", "float64": "f64", "float16": "f16", "bool": "i1", "int8": "i8", "int16": "i16",
           "int32": "i32", "int64": "i64", "uint8": "ui8", "uint16": "ui16", "uint32": "ui32", "uint64": "ui64"}


def element(x):
    return DTYPES[x.dtype] if isinstance(x, torch.Tensor) else NPTYPES[str(x.dtype)]


def shape(x):
    return "x".join([str(d) for d in x.shape] + [element(x)])


def typ(x):
    return f"tensor<{shape(x)}>"


def number(v, t):
    if t == "i1":
        return "true" if v else "false"
    if t[0] in "iu":
        return str(int(v))
    v = float(v)
    if math.isfinite(v):
        text = repr(v)
        return text if "." in text or "e" not in text else text.replace("e", ".0e")
    hexes = {"f32": ("0x7FC00000", "0x7F800000", "0xFF800000"), "bf16": ("0x7FC0", "0x7F80", "0xFF80"),
             "f16": ("0x7E00", "0x7C00", "0xFC00"), "f64": ("0x7FF8000000000000", "0x7FF0000000000000", "0xFFF0000000000000")}[t]
    return hexes[0] if math.isnan(v) else hexes[1] if v > 0 else hexes[2]


def nest(x, t):
    return "[" + ", ".join(nest(v, t) for v in x) + "]" if isinstance(x, list) else number(x, t)


def dense(x):
    values = x.double().tolist() if isinstance(x, torch.Tensor) and x.is_floating_point() else x.tolist()
    if x.numel() == 0 if isinstance(x, torch.Tensor) else x.size == 0:
        return "dense<> : " + typ(x)
    return f"dense<{nest(values, element(x))}> : {typ(x)}"


class File:
    files = {}

    def __init__(self, name):
        self.text = ("// RUN: neuron-opt %s --neuron-evaluate\n"
                     "// RUN: neuron-opt %s --neuron-decompose --neuron-evaluate\n"
                     "// RUN: neuron-opt %s --neuron-simplify --neuron-evaluate\n"
                     "// RUN: neuron-opt %s --neuron-decompose --neuron-simplify --neuron-evaluate\n")
        self.count = 0
        File.files[name] = self

    def case(self, name, op, operands, results, rtol=1e-6, atol=1e-6, sig=None, note=None):
        """`op` is the text after the result, with {0} {1} for operands; `sig` is the type part (functional by default)."""
        body, names = "", []
        for i, x in enumerate(operands):
            body += f"  %x{i} = neuron.constant {dense(x)}\n"
            names.append(f"%x{i}")
        results = results if isinstance(results, (list, tuple)) else [results]
        if sig is None:
            out = ", ".join(typ(r) for r in results)
            sig = f"({', '.join(typ(x) for x in operands)}) -> {out if len(results) == 1 else '(' + out + ')'}"
        elif sig == "to":
            sig = f"{typ(operands[0])} to {typ(results[0])}"
        elif sig == "first":
            sig = typ(operands[0])
        multi = "" if len(results) == 1 else f":{len(results)}"
        body += f"  %y{multi} = neuron.{op.format(*names)} : {sig}\n"
        for i, r in enumerate(results):
            y = "%y" if len(results) == 1 else f"%y#{i}"
            body += f"  %e{i} = neuron.constant {dense(r)}\n"
            tol = f" {{rtol = {rtol:e}, atol = {atol:e}}}" if "f" in element(r) else ""
            body += f"  neuron.check_close {y}, %e{i}{tol} : {typ(r)}, {typ(r)}\n"
        comment = f"// {note}\n" if note else ""
        self.text += f"\n{comment}func.func @{name}() {{\n{body}  return\n}}\n"

    def raw(self, text):
        self.text += "\n" + text.strip() + "\n"


def ints(*values, dtype=torch.int32):
    return torch.tensor(values, dtype=dtype)


nan, inf = math.nan, math.inf

# ---- elementwise
f = File("unary")
x = torch.tensor([-3.0, -1.5, -0.5, -0.0, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, nan, inf, -inf])
unit = torch.tensor([-1.0, -0.75, -1e-3, 0.0, 1e-4, 0.5, 1.0, 1.5])
pos = torch.tensor([0.0, 1e-6, 0.5, 1.0, 2.0, 1e6, -1.0])
fns = {"neg": torch.neg, "abs": torch.abs, "exp": torch.exp, "exp2": torch.exp2, "expm1": torch.expm1,
       "square": torch.square, "reciprocal": torch.reciprocal, "sin": torch.sin, "cos": torch.cos, "tan": torch.tan,
       "atan": torch.atan, "sinh": torch.sinh, "cosh": torch.cosh, "asinh": torch.asinh, "tanh": torch.tanh,
       "erf": torch.erf, "sigmoid": torch.sigmoid, "silu": F.silu, "gelu": F.gelu, "softplus": F.softplus,
       "gelu_tanh": lambda v: F.gelu(v, approximate="tanh"), "gelu_sigmoid": lambda v: v * torch.sigmoid(1.702 * v),
       "mish": F.mish, "relu": F.relu, "floor": torch.floor, "ceil": torch.ceil, "round_even": torch.round,
       "trunc": torch.trunc, "sign": lambda v: torch.from_numpy(np.sign(v.numpy()))}
for name, fn in fns.items():
    xs = x if name not in ("gelu_tanh",) else x[:-2]
    f.case(name, f"unary {name} {{0}}", [xs], fn(xs.double()).float(), sig="first")
for name in ("asin", "acos", "atanh"):
    f.case(name, f"unary {name} {{0}}", [unit], getattr(torch, name)(unit.double()).float(), sig="first")
for name in ("log", "log1p", "log2", "sqrt", "rsqrt", "acosh"):
    f.case(name, f"unary {name} {{0}}", [pos], getattr(torch, name)(pos.double()).float(), sig="first")
f.case("is_nan", "unary is_nan {0}", [x], torch.isnan(x), sig="first")
f.case("is_inf", "unary is_inf {0}", [x], torch.isinf(x), sig="first")
b = torch.tensor([True, False])
f.case("logical_not", "unary logical_not {0}", [b], ~b, sig="first")
i8 = ints(-128, -3, 0, 5, 127, dtype=torch.int8)
f.case("neg_wraps", "unary neg {0}", [i8], -i8, sig="first", note="-(-128) is -128 in eight bits.")
f.case("abs_i8", "unary abs {0}", [i8], torch.abs(i8), sig="first")
f.case("sign_i8", "unary sign {0}", [i8], torch.sign(i8), sig="first")
f.case("square_wraps", "unary square {0}", [i8], i8 * i8, sig="first")
f.case("relu_i8", "unary relu {0}", [i8], F.relu(i8), sig="first")
f.case("bitwise_not", "unary bitwise_not {0}", [i8], ~i8, sig="first")
u8 = ints(0, 1, 200, 255, dtype=torch.uint8)
f.case("bitwise_not_u8", "unary bitwise_not {0}", [u8], ~u8, sig="first")
bf = torch.tensor([0.1, 1.0, 3.14159, -2.7], dtype=torch.bfloat16)
f.case("exp_bf16", "unary exp {0}", [bf], torch.exp(bf), rtol=0, atol=0, sig="first", note="Rounded once, to bf16.")
f.case("exp_f16", "unary exp {0}", [bf.half() * 4], torch.exp(bf.half() * 4), rtol=0, atol=0, sig="first", note="Too large is infinity.")

f = File("binary")
a = torch.tensor([-7.0, 7.0, -7.0, 7.0, 0.0, 1.0, nan, 2.0, inf, 2.5])
c = torch.tensor([3.0, -3.0, -3.0, 3.0, 0.0, 0.1, 1.0, nan, -inf, 0.5])
tf = {"add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div, "pow": torch.pow, "max": torch.maximum,
      "min": torch.minimum, "rem": torch.fmod, "atan2": torch.atan2}
for name, fn in tf.items():
    f.case(name, f"binary {name} {{0}}, {{1}}", [a, c], fn(a.double(), c.double()).float(), sig="first")
am, cm = a[:-2], c[:-2]
f.case("mod", "binary mod {0}, {1}", [am, cm], torch.remainder(am, cm), sig="first", note="The sign is the divisor's.")
f.case("floor_div", "binary floor_div {0}, {1}", [am, cm], torch.floor_divide(am, cm), sig="first")
ia, ib = ints(-7, 7, -7, 7, 100, -128, dtype=torch.int8), ints(3, -3, -3, 3, 100, -1, dtype=torch.int8)
for name, fn in {"add": torch.add, "sub": torch.sub, "mul": torch.mul, "max": torch.maximum, "min": torch.minimum,
                 "and": torch.bitwise_and, "or": torch.bitwise_or, "xor": torch.bitwise_xor}.items():
    f.case(f"{name}_i8", f"binary {name} {{0}}, {{1}}", [ia, ib], fn(ia, ib), sig="first")
f.case("div_i8", "binary div {0}, {1}", [ia, ib], ints(-2, -2, 2, 2, 1, -128, dtype=torch.int8), sig="first", note="Toward zero; -128 / -1 wraps.")
f.case("rem_i8", "binary rem {0}, {1}", [ia, ib], ints(-1, 1, -1, 1, 0, 0, dtype=torch.int8), sig="first")
f.case("mod_i8", "binary mod {0}, {1}", [ia, ib], ints(2, -2, -1, 1, 0, 0, dtype=torch.int8), sig="first")
f.case("floor_div_i8", "binary floor_div {0}, {1}", [ia, ib], ints(-3, -3, 2, 2, 1, -128, dtype=torch.int8), sig="first")
z = ints(5, -5)
for name in ("div", "rem", "mod", "floor_div"):
    f.case(f"{name}_by_zero", f"binary {name} {{0}}, {{1}}", [z, z * 0], z * 0, sig="first")
f.case("pow_i32", "binary pow {0}, {1}", [ints(2, -3, 7, 2, -1, 1), ints(10, 3, 0, -1, -3, -2)], ints(1024, -27, 1, 0, -1, 1), sig="first")
big = np.array([2**63, 2**64 - 1, 5], dtype=np.uint64)
two = np.array([2, 10, 3], dtype=np.uint64)
f.case("div_ui64", "binary div {0}, {1}", [big, two], big // two, sig="first", note="Unsigned beyond the signed range.")
f.case("max_ui64", "binary max {0}, {1}", [big, two], np.maximum(big, two), sig="first")
f.case("shl", "binary shl {0}, {1}", [ints(1, -1, 3, 1), ints(4, 31, 40, 32)], ints(16, -2**31, 0, 0), sig="first")
f.case("shr_signed", "binary shr {0}, {1}", [ints(-16, 16, -16, 16), ints(2, 2, 40, 40)], ints(-4, 4, -1, 0), sig="first")
f.case("shr_unsigned", "binary shr {0}, {1}", [u8, ints(1, 1, 3, 9, dtype=torch.uint8)], ints(0, 0, 25, 0, dtype=torch.uint8), sig="first")
p, q = torch.tensor([True, True, False, False]), torch.tensor([True, False, True, False])
f.case("and_i1", "binary and {0}, {1}", [p, q], p & q, sig="first")
f.case("or_i1", "binary or {0}, {1}", [p, q], p | q, sig="first")
f.case("xor_i1", "binary xor {0}, {1}", [p, q], p ^ q, sig="first")
f.case("add_bf16", "binary add {0}, {1}", [bf, bf.flip(0)], bf + bf.flip(0), rtol=0, atol=0, sig="first")

f = File("compare")
a = torch.tensor([1.0, 2.0, 2.0, nan, -0.0, inf])
c = torch.tensor([2.0, 1.0, 2.0, nan, 0.0, inf])
for name in ("eq", "ne", "lt", "le", "gt", "ge"):
    f.case(name, f"compare {name} {{0}}, {{1}}", [a, c], getattr(torch, name)(a, c), sig="first")
f.case("lt_ui64", "compare lt {0}, {1}", [two, big], two < big, sig="first")
f.case("lt_i64", "compare lt {0}, {1}", [ints(-1, 2**62, dtype=torch.int64), ints(1, 2**62 + 1, dtype=torch.int64)], torch.tensor([True, True]), sig="first", note="Exact beyond the integers of a double.")

f = File("select")
f.case("select", "select {0}, {1}, {2}", [torch.tensor([True, False]), torch.tensor([1.0, 2.0]), torch.tensor([3.0, nan])], torch.tensor([1.0, nan]), sig="tensor<2xf32>")

f = File("clamp")
x = torch.tensor([-2.0, 0.5, 7.0, nan])
f.case("both", "clamp {0} min = -1.0 max = 6.0", [x], torch.clamp(x, -1, 6), sig="first")
f.case("min_only", "clamp {0} min = 0.0", [x], torch.clamp(x, min=0), sig="first")
f.case("integers", "clamp {0} min = -1.5 max = 100.0", [i8], torch.clamp(i8, -1, 100), sig="first", note="Bounds are rounded inward.")
f.case("saturated", "clamp {0} min = -1.0e9 max = 1.0e9", [i8], i8, sig="first")

f = File("cast")
x = torch.tensor([-1.7, 1.7, 300.0, -300.0, nan, 0.0])
f.case("f32_to_i8", "cast {0}", [x], ints(-1, 1, 127, -128, 0, 0, dtype=torch.int8), sig="to", note="Truncated and saturated.")
f.case("f32_to_ui8", "cast {0}", [x], ints(0, 1, 255, 0, 0, 0, dtype=torch.uint8), sig="to")
f.case("f32_to_i1", "cast {0}", [x], torch.tensor([True, True, True, True, True, False]), sig="to")
r = torch.tensor([1.00390625, 1.01171875, 3.0e38, 3.4e38, 1e-40, -2.5])
f.case("f32_to_bf16", "cast {0}", [r], r.bfloat16(), rtol=0, atol=0, sig="to", note="Halves go to even.")
h = torch.tensor([2049.0, 2051.0, 65504.0, 65519.0, 65520.0, 1e-7, 6e-8])
f.case("f32_to_f16", "cast {0}", [h], h.half(), rtol=0, atol=0, sig="to")
f.case("f16_to_f32", "cast {0}", [h.half()], h.half().float(), rtol=0, atol=0, sig="to")
f.case("i32_to_i8", "cast {0}", [ints(127, 128, -129, 256)], ints(127, 128, -129, 256).to(torch.int8), sig="to", note="Wraps.")
f.case("i64_to_f32", "cast {0}", [ints(2**24 + 1, 2**62 + 1, dtype=torch.int64)], torch.tensor([2.0**24, 2.0**62]), rtol=0, atol=0, sig="to")
f.case("i8_to_ui8", "cast {0}", [i8], i8.to(torch.uint8), sig="to")
f.case("i1_to_f32", "cast {0}", [b], b.float(), sig="to")
f.case("i32_to_i1", "cast {0}", [ints(0, 2, 256)], torch.tensor([False, True, True]), sig="to")
for ml, tt in (("f8E4M3FN", torch.float8_e4m3fn), ("f8E5M2", torch.float8_e5m2)):
    v = torch.tensor([0.3, -1.7, 17.0, 100.0, 240.0, 2.0**-9, 2.0**-17, 0.0])
    f.raw(f"""
// Through {ml} and back.
func.func @f32_to_{ml}() {{
  %x = neuron.constant {dense(v)}
  %s = neuron.cast %x : tensor<8xf32> to tensor<8x{ml}>
  %y = neuron.cast %s : tensor<8x{ml}> to tensor<8xf32>
  %e = neuron.constant {dense(v.to(tt).float())}
  neuron.check_close %y, %e {{rtol = 0.0, atol = 0.0}} : tensor<8xf32>, tensor<8xf32>
  return
}}""")
f.raw("""
// 448 is the largest f8E4M3FN, 6 the largest f4E2M1FN: both saturate; f8E4M3 has an infinity above 240.
func.func @saturating_formats() {
  %x = neuron.constant dense<[1000.0, -1000.0, 2.5, 0.25, 0.75]> : tensor<5xf32>
  %a = neuron.cast %x : tensor<5xf32> to tensor<5xf8E4M3FN>
  %b = neuron.cast %a : tensor<5xf8E4M3FN> to tensor<5xf32>
  %be = neuron.constant dense<[448.0, -448.0, 2.5, 0.25, 0.75]> : tensor<5xf32>
  neuron.check_close %b, %be {rtol = 0.0, atol = 0.0} : tensor<5xf32>, tensor<5xf32>
  %c = neuron.cast %x : tensor<5xf32> to tensor<5xf4E2M1FN>
  %d = neuron.cast %c : tensor<5xf4E2M1FN> to tensor<5xf32>
  %de = neuron.constant dense<[6.0, -6.0, 2.0, 0.0, 1.0]> : tensor<5xf32>
  neuron.check_close %d, %de {rtol = 0.0, atol = 0.0} : tensor<5xf32>, tensor<5xf32>
  %f = neuron.cast %x : tensor<5xf32> to tensor<5xf8E4M3>
  %g = neuron.cast %f : tensor<5xf8E4M3> to tensor<5xf32>
  %ge = neuron.constant dense<[0x7F800000, 0xFF800000, 2.5, 0.25, 0.75]> : tensor<5xf32>
  neuron.check_close %g, %ge {rtol = 0.0, atol = 0.0} : tensor<5xf32>, tensor<5xf32>
  %h = neuron.cast %x : tensor<5xf32> to tensor<5xf8E3M4>
  %i = neuron.cast %h : tensor<5xf8E3M4> to tensor<5xf32>
  %ie = neuron.constant dense<[0x7F800000, 0xFF800000, 2.5, 0.25, 0.75]> : tensor<5xf32>
  neuron.check_close %i, %ie {rtol = 0.0, atol = 0.0} : tensor<5xf32>, tensor<5xf32>
  return
}""")

# ---- contraction
f = File("dot_general")
a, c = torch.randn(2, 3, 4), torch.randn(2, 4, 5)
f.case("batched", "dot_general {0}, {1} batch = [0] x [0] contract = [2] x [1]", [a, c], torch.bmm(a, c))
f.case("several_dims", "dot_general {0}, {1} batch = [] x [] contract = [0, 2] x [0, 1]", [a, c], torch.einsum("bmk,bkn->mn", a, c))
d = torch.randn(4, 2, 5)
f.case("inner_batch", "dot_general {0}, {1} batch = [0] x [1] contract = [2] x [0]", [a, d], torch.einsum("bmk,kbn->bmn", a, d))
f.case("outer_product", "dot_general {0}, {1} batch = [] x [] contract = [] x []", [a[0, 0], c[0, 0]], torch.outer(a[0, 0], c[0, 0]))
m = ints(100, 100, -100, 3, dtype=torch.int8).reshape(2, 2)
f.case("i8_to_i32", "dot_general {0}, {1} batch = [] x [] contract = [1] x [0]", [m, m], (m.int() @ m.int()), note="The sum is as wide as the result.")
f.case("bf16", "dot_general {0}, {1} batch = [0] x [0] contract = [2] x [1]", [a.bfloat16(), c.bfloat16()], torch.bmm(a.bfloat16().float(), c.bfloat16().float()).bfloat16(), rtol=0, atol=0)

f = File("conv")
def conv_case(name, rank, n, cin, cout, size, k, stride=1, lo=0, hi=0, dil=1, groups=1, note=None):
    lst = lambda v: [v] * rank if isinstance(v, int) else v
    size, k, stride, lo, hi, dil = map(lst, (size, k, stride, lo, hi, dil))
    x, w = torch.randn(n, cin, *size), torch.randn(cout, cin // groups, *k)
    pads = []
    for l, h in zip(reversed(lo), reversed(hi)):
        pads += [l, h]
    y = getattr(F, f"conv{rank}d")(F.pad(x, pads), w, stride=stride, dilation=dil, groups=groups)
    f.case(name, f"conv {{0}}, {{1}} strides = {stride} pads = {lo} x {hi} dilations = {dil} groups = {groups}", [x, w], y, rtol=1e-5, atol=1e-5, note=note)
conv_case("plain", 2, 1, 2, 3, [5, 4], 3, lo=1, hi=1)
conv_case("strided_dilated", 2, 2, 2, 2, [7, 6], [3, 2], stride=[2, 1], lo=[1, 0], hi=[2, 1], dil=[2, 3], note="Everything different in each dim.")
conv_case("grouped", 1, 1, 4, 6, 5, 3, groups=2)
conv_case("depthwise", 2, 1, 3, 3, 4, 3, lo=1, hi=1, groups=3)
conv_case("three_dims", 3, 1, 1, 2, [3, 4, 3], 2, stride=[1, 2, 1])
def tconv_case(name, rank, cin, cout, size, k, stride=1, pad=0, dil=1, groups=1, extra=0):
    lst = lambda v: [v] * rank if isinstance(v, int) else v
    size, k, stride, pad, dil, extra = map(lst, (size, k, stride, pad, dil, extra))
    x, w = torch.randn(1, cin, *size), torch.randn(cin, cout // groups, *k)
    y = getattr(F, f"conv_transpose{rank}d")(x, w, stride=stride, padding=pad, dilation=dil, groups=groups, output_padding=extra)
    f.case(name, f"conv transposed {{0}}, {{1}} strides = {stride} pads = {pad} x {pad} dilations = {dil} groups = {groups} output_padding = {extra}", [x, w], y, rtol=1e-5, atol=1e-5)
tconv_case("transposed", 2, 2, 3, [3, 2], [3, 2], stride=[2, 3], pad=[1, 0], extra=[1, 2])
tconv_case("transposed_grouped", 1, 4, 6, 4, 3, stride=2, pad=1, dil=2, groups=2, extra=1)

f = File("pool")
x = torch.randn(1, 2, 5, 6)
base = "window = [3, 2] strides = [2, 2] pads = [1, 0] x [1, 0] dilations = [1, 1]"
f.case("max", f"pool max {{0}} {base}", [x], F.max_pool2d(x, (3, 2), (2, 2), (1, 0)))
f.case("max_dilated", "pool max {0} window = [2, 2] strides = [1, 1] pads = [0, 0] x [0, 0] dilations = [2, 3]", [x], F.max_pool2d(x, 2, 1, dilation=(2, 3)))
f.case("avg", f"pool avg {{0}} {base}", [x], F.avg_pool2d(x, (3, 2), (2, 2), (1, 0), count_include_pad=False))
f.case("avg_with_pads", f"pool avg {{0}} {base} {{{{count_include_pad = true}}}}", [x], F.avg_pool2d(x, (3, 2), (2, 2), (1, 0)))
xx = torch.randn(1, 1, 6)
f.case("avg_ceil", "pool avg {0} window = [3] strides = [2] pads = [1] x [2] dilations = [1] {{count_include_pad = true, counted_hi = array<i64: 1>}}", [xx], F.avg_pool1d(xx, 3, 2, 1, ceil_mode=True), note="The last window reaches one position beyond the padding that counts.")
f.case("sum", f"pool sum {{0}} {base}", [x], F.avg_pool2d(x, (3, 2), (2, 2), (1, 0), divisor_override=1))
f.case("lp", "pool lp {0} window = [2, 3] strides = [2, 3] pads = [0, 0] x [0, 0] dilations = [1, 1] {{p = 3 : i64}}", [x.abs()], F.lp_pool2d(x.abs(), 3.0, (2, 3)))
i = torch.randint(-9, 9, (1, 1, 4), dtype=torch.int32)
f.case("max_i32", "pool max {0} window = [2] strides = [2] pads = [0] x [0] dilations = [1]", [i], i.reshape(1, 1, 2, 2).amax(3))

# ---- reductions
f = File("reduce")
x = torch.randn(2, 3, 4)
f.case("add", "reduce add {0} dims = [0, 2]", [x], x.sum((0, 2)))
f.case("mul", "reduce mul {0} dims = [1]", [x], x.prod(1))
xn = x.clone(); xn[0, 1, 2] = nan
f.case("max", "reduce max {0} dims = [2]", [xn], xn.amax(2), note="NaN wins.")
f.case("min", "reduce min {0} dims = [0, 1, 2]", [x], x.amin())
f.case("and", "reduce and {0} dims = [0]", [torch.tensor([True, False])], torch.tensor(False))
f.case("or", "reduce or {0} dims = [0]", [torch.tensor([True, False])], torch.tensor(True))
f.case("nothing_max", "reduce max {0} dims = [1]", [torch.zeros(2, 0)], torch.tensor([-inf, -inf]), note="The neutral element.")
f.case("nothing_max_ui8", "reduce max {0} dims = [0]", [torch.zeros(0, dtype=torch.uint8)], torch.tensor(0, dtype=torch.uint8))
f.case("nothing_min_i32", "reduce min {0} dims = [0]", [torch.zeros(0, dtype=torch.int32)], torch.tensor(2**31 - 1, dtype=torch.int32))
f.case("no_dims", "reduce add {0} dims = []", [x], x)
f.case("add_wraps", "reduce add {0} dims = [0]", [i8], torch.tensor(int(i8.int().sum()), dtype=torch.int8))

f = File("arg_reduce")
x = torch.tensor([[1.0, 5.0, 5.0, -2.0], [nan, 1.0, nan, 9.0], [0.0, -0.0, 0.0, 0.0]])
f.case("max", "arg_reduce max {0} dim = 1", [x], torch.tensor([1, 0, 0]))
f.case("max_last", "arg_reduce max {0} dim = 1 {{select_last = true}}", [x], torch.tensor([2, 2, 3], dtype=torch.int32))
f.case("min", "arg_reduce min {0} dim = 1", [x], torch.tensor([3, 0, 0]))
f.case("min_dim_0", "arg_reduce min {0} dim = 0", [x[:, 1:]], torch.tensor([2, 1, 0]), note="Column of the first NaN is row 1.")
f.case("max_ui64", "arg_reduce max {0} dim = 0", [big], np.array(1, dtype=np.int64))

f = File("cumulative")
x = torch.randn(2, 4)
f.case("add", "cumulative add {0} dim = 1", [x], x.cumsum(1), sig="first")
f.case("mul", "cumulative mul {0} dim = 0", [x], x.cumprod(0), sig="first")
f.case("max", "cumulative max {0} dim = 1", [x], x.cummax(1)[0], sig="first")
f.case("reverse", "cumulative add {0} dim = 1 {{reverse = true}}", [x], x.flip(1).cumsum(1).flip(1), sig="first")
ex = torch.cat([torch.zeros(2, 1), x.cumsum(1)[:, :-1]], 1)
f.case("exclusive", "cumulative add {0} dim = 1 {{exclusive = true}}", [x], ex, sig="first")
f.case("min_i32", "cumulative min {0} dim = 0", [ints(3, 5, -1, 2)], ints(3, 3, -1, -1), sig="first")

f = File("linear_scan")
a, c, h = torch.rand(2, 3), torch.randn(2, 3), torch.randn(2)
def recur(a, c, h):
    out = []
    for t in range(a.shape[1]):
        h = a[:, t] * h + c[:, t]
        out.append(h)
    return torch.stack(out, 1)
f.case("zero_start", "linear_scan {0}, {1} dim = 1", [a, c], recur(a, c, torch.zeros(2)))
f.case("with_init", "linear_scan {0}, {1}, {2} dim = 1", [a, c, h], recur(a, c, h))

# ---- composites
f = File("softmax")
x = torch.randn(2, 3, 4) * 30
f.case("last_dim", "softmax {0} dim = 2", [x], x.softmax(2), sig="first")
f.case("middle_dim", "softmax {0} dim = 1", [x], x.softmax(1), sig="first")
m = torch.tensor([[1.0, -inf, 2.0]])
f.case("with_infinity", "softmax {0} dim = 1", [m], m.softmax(1), sig="first")
f = File("log_softmax")
f.case("last_dim", "log_softmax {0} dim = 2", [x], x.log_softmax(2), sig="first", rtol=1e-5)
f.case("first_dim", "log_softmax {0} dim = 0", [x], x.log_softmax(0), sig="first", rtol=1e-5)

f = File("layer_norm")
x, s, bb = torch.randn(2, 3, 4) * 3 + 1, torch.randn(4), torch.randn(4)
st = typ(s)
f.case("plain", "layer_norm {0} axis = 2 epsilon = 1.0e-5", [x], F.layer_norm(x, (4,)), sig="first", rtol=1e-5, atol=1e-5)
f.case("affine", f"layer_norm {{0}} scale({{1}} : {st}) bias({{2}} : {st}) axis = 2 epsilon = 1.0e-3", [x, s, bb], F.layer_norm(x, (4,), s, bb, 1e-3), sig="first", rtol=1e-5, atol=1e-5)
f.case("bias_only", f"layer_norm {{0}} bias({{1}} : {st}) axis = 2 epsilon = 1.0e-3", [x, bb], F.layer_norm(x, (4,), None, bb, 1e-3), sig="first", rtol=1e-5, atol=1e-5)
s2 = torch.randn(3, 4)
f.case("two_dims", f"layer_norm {{0}} scale({{1}} : {typ(s2)}) axis = 1 epsilon = 1.0e-5", [x, s2], F.layer_norm(x, (3, 4), s2), sig="first", rtol=1e-5, atol=1e-5)
f = File("rms_norm")
f.case("plain", "rms_norm {0} axis = 2 epsilon = 1.0e-6", [x], F.rms_norm(x, (4,), eps=1e-6), sig="first", rtol=1e-5, atol=1e-5)
f.case("scaled", f"rms_norm {{0}} scale({{1}} : {st}) axis = 2 epsilon = 1.0e-2", [x, s], F.rms_norm(x, (4,), s, 1e-2), sig="first", rtol=1e-5, atol=1e-5)
f = File("group_norm")
x, s, bb = torch.randn(2, 4, 3, 2), torch.randn(4), torch.randn(4)
f.case("affine", f"group_norm {{0}} scale({{1}} : {st}) bias({{2}} : {st}) groups = 2 epsilon = 1.0e-5", [x, s, bb], F.group_norm(x, 2, s, bb), sig="first", rtol=1e-5, atol=1e-5)
f.case("instance", "group_norm {0} groups = 4 epsilon = 1.0e-5", [x], F.instance_norm(x), sig="first", rtol=1e-5, atol=1e-5)
f = File("batch_norm")
mean, var = torch.randn(4), torch.rand(4)
f.case("affine", "batch_norm {0}, {1}, {2}, {3}, {4} epsilon = 1.0e-5", [x, s, bb, mean, var], F.batch_norm(x, mean, var, s, bb), sig=f"{typ(x)}, {st}", rtol=1e-5, atol=1e-5)

f = File("attention")
q, k, v = torch.randn(1, 4, 3, 4), torch.randn(1, 2, 5, 4), torch.randn(1, 2, 5, 3)
kk, vv = k.repeat_interleave(2, 1), v.repeat_interleave(2, 1)
at = dict(rtol=1e-5, atol=1e-5)
f.case("grouped_heads", "attention {0}, {1}, {2} scale = 0.5", [q, k, v], F.scaled_dot_product_attention(q, kk, vv, scale=0.5), **at)
f.case("causal", "attention {0}, {1}, {2} scale = 0.5 {{causal = true}}", [q, k, v], F.scaled_dot_product_attention(q, kk, vv, scale=0.5, is_causal=True), **at)
i, j = torch.arange(3)[:, None], torch.arange(5)[None, :]
f.case("causal_offset_window", "attention {0}, {1}, {2} scale = 0.5 {{causal = true, causal_offset = 2 : i64, window = 2 : i64}}", [q, k, v], F.scaled_dot_product_attention(q, kk, vv, attn_mask=(j <= i + 2) & (j > i), scale=0.5), **at)
mask = torch.tensor([[[[True, False, True, True, False]], [[False, False, False, False, False]], [[True] * 5], [[False, True, False, False, False]]]])
f.case("bool_mask", "attention {0}, {1}, {2} mask {3} scale = 0.5", [q, k, v, mask], F.scaled_dot_product_attention(q, kk, vv, attn_mask=mask, scale=0.5), note="A query that keeps nothing gives zeros.", **at)
fm = torch.randn(1, 1, 3, 5); fm[0, 0, 1] = -inf
f.case("float_mask", "attention {0}, {1}, {2} mask {3} scale = 0.5", [q, k, v, fm], F.scaled_dot_product_attention(q, kk, vv, attn_mask=fm, scale=0.5), **at)
low = fm.clone(); low[0, 0, 1] = torch.finfo(torch.float32).min
f.case("lowest_mask", "attention {0}, {1}, {2} mask {3} scale = 0.5", [q, k, v, low], F.scaled_dot_product_attention(q, kk, vv, attn_mask=low, scale=0.5), note="A row of the least finite number is not empty: all keys weigh the same.", **at)
cap = (2.0 * torch.tanh(q @ kk.transpose(2, 3) * 0.5 / 2.0)).softmax(3) @ vv
f.case("softcap", "attention {0}, {1}, {2} scale = 0.5 {{softcap = 2.0}}", [q, k, v], cap, **at)

f = File("quantize")
x = torch.tensor([[-1.0, 0.25, 0.35], [100.0, -100.0, 0.75]])
sc, zp = torch.tensor(0.5), torch.tensor(3, dtype=torch.int8)
f.case("per_tensor", "quantize {0}, {1}, {2}", [x, sc, zp], torch.clamp(torch.round(x / 0.5) + 3, -128, 127).to(torch.int8), note="Halves go to even, then the zero point.")
sa, za = torch.tensor([0.5, 1.0, 0.25]), torch.tensor([0, 128, 255], dtype=torch.uint8)
f.case("per_axis", "quantize {0}, {1}, {2} axis = 1", [x, sa, za], torch.clamp(torch.round(x / sa) + za, 0, 255).to(torch.uint8))
f = File("dequantize")
xi = torch.tensor([[-128, 0, 5], [127, 1, 2]], dtype=torch.int8)
f.case("per_tensor", "dequantize {0}, {1}, {2}", [xi, sc, zp], (xi.float() - 3) * 0.5)
f.case("per_axis", "dequantize {0}, {1} axis = 1", [xi, sa], xi.float() * sa)

# ---- movement
f = File("shapes")
x = torch.randn(2, 3, 4)
f.case("reshape", "reshape {0}", [x], x.reshape(6, 4), sig="to")
f.case("transpose", "transpose {0} perm = [2, 0, 1]", [x], x.permute(2, 0, 1), sig="to")
f.case("transpose_i1", "transpose {0} perm = [1, 0]", [torch.tensor([[True, False, False]])], torch.tensor([[True], [False], [False]]), sig="to")
y = torch.randn(3, 1)
f.case("broadcast_in_dim", "broadcast_in_dim {0} dims = [1, 2]", [y], y.expand(2, 3, 4), sig="to")
f.case("broadcast_scalar", "broadcast_in_dim {0} dims = []", [torch.tensor(2.5)], torch.full((2, 2), 2.5), sig="to")
f = File("slice")
f.case("positive", "slice {0} starts = [1, 0, 1] sizes = [1, 2, 2] strides = [1, 2, 1]", [x], x[1:2, 0:3:2, 1:3], sig="to")
f.case("negative", "slice {0} starts = [1, 2, 3] sizes = [2, 2, 2] strides = [-1, -2, -3]", [x], torch.from_numpy(x.numpy()[::-1, ::-2, ::-3].copy()), sig="to")
f.case("empty", "slice {0} starts = [2, 0, 0] sizes = [0, 1, 1] strides = [1, 1, 1]", [x], x[2:2, :1, :1], sig="to")
f = File("reverse")
f.case("two_dims", "reverse {0} dims = [0, 2]", [x], x.flip(0, 2), sig="first")
f = File("dynamic_slice")
y = torch.randn(3, 5)
f.case("inside", "dynamic_slice {0}, {1}, {2} sizes = [2, 2]", [y, torch.tensor(1), torch.tensor([2], dtype=torch.int32)], y[1:3, 2:4])
f.case("clamped", "dynamic_slice {0}, {1}, {2} sizes = [2, 2]", [y, torch.tensor(-4), torch.tensor(9)], y[0:2, 3:5])
f = File("dynamic_update_slice")
u = torch.randn(1, 2); e = y.clone(); e[2:3, 3:5] = u
f.case("clamped", "dynamic_update_slice {0}, {1}, {2}, {3}", [y, u, torch.tensor(7), torch.tensor(3)], e)
f = File("concat")
z = torch.randn(2, 1, 4)
f.case("two", "concat {0}, {1} dim = 1", [x, z], torch.cat([x, z], 1))
f.case("one", "concat {0} dim = 0", [x], x)
f = File("pad")
f.case("constant", "pad constant {0} lo = [1, 0] hi = [0, 2] {{value = 1.5}}", [y], F.pad(y, (0, 2, 1, 0), value=1.5), sig="to")
f.case("crop", "pad constant {0} lo = [-1, 1] hi = [0, -2]", [y], F.pad(y, (1, -2, -1, 0)), sig="to")
for mode, np_mode in (("reflect", "reflect"), ("edge", "edge"), ("wrap", "wrap")):
    f.case(mode, f"pad {mode} {{0}} lo = [2, 1] hi = [1, 4]", [y], torch.from_numpy(np.pad(y.numpy(), ((2, 1), (1, 4)), mode=np_mode)), sig="to")
f.case("reflect_cropped", "pad reflect {0} lo = [0, 2] hi = [0, -2]", [y], torch.from_numpy(np.pad(y.numpy()[:, :3], ((0, 0), (2, 0)), mode="reflect")), sig="to", note="Cropping comes first.")
f.case("i32", "pad constant {0} lo = [1] hi = [0] {{value = -7.0}}", [ints(1, 2)], ints(-7, 1, 2), sig="to")
f = File("iota")
f.case("i64", "iota dim = 1", [], torch.arange(3).expand(2, 3).contiguous(), sig="tensor<2x3xi64>")
f.case("f32", "iota dim = 0", [], torch.arange(3.0), sig="tensor<3xf32>")

# ---- indexing
f = File("gather")
idx = torch.tensor([[2, 0], [1, 1]])
f.case("rows", "gather {0}, {1} axis = 0", [y, idx], y[idx])
f.case("inner", "gather {0}, {1} axis = 1", [y, torch.tensor([4, 0])], y[:, [4, 0]])
f.case("scalar", "gather {0}, {1} axis = 1", [y, torch.tensor(3, dtype=torch.int32)], y[:, 3])
f = File("gather_elements")
gi = torch.tensor([[0, 4], [2, 2]])
f.case("axis_1", "gather_elements {0}, {1} axis = 1", [y, gi], torch.gather(y, 1, gi))
gi = torch.tensor([[0, 2, 1, 1]])
f.case("axis_0", "gather_elements {0}, {1} axis = 0", [y, gi], torch.gather(y, 0, gi))
f = File("scatter")
si, su = torch.tensor([2, 0, 2]), torch.randn(3, 5)
for fn, red in (("add", "sum"), ("mul", "prod"), ("max", "amax"), ("min", "amin")):
    f.case(fn, f"scatter {fn} {{0}}, {{1}}, {{2}}", [y, si, su], y.scatter_reduce(0, si[:, None].expand(3, 5), su, red))
e = y.clone(); e[0] = su[1]; e[2] = su[2]
f.case("none", "scatter none {0}, {1}, {2}", [y, si, su], e, note="The last one stays.")
f = File("scatter_elements")
gi, gu = torch.tensor([[0, 4], [2, 2]]), torch.randn(2, 2)
f.case("add", "scatter_elements add {0}, {1}, {2} axis = 1", [y, gi, gu], y.scatter_add(1, gi, gu))
f.case("none", "scatter_elements none {0}, {1}, {2} axis = 1", [y, gi[:1], gu[:1]], y.scatter(1, gi[:1], gu[:1]))
iu = ints(3, 9, -1)
f.case("max_i32", "scatter_elements max {0}, {1}, {2} axis = 0", [ints(1, 5, 2), torch.tensor([0, 1, 0]), iu], ints(3, 9, 2))

f = File("sort")
x = torch.tensor([[3.0, nan, 1.0, 3.0], [-1.0, inf, -inf, 0.0]])
for name, desc in (("ascending", False), ("descending", True)):
    vals, where = torch.sort(x, dim=1, descending=desc, stable=True)
    f.case(name, f"sort {{0}} dim = 1 {{{{descending = {str(desc).lower()}}}}}", [x], [vals, where], note="NaN is the largest; equals keep their order.")
vals, where = torch.sort(x[:, 2:], dim=0, stable=True)
f.case("dim_0", "sort {0} dim = 0", [x[:, 2:]], [vals, where.int()])
f.case("ui64", "sort {0} dim = 0", [big], [np.sort(big), np.argsort(big).astype(np.int64)])
f = File("top_k")
x = torch.tensor([[3.0, 5.0, 1.0, 5.0, 2.0], [0.0, -1.0, -7.0, -2.0, -3.0]])
f.case("largest", "top_k {0} k = 2 dim = 1", [x], [torch.tensor([[5.0, 5.0], [0.0, -1.0]]), torch.tensor([[1, 3], [0, 1]])])
f.case("smallest", "top_k {0} k = 2 dim = 1 {{largest = false}}", [x], [torch.tensor([[1.0, 2.0], [-7.0, -3.0]]), torch.tensor([[2, 4], [2, 4]], dtype=torch.int32)])
f.case("dim_0", "top_k {0} k = 1 dim = 0", [x], [x.amax(0, keepdim=True), torch.tensor([[0, 0, 0, 0, 0]])])

# ---- resize, against ONNX's reference implementation and PyTorch
from onnx.reference.ops import op_resize as R
f = File("resize")
x = np.arange(1, 13, dtype=np.float32).reshape(3, 4) ** 1.5


def onnx_resize(x, mode, scales, out, coordinate, nearest="round_prefer_floor", a=-0.75, exclude=False, roi=None, extra=0.0, antialias=False):
    if mode == "nearest":
        get = lambda r, s: R._nearest_coeffs(r, mode=nearest)
    elif mode == "linear":
        get = R._linear_coeffs_antialias if antialias else (lambda r, s: R._linear_coeffs(r, s))
    else:
        get = (lambda r, s: R._cubic_coeffs_antialias(r, s, A=a)) if antialias else (lambda r, s: R._cubic_coeffs(r, s, A=a))
    for axis in range(x.ndim):  # with the scale as given, not recomputed from the sizes
        if scales[axis] == 1 and out[axis] == x.shape[axis] and roi is None:
            continue
        part = None if roi is None else [roi[axis], roi[axis + x.ndim]]
        x = R._interpolate_1d_along_axis(x.astype(np.float64), axis, scales[axis], out[axis], get, roi=part, extrapolation_value=extra,
                                         coordinate_transformation_mode=coordinate, exclude_outside=exclude)
    return x.astype(np.float32)


def resize_case(name, mode, scales, out, coordinate="half_pixel", data=x, **kw):
    attrs = [f"coordinate = #neuron<coordinate {coordinate}>"]
    if "nearest" in kw:
        attrs.append(f"nearest = #neuron<nearest_mode {kw['nearest']}>")
    if "a" in kw:
        attrs.append(f"cubic_a = {kw['a']}")
    if kw.get("exclude"):
        attrs.append("exclude_outside = true")
    if kw.get("antialias"):
        attrs.append("antialias = true")
    if "roi" in kw:
        attrs.append("roi = array<f64: " + ", ".join(map(str, kw["roi"])) + ">")
    if "extra" in kw:
        attrs.append(f"extrapolation = {kw['extra']}")
    y = onnx_resize(data, mode, scales, out, coordinate, **kw)
    f.case(name, f"resize {mode} {{0}} scales = {[float(s) for s in scales]} {{{{{', '.join(attrs)}}}}}", [data], y, rtol=1e-5, atol=1e-5, sig="to")


for c in ("half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel", "half_pixel_symmetric"):
    resize_case(f"linear_up_{c}", "linear", [2, 1.5], [6, 6], c)
    resize_case(f"cubic_down_{c}", "cubic", [0.67, 0.5], [2, 2], c)
for n in ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil"):
    resize_case(f"nearest_{n}", "nearest", [2.5, 1.25], [7, 5], "half_pixel", nearest=n)
    resize_case(f"nearest_asymmetric_{n}", "nearest", [2, 2], [6, 8], "asymmetric", nearest=n)
resize_case("cubic_a", "cubic", [2, 2], [6, 8], a=-0.5)
resize_case("cubic_exclude_outside", "cubic", [2, 2], [6, 8], exclude=True)
resize_case("linear_antialias", "linear", [0.6, 0.6], [1, 2], antialias=True)
resize_case("cubic_antialias", "cubic", [0.6, 0.6], [1, 2], antialias=True)
resize_case("crop", "linear", [1, 0.75], [3, 3], "tf_crop_and_resize", roi=[0.2, 0.3, 1.4, 0.9], extra=-5.0)
resize_case("one_dim_untouched", "linear", [1, 3], [3, 12])
t = torch.from_numpy(x)[None, None]
f.case("torch_bilinear", "resize linear {0} scales = [1.0, 1.0, 1.6666666666666667, 1.25] {{coordinate = #neuron<coordinate half_pixel>}}", [t], F.interpolate(t, size=(5, 5), mode="bilinear"), rtol=1e-5, atol=1e-5, sig="to")
f.case("torch_bicubic", "resize cubic {0} scales = [1.0, 1.0, 2.0, 2.0] {{coordinate = #neuron<coordinate half_pixel>}}", [t], F.interpolate(t, scale_factor=2, mode="bicubic"), rtol=1e-5, atol=1e-5, sig="to")

# ---- random numbers: a second implementation of Philox, by NumPy's own generator
f = File("rng")


def philox(seed, stream, counter):
    m, k, x = 0xFFFFFFFF, [seed, stream], [counter & 0xFFFFFFFF, counter >> 32, 0, 0]
    for _ in range(10):
        p0, p1 = 0xD2511F53 * x[0], 0xCD9E8D57 * x[2]
        x = [((p1 >> 32) ^ x[1] ^ k[0]) & m, p1 & m, ((p0 >> 32) ^ x[3] ^ k[1]) & m, p0 & m]
        k = [(k[0] + 0x9E3779B9) & m, (k[1] + 0xBB67AE85) & m]
    return x


assert philox(0, 0, 0) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]  # known answer of the Random123 library
seed = np.array([42], dtype=np.uint32)
words = [w for c in range(2) for w in philox(42, 7, c)][:6]
u = np.array([(w >> 8) * 2.0**-24 for w in words])
f.case("uniform", "rng uniform {0} a = -1.0 b = 3.0 {{stream = 7 : i64}}", [seed], (-1 + 4 * u).astype(np.float32).reshape(2, 3))
r = np.sqrt(-2 * np.log(u[0::2] + 2.0**-24))
th = 2 * np.pi * u[1::2]
n = np.stack([r * np.cos(th), r * np.sin(th)], 1).reshape(2, 3)
f.case("normal", "rng normal {0} a = 10.0 b = 2.0 {{stream = 7 : i64}}", [seed], (10 + 2 * n).astype(np.float32))

# ---- control
f = File("if")
for name, p, e in (("taken", "true", "2.0"), ("not_taken", "false", "-1.0")):
    f.raw(f"""
func.func @{name}() {{
  %p = neuron.constant dense<{p}> : tensor<i1>
  %x = neuron.constant dense<1.0> : tensor<2xf32>
  %y = neuron.if %p : (tensor<i1>) -> tensor<2xf32> {{
    %a = neuron.binary add %x, %x : tensor<2xf32>
    neuron.yield %a : tensor<2xf32>
  }} else {{
    %a = neuron.unary neg %x : tensor<2xf32>
    neuron.yield %a : tensor<2xf32>
  }}
  %e = neuron.constant dense<{e}> : tensor<2xf32>
  neuron.check_close %y, %e : tensor<2xf32>, tensor<2xf32>
  return
}}""")
f = File("scan")
f.raw("""
// c' = c * s + x with s from outside; both c' and x are put out, one backward.
func.func @scan() {
  %s = neuron.constant dense<2.0> : tensor<2xf32>
  %c0 = neuron.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %xs = neuron.constant dense<[[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]> : tensor<2x3xf32>
  %y:3 = neuron.scan(%c0) over(%xs) trip = 3 in = [1] [false] out = [0, 1] [false, true]
      : (tensor<2xf32>, tensor<2x3xf32>) -> (tensor<2xf32>, tensor<3x2xf32>, tensor<2x3xf32>) {
  ^bb0(%c: tensor<2xf32>, %x: tensor<2xf32>):
    %m = neuron.binary mul %c, %s : tensor<2xf32>
    %n = neuron.binary add %m, %x : tensor<2xf32>
    neuron.yield %n, %n, %x : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  %e0 = neuron.constant dense<[19.0, 110.0]> : tensor<2xf32>
  %e1 = neuron.constant dense<[[3.0, 10.0], [8.0, 40.0], [19.0, 110.0]]> : tensor<3x2xf32>
  %e2 = neuron.constant dense<[[3.0, 2.0, 1.0], [30.0, 20.0, 10.0]]> : tensor<2x3xf32>
  neuron.check_close %y#0, %e0 : tensor<2xf32>, tensor<2xf32>
  neuron.check_close %y#1, %e1 : tensor<3x2xf32>, tensor<3x2xf32>
  neuron.check_close %y#2, %e2 : tensor<2x3xf32>, tensor<2x3xf32>
  return
}

// Backward over the input, and no step at all.
func.func @reverse_and_empty() {
  %c0 = neuron.constant dense<0.0> : tensor<f32>
  %xs = neuron.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %none = neuron.constant dense<> : tensor<0xf32>
  %y:2 = neuron.scan(%c0) over(%xs) trip = 3 in = [0] [true] out = [0] [false]
      : (tensor<f32>, tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>) {
  ^bb0(%c: tensor<f32>, %x: tensor<f32>):
    %n = neuron.binary sub %x, %c : tensor<f32>
    neuron.yield %n, %n : tensor<f32>, tensor<f32>
  }
  %z = neuron.scan(%c0) over(%none) trip = 0 in = [0] [false] out = [] []
      : (tensor<f32>, tensor<0xf32>) -> tensor<f32> {
  ^bb0(%c: tensor<f32>, %x: tensor<f32>):
    neuron.yield %x : tensor<f32>
  }
  %e = neuron.constant dense<[4.0, -2.0, 3.0]> : tensor<3xf32>
  neuron.check_close %y#1, %e : tensor<3xf32>, tensor<3xf32>
  neuron.check_close %z, %c0 : tensor<f32>, tensor<f32>
  return
}""")
f = File("kernel")
f.raw("""
func.func @kernel() {
  %x = neuron.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %y = neuron.kernel "elementwise"(%x) : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    %n = neuron.unary neg %a : tensor<2xf32>
    neuron.yield %n : tensor<2xf32>
  }
  %e = neuron.constant dense<[-1.0, 2.0]> : tensor<2xf32>
  neuron.check_close %y, %e : tensor<2xf32>, tensor<2xf32>
  return
}""")

here = os.path.dirname(os.path.abspath(__file__))
for name, file in File.files.items():
    with open(os.path.join(here, name.replace("_", "-") + ".mlir"), "w") as out:
        out.write(file.text)
