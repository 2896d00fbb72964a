#!/usr/bin/env python3
"""Compile and run the ONNX project's backend tests and sort the outcomes.

    onnx_backend.py TESTS [--bin build/bin] [--only WORD] [--json FILE]     (pip install onnx numpy ml_dtypes)

TESTS has the layout of onnx/backend/test/data: folders such as node or simple with NAME/model.onnx and
NAME/test_data_set_K/{input,output}_I.pb (`backend-test-tools generate-data -o TESTS` writes those of the installed
onnx), and light with NAME.onnx and NAME_output_0.pb, whose input is arange(n) / n as onnx's own runner makes it.

Each test is a run of neuronc and of `neuron-run --expect` for each of its data sets:
  pass     neuron-run has compared every output and says that they agree
  const    the same, after the compiler asked for values of the run (NRN-E4004): integer and bool inputs, and floats
           of up to 16 elements beyond the first input, given with --const, the last input first
  refused  neuronc exits with 3, 4 or 5 and a code below NRN-E9000
  wrong    an output differs in value, type or shape
  crash    all else: a signal, exit 70, no code, a failing run, a type the files cannot hold, --timeout seconds

Floats of 32 bits have to agree within rtol 1e-3 and atol 1e-4. Results of fewer bits may be one rounding off, as the
references round in another order: 1e-2 for f16, 2e-2 for bf16, 0.13 and 0.25 for fp8 with 3 and 2 bits of mantissa.
f64 is computed in f32, as NRN-E8001 says: a reference beyond the range of f32 counts as infinite. Of random numbers
without a seed, which no two programs have in common, type and shape are compared.
Exit status 1 if anything is wrong or crashed.
"""
import argparse
import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import numpy_helper

