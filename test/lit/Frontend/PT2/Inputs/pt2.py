#!/usr/bin/env python3
"""Write a small .pt2 archive from the description in a test file.

    pt2.py TEST OUT.pt2 [--legacy] [--drop ENTRY] [--compress]

Lines of the description (others, and those that begin with #, are skipped):

    input x: f32[2,3]                     a user's input; sizes may be symbols: f32[s0,3], f32[4*s0,3]
    param w: f32[3,4]                     also buffer, constant; elements count 0, 1, 2, ..
    range s0 1 64                         limits of a symbol
    at "model.py" 12 encoder.layer.0      location of the nodes that follow
    y: f32[2,4] = aten.mm.default self=x mat2=w
    a: f32[2], i: i64[2] = aten.sort.default self=x          several results
    [a: f32[2], b: f32[2]] = aten.chunk.default self=x ..    a list of results
    $n = aten.sym_size.int self=x dim=0 -> s0                 a number; its expression
    graph g(x: f32[3]) / return r / end                       a graph, for higher-order operators
    p: f32[3] = higher_order.cond =p =g =h =[x]
    output y
    mutates b y                           (functional form) the new content of buffer b is y

Argument values: names of tensors or graphs, numbers, true, false, none, 'text', element types, [lists], $n for a number.
"""
import io, json, re, struct, sys, zipfile

