#!/usr/bin/env python3
"""Export models of the benchmarks: export.py OUT NAME... writes OUT/NAME.pt2. Needs torch, and what the model needs."""
import pathlib
import sys

import torch

from models import MODELS


def export(name, path):
    torch.manual_seed(0)
    module, inputs = MODELS[name]()
    program = torch.export.export(module.eval(), inputs)
    program._example_inputs = None  # they would be kept in the file
    whole = path.with_suffix(".part.pt2")
    torch.export.save(program, whole)
    whole.rename(path)


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:]:
        export(name, out / f"{name}.pt2")


if __name__ == "__main__":
    main()
