"""Breaks .npy files, and the text forms: programs as neuron-dump prints them, and IR."""
import re

from absurd import INTEGERS, STRINGS, broken_bytes


def break_npy(random, data):
    length = 10 + data[8] + 256 * data[9]
    head, body = data[10:length], data[length:]
    kind = random.randrange(8)
    if kind == 0:
        return broken_bytes(random, data)
    if kind == 1:
        return data[:random.randrange(len(data))]
    if kind == 2:
        return data + b"\0"
    shapes = [b"(1000000000000,)", b"(4611686018427387904, 4)", b"(-1, 4)", b"(0, 99999999999999999999)", b"(((((", b"(1,)" * 100,
              b"(" + b"1, " * 70 + b")", b"(2, 0, 3)", b"()", b"None"]
    descriptions = [b"'|O'", b"'<U8'", b"[('a', '<f4')]", b"'>f4'", b"'<f16'", b"''", b"'<c8'", b"'|S1000000000'", b"'<f4", b"'<i8'"]
    if kind < 5:
        head = re.sub(rb"\([^)]*\)", random.choice(shapes), head, count=1)
    elif kind == 5:
        head = re.sub(rb"'[<>|=][^']*'", random.choice(descriptions), head, count=1)
    elif kind == 6:
        head = head.replace(b"False", random.choice([b"True", b"None", b"0"]))
    else:
        head = broken_bytes(random, head)
    size = random.choice([len(head), len(head), 0, 65535])
    return data[:6] + random.choice([b"\1\0", b"\1\0", b"\2\0", b"\0\0", b"\xff\xff"]) + size.to_bytes(2, "little") + head + body


def break_lines(random, data):
    """Program text or IR with words and numbers of one to three lines changed."""
    lines = data.split(b"\n")
    for _ in range(random.choice([1, 1, 2, 3])):
        at, kind = random.randrange(len(lines)), random.randrange(6)
        words = re.findall(rb"-?\d+|\w+|\W", lines[at])
        if kind == 0 and len(lines) > 1:
            del lines[at]
        elif kind == 1:
            lines.insert(random.randrange(len(lines)), lines[at])
        elif kind == 2:
            lines[at] = broken_bytes(random, lines[at])
        elif words:
            numbers = [i for i, word in enumerate(words) if re.fullmatch(rb"-?\d+", word)]
            i = random.choice(numbers) if numbers and kind > 3 else random.randrange(len(words))
            other = re.findall(rb"-?\d+|\w+|\W", random.choice(lines))
            words[i] = random.choice([b"%d" % random.choice(INTEGERS), random.choice(STRINGS), random.choice(other or [b""])])
            lines[at] = b"".join(words)
    return b"\n".join(lines)
