#!/usr/bin/env python3
"""Compile and run folders of models in many ways; a table of what happened.

    zoo_matrix.py --bin build/bin FOLDER...
    zoo_matrix.py --bin build/bin FOLDER... --run= --run=--strict --compile="-O3 --target trn1"
    zoo_matrix.py --bin build/bin FOLDER... --check dump levels same --only '^bert'

A model is model.pt2 or model.onnx beside input_<i>.npy, output_<i>.npy and
meta.json; a folder is searched for models. Outputs must agree within 1e-3
relative plus 1e-4 absolute, models in bf16 within 3e-2. What meta.json may say:

    inputs    [[shape, type]...] or [[name, shape, type]...]; gives --shape where sizes are symbolic
    dynamic   not null if a size of the .pt2 is symbolic
    const     {input: value}: gives --const; the input is not in the signature
    options   further options for neuronc
    rtol atol tolerances

--check: "same" compiles twice, once on one CPU, and compares the bytes; "dump"
takes the artifact apart and assembles it again; "levels" prints every level
and has neuron-opt read it.
"""
import argparse
import concurrent.futures
import filecmp
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

LEVELS = ["neuron", "kernel", "nisa"]


class Failure(Exception):
    """What went wrong, as text."""


def execute(command, what, timeout):
    """Output of a command that must succeed, and its seconds."""
    start = time.time()
    try:
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failure(f"{what}: more than {timeout} s")
    if result.returncode:
        text = (result.stderr + result.stdout).strip()
        raise Failure(f"{what}: exit {result.returncode}: {text[-600:]}")
    return result.stdout, time.time() - start


def numbered(folder, stem):
    return sorted(glob.glob(f"{folder}/{stem}_*.npy"), key=lambda file: int(file.rsplit("_", 1)[1][:-4]))


class Model:
    def __init__(self, path):
        self.path, self.folder = path, os.path.dirname(path)
        file = f"{self.folder}/meta.json"
        self.meta = json.load(open(file)) if os.path.exists(file) else {}
        self.inputs = [row if len(row) == 3 else [str(i), *row] for i, row in enumerate(self.meta.get("inputs", []))]
        self.const = self.meta.get("const", {})

    def name(self):
        return os.path.relpath(self.path, os.path.dirname(self.folder))

    def options(self):
        """Options for neuronc that meta.json asks for."""
        options = list(self.meta.get("options", []))
        for name, value in self.const.items():
            options += ["--const", f"{name}={value}"]
        is_symbolic = self.meta.get("dynamic", self.path.endswith(".onnx")) is not None
        for position, (name, shape, _) in enumerate(self.inputs):
            if shape and is_symbolic and name not in self.const:
                options += ["--shape", f"{position}=" + ",".join(map(str, shape))]
        return options

    def tolerances(self, scale):
        is_bf16 = "bf16" in self.folder or any("bfloat16" in row[2] for row in self.inputs)
        default = (3e-2, 3e-2) if is_bf16 else (1e-3, 1e-4)
        rtol, atol = self.meta.get("rtol", default[0]), self.meta.get("atol", default[1])
        return ["--rtol", str(rtol * scale), "--atol", str(atol * scale)]

    def files(self):
        """Arguments of neuron-run."""
        arguments = []
        for i, file in enumerate(numbered(self.folder, "input")):
            if i >= len(self.inputs) or self.inputs[i][0] not in self.const:
                arguments += ["--input", file]
        for file in numbered(self.folder, "output"):
            arguments += ["--expect", file]
        return arguments


def check_same(tools, neff, compile_command, timeout):
    again = neff + ".again"
    execute(["taskset", "-c", "0", *compile_command, "-o", again], "compile again", timeout)
    if not filecmp.cmp(neff, again, shallow=False):
        raise Failure("same: two compilations differ")


