#!/usr/bin/env python3
"""Compile and run whole models and compare with their stored outputs.

    run.py --bin build/bin FOLDER...

A model is a folder with model.pt2 and/or model.onnx, input_<i>.npy and
output_<i>.npy. `options` in its test.json are flags for neuronc; `rtol` and
`atol` replace 1e-3 and 1e-4. Each model runs in the fast mode, with --strict
(memory checker), and at -O0.
"""
import argparse
import glob
import json
import os
import subprocess
import sys
import tempfile

MODES = [("-O2", []), ("-O2", ["--strict"]), ("-O0", ["--strict"])]


def run(command):
    result = subprocess.run(command, capture_output=True, text=True, errors="replace")
    return result.returncode, (result.stdout + result.stderr).strip()


def numbered(folder, stem):
    files = glob.glob(os.path.join(folder, stem + "_*.npy"))
    return sorted(files, key=lambda f: int(f.rsplit("_", 1)[1][:-4]))


def check(tools, folder, model, config, level, flags):
    """None, or what went wrong."""
    with tempfile.TemporaryDirectory() as scratch:
        neff = os.path.join(scratch, "model.neff")
        status, text = run([f"{tools}/neuronc", model, "-o", neff, "-q", level.replace("-O", "-O")] + config.get("options", []))
        if status:
            return f"compile: exit {status}: {text[-400:]}"
        command = [f"{tools}/neuron-run", neff, "--rtol", str(config.get("rtol", 1e-3)), "--atol", str(config.get("atol", 1e-4))]
        for file in numbered(folder, "input"):
            command += ["--input", file]
        for file in numbered(folder, "output"):
            command += ["--expect", file]
        status, text = run(command + flags)
        return f"run: exit {status}: {text[-400:]}" if status else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of neuronc and neuron-run")
    parser.add_argument("folders", nargs="+")
    arguments = parser.parse_args()
    passed = failed = 0
    models = sorted(f for root in arguments.folders for f in glob.glob(os.path.join(root, "**", "model.*"), recursive=True)
                    if f.endswith((".pt2", ".onnx")))
    for model in models:
        folder = os.path.dirname(model)
        config_file = os.path.join(folder, "test.json")
        config = json.load(open(config_file)) if os.path.exists(config_file) else {}
        for level, flags in MODES:
            error = check(arguments.bin, folder, model, config, level, flags)
            print("ok " if error is None else "FAILED ", os.path.relpath(model), level, *flags, error or "", flush=True)
            passed, failed = passed + (error is None), failed + (error is not None)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
