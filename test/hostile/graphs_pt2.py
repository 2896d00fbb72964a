"""Small exported programs that ask for something absurd, as the lines of test/lit/Frontend/PT2/Inputs/pt2.py."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../lit/Frontend/PT2/Inputs"))
import pt2

HUGE = [1 << 31, 1 << 40, 1 << 62, (1 << 63) - 1, -1, -(1 << 63)]


def program(*lines, result="y: f32[4]", inputs=("input x: f32[4,6]",), edit=lambda p: p):
    return pt2.archive([*inputs, *(line.replace("->", result) for line in lines), "output y"], edit=edit)


def one(call, result="f32[4,6]", shape="f32[4,6]"):
    return pt2.archive([f"input x: {shape}", f"y: {result} = aten.{call}", "output y"])


def shapes():
    for dims in ("0", "0,5", "2147483648,2147483648,4", "1099511627776", "4611686018427387904", "9223372036854775807", "-1,4", ",".join(["1"] * 100), ",".join(["2"] * 100),
                 "65536,65536,65536,65536", "0,4611686018427387904"):
        for call in ("relu.default self=x", "sum.default self=x", "softmax.int self=x dim=0", "t.default self=x", "flatten.using_ints self=x", "clone.default self=x"):
            yield f"{call.split('.')[0]} of {dims[:30]}", one(call, f"f32[{dims}]", f"f32[{dims}]")
    for stride in HUGE:
        yield f"input stride {stride}", one("relu.default self=x", shape=f"f32[4,6]{{{stride},1}}")
        yield f"weight stride {stride}", program(f"y: f32[4,6] = aten.add.Tensor self=x other=w", inputs=("input x: f32[4,6]", f"param w: f32[4,6]{{{stride},1}}"))


def sizes():
    for n in HUGE:
        for call in (f"view.default self=x size=[{n},4]", f"reshape.default self=x shape=[{n}]", f"expand.default self=x size=[{n},4,6]", f"repeat.default self=x repeats=[1,{n}]",
                     f"constant_pad_nd.default self=x pad=[{n},{n}] value=0.0", f"full.default size=[{n},4] fill_value=1.0", f"arange.default end={n}", f"select.int self=x dim={n} index=0",
                     f"select.int self=x dim=0 index={n}", f"slice.Tensor self=x dim=0 start={n} end={n} step=1", f"slice.Tensor self=x dim=0 start=0 end=4 step={n}",
                     f"slice.Tensor self=x dim={n} start=0 end=4 step=1", f"unsqueeze.default self=x dim={n}", f"as_strided.default self=x size=[{n},2] stride=[1,1] storage_offset=0",
                     f"as_strided.default self=x size=[2,2] stride=[{n},1] storage_offset=0", f"as_strided.default self=x size=[2,2] stride=[1,1] storage_offset={n}",
                     f"roll.default self=x shifts=[{n}] dims=[0]", f"cat.default tensors=[x,x] dim={n}", f"stack.default tensors=[x,x] dim={n}", f"sum.dim_IntList self=x dim=[{n}]",
                     f"permute.default self=x dims=[{n},0]", f"transpose.int self=x dim0={n} dim1=0", f"cumsum.default self=x dim={n}", f"softmax.int self=x dim={n}",
                     f"tril.default self=x diagonal={n}", f"eye.default n={n}", f"linspace.default start=0 end=1 steps={n}", f"unfold.default self=x dimension=0 size={n} step=1",
                     f"unfold.default self=x dimension=0 size=1 step={n}", f"repeat_interleave.self_int self=x repeats={n}", f"flip.default self=x dims=[{n}]", f"diagonal.default self=x offset={n}",
                     f"narrow.default self=x dim=0 start={n} length=1", f"narrow.default self=x dim=0 start=0 length={n}", f"tile.default self=x dims=[{n}]", f"pow.Tensor_Scalar self=x exponent={n}"):
            yield call, one(call)
        yield f"topk {n}", program(f"y: f32[4,3], i: i64[4,3] = aten.topk.default self=x k={n}")
        yield f"split {n}", program(f"[y: f32[4,3], z: f32[4,3]] = aten.split.Tensor self=x split_size={n} dim=1")
        yield f"chunk {n}", program(f"[y: f32[4,3], z: f32[4,3]] = aten.chunk.default self=x chunks={n} dim=1")
        yield f"layer_norm {n}", one(f"layer_norm.default input=x normalized_shape=[{n}]")
        yield f"one_hot {n}", program(f"y: i64[4,6] = aten.one_hot.default self=x num_classes={n}", inputs=("input x: i64[4]",))


def windows():
    inputs = ("input x: f32[1,3,8,8]", "param w: f32[4,3,3,3]")
    for n in HUGE + [0]:
        for name in ("stride", "padding", "dilation"):
            yield f"conv2d {name} {n}", program(f"y: f32[1,4,6,6] = aten.conv2d.default input=x weight=w {name}=[{n},{n}]", inputs=inputs)
            yield f"max_pool2d {name} {n}", program(f"y: f32[1,3,4,4] = aten.max_pool2d.default self=x kernel_size=[2,2] {name}=[{n},{n}]", inputs=inputs[:1])
        yield f"conv2d groups {n}", program(f"y: f32[1,4,6,6] = aten.conv2d.default input=x weight=w groups={n}", inputs=inputs)
        yield f"avg_pool2d {n}", program(f"y: f32[1,3,4,4] = aten.avg_pool2d.default self=x kernel_size=[{n},{n}]", inputs=inputs[:1])
        yield f"avg_pool2d divisor {n}", program(f"y: f32[1,3,4,4] = aten.avg_pool2d.default self=x kernel_size=[2,2] divisor_override={n}", inputs=inputs[:1])
        yield f"adaptive_avg_pool2d {n}", program(f"y: f32[1,3,4,4] = aten.adaptive_avg_pool2d.default self=x output_size=[{n},{n}]", inputs=inputs[:1])
        yield f"upsample {n}", program(f"y: f32[1,3,4,4] = aten.upsample_nearest2d.vec input=x output_size=[{n},{n}] scale_factors=none", inputs=inputs[:1])
        yield f"pixel_shuffle {n}", program(f"y: f32[1,3,4,4] = aten.pixel_shuffle.default self=x upscale_factor={n}", inputs=inputs[:1])
    for factor in ("1e30", "0.0", "-1.0", "NaN", "Infinity", "1e-30"):
        yield f"upsample by {factor}", program(f"y: f32[1,3,4,4] = aten.upsample_bilinear2d.vec input=x output_size=none align_corners=false scale_factors=[{factor},{factor}]", inputs=inputs[:1])


def graphs():
    yield "uses itself", program("y: f32[4,6] = aten.add.Tensor self=x other=y")
    yield "cycle", program("a: f32[4,6] = aten.add.Tensor self=x other=b", "b: f32[4,6] = aten.relu.default self=a", "y: f32[4,6] = aten.relu.default self=b")
    yield "defined twice", program("y: f32[4,6] = aten.relu.default self=x", "y: f32[4,6] = aten.exp.default self=x")
    yield "two outputs of one name", pt2.archive(["input x: f32[4]", "y: f32[4] = aten.relu.default self=x", "output y y y x x"])
    yield "no such operator", program("y: f32[4,6] = os.system.default self=x")
    for label, name in (("odd", "a\x1b[31m\"'\\\u202e\x00"), ("long", "n" * 100000), ("empty", "")):
        def rename(p, name=name):
            p["graph_module"]["graph"]["nodes"][0]["target"] = name
            return p
        def locate(p, name=name):
            p["graph_module"]["graph"]["nodes"][0]["metadata"] = {"stack_trace": f'  File "{name}", line 1, in {name}', "nn_module_stack": f"L__self__,{name},{name}"}
            return p
        yield f"target {label}", program("y: f32[4,6] = aten.relu.default self=x", edit=rename)
        yield f"location {label}", program("y: f32[4,7] = aten.view.default self=x size=[4,7]", edit=locate)
    many = [f"v{i + 1}: f32[4,6] = aten.sin.default self=v{i}" for i in range(2000)]
    yield "chain of 2000", pt2.archive(["input v0: f32[4,6]", *many, "output v2000"])
    views = [f"v{i + 1}: f32[{'6,4' if i % 2 == 0 else '4,6'}] = aten.view.default self=v{i} size=[{'6,4' if i % 2 == 0 else '4,6'}]" for i in range(1000)]
    yield "views of views", pt2.archive(["input v0: f32[4,6]", *views, "z: f32[4,6] = aten.add_.Tensor self=v1000 other=1.0", "output v0 v1000"])
    writes = [f"w{i}: f32[4,6] = aten.add_.Tensor self=x other=1.0" for i in range(1000)]
    yield "writes in place", pt2.archive(["input x: f32[4,6]", *writes, "output x"])
    doubling = [f"v{i + 1}: f32[{2 ** (i + 1)}] = aten.cat.default tensors=[v{i},v{i}] dim=0" for i in range(61)]
    for steps in (12, 30, 61):
        yield f"cat bomb {steps}", pt2.archive(["input x: f32[1]", "v0: f32[1] = aten.full.default size=[1] fill_value=2.0", *doubling[:steps],
                                                f"s: f32[] = aten.sum.default self=v{steps}", "y: f32[1] = aten.add.Tensor self=x other=s", "output y"])
    yield "full bomb", program("c: f32[65536,65536] = aten.full.default size=[65536,65536] fill_value=1.0", "e: f32[65536,65536] = aten.cumsum.default self=c dim=0",
                               "s: f32[] = aten.sum.default self=e", "y: f32[4,6] = aten.add.Tensor self=x other=s")
    yield "eye matmul", program("c: f32[3000,3000] = aten.eye.default n=3000", "e: f32[3000,3000] = aten.mm.default self=c mat2=c", "s: f32[] = aten.sum.default self=e",
                                "y: f32[4,6] = aten.add.Tensor self=x other=s")


def symbols():
    for expression in ("2**9999999", "s0**s0**s0", "s0//0", "Mod(s0,0)", "(" * 5000 + "s0", "Max(" * 3000 + "s0" + ")" * 3000, "s0*9223372036854775807", "-s0", "s1", "", "s0+", "Pow(s0,-1)",
                       "1e308*1e308", "9" * 400, "s0" + "+s0" * 20000):
        yield f"size {expression[:20]}", pt2.archive([f"input x: f32[s0,4]", "range s0 1 64", f"y: f32[4,{expression or '4'}] = aten.relu.default self=x", "output y"],
                                                     edit=lambda p, e=expression: put(p, e))
    for low, high in ((5, 1), (-(1 << 63), (1 << 63) - 1), (0, 0), (1 << 62, 1 << 62)):
        yield f"range {low} {high}", pt2.archive([f"input x: f32[s0,4]", f"range s0 {low} {high}", "y: f32[s0,4] = aten.relu.default self=x", "output y"])
        yield f"range of 4*s0 {low} {high}", pt2.archive([f"input x: f32[4*s0,4]", f"range s0 {low} {high}", "y: f32[4*s0,4] = aten.relu.default self=x", "output y"])


def put(document, expression):
    document["graph_module"]["graph"]["tensor_values"]["x"]["sizes"][1] = {"as_expr": {"expr_str": expression, "hint": None}}
    return document


def cases(maker_case):
    """All of them, as made by maker_case(name, archive bytes, other files, may it pass, options)."""
    for group in (shapes, sizes, windows, graphs):
        for name, data in group():
            yield maker_case(name, data, {}, True)
    for name, data in symbols():
        yield maker_case(name, data, {}, True, ["--dim", "s0=4"])
