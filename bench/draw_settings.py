#!/usr/bin/env python3
"""Records settings of kernels that a seed has drawn, to score predictions with what nobody chose, or those of a file.

usage: draw_settings.py PROGRAM RECORDING --seed N [--each 3] [--families transpose,laplace,reduce,matmul] [--show]
       draw_settings.py PROGRAM RECORDING --seed N [--each 3] --files KERNEL.cu... [--show]
       draw_settings.py PROGRAM --seed N [--each 3] --files KERNEL.cu... --write FILE
       draw_settings.py PROGRAM RECORDING --settings FILE [--counters all] [--show]

Every kernel of the families gets EACH settings: each knob one of its values, each with the same chance, and each size drawn
log-uniform between the bounds below, every second time rounded to a multiple of 32. A setting that the kernel refuses
(exit status 2) is drawn again. --show prints the first drawn settings and runs nothing.

With --files it is these kernels instead, with the bounds in bounds.txt beside them: a line is KERNEL.cu SIZE LOW HIGH. A size
is not rounded where that would be more than HIGH. --write puts the settings into a file for --settings and records nothing;
without a GPU, only what the program refuses before it looks for one is drawn again, and no kernel runs.

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

from kernel_file import front_matter

# The smallest and the largest of each size of a family: from a few microseconds to a few milliseconds on an H100.
BOUNDS = {"transpose": (300, 12000), "laplace": (1 << 17, 1 << 28), "reduce": (1 << 17, 1 << 28), "matmul": (100, 3000)}

# A library, of which there is no prediction, and one thread for all, which takes minutes at these sizes.
LEFT_OUT = ("matmul/cublas", "matmul/single")


def of_catalogue(arguments):
    """Each kernel of the families: its id, its knobs, and the bounds of its sizes."""
    listed = subprocess.run([arguments.program, "list", "--json"], check=True, capture_output=True, text=True)
    for kernel in json.loads(listed.stdout)["kernels"]:
        if kernel["family"] in arguments.families.split(",") and kernel["id"] not in LEFT_OUT:
            yield kernel["id"], kernel["parameters"], dict.fromkeys(kernel["problem"], BOUNDS[kernel["family"]])


def of_files(files):
    """The same of each file, which is named by its path."""
    for file in files:
        lines = [line.split() for line in (file.parent / "bounds.txt").read_text(encoding="utf-8").splitlines()]
        bounds = {words[1]: (int(words[2]), int(words[3])) for words in lines if words[:1] == [file.name]}
        front = front_matter(file)
        yield str(file), front.get("parameters", {}), {size: bounds[size] for size in front.get("problem", {})}


def drawn(generator, knobs, bounds):
    """One setting, as NAME=VALUE of each knob and size."""
    setting = [f"{knob}={generator.choice(of['values'])}" for knob, of in knobs.items()]
    for size, (low, high) in bounds.items():
        value = round(math.exp(generator.uniform(math.log(low), math.log(high))))
        rounded = max(32, value // 32 * 32)
        if generator.random() < 0.5 and rounded <= high:
            value = rounded
        setting.append(f"{size}={value}")
    return setting


def options_of(setting):
    """The options of `lanescope run` for a setting."""
    return [word for value in setting for word in ("-p", value)]


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


def settings_in(file):
    """The kernel and the words NAME=VALUE of each line of a file of settings."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            kernel, *setting = line.split()
            yield kernel, setting


def sweeps(file):
    """The kernel and the options of each `lanescope sweep` for a file of settings."""
    kernels = {}
    for kernel, setting in settings_in(file):
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
    command.add_argument("recording", nargs="?")
    chosen = command.add_mutually_exclusive_group(required=True)
    chosen.add_argument("--seed", type=int)
    chosen.add_argument("--settings", type=pathlib.Path)
    command.add_argument("--counters")
    command.add_argument("--each", type=int, default=3)
    command.add_argument("--families", default="transpose,laplace,reduce,matmul")
    command.add_argument("--files", type=pathlib.Path, nargs="+")
    command.add_argument("--write", type=pathlib.Path)
    command.add_argument("--show", action="store_true")
    arguments = command.parse_args()
    if bool(arguments.recording) == bool(arguments.write) or arguments.write and not arguments.files:
        command.error("give a RECORDING, or --write FILE with --files")
    if arguments.settings:
        return record_file(arguments)
    # Where there is no GPU, the program refuses a setting (2) before it says so (3).
    how = ["--backend", "gpu"] if arguments.write else ["--record", arguments.recording]
    lines = [f"# Settings that were drawn: draw_settings.py --seed {arguments.seed} --each {arguments.each}."]
    failed = 0
    for kernel, knobs, bounds in of_files(arguments.files) if arguments.files else of_catalogue(arguments):
        # A kernel's settings do not depend on which other kernels there are.
        generator = random.Random(f"{arguments.seed} {pathlib.Path(kernel).name if arguments.files else kernel}")
        left = arguments.each
        for _ in range(200):
            if left == 0:
                break
            setting = drawn(generator, knobs, bounds)
            if arguments.show:
                print(kernel, *options_of(setting))
                left -= 1
                continue
            ran = subprocess.run([arguments.program, "run", kernel, *options_of(setting), *how],
                                 capture_output=True, text=True)
            if ran.returncode == 2:
                continue
            left -= 1
            lines.append(" ".join([pathlib.Path(kernel).name, *setting]))
            if ran.returncode != 0 and not (arguments.write and ran.returncode == 3):
                failed += 1
                print(kernel, *options_of(setting), "exit", ran.returncode, ran.stderr.strip()[-200:], file=sys.stderr)
        if left > 0:
            print(f"{kernel}: {left} settings are missing, 200 draws were refused", file=sys.stderr)
    if arguments.write and not arguments.show:
        arguments.write.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
