#!/usr/bin/env python3
"""Whole runs in the emulator, with all checks and counts, of one program or of several in turns.

usage: emulated_runs.py PROGRAM [PROGRAM...] [--rounds N] [--cores 1,2] [--only WORD] [--timeout SECONDS]

Each PROGRAM is a built lanescope. A round runs every line of the table once with every program, one behind the other, on
the first 1, 2, ... of this machine's cores. What is printed are medians over the rounds: seconds on the clock, seconds
of processor time (of all threads, with the system's part), and the ratio of the first program's clock to the others'.
The first run of each line fills the compile cache and does not count.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

LINES = [
    ("matmul/tile 512³", ["matmul/tile", "-p", "m=512", "-p", "n=512", "-p", "k=512"]),
    ("matmul/tile 1024³", ["matmul/tile", "-p", "m=1024", "-p", "n=1024", "-p", "k=1024"]),
    ("reduce/k3 2^24", ["reduce/k3", "-p", "n=16777216"]),
    ("laplace/shared 2^24", ["laplace/shared", "-p", "n=16777216"]),
    ("transpose/naive_col 4096²", ["transpose/naive_col", "-p", "nx=4096", "-p", "ny=4096"]),
    ("matmul/reg2d 512³", ["matmul/reg2d", "-p", "m=512", "-p", "n=512", "-p", "k=512"]),
]


def run(program, arguments, cores, timeout):
    """Seconds on the clock and of the processor; None where the program refuses, and what it said."""
    command = [program, "run", *arguments, "--backend", "emulator", "--timeout", str(timeout)]
    with tempfile.TemporaryFile() as said:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdout=said, stderr=said,
                                   preexec_fn=lambda: os.sched_setaffinity(0, cores))
        _, status, usage = os.wait4(process.pid, 0)
        clock = time.monotonic() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode(errors="replace")
    if process.returncode != 0:
        return None, text
    return (clock, usage.ru_utime + usage.ru_stime), text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cores", default="1,2", help="how many cores: numbers with commas between")
    parser.add_argument("--only", default="", help="only lines with this word")
    parser.add_argument("--timeout", type=int, default=120, help="seconds that one run may take")
    options = parser.parse_args()
    there = sorted(os.sched_getaffinity(0))
    counts = [int(count) for count in options.cores.split(",") if int(count) <= len(there)]
    lines = [line for line in LINES if options.only in line[0]]
    times = {}
    for number in range(options.rounds + 1):
        for name, arguments in lines:
            for count in counts:
                for program in options.programs:
                    key = (name, count, program)
                    if times.get(key, []) is None:
                        continue
                    taken, text = run(program, arguments, set(there[:count]), options.timeout)
                    if taken is None:
                        times[key] = None
                        last = text.strip().splitlines()[-2:]
                        print(f"{name}, {count} cores, {program}: {' '.join(last)}", file=sys.stderr)
                    elif number > 0:
                        times.setdefault(key, []).append(taken)
    print("| whole run | cores | " + " | ".join(f"{program}, clock / processor" for program in options.programs) + " |" +
          "".join(" ratio |" for _ in options.programs[1:]))
    print("|---|---|" + "---|" * (2 * len(options.programs) - 1))
    for name, _ in lines:
        for count in counts:
            cells, clocks = [], []
            for program in options.programs:
                taken = times.get((name, count, program))
                if not taken:
                    cells.append("refused")
                    clocks.append(None)
                    continue
                clock = statistics.median(one[0] for one in taken)
                cells.append(f"{clock:.2f} / {statistics.median(one[1] for one in taken):.2f} s")
                clocks.append(clock)
            ratios = [f"{clocks[0] / clock:.1f}" if clocks[0] and clock else "" for clock in clocks[1:]]
            print("| " + " | ".join([name, str(count), *cells, *ratios]) + " |", flush=True)


if __name__ == "__main__":
    main()
