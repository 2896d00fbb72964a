"""Breaks exported programs: the archive stays sound, an entry does not; or the archive itself."""
import copy
import io
import json
import zipfile

from absurd import FLOATS, INTEGERS, STRINGS, broken_bytes, swap_contents


def unpack(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(info.filename, archive.read(info)) for info in archive.infolist()]


def pack(entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in entries:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
    return out.getvalue()


def walk(value, key="top"):
    """(container, key, name of the key) of everything in a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for k, inner in list(items):
        name = k if isinstance(value, dict) else key
        yield value, k, name
        yield from walk(inner, name)


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def strange(random, old, others):
    """Something else than `old`, mostly of its type."""
    if random.random() < 0.2:
        return random.choice([None, True, "x", 1e308, -1, [], {}, nested(20), nested(900), {"as_int": 7}, {"as_none": True}])
    if random.random() < 0.3:
        return copy.deepcopy(random.choice(others))
    if isinstance(old, bool) or old is None:
        return random.choice([True, False, 3, "true"])
    if isinstance(old, int):
        return random.choice(INTEGERS + [old + 1, old - 1])
    if isinstance(old, float):
        return random.choice(FLOATS + [10**30])
    if isinstance(old, str):
        return random.choice([random.choice(STRINGS).decode("latin-1"), old[:len(old) // 2], old + "x", "s0*(" * 500, "2**9999999", "0//0", "1/0"])
    if isinstance(old, list):
        return random.choice([[], old[:-1], old + old, old[::-1], old * 50])
    return random.choice([{}, {k: v for k, v in old.items() if random.random() < 0.7}, {"as_none": True}])


def break_json(random, data):
    document = json.loads(data)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        groups = {}
        for holder, key, name in walk(document):
            groups.setdefault(name, []).append((holder, key))
        if not groups:
            break
        group = groups[random.choice(sorted(groups))]
        holder, key = random.choice(group)
        if random.random() < 0.1 and isinstance(holder, dict):
            del holder[key]
        else:
            holder[key] = strange(random, holder[key], [h[k] for h, k in group])
    return json.dumps(document, allow_nan=True).encode()


def break_entry(random, name, data):
    if name.endswith(".json") and random.random() < 0.85:
        return break_json(random, data)
    if name.endswith(".pt") and data and random.random() < 0.85:
        return break_archive(random, data, lambda n: n.endswith("data.pkl"))
    return broken_bytes(random, data)


def break_archive(random, data, is_favourite=lambda name: name.endswith((".json", ".pt"))):
    entries = unpack(data)
    kind = random.randrange(10)
    at = random.randrange(len(entries))
    if kind == 0:
        del entries[at]
    elif kind == 1:
        swap_contents(entries, at, random.randrange(len(entries)))
    else:
        favourites = [i for i, (name, _) in enumerate(entries) if is_favourite(name)]
        at = random.choice(favourites) if favourites and kind > 2 else at
        entries[at] = (entries[at][0], break_entry(random, *entries[at]))
    return pack(entries)


def break_pt2(random, data):
    return broken_bytes(random, data) if random.random() < 0.15 else break_archive(random, data)
