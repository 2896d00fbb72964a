"""Writes ONNX files from Python literals, with nothing installed.

A test is its own model: the file's comment lines run it, the rest describes the graph:

    import onnxtext as ox
    ox.write(ox.model([ox.node("Relu", ["x"], ["y"])], inputs=[("x", "f32", [2, "n"])], outputs=[("y", "f32", [2, "n"])]))

`write` writes to the path that is the script's first argument.
"""
import struct
import sys

TYPES = {"f32": 1, "u8": 2, "i8": 3, "u16": 4, "i16": 5, "i32": 6, "i64": 7, "string": 8, "bool": 9, "f16": 10, "f64": 11,
         "u32": 12, "u64": 13, "c64": 14, "bf16": 16, "f8e4m3fn": 17, "u4": 21, "i4": 22}
PACK = {"f32": "f", "i64": "q", "i32": "i", "bool": "?", "u8": "B", "i8": "b", "f64": "d"}


def varint(value):
    value &= (1 << 64) - 1
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def integer(field, value):
    return varint(field << 3) + varint(value)


def raw(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def tensor(name, type, dims, values=None, data=None, external=None):
    """`values` are packed as raw data; `data` are the raw bytes; `external` maps location, offset, length to strings."""
    out = b"".join(integer(1, d) for d in dims) + integer(2, TYPES[type]) + raw(8, name)
    if external is not None:
        entries = b"".join(raw(13, raw(1, k) + raw(2, v)) for k, v in external.items())
        return out + entries + integer(14, 1)
    if data is None:
        data = b"".join(struct.pack("<" + PACK[type], v) for v in values)
    return out + raw(9, data)


def attribute(name, value):
    out = raw(1, name)
    if isinstance(value, Ref):
        return out + raw(21, value.name) + integer(20, value.type)
    if isinstance(value, Graph):
        return out + raw(6, value.bytes) + integer(20, 5)
    if isinstance(value, bytes):
        return out + raw(5, value) + integer(20, 4)
    if isinstance(value, float):
        return out + varint(2 << 3 | 5) + struct.pack("<f", value) + integer(20, 1)
    if isinstance(value, int):
        return out + integer(3, value) + integer(20, 2)
    if isinstance(value, str):
        return out + raw(4, value) + integer(20, 3)
    if isinstance(value, list) and value and isinstance(value[0], float):
        return out + b"".join(varint(7 << 3 | 5) + struct.pack("<f", v) for v in value) + integer(20, 6)
    if value and isinstance(value[0], str):
        return out + b"".join(raw(9, v) for v in value) + integer(20, 8)
    return out + b"".join(integer(8, v) for v in value) + integer(20, 7)


class Graph:
    def __init__(self, data):
        self.bytes = data


class Ref:
    """An attribute that a function takes from its call."""

    def __init__(self, name, type):
        self.name, self.type = name, type


def node(op, inputs, outputs, name="", domain="", **attributes):
    out = b"".join(raw(1, i) for i in inputs) + b"".join(raw(2, o) for o in outputs)
    out += raw(3, name) + raw(4, op) + raw(7, domain)
    return out + b"".join(raw(5, attribute(k, v)) for k, v in attributes.items())


def value_info(name, type, dims):
    """`dims` are numbers, names or None; without them the rank is open."""
    shape = b""
    for dim in dims or ():
        shape += raw(1, raw(2, dim) if isinstance(dim, str) else b"" if dim is None else integer(1, dim))
    return raw(1, name) + raw(2, raw(1, integer(1, TYPES[type]) + (b"" if dims is None else raw(2, shape))))


def graph(nodes, inputs=(), outputs=(), initializers=(), infos=()):
    out = b"".join(raw(1, n) for n in nodes) + raw(2, "g") + b"".join(raw(5, t) for t in initializers)
    for field, values in ((11, inputs), (12, outputs), (13, infos)):
        out += b"".join(raw(field, value_info(*v)) for v in values)
    return Graph(out)


def function(name, domain, inputs, outputs, nodes, attributes=(), opset=18):
    out = raw(1, name) + raw(10, domain) + raw(9, raw(1, "") + integer(2, opset))
    for field, values in ((4, inputs), (5, outputs), (6, attributes), (7, nodes)):
        out += b"".join(raw(field, v) for v in values)
    return out


def model(nodes, inputs=(), outputs=(), initializers=(), infos=(), functions=(), opset=18, domain=None):
    """`domain` is a name and a version, which the nodes may use beside the default domain."""
    opsets = b"".join(raw(8, raw(1, name) + integer(2, version)) for name, version in [("", opset)] + ([domain] if domain else []))
    out = integer(1, 8) + opsets + raw(7, graph(nodes, inputs, outputs, initializers, infos).bytes)
    return out + b"".join(raw(25, f) for f in functions)


def write(data, path=None):
    with open(path or sys.argv[1], "wb") as file:
        file.write(data)