LOOSE = {"float16": 1e-2, "bfloat16": 2e-2, "float8_e4m3fn": 0.13, "float8_e5m2": 0.25}
RANDOM = {"Bernoulli", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"}
OUTCOMES = ("pass", "const", "refused", "wrong", "crash")


class Outcome(Exception):
    """Ends a test: one of OUTCOMES, and why."""


def load(path, type_proto):
    """The value of a .pb file: an array, or None for what is no tensor (sequences, empty optionals)."""
    if type_proto.WhichOneof("value") == "optional_type":
        optional = onnx.OptionalProto.FromString(open(path, "rb").read())
        tensor = optional.tensor_value
        return numpy_helper.to_array(tensor) if optional.elem_type == 1 and tensor.data_type else None
    if type_proto.WhichOneof("value") != "tensor_type":
        return None
    return numpy_helper.to_array(onnx.TensorProto.FromString(open(path, "rb").read()))


def save(path, array):
    """As .npy; floats that NumPy lacks as float32, which is what neuron-run takes and gives."""
    kinds = array.dtype.kind
    if kinds == "V" or array.dtype.name.startswith(("bfloat", "float8")):
        array = array.astype(np.float32)
    np.save(path, np.ascontiguousarray(array).reshape(array.shape))
    return path


class Test:
    """A model and its data sets."""

    def __init__(self, folder, name, model, data_sets):
        self.folder, self.name, self.model, self.data_sets = folder, name, model, data_sets

    def read(self):
        graph = onnx.load(self.model).graph
        given = {tensor.name for tensor in graph.initializer}
        return [v for v in graph.input if v.name not in given], list(graph.output)

    def is_random(self):
        return any(node.op_type in RANDOM for node in onnx.load(self.model).graph.node)


def find_tests(root):
    tests = []
    for folder in sorted(os.listdir(root)):
        for model in sorted(glob.glob(f"{root}/{folder}/*/model.onnx")):
            base = os.path.dirname(model)
            tests.append(Test(folder, os.path.basename(base), model, sorted(glob.glob(base + "/test_data_set_*"))))
        for model in sorted(glob.glob(f"{root}/{folder}/*.onnx")):
            tests.append(Test(folder, os.path.basename(model)[:-5], model, [None]))
    return tests


def values_of(test, data_set, kind, infos):
    """The arrays of one side of a data set, in the order of `infos`."""
    if data_set:
        files = [f"{data_set}/{kind}_{i}.pb" for i in range(len(infos))]
        return [load(file, info.type) if os.path.exists(file) else None for file, info in zip(files, infos)]
    if kind == "output":
        return [load(f"{test.model[:-5]}_output_{i}.pb", info.type) for i, info in enumerate(infos)]
    shapes = [[d.dim_value for d in info.type.tensor_type.shape.dim] for info in infos]
    return [(np.arange(np.prod(s)) / np.prod(s)).astype(np.float32).reshape(s) for s in shapes]


def in_range(array):
    """f64 with infinities for what f32 has no numbers for."""
    if array.dtype != np.float64:
        return array
    with np.errstate(over="ignore"):
        return np.where(np.isinf(array.astype(np.float32)), array.astype(np.float32), array)


def is_parameter(array, is_first):
    return array.dtype.kind in "iub" or (array.dtype.kind == "f" and array.size <= 16 and not is_first)


class Runner:
    def __init__(self, tools, timeout):
        self.tools, self.timeout = tools, timeout

    def call(self, tool, arguments):
        try:
            done = subprocess.run([f"{self.tools}/{tool}"] + arguments, capture_output=True, timeout=self.timeout)
        except subprocess.TimeoutExpired:
            raise Outcome("crash", f"{tool} ran for more than {self.timeout} s")
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace").strip()

    def compile(self, model, neff, flags):
        """None, or the code of the refusal and its message."""
        status, text = self.call("neuronc", [model, "-o", neff, "-q"] + flags)
        if status == 0:
            return None
        code = re.search(r"NRN-E(\d{4})", text)
        if status not in (3, 4, 5) or not code or code[1] >= "9000":
            raise Outcome("crash", f"neuronc: exit {status}: {text[-500:]}")
        if os.path.exists(neff):
            raise Outcome("crash", f"neuronc: exit {status}, but there is an artifact")
        return code[1], text

    def run(self, neff, inputs, outputs, scratch):
        """Compares; `inputs` maps positions to arrays."""
        report = f"{scratch}/report.json"
        loose = max((LOOSE.get(a.dtype.name, 0) for a in outputs), default=0)
        arguments = [neff, "--json", report, "--rtol", str(loose or 1e-3), "--atol", str(loose or 1e-4)]
        for name, array in inputs:
            arguments += ["--input", f"{name}={save(f'{scratch}/in_{len(arguments)}.npy', array)}"]
        for array in outputs:
            arguments += ["--expect", save(f"{scratch}/out_{len(arguments)}.npy", in_range(array))]
        status, text = self.call("neuron-run", arguments)
        if status not in (0, 1):
            raise Outcome("crash", f"neuron-run: exit {status}: {text[-500:]}")
        compared = json.load(open(report)).get("compared", [])
        if status == 1 or len(compared) != len(outputs) or not all(row["passed"] for row in compared):
            raise Outcome("wrong", text[-500:])

    def draw(self, neff, inputs, outputs, scratch):
        """Compares types and shapes."""
        arguments = [neff, "--output-dir", f"{scratch}/drawn"]
        for name, array in inputs:
            arguments += ["--input", f"{name}={save(f'{scratch}/in_{len(arguments)}.npy', array)}"]
        status, text = self.call("neuron-run", arguments)
        if status != 0:
            raise Outcome("crash", f"neuron-run: exit {status}: {text[-500:]}")
        for i, array in enumerate(outputs):
            drawn = np.load(f"{scratch}/drawn/output_{i}.npy")
            if (drawn.dtype, drawn.shape) != (array.dtype, array.shape):
                raise Outcome("wrong", f"output {i} is {drawn.dtype}{drawn.shape}, not {array.dtype}{array.shape}")

    def run_data_set(self, test, data_set, scratch):
        """True if constants had to be given."""
        infos, out_infos = test.read()
        arrays = values_of(test, data_set, "input", infos)
        outputs = values_of(test, data_set, "output", out_infos)
        flags = []
        for info, array in zip(infos, arrays):
            dims = info.type.tensor_type.shape.dim
            if array is not None and any(not d.HasField("dim_value") for d in dims):
                flags += ["--shape", f"{info.name}=" + ",".join(map(str, array.shape))]
        neff = f"{scratch}/model.neff"
        refusal = self.compile(test.model, neff, flags)
        constant = set()
        for info, array in reversed(list(zip(infos, arrays))):
            if not refusal or refusal[0] != "4004" or array is None or not is_parameter(array, info is infos[0]):
                continue
            constant.add(info.name)
            flags += ["--const", f"{info.name}=@{save(f'{scratch}/const_{len(constant)}.npy', array)}"]
            refusal = self.compile(test.model, neff, flags)
        if refusal:
            raise Outcome("refused", refusal[1], refusal[0])
        if any(array is None for array in outputs) or not outputs:
            raise Outcome("crash", "compiled, but the expected outputs are no tensors")
        given = [(i.name, a) for i, a in zip(infos, arrays) if i.name not in constant and a is not None]
        (self.draw if test.is_random() else self.run)(neff, given, outputs, scratch)
        return bool(constant)

    def __call__(self, test):
        """The outcome, its message, and for refusals the code."""
        try:
            with tempfile.TemporaryDirectory() as scratch:
                constants = [self.run_data_set(test, data_set, scratch) for data_set in test.data_sets]
            if not constants:
                return "crash", "the test has no data", ""
            return ("const" if any(constants) else "pass"), "", ""
        except Outcome as outcome:
            return (*outcome.args, "")[:3]
        except Exception as error:  # what the files hold is not what they declare
            return "crash", f"{type(error).__name__}: {error}", ""


def print_table(rows):
    folders = list(dict.fromkeys(test.folder for test, _ in rows))
    print(f"{'':20}" + "".join(f"{o:>9}" for o in OUTCOMES) + "    tests")
    for folder in folders:
        counts = collections.Counter(result[0] for test, result in rows if test.folder == folder)
        print(f"{folder:20}" + "".join(f"{counts[o]:9}" for o in OUTCOMES) + f"{sum(counts.values()):9}")
        codes = collections.Counter(result[2] for test, result in rows if test.folder == folder and result[2])
        if codes:
            print(" " * 20 + "refused: " + ", ".join(f"{n} x NRN-E{code}" for code, n in codes.most_common()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", help="folder with the tests")
    parser.add_argument("--bin", default="build/bin", help="folder of neuronc and neuron-run")
    parser.add_argument("--only", default="", help="run tests whose FOLDER/NAME matches this regular expression")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for each command")
    parser.add_argument("--jobs", type=int, default=2, help="tests at a time")
    parser.add_argument("--json", help="write the outcome of each test to this file")
    parser.add_argument("--list", action="store_true", help="list the refusals too")
    arguments = parser.parse_args()
    tests = [t for t in find_tests(arguments.tests) if re.search(arguments.only, f"{t.folder}/{t.name}")]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        rows = list(zip(tests, pool.map(Runner(arguments.bin, arguments.timeout), tests)))
    for test, (outcome, text, _) in rows:
        if outcome in ("wrong", "crash") or (arguments.list and outcome == "refused"):
            print(f"{outcome.upper()} {test.folder}/{test.name}: {text}")
    print_table(rows)
    if arguments.json:
        json.dump({f"{t.folder}/{t.name}": r for t, r in rows}, open(arguments.json, "w"), indent=1)
    return 1 if not rows or any(result[0] in ("wrong", "crash") for _, result in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
