"""Breaks ONNX models field by field: the file stays protobuf, the model makes no sense."""
import struct

from absurd import FLOATS, INTEGERS, STRINGS, broken_bytes

# Message -> field number -> type of the field. What is not listed is kept as bytes.
SCHEMA = {
    "Model": {7: "Graph", 8: "Opset", 25: "Function"},
    "Graph": {1: "Node", 2: "text", 5: "Tensor", 11: "ValueInfo", 12: "ValueInfo", 13: "ValueInfo"},
    "Node": {1: "name", 2: "name", 3: "text", 4: "op", 5: "Attribute", 7: "text"},
    "Attribute": {1: "attribute", 2: "float", 4: "text", 5: "Tensor", 6: "Graph", 7: "floats", 8: "integers", 9: "text", 21: "attribute"},
    "Tensor": {1: "integers", 4: "floats", 7: "integers", 8: "name", 9: "data", 13: "Entry"},
    "Entry": {1: "text", 2: "text"},
    "ValueInfo": {1: "name", 2: "Type"},
    "Type": {1: "TensorType", 4: "Type", 9: "Type"},
    "TensorType": {2: "Shape"},
    "Shape": {1: "Dimension"},
    "Dimension": {2: "text"},
    "Opset": {1: "text"},
    "Function": {1: "op", 4: "name", 5: "name", 6: "attribute", 7: "Node", 9: "Opset", 10: "text", 11: "Attribute"},
}


def take_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def put_varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


class Field:
    def __init__(self, owner, number, wire, kind, value):
        self.owner, self.number, self.wire, self.kind, self.value = owner, number, wire, kind, value

    def encode(self):
        head = put_varint(self.number << 3 | self.wire)
        if self.wire == 0:
            return head + put_varint(self.value)
        if self.wire == 2:
            data = encode(self.value) if isinstance(self.value, list) else self.value
            return head + put_varint(len(data)) + data
        return head + self.value


def encode(fields):
    return b"".join(field.encode() for field in fields)


def decode(data, message):
    fields, at = [], 0
    while at < len(data):
        key, at = take_varint(data, at)
        number, wire = key >> 3, key & 7
        kind = SCHEMA[message].get(number, "number" if wire == 0 else "data")
        if wire == 0:
            value, at = take_varint(data, at)
        else:
            size, at = take_varint(data, at) if wire == 2 else ({1: 8, 5: 4}[wire], at)
            value, at = data[at:at + size], at + size
        if wire == 2 and kind in SCHEMA:
            value = decode(value, kind)
        fields.append(Field(message, number, wire, kind, value))
    return fields


def walk(fields):
    """All fields, each with the list that holds it."""
    for field in list(fields):
        yield fields, field
        if isinstance(field.value, list):
            yield from walk(field.value)


def break_scalar(random, field, others):
    if field.wire == 0:
        field.value = random.choice(INTEGERS + [field.value + 1, field.value - 1])
    elif field.wire == 5:
        field.value = struct.pack("<f", random.choice([f for f in FLOATS if abs(f) < 3e38 or f != f]))
    elif field.kind == "integers":
        field.value = b"".join(put_varint(random.choice(INTEGERS)) for _ in range(random.choice([0, 1, 2, 4, 4, 70])))
    elif field.kind == "floats":
        field.value = b"".join(struct.pack("<f", random.choice([0.0, 1.0, -1.0, 1e30, float("nan"), float("inf")])) for _ in range(random.randrange(5)))
    elif field.kind in ("name", "op", "attribute", "text") and random.random() < 0.7:
        field.value = random.choice([o.value for o in others])
    else:
        field.value = random.choice([random.choice(STRINGS), broken_bytes(random, field.value)])


def break_message(random, holder, field, others):
    at, kind = holder.index(field), random.randrange(6)
    if kind == 0:
        del holder[at]
    elif kind == 1:
        holder.insert(random.randrange(len(holder) + 1), field)
    elif kind == 2:
        field.value = []
    elif kind == 3:
        holder[at], to = holder[random.randrange(len(holder))], at
    elif kind == 4:
        field.value = decode(encode(random.choice(others).value), field.kind)
    else:
        field.number = random.choice([1, 2, 5, 6, 7, 11, 12, 25, 100])


def break_onnx(random, data):
    """The model with one to three of its fields broken."""
    fields = decode(data, "Model")
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        groups = {}
        for holder, field in walk(fields):
            groups.setdefault((field.owner, field.number), []).append((holder, field))
        group = groups[random.choice(sorted(groups))]
        holder, field = random.choice(group)
        others = [f for _, f in group]
        if isinstance(field.value, list):
            break_message(random, holder, field, others)
        else:
            break_scalar(random, field, others)
    return encode(fields)
