#!/usr/bin/env python3
"""Writes assets/best/h200-FAMILY.toml: for each size the fastest recorded setting of each best kernel of a family.

best_settings.py FAMILY...   (transpose, reduce, laplace, matmul), run where this repository lies.
"""

import sys

import ladder
from kernel_file import ROOT, parameters


def toml(value):
    text = ladder.text(value)
    return text if text.isdigit() else f'"{text}"'


def table(result):
    sizes = ", ".join(f"{name} = {size}" for name, size in sorted(result["sizes"].items()))
    knobs = ", ".join(f"{name} = {toml(result['parameters'][name])}" for name in parameters(result["kernel"]))
    return (
        f'\n[[best]]\nkernel       = "{result["kernel"]}"\nsizes        = {{ {sizes} }}\nknobs        = {{ {knobs} }}\n'
        f"microseconds = {result['cold']['median'] * 1e3:.2f}\n"
    )


for family in sys.argv[1:]:
    name = f"h200-{family}"
    machine, recorded = ladder.results(ROOT / "assets/recordings" / f"{name}.jsonl")
    fastest = {}
    for result in recorded:
        if not result["kernel"].startswith(f"{family}/best"):
            continue
        # The type of the elements belongs to the problem, not to the way to solve it.
        element = ladder.text(result["parameters"].get("element", ""))
        place = (result["kernel"], element, tuple(sorted(result["sizes"].items())))
        if place not in fastest or result["cold"]["median"] < fastest[place]["cold"]["median"]:
            fastest[place] = result
    text = (
        f"# The fastest settings in assets/recordings/{name}.jsonl, cold: written by bench/best_settings.py {family}.\n"
        f'gpu       = "{machine["device"]}"\nrecording = "{name}.jsonl"\n'
    )
    text += "".join(table(result) for _, result in sorted(fastest.items()))
    (ROOT / "assets/best" / f"{name}.toml").write_text(text, encoding="utf-8")
