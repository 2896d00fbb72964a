#!/usr/bin/env python3
"""Packs the small ones of the ONNX project's own backend tests that the importer passes.

    make_node_tests.py RUNNER OUT.tar.xz     (pip install onnx numpy; RUNNER is build/bin/neuron-onnx-conformance)

A case becomes NAME/model.onnx and NAME/test_data_set_0/{input,output}_I.pb. Cases above 8 KB are left out. The tests
are part of onnx (Apache-2.0), version 1.23.2 for the packed file in this folder.
"""
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import warnings

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.test.case.node import collect_testcases

LIMIT = 8192
warnings.filterwarnings("ignore")


def files_of(case):
    """Path and bytes of each file of a case; nothing if it holds more than tensors."""
    files = {"model.onnx": case.model.SerializeToString()}
    for kind, values in zip(("input", "output"), case.data_sets[0]):
        for i, value in enumerate(values):
            if isinstance(value, list) or value is None:
                return None
            proto = value if isinstance(value, onnx.TensorProto) else numpy_helper.from_array(np.asarray(value))
            files[f"test_data_set_0/{kind}_{i}.pb"] = proto.SerializeToString()
    return files if sum(map(len, files.values())) <= LIMIT else None


def main():
    runner, out = sys.argv[1:]
    cases = {case.name: files_of(case) for case in collect_testcases(None) if case.data_sets}
    cases = {name: files for name, files in sorted(cases.items()) if files}
    with tempfile.TemporaryDirectory() as folder:
        for name, files in cases.items():
            os.makedirs(f"{folder}/{name}/test_data_set_0")
            for path, data in files.items():
                with open(f"{folder}/{name}/{path}", "wb") as file:
                    file.write(data)
        lines = subprocess.run([runner] + [f"{folder}/{name}" for name in cases], capture_output=True, text=True).stdout
    passed = {line.split()[1] for line in lines.splitlines() if line.startswith("PASS ")}
    with tarfile.open(out, "w:xz", preset=9) as tar:
        for name in sorted(passed):
            for path, data in sorted(cases[name].items()):
                info = tarfile.TarInfo(f"{name}/{path}")
                info.size = len(data)
                tar.addfile(info, io.BytesIO(data))
    print(len(passed), "of", len(cases), "cases,", os.path.getsize(out), "bytes")


main()
