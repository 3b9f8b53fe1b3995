#!/usr/bin/env python3
"""Writes the column h200 of assets/articles/claims.csv anew from assets/recordings/h200-*.jsonl.

Prints the claims whose numbers moved by more than 0.02: look at their verdicts and notes again.
"""

import ladder
from kernel_file import ROOT, parameters

claims = ROOT / "assets/articles/claims.csv"


def defaults(kernel):
    return {name: str(knob["default"]) for name, knob in parameters(kernel).items()}


def recorded():
    times = {}
    for family in ("transpose", "reduce", "laplace", "matmul"):
        for result in ladder.results(ROOT / "assets/recordings" / f"h200-{family}.jsonl")[1]:
            knobs = frozenset((name, ladder.text(value)) for name, value in result["parameters"].items())
            times[result["kernel"], knobs, frozenset(result["sizes"].items())] = result["cold"]["median"]
    return times


def time_of(times, setting, at):
    kernel, *words = setting.split()
    knobs = defaults(kernel) | dict(word.split("=") for word in words)
    sizes = frozenset((name, int(size)) for name, size in (word.split("=") for word in at.split()))
    return times[kernel, frozenset(knobs.items()), sizes]


def main():
    times = recorded()
    heading, *lines = claims.read_text(encoding="utf-8").splitlines()
    names = heading.split(",")
    written = [heading]
    for line in lines:
        claim = dict(zip(names, line.split(",")))
        if claim["at"]:
            ratios = [time_of(times, claim["right"], at) / time_of(times, claim["left"], at) for at in claim["at"].split("; ")]
            before = [float(ratio) for ratio in claim["h200"].split("; ")] if claim["h200"] else ratios
            if max(abs(ratio - old) for ratio, old in zip(ratios, before)) > 0.02:
                print(claim["doc"], claim["claim"], claim["h200"], "now", *(f"{ratio:.2f}" for ratio in ratios), claim["says"])
            claim["h200"] = "; ".join(f"{ratio:.2f}" for ratio in ratios)
        written.append(",".join(claim[name] for name in names))
    claims.write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
