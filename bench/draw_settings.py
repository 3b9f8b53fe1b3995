#!/usr/bin/env python3
"""Records settings of kernels that a seed has drawn, to score predictions with what nobody chose, or those of a file.

usage: draw_settings.py PROGRAM RECORDING --seed N [--each 3] [--families transpose,laplace,reduce,matmul] [--show]
       draw_settings.py PROGRAM RECORDING --settings FILE [--counters all] [--show]

Every kernel of the families gets EACH settings: each knob one of its values, each with the same chance, and each size drawn
log-uniform between the bounds below, every second time rounded to a multiple of 32. A setting that the kernel refuses
(exit status 2) is drawn again. --show prints the first drawn settings and runs nothing.

A line of a file of settings is KERNEL.cu NAME=VALUE..., as in foreign/settings.txt; the kernel lies beside the file. Lines
that are all combinations of some values are one sweep: the program starts seldom. A sweep that was stopped goes on.
"""
import argparse
import json
import math
import pathlib
import random
import subprocess
import sys

# The smallest and the largest of each size of a family: from a few microseconds to a few milliseconds on an H100.
BOUNDS = {"transpose": (300, 12000), "laplace": (1 << 17, 1 << 28), "reduce": (1 << 17, 1 << 28), "matmul": (100, 3000)}

# A library, of which there is no prediction, and one thread for all, which takes minutes at these sizes.
LEFT_OUT = ("matmul/cublas", "matmul/single")


def drawn(generator, kernel):
    """The options of `lanescope run` for one setting."""
    low, high = BOUNDS[kernel["family"]]
    options = []
    for knob, of in kernel["parameters"].items():
        options += ["-p", f"{knob}={generator.choice(of['values'])}"]
    for size in kernel["problem"]:
        value = round(math.exp(generator.uniform(math.log(low), math.log(high))))
        if generator.random() < 0.5:
            value = max(32, value // 32 * 32)
        options += ["-p", f"{size}={value}"]
    return options


def joined(settings):
    """Settings (of each name a text) as few tables of lists: each stands for all combinations of its values."""
    tables = [{name: [value] for name, value in setting.items()} for setting in settings]
    for name in sorted({name for setting in settings for name in setting}):
        groups = {}
        for table in tables:
            rest = tuple((other, tuple(values)) for other, values in sorted(table.items()) if other != name)
            groups.setdefault((rest, name in table), []).append(table)
        tables = [{**group[0], name: list(dict.fromkeys(value for table in group for value in table[name]))}
                  if has else group[0] for (_, has), group in groups.items()]
    return tables


def sweeps(file):
    """The kernel and the options of each `lanescope sweep` for a file of settings."""
    kernels = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            kernel, *setting = line.split()
            kernels.setdefault(kernel, []).append(dict(word.split("=") for word in setting))
    for kernel, settings in kernels.items():
        for table in joined(settings):
            axes = [("-p", f"{name}={','.join(values)}") for name, values in table.items()]
            yield [str(file.parent / kernel), *(word for axis in axes for word in axis)]


def record_file(arguments):
    failed = 0
    counters = ["--counters", arguments.counters] if arguments.counters else []
    for options in sweeps(arguments.settings):
        if arguments.show:
            print(*options)
            continue
        failed += subprocess.run([arguments.program, "sweep", *options, "--no-analyse", *counters, "--record",
                                  arguments.recording]).returncode != 0
    return 1 if failed else 0


def main():
    command = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    command.add_argument("program")
    command.add_argument("recording")
    chosen = command.add_mutually_exclusive_group(required=True)
    chosen.add_argument("--seed", type=int)
    chosen.add_argument("--settings", type=pathlib.Path)
    command.add_argument("--counters")
    command.add_argument("--each", type=int, default=3)
    command.add_argument("--families", default="transpose,laplace,reduce,matmul")
    command.add_argument("--show", action="store_true")
    arguments = command.parse_args()
    if arguments.settings:
        return record_file(arguments)
    listed = subprocess.run([arguments.program, "list", "--json"], check=True, capture_output=True, text=True)
    kernels = [kernel for kernel in json.loads(listed.stdout)["kernels"]
               if kernel["family"] in arguments.families.split(",") and kernel["id"] not in LEFT_OUT]
    failed = 0
    for kernel in kernels:
        # A kernel's settings do not depend on which other kernels there are.
        generator = random.Random(f"{arguments.seed} {kernel['id']}")
        left = arguments.each
        for _ in range(200):
            if left == 0:
                break
            options = drawn(generator, kernel)
            if arguments.show:
                print(kernel["id"], *options)
                left -= 1
                continue
            ran = subprocess.run([arguments.program, "run", kernel["id"], *options, "--record", arguments.recording],
                                 capture_output=True, text=True)
            if ran.returncode == 2:
                continue
            left -= 1
            if ran.returncode != 0:
                failed += 1
                print(kernel["id"], *options, "exit", ran.returncode, ran.stderr.strip()[-200:], file=sys.stderr)
        if left > 0:
            print(f"{kernel['id']}: {left} settings are missing, 200 draws were refused", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