TYPES = {"u8": 1, "i8": 2, "i16": 3, "i32": 4, "i64": 5, "f16": 6, "f32": 7, "f64": 8, "c64": 10, "i1": 12, "bf16": 13}
BYTES = {"u8": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f16": 2, "f32": 4, "f64": 8, "c64": 8, "i1": 1, "bf16": 2}
PACK = {"u8": "B", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "f32": "f", "f64": "d", "i1": "?"}


def sym(text):
    return {"as_int": int(text)} if re.fullmatch(r"-?\d+", text) else {"as_expr": {"expr_str": text, "hint": None}}


def meta(text):
    """f32[2,3], with optional strides: f32[2,3]{1,2}."""
    m = re.fullmatch(r"(\w+)\[([^\]]*)\](?:\{([^}]*)\})?", text.strip())
    sizes = split(m[2])
    strides = [s for s in m[3].split(",")] if m[3] else []
    if not strides:
        step = "1"
        for s in reversed(sizes):
            strides.insert(0, step)
            both = re.fullmatch(r"\d+", step) and re.fullmatch(r"\d+", s)
            step = str(int(step) * int(s)) if both else f"({step})*({s})"
    return {"dtype": TYPES[m[1]], "sizes": [sym(s) for s in sizes], "requires_grad": False, "device": {"type": "cpu", "index": None},
            "strides": [sym(s) for s in strides], "storage_offset": {"as_int": 0}, "layout": 7}, m[1], sizes


class Graph:
    def __init__(self):
        self.inputs, self.outputs, self.nodes, self.tensors, self.symbols = [], [], [], {}, {}

    def json(self):
        return {"inputs": self.inputs, "outputs": self.outputs, "nodes": self.nodes, "tensor_values": self.tensors, "sym_int_values": self.symbols,
                "sym_bool_values": {}, "is_single_tensor_return": False, "custom_obj_values": {}, "sym_float_values": {}}

    def declare(self, text):
        name, kind = text.split(":", 1)
        self.tensors[name.strip()] = meta(kind)[0]
        return {"name": name.strip()}


class Builder:
    def __init__(self):
        self.top = self.graph = Graph()
        self.graphs, self.specs, self.out_specs, self.ranges, self.data, self.metadata = {}, [], [], {}, [], {}

    def value(self, text):
        text = text.strip()
        if text.startswith("["):
            items = [self.value(t) for t in split(text[1:-1])]
            kinds = {next(iter(i)) for i in items}
            if not kinds:
                return {"as_ints": []}
            if kinds <= {"as_tensor"}:
                return {"as_tensors": [i["as_tensor"] for i in items]}
            if "as_tensor" in kinds:
                return {"as_optional_tensors": items}
            if "as_sym_int" in kinds:
                return {"as_sym_ints": [i.get("as_sym_int", {"as_int": i.get("as_int")}) for i in items]}
            return {"as_floats" if "as_float" in kinds else "as_ints": [next(iter(i.values())) for i in items]}
        if text.startswith("$"):
            return {"as_sym_int": {"as_name": text[1:]}}
        if text.startswith("'"):
            return {"as_string": text[1:-1]}
        if text in ("true", "false"):
            return {"as_bool": text == "true"}
        if text == "none":
            return {"as_none": True}
        if text in TYPES:
            return {"as_scalar_type": TYPES[text]}
        if re.fullmatch(r"-?\d+", text):
            return {"as_int": int(text)}
        if text in ("Infinity", "-Infinity", "NaN"):
            return {"as_float": text}
        if re.fullmatch(r"-?[\d.]+(e-?\d+)?", text):
            return {"as_float": float(text)}
        if text in self.graphs:
            return {"as_graph": {"name": text, "graph": self.graphs[text].json()}}
        return {"as_tensor": {"name": text}}

    def node(self, results, call):
        expr = None
        if results.startswith("$"):
            call, expr = call.split("->")
            self.graph.symbols[results[1:]] = sym(expr.strip())
            outputs = [{"as_sym_int": {"as_name": results[1:]}}]
        elif results.startswith("["):
            outputs = [{"as_tensors": [self.graph.declare(t) for t in split(results[1:-1])]}]
        else:
            outputs = [{"as_tensor": self.graph.declare(t)} for t in split(results)] if results != "_" else []
        words = split(call, " ")
        inputs = []
        for word in words[1:]:
            name, text = word.split("=", 1)
            inputs.append({"name": name, "arg": self.value(text), "kind": 1})
        self.graph.nodes.append({"target": "torch.ops." + words[0], "inputs": inputs, "outputs": outputs, "metadata": dict(self.metadata), "name": None})

    def line(self, text):
        words = text.split()
        if words[0] in ("input", "param", "buffer", "constant"):
            name = words[1].rstrip(":")
            described, kind, sizes = meta(text.split(":", 1)[1])
            self.top.tensors[name] = described
            self.top.inputs.append({"as_tensor": {"name": name}})
            arg = {"name": name}
            spec = {"input": {"user_input": {"arg": {"as_tensor": arg}}}, "param": {"parameter": {"arg": arg, "parameter_name": name}},
                    "buffer": {"buffer": {"arg": arg, "buffer_name": name, "persistent": True}}, "constant": {"tensor_constant": {"arg": arg, "tensor_constant_name": name}}}
            self.specs.append(spec[words[0]])
            if words[0] != "input":
                self.data.append((words[0] == "constant", name, described, kind, sizes))
        elif words[0] == "range":
            self.ranges[words[1]] = {"min_val": int(words[2]), "max_val": int(words[3])}
        elif words[0] == "at":
            self.metadata = {"stack_trace": f'  File {words[1]}, line {words[2]}, in forward\n    code', "nn_module_stack": "L__self__,,M;k," + words[3] + ",C" if len(words) > 3 else ""}
        elif words[0] == "graph":
            m = re.fullmatch(r"graph (\w+)\((.*)\)", text)
            self.graph = self.graphs[m[1]] = Graph()
            self.graph.inputs = [{"as_tensor": self.graph.declare(t)} for t in split(m[2])]
        elif words[0] == "return":
            self.graph.outputs = [self.value(w) for w in words[1:]]
        elif words[0] == "end":
            self.graph = self.top
        elif words[0] == "output":
            for w in words[1:]:
                self.top.outputs.append(self.value(w))
                self.out_specs.append({"user_output": {"arg": self.value(w)}})
        elif words[0] == "mutates":
            self.top.outputs.append(self.value(words[2]))
            self.out_specs.append({"buffer_mutation": {"arg": {"name": words[2]}, "buffer_name": words[1]}})
        else:
            results, call = text.split(" = ", 1)
            self.node(results.strip(), call.strip())

    def program(self):
        return {"graph_module": {"graph": self.top.json(), "signature": {"input_specs": self.specs, "output_specs": self.out_specs}, "module_call_graph": [], "metadata": {}},
                "opset_version": {"aten": 10}, "range_constraints": self.ranges, "schema_version": {"major": 8, "minor": 20}, "verifiers": ["TRAINING"], "torch_version": "2.13.0"}


def split(text, separator=","):
    result, depth, word, quoted = [], 0, "", False
    for c in text:
        quoted ^= c == "'"
        depth += (c in "[({") - (c in "])}")
        if c == separator and depth == 0 and not quoted:
            if word.strip():
                result.append(word.strip())
            word = ""
        else:
            word += c
    return result + ([word.strip()] if word.strip() else [])


def content(kind, sizes):
    count = 1
    for s in sizes:
        count *= int(s)
    if kind in PACK:
        return struct.pack(f"<{count}{PACK[kind]}", *[i % 2 if kind == "i1" else i % 100 for i in range(count)])
    return bytes(count * BYTES[kind])


def archive(lines, drop=None, method=zipfile.ZIP_STORED, edit=lambda program: program):
    """The bytes of the archive; `edit` may change the program before it is written."""
    b = Builder()
    for text in lines:
        text = text.split(" #")[0].strip()
        if text and not text.startswith("#"):
            b.line(text)
    entries = {"m/archive_format": b"pt2", "m/models/model.json": json.dumps(edit(b.program())).encode(), "m/byteorder": b"little", "m/archive_version": b"0"}
    for constant, folder in ((False, "weights"), (True, "constants")):
        config = {}
        for i, (is_constant, name, described, kind, sizes) in enumerate(b.data):
            if is_constant == constant:
                entries[f"m/data/{folder}/t{i}"] = content(kind, sizes)
                config[name] = {"path_name": f"t{i}", "is_param": not constant, "use_pickle": False, "tensor_meta": described}
        entries[f"m/data/{folder}/model_{folder}_config.json"] = json.dumps({"config": config}).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as z:
        for name, data in entries.items():
            if name != drop:
                z.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, method)
    return out.getvalue()


def main():
    args = sys.argv[1:]
    drop = args[args.index("--drop") + 1] if "--drop" in args else None
    method = zipfile.ZIP_DEFLATED if "--compress" in args else zipfile.ZIP_STORED
    with open(args[0]) as lines, open(args[1], "wb") as file:
        file.write(archive(lines, drop, method))


if __name__ == "__main__":
    main()
