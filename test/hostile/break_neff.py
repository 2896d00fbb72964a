"""Breaks artifacts: as bytes, or behind hashes that are right again, so that the deeper checks have to find it."""
import hashlib
import json
import struct

from absurd import INTEGERS, broken_bytes, swap_contents
from break_pt2 import break_json

HEADER, BLOCK, CHUNK = 1024, 512, 8 << 20
DATA_SIZE, HASH, UUID = 16, 172, 204  # places in the header


def padded(data):
    return data + bytes(-len(data) % BLOCK)


def unpack(file):
    """[(name, data)] of the archive behind the header."""
    members, at = [], HEADER
    while file[at]:
        size = int(file[at + 124:at + 135], 8)
        members.append((file[at:at + 100].rstrip(b"\0").decode(), file[at + BLOCK:at + BLOCK + size]))
        at += BLOCK + size + -size % BLOCK
    return members


def tar_header(name, size):
    head = bytearray(BLOCK)
    fields = [(0, name.encode()[:100]), (100, b"0000644\0"), (108, b"0000000\0"), (116, b"0000000\0"), (124, b"%011o\0" % size),
              (136, b"00000000000\0"), (148, b" " * 8), (156, b"0"), (257, b"ustar\0"), (263, b"00")]
    for at, data in fields:
        head[at:at + len(data)] = data
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head)


def npy_parts(data):
    length = 10 + data[8] + 256 * data[9] if len(data) > 10 else 0
    return data[:length], data[length:]


def aligned(head, position):
    """The .npy header padded so that the data begin at a multiple of 4096."""
    text = head[10:].rstrip(b" \n")
    text += b" " * (-(position + 10 + len(text) + 1) % 4096) + b"\n"
    return head[:8] + struct.pack("<H", len(text)) + text


def is_weight(name):
    return name.startswith("weights/") and name.endswith(".npy")


def pack(header, members):
    """The file with all hashes and sizes right; weights at their places."""
    out, hashes, weights = bytearray(header[:HEADER]), {}, {}
    for name, data in members:
        if name == "hashes.json":
            continue
        if is_weight(name) and npy_parts(data)[0]:
            head, body = npy_parts(data)
            head = aligned(head, len(out) + BLOCK)
            weights[name] = [hashlib.sha256(body[i:i + CHUNK]).hexdigest() for i in range(0, len(body), CHUNK)]
            hashes[name], data = hashlib.sha256(head).hexdigest(), head + body
        else:
            hashes[name] = hashlib.sha256(data).hexdigest()
        out += tar_header(name, len(data)) + padded(data)
    listing = json.dumps({"schema_version": 1, "members": hashes, "chunk_bytes": CHUNK, "weights": weights}).encode()
    out += tar_header("hashes.json", len(listing)) + padded(listing) + bytes(2 * BLOCK)
    out[DATA_SIZE:DATA_SIZE + 8] = struct.pack("<Q", len(out) - HEADER)
    digest = hashlib.sha256(listing).digest()
    out[HASH:HASH + 32], out[UUID:UUID + 16] = digest, digest[:16]
    return bytes(out)


def varint(value):
    value = (value << 1 ^ value >> 63) & (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def break_stream(random, data):
    """Flipped bytes, or numbers replaced by absurd ones."""
    if random.random() < 0.5 or len(data) < 6:
        return broken_bytes(random, data)
    at = random.randrange(4, len(data))
    return data[:at] + varint(random.choice(INTEGERS)) + data[at + 1:]


def break_member(random, name, data):
    if name.endswith(".json") and random.random() < 0.8:
        return break_json(random, data)
    if name.endswith(".bin"):
        return break_stream(random, data)
    return broken_bytes(random, data)


def break_neff(random, file):
    """A broken artifact, and whether it may still be sound."""
    if random.random() < 0.25:
        end = file.index(b"weights/", HEADER) if b"weights/" in file[HEADER:] else len(file)
        broken = broken_bytes(random, file[:end]) + file[end:] # weight data are hashed on request only
        return broken, broken == file
    members = unpack(file)
    kind = random.randrange(8)
    at = random.randrange(len(members))
    if kind == 0:
        del members[at]
    elif kind == 1:
        swap_contents(members, at, random.randrange(len(members)))
    elif kind == 2:
        members.insert(at, (random.choice(["extra", "weights/extra.npy", "sg01/def.json", members[at][0]]), members[at][1]))
    else:
        names = [i for i, (name, _) in enumerate(members) if name.endswith((".bin", "def.json", "neff.json"))]
        at = random.choice(names) if kind > 3 else at
        members[at] = (members[at][0], break_member(random, *members[at]))
    return pack(file, members), True
