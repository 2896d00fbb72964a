"""Seeds of the fuzz targets: parts of the models in test/e2e and of what the tools make of them."""
import glob
import os
import struct
import subprocess
import tempfile
import zipfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
LARGEST = 100_000


def models(suffix):
    paths = glob.glob(f"{ROOT}/test/e2e/models/**/model{suffix}", recursive=True) + glob.glob(f"{ROOT}/examples/*/model{suffix}")
    return sorted(p for p in paths if os.path.getsize(p) <= LARGEST)


def files(paths):
    return [open(path, "rb").read() for path in paths]


def artifacts(tools):
    """(artifact, text of its program) of all models that are small enough."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for path in models(".onnx") + models(".pt2"):
            target = os.path.join(folder, "a.neff")
            if subprocess.run([f"{tools}/neuronc", path, "-o", target, "-q"], capture_output=True).returncode == 0 and os.path.getsize(target) <= LARGEST:
                subprocess.run([f"{tools}/neuron-dump", target, "-o", f"{folder}/dump"], check=True)
                found += [(open(target, "rb").read(), open(f"{folder}/dump/program_0.txt", "rb").read())]
    return found


def readers():
    """The first byte chooses the reader: archive, pickle, JSON."""
    seeds = []
    for path in models(".pt2"):
        seeds.append(b"\0" + open(path, "rb").read())
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.endswith(".json"):
                    seeds.append(b"\2" + archive.read(name))
                if name.endswith(".pt") and archive.getinfo(name).file_size:
                    with zipfile.ZipFile(archive.open(name)) as inner:
                        seeds += [b"\1" + inner.read(n) for n in inner.namelist() if n.endswith("data.pkl")]
    return seeds


def arrays():
    texts = ["{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", "{'descr': '>i8', 'fortran_order': True, 'shape': (3,), }",
             "{'shape': (), 'descr': '|b1', 'fortran_order': False}", "{'descr': '<f2', 'fortran_order': True, 'shape': (2, 0, 5L), }"]
    return [b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text.encode() + bytes(24) for text in texts]


def make(target, tools):
    if target == "npy":
        return arrays()
    if target == "readers":
        return readers()
    if target in ("neff", "program"):
        return [pair[target == "program"] for pair in artifacts(tools)]
    return files((models(".onnx") if target != "pt2" else []) + (models(".pt2") if target != "onnx" else []))
