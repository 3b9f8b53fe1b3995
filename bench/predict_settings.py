#!/usr/bin/env python3
"""Predicts the settings of a file, before anybody has measured them: a line of CSV each.

usage: predict_settings.py PROGRAM SETTINGS --target GPU > PREDICTIONS.csv

A line of a file of settings is KERNEL.cu NAME=VALUE..., as in foreign/settings.txt; the kernel lies beside the file. Times are
cold, in milliseconds; a setting that nothing is predicted for has none.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys

import draw_settings


def main():
    command = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    command.add_argument("program")
    command.add_argument("settings", type=pathlib.Path)
    command.add_argument("--target", required=True)
    arguments = command.parse_args()
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["kernel", "setting", "predicted", "low", "high", "confidence", "model_version"])
    for kernel, setting in draw_settings.settings_in(arguments.settings):
        ran = subprocess.run([arguments.program, "run", str(arguments.settings.parent / kernel),
                              *draw_settings.options_of(setting), "--target", arguments.target, "--backend", "emulator",
                              "--json"], capture_output=True, text=True)
        predicted = json.loads(ran.stdout)["predicted"] if ran.stdout else None
        cold = predicted["cold"] if predicted else {}
        table.writerow([pathlib.Path(kernel).stem, " ".join(setting), cold.get("median"), cold.get("low"),
                        cold.get("high"), predicted["confidence"] if predicted else None,
                        predicted["model_version"] if predicted else None])
        if not predicted:
            print(kernel, *setting, ran.stderr.strip()[-200:], file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
