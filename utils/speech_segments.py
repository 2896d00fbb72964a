#!/usr/bin/env python3
"""Print where a recording has speech, from the detector's probabilities.

    speech_segments.py PROBABILITIES.npy

One probability for each 512 new samples at 16 kHz. Speech begins above 0.5 and
ends after 0.3 s below 0.35, as the model's authors advise.
"""
import sys

import numpy as np

STEP = 512 / 16000
BEGIN, END, PAUSE = 0.5, 0.35, 0.3


def segments(probabilities):
    start = quiet = None
    for i, p in enumerate(probabilities):
        time = i * STEP
        if p >= BEGIN:
            start = time if start is None else start
            quiet = None
        elif start is not None and p < END:
            quiet = time if quiet is None else quiet
            if time - quiet >= PAUSE:
                yield start, quiet
                start = quiet = None
    if start is not None:
        yield start, quiet or len(probabilities) * STEP


def main():
    probabilities = np.load(sys.argv[1]).ravel()
    print(f"recording of {len(probabilities) * STEP:.2f} s; speech:")
    found = list(segments(probabilities))
    for start, end in found:
        print(f"  {start:6.2f} s to {end:6.2f} s")
    if not found:
        print("  none")


if __name__ == "__main__":
    main()
