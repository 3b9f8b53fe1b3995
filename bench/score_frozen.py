#!/usr/bin/env python3
"""How far predictions that were written down before are from a recording that was made after.

usage: score_frozen.py PREDICTIONS.csv RECORDING.jsonl [--worst N]

PREDICTIONS.csv is what predict_settings.py wrote. Two settings of a kernel whose times differ by a fifth or more are a pair; it is
in the right order where the prediction has the same one first.
"""
import csv
import itertools
import sys

import recording_lines
from score_table import quantile


def settings_of(recording):
    """Of each result the kernel, the words of its setting, and its median time with cold caches in milliseconds."""
    for result in recording_lines.read(recording)[1]:
        if result.get("cold"):
            words = {**result["parameters"], **result["sizes"]}
            yield result["kernel"], {name: str(value) for name, value in words.items()}, result["cold"]["median"]


def main():
    worst = int(sys.argv[sys.argv.index("--worst") + 1]) if "--worst" in sys.argv else 0
    measured = list(settings_of(sys.argv[2]))
    found, kernels, missing = [], {}, 0
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            wanted = dict(word.split("=") for word in row["setting"].split())
            times = [time for kernel, words, time in measured
                     if kernel == row["kernel"] and all(words.get(name) == value for name, value in wanted.items())]
            if len(times) != 1 or not row["predicted"]:
                missing += 1
                continue
            predicted = float(row["predicted"])
            found.append((predicted / times[0], times[0], row))
            kernels.setdefault(row["kernel"], []).append((predicted, times[0]))
    errors = [abs(ratio - 1) for ratio, _, _ in found]
    inside = sum(float(row["low"]) <= time <= float(row["high"]) for _, time, row in found)
    high = [ratio for ratio, _, row in found if row["confidence"] == "high"]
    pairs = [(a, b) for settings in kernels.values() for a, b in itertools.combinations(settings, 2)
             if max(a[1], b[1]) >= 1.2 * min(a[1], b[1])]
    right = sum((a[0] < b[0]) == (a[1] < b[1]) for a, b in pairs)
    print(f"{len(found)} settings, {missing} without a prediction or a time: median {100 * quantile(errors, 0.5):.1f} %, nine of ten "
          f"{100 * quantile(errors, 0.9):.0f} %, inside {100 * inside / len(found):.0f} %; high and off by more than half "
          f"{sum(abs(ratio - 1) > 0.5 for ratio in high)} of {len(high)}; pairs in order {right} of {len(pairs)}")
    for name, settings in kernels.items():
        of_kernel = [abs(predicted / time - 1) for predicted, time in settings]
        print(f"| `{name}` | {len(of_kernel)} | {100 * quantile(of_kernel, 0.5):.1f} % | {100 * max(of_kernel):.0f} % | "
              f"{min(p / t for p, t in settings):.2f} to {max(p / t for p, t in settings):.2f} |")
    for ratio, time, row in sorted(found, key=lambda each: -abs(each[0] - 1))[:worst]:
        print(f"{ratio:.2f} {row['kernel']} {row['setting']} measured {time:.4g} ms, {row['confidence']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
