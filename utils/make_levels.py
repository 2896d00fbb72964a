#!/usr/bin/env python3
"""Write docs/levels.md: a small model at each level of the compiler.

    make_levels.py --bin build/bin           writes the page
    make_levels.py --bin build/bin --check   fails if the page is not up to date
"""
import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/levels.md"
MODEL = "examples/linear/model.onnx"
INTRO = f"""# One model at every level

`y = relu(x W + b)` with `x` of 8 x 64 and `W` of 64 x 32 (`{MODEL}`), as `neuronc --emit LEVEL` prints it. The page is
written by `utils/make_levels.py`. What each level promises is in [architecture.md](architecture.md).
"""
LEVELS = {
    "neuron": ("The graph", "What is computed: tensor values and a closed set of operations. Weights are names; their bytes stay in the model file."),
    "kernel": ("Kernels", "What is computed together: the bias and the activation have become the epilogue of the product."),
    "nisa": ("Instructions", "Where: buffers in HBM, SBUF and PSUM, counted loops, one operation for each instruction of the machine. The order is sequential."),
    "program": ("Program", "When: addresses are assigned, each engine has its stream, and waits name the instruction of another stream that has to be done."),
}


def emit(tools, level):
    command = [str(tools / "neuronc"), MODEL, "--emit", level]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(command)}: exit status {result.returncode}\n{result.stderr}")
    return result.stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=pathlib.Path, help="folder of neuronc")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    parts = [INTRO]
    for level, (title, sentence) in LEVELS.items():
        language = "text" if level == "program" else "mlir"
        parts.append(f"## {title}: `--emit {level}`\n\n{sentence}\n\n```{language}\n{emit(arguments.bin.resolve(), level)}\n```\n")
    text = "\n".join(parts)
    if not arguments.check:
        PAGE.write_text(text)
        return 0
    if PAGE.exists() and PAGE.read_text() == text:
        return 0
    print(f"docs/levels.md is not up to date: run utils/make_levels.py --bin {arguments.bin}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
