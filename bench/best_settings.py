#!/usr/bin/env python3
"""Writes assets/best/h200-FAMILY.toml: for each size the fastest recorded setting of each best kernel of a family.

best_settings.py FAMILY...   (transpose, reduce, laplace, matmul), run where this repository lies.
"""

import json
import pathlib
import sys
import tomllib

import ladder

root = pathlib.Path(__file__).resolve().parent.parent


def knobs_of(kernel):
    """Names of the knobs, in the order of the kernel file."""
    text = (root / "kernels" / f"{kernel}.cu").read_text(encoding="utf-8")
    front = text[text.index("/* warpscope") + len("/* warpscope") : text.index("*/")]
    return list(tomllib.loads(front).get("parameters", {}))


def toml(value):
    text = ladder.text(value)
    return text if text.isdigit() else f'"{text}"'


def table(result):
    sizes = ", ".join(f"{name} = {size}" for name, size in sorted(result["sizes"].items()))
    knobs = ", ".join(f"{name} = {toml(result['parameters'][name])}" for name in knobs_of(result["kernel"]))
    return (
        f'\n[[best]]\nkernel       = "{result["kernel"]}"\nsizes        = {{ {sizes} }}\nknobs        = {{ {knobs} }}\n'
        f"microseconds = {result['cold']['median'] * 1e3:.2f}\n"
    )


for family in sys.argv[1:]:
    name = f"h200-{family}"
    recording = json.loads((root / "assets/recordings" / f"{name}.json").read_text(encoding="utf-8"))
    fastest = {}
    for result in ladder.results(recording):
        if not result["kernel"].startswith(f"{family}/best"):
            continue
        place = (result["kernel"], tuple(sorted(result["sizes"].items())))
        if place not in fastest or result["cold"]["median"] < fastest[place]["cold"]["median"]:
            fastest[place] = result
    text = (
        f"# The fastest settings in assets/recordings/{name}.json, cold: written by bench/best_settings.py {family}.\n"
        f'gpu       = "{recording["machine"]["device"]}"\nrecording = "{name}.json"\n'
    )
    text += "".join(table(result) for _, result in sorted(fastest.items()))
    (root / "assets/best" / f"{name}.toml").write_text(text, encoding="utf-8")
