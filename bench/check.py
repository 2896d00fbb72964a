#!/usr/bin/env python3
"""Hold the predicted times of small models against the recorded ones.

    bench/check.py --bin build/bin            fails when a row is more than 5 % slower than recorded.json says
    bench/check.py --bin build/bin --update   records the times of today

Predictions are deterministic: a row that is slower has slower code, or the clock has changed.
"""
import argparse
import concurrent.futures
import json
import pathlib
import sys
import tempfile

from compiler import compile_model
from small import GRAPHS

HERE = pathlib.Path(__file__).resolve().parent
RECORDED = HERE / "recorded.json"
MODELS = HERE.parent / "test/e2e/models"
NETWORKS = ["lenet", "mlp_bf16", "gru", "kv_decode_step", "moe", "selective_scan", "conv1d_grouped", "attention_masked_row"]
TARGETS = ["inf2", "trn2"]
TOLERANCE = 1.05


def cases(folder):
    """Name, model and target of each row."""
    for number, (name, data) in enumerate(GRAPHS.items()):
        path = folder / f"{number}.onnx"
        path.write_bytes(data)
        yield from ((f"{name}, {target}", path, target) for target in TARGETS)
    for name in NETWORKS:
        yield f"{name}, trn2", MODELS / name / "model.pt2", "trn2"


def measure(neuronc):
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        rows = list(cases(pathlib.Path(folder)))
        outcomes = pool.map(lambda row: compile_model(neuronc, row[1], row[2], ["--auto-cast", "matmult"]), rows)
        return {row[0]: outcome for row, outcome in zip(rows, outcomes)}


def verdict(outcome, recorded):
    if outcome.error:
        return outcome.error, False
    if recorded is None:
        return "not recorded: --update", False
    change = outcome.predicted_us / recorded
    return f"{100 * (change - 1):+.1f} %", change <= TOLERANCE


def compare(outcomes, recorded):
    """Lines of the table, and how many rows are bad."""
    lines, bad = [], 0
    for name, outcome in outcomes.items():
        text, good = verdict(outcome, recorded.get(name))
        bad += not good
        numbers = "" if outcome.error else f"{outcome.predicted_us:>10.2f} us {outcome.bound_us:>9.2f} us {outcome.ratio:>7.2f}"
        lines.append(f"{'ok' if good else 'FAIL':<5} {name:<42} {numbers}  {text}")
    for name in recorded.keys() - outcomes.keys():
        bad += 1
        lines.append(f"FAIL  {name:<42} recorded, but no longer measured")
    return lines, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--update", action="store_true")
    arguments = parser.parse_args()
    outcomes = measure(arguments.bin / "neuronc")
    if arguments.update and not any(outcome.error for outcome in outcomes.values()):
        times = {name: round(outcome.predicted_us, 2) for name, outcome in outcomes.items()}
        RECORDED.write_text(json.dumps(times, indent=1) + "\n")
    lines, bad = compare(outcomes, json.loads(RECORDED.read_text()))
    print(f"      {'model':<42} {'predicted':>13} {'bound':>12} {'ratio':>7}  against the record")
    print("\n".join(lines))
    print(f"{len(outcomes)} rows, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
