"""Values that no sound file holds, and ways to break bytes."""
INTEGERS = [0, 1, -1, 2, -2, 127, 255, 256, 65535, 65536, 1 << 20, (1 << 31) - 1, 1 << 31, -(1 << 31), (1 << 32) - 1, 1 << 32, 1 << 40,
            10**18, 1 << 61, 1 << 62, (1 << 63) - 1, -(1 << 63), 12345]
FLOATS = [0.0, -0.0, 1.0, -1.0, 1e30, -1e30, 1e-30, 1e308, float("inf"), float("-inf"), float("nan"), 0.5, 3e9]
STRINGS = [b"", b"a", b"\x00", b"\xff\xfe\x80", b"\x1b[31mred\x1b[0m", b"x" * 5000, b"../../etc/passwd", b"/dev/zero", b"%s%n%d", b"'\"\\\n\r\t",
           "\u202egnp.exe".encode(), b"{}", b"]]>", b"main", b"-1", b"1e999"]


def broken_bytes(random, data):
    """`data` cut, lengthened, flipped, zeroed or with a part moved."""
    data = bytearray(data)
    kind = random.randrange(6)
    if not data or kind == 0:
        return bytes(data) + random.randbytes(random.choice([1, 8, 100]))
    at = random.randrange(len(data))
    if kind == 1:
        return bytes(data[:at])
    if kind == 2:
        for _ in range(random.choice([1, 1, 2, 8])):
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    elif kind == 3:
        data[at] = random.choice([0, 1, 127, 128, 255])
    elif kind == 4:
        length = random.choice([1, 4, 64, 4096])
        data[at:at + length] = bytes(len(data[at:at + length]))
    else:
        length, to = random.choice([1, 4, 64, 512]), random.randrange(len(data))
        data[to:to] = data[at:at + length]
        del data[at:at + length]
    return bytes(data)


def swap_contents(members, a, b):
    """Gives two of [(name, data)] each other's data."""
    members[a], members[b] = (members[a][0], members[b][1]), (members[b][0], members[a][1])


def cuts(size, count):
    """Where to cut a file: near both ends, and evenly between."""
    near = [0, 1, 3, 8, 21, 22, 64, size - 1, size - 2, size - 22, size - 64]
    even = [size * i // (count + 1) for i in range(1, count + 1)]
    return sorted({at for at in near + even if 0 <= at < size})
