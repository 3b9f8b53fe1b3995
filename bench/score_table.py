#!/usr/bin/env python3
"""The tables of a scoring: how far the predictions of bench_score_predictions are from what was measured.

score_table.py SCORES.csv [--worst N]
"""

import collections
import csv
import itertools
import statistics
import sys


def quantile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))] if values else float("nan")


def group_of(row):
    """The kernel at one size: all knobs of it are compared with each other."""
    sizes = [word for word in row["setting"].split() if word.split("=")[0] in ("n", "nx", "ny", "m", "k", "blocks", "rows", "columns")]
    return row["kernel"], " ".join(sizes)


def rank(rows):
    """The share of pairs whose times differ by 1.5 and more that are in the right order, from -1 to 1."""
    right = wrong = 0
    for a, b in itertools.combinations(rows, 2):
        if max(a["cold"], b["cold"]) < 1.5 * min(a["cold"], b["cold"]):
            continue
        if (a["cold"] < b["cold"]) == (a["predicted"] < b["predicted"]):
            right += 1
        else:
            wrong += 1
    return (right - wrong) / (right + wrong) if right + wrong >= 5 else None


def loss(rows):
    """How much longer the setting takes that is predicted to be the fastest than the one that is."""
    best = min(rows, key=lambda row: row["predicted"])["cold"]
    return best / min(row["cold"] for row in rows) - 1


def line(name, rows):
    if not rows:
        return
    errors = [abs(row["predicted"] / row["cold"] - 1) for row in rows]
    hot = [abs(row["predicted_hot"] / row["hot"] - 1) for row in rows if row["hot"] > 0]
    inside = sum(row["low"] <= row["cold"] <= row["high"] for row in rows) / len(rows)
    groups = collections.defaultdict(list)
    for row in rows:
        groups[group_of(row)].append(row)
    large = [group for group in groups.values() if len(group) >= 8]
    ranks = [value for value in map(rank, large) if value is not None]
    losses = [loss(group) for group in large]
    bias = statistics.median(row["predicted"] / row["cold"] for row in rows)
    print(f"| {name} | {len(rows)} | {100 * quantile(errors, 0.5):.1f} % | {100 * quantile(errors, 0.9):.0f} % | {bias:.2f} | "
          f"{100 * quantile(hot, 0.5):.1f} % / {100 * quantile(hot, 0.9):.0f} % | "
          + (f"{statistics.median(ranks):.2f} ({len(ranks)})" if ranks else "") + " | "
          + (f"{100 * statistics.median(losses):.1f} % / {100 * statistics.mean(losses):.1f} %" if losses else "")
          + f" | {100 * inside:.0f} % |")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        for name in ("cold", "predicted", "low", "high", "hot", "predicted_hot", "took_ms"):
            row[name] = float(row[name])
    rows = [row for row in rows if row["cold"] > 0]
    print("| | points | median | 90 % | ratio | hot, median / 90 % | rank (groups) | loss, median / mean | inside |")
    print("|---|---|---|---|---|---|---|---|---|")
    families = collections.defaultdict(list)
    for row in rows:
        families[row["kernel"].split("/")[0] if "/" in row["kernel"] else "not in the catalogue"].append(row)
    for family, of_it in sorted(families.items()):
        line(family, of_it)
    line("transpose, laplace, reduce", [row for row in rows if row["kernel"].split("/")[0] in ("transpose", "laplace", "reduce")])
    if len(families) > 1:
        line("all", rows)
    print()
    kernels = collections.defaultdict(list)
    for row in rows:
        kernels[row["kernel"]].append(row)
    for kernel, of_it in sorted(kernels.items()):
        line(kernel, of_it)
    took = [row["took_ms"] for row in rows]
    print(f"\nms a point: median {quantile(took, 0.5):.1f}, 95 % {quantile(took, 0.95):.0f}, most {max(took):.0f}")
    if "--worst" in sys.argv:
        most = int(sys.argv[sys.argv.index("--worst") + 1])
        rows.sort(key=lambda row: -abs(row["predicted"] / row["cold"] - 1))
        for row in rows[:most]:
            print(f'{row["predicted"] / row["cold"]:.2f} {row["kernel"]} {row["setting"]} measured {row["cold"]:.4g} {row["causes"]}')


if __name__ == "__main__":
    main()