def check_dump(tools, neff, compile_command, timeout):
    execute([f"{tools}/neuron-dump", neff, "-o", neff + ".dump"], "dump", timeout)
    execute([f"{tools}/neuron-dump", "--assemble", neff + ".dump", "-o", neff + ".back"], "assemble", timeout)
    if not filecmp.cmp(neff, neff + ".back", shallow=False):
        raise Failure("dump: the assembled artifact differs")


def check_levels(tools, neff, compile_command, timeout):
    for level in LEVELS:
        text = f"{neff}.{level}"
        execute([*compile_command, "--emit", level, "-o", text], f"emit {level}", timeout)
        execute([f"{tools}/neuron-opt", text, "-o", text + ".again"], f"read {level}", timeout)
        execute([f"{tools}/neuron-opt", text + ".again", "-o", text], f"read {level} again", timeout)
        if not filecmp.cmp(text, text + ".again", shallow=False):
            raise Failure(f"levels: {level} changes when it is printed again")
    execute([*compile_command, "--emit", "program", "-o", neff + ".program"], "emit program", timeout)


CHECKS = {"same": check_same, "dump": check_dump, "levels": check_levels}


def errors_of(file):
    rows = json.load(open(file)).get("compared", [])
    return max((row["max_abs_error"] or 0 for row in rows), default=0)


def test(model, arguments, compile_flags, scratch):
    """The row of a model that passes."""
    neff = os.path.join(scratch, "model.neff")
    command = [f"{arguments.bin}/neuronc", model.path, "-q", *model.options(), *shlex.split(compile_flags)]
    _, seconds = execute([*command, "-o", neff], "compile", arguments.timeout)
    row = [f"{seconds:.2f} s", f"{os.path.getsize(neff) / 1e6:.2f} MB"]
    for check in arguments.check:
        CHECKS[check](arguments.bin, neff, command, arguments.timeout)
    for flags in arguments.run:
        report = os.path.join(scratch, "run.json")
        run = [f"{arguments.bin}/neuron-run", neff, "--json", report, *model.files(), *model.tolerances(arguments.scale)]
        _, seconds = execute(run + shlex.split(flags), f"run {flags}".strip(), arguments.timeout)
        row += [f"{seconds:.2f} s", f"{errors_of(report):.1e}"]
    return row


def row_of(model, arguments, compile_flags):
    with tempfile.TemporaryDirectory() as scratch:
        try:
            return True, ["ok", *test(model, arguments, compile_flags, scratch)]
        except Failure as failure:
            return False, ["FAILED", str(failure)]


def models_of(folders, only, kinds):
    paths = {path for folder in folders for kind in kinds
             for path in glob.glob(f"{folder}/**/model.{kind}", recursive=True)}
    return [model for model in map(Model, sorted(paths)) if re.search(only, model.name())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of the tools")
    parser.add_argument("--compile", action="append", help="options for neuronc; repeated: each set in turn")
    parser.add_argument("--run", action="append", help="options for neuron-run; repeated: one run each (default: one run without)")
    parser.add_argument("--check", nargs="+", default=[], choices=CHECKS)
    parser.add_argument("--only", default="", help="regular expression that NAME/model.pt2 must match")
    parser.add_argument("--kinds", nargs="+", default=["pt2", "onnx"])
    parser.add_argument("--scale", type=float, default=1, help="factor for both tolerances")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for each command")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("folders", nargs="+")
    arguments = parser.parse_args()
    arguments.run = [""] if arguments.run is None else [flags for flags in arguments.run if flags != "none"]
    failed = total = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for flags in arguments.compile or [""]:
            models = models_of(arguments.folders, arguments.only, arguments.kinds)
            for model, (passed, row) in zip(models, pool.map(lambda m: row_of(m, arguments, flags), models)):
                print(f"{model.name():36} {flags:10} " + "  ".join(f"{cell:>9}" for cell in row), flush=True)
                total, failed = total + 1, failed + (not passed)
    print(f"{total - failed} passed, {failed} failed")
    return 1 if failed or not total else 0


if __name__ == "__main__":
    sys.exit(main())
