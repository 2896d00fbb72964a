"""Command lines and files that cannot work: each a function that gives (words, expected exit statuses) for a fresh folder."""
import os
import signal
import subprocess
import tempfile
import time

from trial import CODE, is_plain


def scenarios(tools, folder, model):
    """(name, words, exit statuses that are right). No file may change, and none appear."""
    compiler, runner, dump = f"{tools}/neuronc", f"{tools}/neuron-run", f"{tools}/neuron-dump"
    path = lambda name: os.path.join(folder, name)
    os.makedirs(path("folder.onnx"))
    os.makedirs(path("folder.neff"))
    os.symlink(path("loop.onnx"), path("loop.onnx"))
    for name, data in {"text.onnx": b"no model\n", "text.pt2": b"no model\n", "text.neff": b"no artifact\n", "old.neff": b"old", "text.npy": b"no array\n", "empty.onnx": b"",
                       "empty.pt2": b"", "model.onnx": open(model, "rb").read(), "model.txt": b"?"}.items():
        with open(path(name), "wb") as file:
            file.write(data)
    out = ["-o", path("out.neff")]
    yield "missing", [compiler, path("none.onnx"), *out], (6,)
    yield "missing archive", [compiler, path("none.pt2"), *out], (6,)
    yield "link to itself", [compiler, path("loop.onnx"), *out], (6,)
    yield "folder as model", [compiler, path("folder.onnx"), *out], (6,)
    yield "device as model", [compiler, "/dev/zero", *out], (3, 6)
    for name in ("text.onnx", "text.pt2", "empty.onnx", "empty.pt2", "model.txt"):
        yield name, [compiler, path(name), *out], (3,)
    yield "old output stays", [compiler, path("text.onnx"), "-o", path("old.neff")], (3,)
    yield "output is the model", [compiler, path("model.onnx"), "-o", path("model.onnx")], (2,)
    yield "no such folder", [compiler, path("model.onnx"), "-o", path("none/out.neff")], (6,)
    yield "folder as output", [compiler, path("model.onnx"), "-o", path("folder.neff")], (6,)
    yield "full disk", [compiler, path("model.onnx"), "-o", "/dev/full"], (6,)
    yield "read-only folder", [compiler, path("model.onnx"), "-o", "/proc/out.neff"], (6,)
    yield "report to a full disk", [compiler, path("model.onnx"), *out, "--report", "/dev/full"], (6,)
    yield "report to nowhere", [compiler, path("model.onnx"), *out, "--report", path("none/r.json")], (6,)
    yield "timing to nowhere", [compiler, path("model.onnx"), *out, "--timing", path("none/t.json")], (6,)
    yield "level to a full disk", [compiler, path("model.onnx"), "--emit", "nisa", "-o", "/dev/full"], (6,)
    yield "empty name", [compiler, path("model.onnx"), "-o", ""], (2,)
    for value in ("x", "x=", "=1", "x=1,,2", "x=-1", "x=1.5", "x=99999999999999999999", "x=1,2,", "x=a", "x= 1", "0=4611686018427387904,4", "nobody=1", "99=1", "-1=1"):
        yield f"shape {value}", [compiler, path("model.onnx"), *out, "--shape", value], (2, 3)
    for value in ("batch", "batch=", "=3", "nobody=3", "batch=-1", "batch=1e3"):
        yield f"dim {value}", [compiler, path("model.onnx"), *out, "--dim", value], (2, 3)
    for value in ("x", "x=", "=1", "x=one", "nobody=1", "x=1,2,3", "x=@"):
        yield f"const {value}", [compiler, path("model.onnx"), *out, "--const", value], (2, 3, 6)
    yield "const of no array", [compiler, path("model.onnx"), *out, "--const", "x=@" + path("text.npy")], (3,)
    yield "const of nothing", [compiler, path("model.onnx"), *out, "--const", "x=@" + path("none.npy")], (6,)
    for words in (["--target", "trn9"], ["--emit", "all"], ["-O", "7"], ["--auto-cast", "some"], ["--no-such-option"], ["a", "b"]):
        yield f"option {words[0]}", [compiler, path("model.onnx"), *out, *words], (2,)
    yield "nothing", [compiler], (2,)
    for tool, words in ((compiler, ["report"]), (runner, []), (dump, [])):
        for name, statuses in (("none.neff", (6,)), ("folder.neff", (3, 6)), ("text.neff", (3,)), ("empty.onnx", (3,))):
            yield f"{os.path.basename(tool)} {name}", [tool, *words, path(name)], statuses
    yield "assemble nothing", [dump, "--assemble", path("none"), *out], (6,)
    yield "assemble a file", [dump, "--assemble", path("text.neff"), *out], (6,)
    yield "assemble a folder", [dump, "--assemble", path("folder.neff"), *out], (6,)


def listing(folder):
    return {name: open(os.path.join(folder, name), "rb").read() if os.path.isfile(os.path.join(folder, name)) else None for name in os.listdir(folder)}


def faults(words, statuses, folder):
    before = listing(folder)
    done = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
    found = [f"exit status {done.returncode}, not {statuses}"] if done.returncode not in statuses else []
    if not CODE.search(done.stderr):
        found.append("no code in the message")
    if not is_plain(done.stdout + done.stderr):
        found.append("unprintable characters in the message")
    if listing(folder) != before:
        found.append(f"changed files: {sorted(set(listing(folder)) ^ set(before)) or 'content'}")
    return found, done.stderr


def interrupted(tools, model, delay, number, folder):
    """Whether a compile that a signal ends leaves anything but a whole artifact.

    What cannot be caught may leave its temporary file.
    """
    process = subprocess.Popen([f"{tools}/neuronc", model, "-o", os.path.join(folder, "out.neff"), "-q"], stderr=subprocess.DEVNULL)
    time.sleep(delay)
    process.send_signal(number)
    process.wait()
    left = set(os.listdir(folder)) - {"out.neff"}
    if number == signal.SIGKILL:
        left = {name for name in left if not name.startswith("out.neff.partial-")}
    return [f"left {sorted(left)}"] if left else []


def run(tools, model):
    """Prints what is wrong; (number of scenarios, number of faulty ones)."""
    count = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, words, statuses in scenarios(tools, folder, model):
            found, text = faults(words, statuses, folder)
            count, failed = count + 1, failed + bool(found)
            if found:
                print(f"FAILED command line '{name}': {', '.join(found)}\n    {' '.join(words)}\n    {text[-400:]!r}", flush=True)
    for i in range(12):
        with tempfile.TemporaryDirectory() as folder:
            found = interrupted(tools, model, 0.02 * i, signal.SIGTERM if i % 2 else signal.SIGKILL, folder)
            count, failed = count + 1, failed + bool(found)
            if found:
                print(f"FAILED signal after {20 * i} ms: {', '.join(found)}", flush=True)
    return count, failed
