#!/usr/bin/env python3
"""Print the benchmark: predicted time of each model against its goal and its bound, and what the compile took.

    bench/run.py --bin build-release/bin --models DIR [--python PYTHON]... [NAME...]

Models that are not in DIR are exported first, with the first PYTHON whose packages suffice (torch, transformers, torchvision).
NAMEs are patterns such as 'matmul_*'. Predicted times are deterministic; seconds and memory are those of this host.
"""
import argparse
import fnmatch
import math
import pathlib
import subprocess
import sys

from compiler import Outcome, compile_model
from goals import MEANS, ROWS

HERE = pathlib.Path(__file__).resolve().parent
HEAD = ("model", "target", "goal", "predicted", "", "bound", "ratio", "limit", "traffic", "compile s", "wanted", "MB")
FORM = "{:<30} {:<6} {:>16} {:>13} {:<6} {:>11} {:>6} {:<7} {:>7} {:>9} {:>6} {:>6}"


def exported(name, folder, pythons):
    """Path of the model and why there is none."""
    path, reason = folder / f"{name}.pt2", "no file"
    for python in pythons if not path.exists() else ():
        result = subprocess.run([python, HERE / "export.py", folder, name], capture_output=True, text=True)
        if result.returncode == 0:
            break
        reason = result.stderr.strip().splitlines()[-1]
    return path, "" if path.exists() else reason


def measure(row, arguments):
    path, reason = exported(row.model, arguments.models, arguments.python)
    if reason:
        return Outcome(error=f"not exported: {reason}")
    return compile_model(arguments.bin / "neuronc", path, row.target, row.options)


def line(row, outcome):
    if outcome.error:
        return FORM.format(row.model, row.target, str(row.goal), *[""] * 9).rstrip() + "  " + outcome.error
    verdict = "met" if outcome.predicted_us <= row.goal.limit(outcome) else "MISSED"
    return FORM.format(row.model, row.target, str(row.goal), f"{outcome.predicted_us:.1f} us", verdict, f"{outcome.bound_us:.1f} us",
                       f"{outcome.ratio:.2f}", outcome.limit, f"{outcome.traffic:.2f} x", f"{outcome.seconds:.2f}",
                       f"{row.seconds:g}" if row.seconds else "", f"{outcome.megabytes:.0f}")


def summary(results):
    done = [(row, outcome) for row, outcome in results if not outcome.error]
    met = sum(outcome.predicted_us <= row.goal.limit(outcome) for row, outcome in done)
    yield f"\n{met} of {len(results)} goals met"
    for name, groups, goal in MEANS:
        logs = [math.log(outcome.ratio) for row, outcome in done if row.group in groups]
        if logs:
            yield f"predicted / bound, geometric mean of {name} ({len(logs)} rows): {math.exp(sum(logs) / len(logs)):.2f}, goal {goal}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=["*"], metavar="NAME")
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--models", type=pathlib.Path, required=True)
    parser.add_argument("--python", action="append", help="may be given several times (this one)")
    arguments = parser.parse_args()
    arguments.python = arguments.python or [sys.executable]
    print(FORM.format(*HEAD))
    results = []
    for row in ROWS:
        if any(fnmatch.fnmatch(row.model, name) for name in arguments.names):
            results.append((row, measure(row, arguments)))
            print(line(*results[-1]), flush=True)
    print("\n".join(summary(results)))
    return any(outcome.error for _, outcome in results)


if __name__ == "__main__":
    sys.exit(main())
