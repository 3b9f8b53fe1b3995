#!/usr/bin/env python3
"""What the emulator says of tests whose right answer others have written down.

usage: suites.py FOLDER [--program build/lanescope] [--only SUITE] [--match WORD] [--list] [--seconds S]

FOLDER holds checkouts of public projects, each under the name of its repository: gpuverify, ScoR,
compute-sanitizer-samples, ZLUDA, Dat3M, IndigoSuite, tinygrad. Nothing of them is copied into this repository or changed; files that
are made of them lie in a temporary folder. A suite whose checkout is missing is left out. For each suite the table counts
  right    the verdict, or the values, that the suite states,
  noted    a race of equal values, which the emulator notes as benign and the suite counts,
  missed   the suite has a fault that the emulator does not report,
  false    the emulator reports a fault where the suite has none,
  value    another value than the suite states,
  not run  no verdict: the most frequent reasons stand below the table.
--list names each test with its outcome, --match takes only tests whose name contains WORD, and --seconds is the limit of
each step of a run. The verdicts, and what is not asked of a suite, are described in the modules of the folder `suite`.
"""
import argparse
import collections
import pathlib
import sys
import tempfile

from suite import compute_sanitizer, dat3m, gpuverify, indigo, scor, tinygrad, zluda
from suite.emulator import Emulator

SUITES = {
    "gpuverify": ("gpuverify", gpuverify.cases),
    "scor": ("ScoR", scor.as_written),
    "scor_weak": ("ScoR", scor.without_volatile),
    "compute_sanitizer": ("compute-sanitizer-samples", compute_sanitizer.cases),
    "zluda": ("ZLUDA", zluda.cases),
    "dat3m": ("Dat3M", dat3m.cases),
    "dat3m_races": ("Dat3M", dat3m.races),
    "indigo": ("IndigoSuite", indigo.cases),
    "tinygrad": ("tinygrad", tinygrad.cases),
}
OUTCOMES = ("right", "noted", "missed", "false", "value", "not run")


def table(rows):
    yield "| suite | tests | " + " | ".join(OUTCOMES) + " |"
    yield "|---|" + "---|" * (len(OUTCOMES) + 1)
    for name, counts in rows.items():
        yield f"| {name} | {counts.total()} | " + " | ".join(str(counts[outcome]) for outcome in OUTCOMES) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--program", default="build/lanescope")
    parser.add_argument("--only", default="", help="suites whose names begin so: " + ", ".join(SUITES))
    parser.add_argument("--match", default="")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    rows, reasons = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as folder:
        emulator = Emulator(options.program, folder, options.seconds)
        for name, (checkout, cases) in SUITES.items():
            if not name.startswith(options.only) or not (options.folder / checkout).is_dir():
                continue
            for case in cases(options.folder / checkout, emulator, options.match):
                rows[name][case.outcome] += 1
                if case.outcome == "not run":
                    reasons[name][case.why] += 1
                if options.list:
                    print(f"{name} {case.outcome:8} {case.name}  {case.why}", flush=True)
    print("\n".join(table(rows)))
    for name, counts in reasons.items():
        for why, count in counts.most_common(5):
            print(f"{name}: {count} not run: {why}")
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
