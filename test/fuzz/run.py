#!/usr/bin/env python3
"""Run fuzz targets: npy, neff, program, readers, onnx, pt2, compile.

    run.py --bin build-asan/bin [--seconds N | --runs N] [--corpus DIR] TARGET...

Starts from seeds (seeds.py) and from the inputs that once failed (corpus/TARGET). With --corpus what is found stays in DIR/TARGET
for the next run. An input that fails is written to the current folder.
"""
import argparse
import os
import subprocess
import sys
import tempfile

import seeds


def run(arguments, target, folder):
    initial, found = os.path.join(folder, "seeds"), os.path.join(arguments.corpus or folder, target)
    os.makedirs(initial, exist_ok=True)
    os.makedirs(found, exist_ok=True)
    for i, data in enumerate(seeds.make(target, arguments.bin)):
        with open(os.path.join(initial, str(i)), "wb") as file:
            file.write(data)
    known = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus", target)
    command = [f"{arguments.bin}/fuzz-{target}", "-timeout=60", "-rss_limit_mb=2500", "-max_len=150000", "-print_final_stats=1", "-verbosity=0"]
    command += [f"-max_total_time={arguments.seconds}"] if arguments.seconds else ["-seed=1", f"-runs={arguments.runs}"]
    folders = [found, initial] + ([known] if os.path.isdir(known) else [])
    return subprocess.run(command + folders, env={**os.environ, "TMPDIR": folder}).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="folder of the targets and the tools")
    parser.add_argument("--seconds", type=int, help="time for each target")
    parser.add_argument("--runs", type=int, default=1000, help="inputs for each target, the same ones each time")
    parser.add_argument("--corpus", help="folder that keeps what a run finds")
    parser.add_argument("targets", nargs="+")
    arguments = parser.parse_args()
    for target in arguments.targets:
        with tempfile.TemporaryDirectory() as folder:
            if status := run(arguments, target, folder):
                print(f"fuzz-{target} failed", file=sys.stderr)
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
