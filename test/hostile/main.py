#!/usr/bin/env python3
"""Feed hostile inputs to the tools and check that each is refused: a coded message, soon, in little memory, no file left.

    main.py --bin build/bin [--seed N] [--count N] [FOLDER...]

Models of the folders are broken in many ways, --count of each way. All cases follow from the seed. Cases that fail are kept in
the folder --keep.
"""
import argparse
import concurrent.futures
import itertools
import os
import sys

import command_line
import models
import trial

EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/linear/model.onnx")
KINDS = {"cut": "cut_models", "model": "broken_models", "neff": "broken_artifacts", "text": "broken_texts", "npy": "broken_arrays"}


def cases(arguments):
    maker = models.Maker(os.path.abspath(arguments.bin), arguments.seed)
    found = models.find_models(arguments.folders, arguments.largest << 10)
    if "graph" in arguments.kinds:
        yield from maker.all_graphs()
    for kind in arguments.kinds:
        for model in found if kind in KINDS else ():
            yield from getattr(maker, KINDS[kind])(model, arguments.count)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of neuronc, neuron-run and neuron-dump")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=4, help="cases of each kind for each model")
    parser.add_argument("--kinds", nargs="+", choices=[*KINDS, "graph", "commands"], default=[*KINDS, "graph", "commands"])
    parser.add_argument("--largest", type=int, default=2048, help="size in KB of the largest model to break")
    parser.add_argument("--only", help="run the cases whose name contains this")
    parser.add_argument("--keep", help="folder for the files of cases that fail")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=trial.Limits.seconds, help="most CPU time of a case")
    parser.add_argument("--sanitized", action="store_true", help="the tools are sanitized: memory and time say nothing")
    parser.add_argument("folders", nargs="*")
    return parser.parse_args()


def main():
    arguments = parse()
    limits = trial.Limits(seconds=arguments.seconds)
    if arguments.sanitized:
        limits = trial.Limits(seconds=60, memory=0, hang=120, address_space=0)
    counts, failed, slowest, largest = {}, 0, 0, 0
    if "commands" in arguments.kinds and not arguments.only:
        counts["commands"], failed = command_line.run(os.path.abspath(arguments.bin), EXAMPLE)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        todo = (c for c in cases(arguments) if not arguments.only or arguments.only in c.name)
        while batch := list(itertools.islice(todo, 64)):
            for case, (faults, outcome) in zip(batch, pool.map(lambda c: trial.attempt(c, limits, arguments.keep), batch)):
                counts[outcome.status] = counts.get(outcome.status, 0) + 1
                slowest, largest = max(slowest, outcome.seconds), max(largest, outcome.memory)
                failed += bool(faults)
                if faults:
                    print(f"FAILED {case.name}: {', '.join(faults)}\n    {' '.join(case.command)}\n    "
                          + repr(outcome.text[-600:]), flush=True)
    print(f"{sum(counts.values())} cases, {failed} failed; exit statuses {dict(sorted(counts.items(), key=str))}; "
          f"at most {slowest:.1f} s and {largest >> 20} MB")
    return 1 if failed or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
