#!/usr/bin/env python3
"""Holds the cold times of `lanescope` against ncu's gpu__time_duration, on a machine with both.

usage: bench/agreement.py [--repeat N] [--placements MiB,...] [--csv FILE] [--only TEXT] PROGRAM

For each setting: the cold median that the program measures, and the median of N launches of one plan under
`ncu --cache-control all --clock-control none`. Where buffers lie in memory moves some kernels by several percent, and
under ncu they lie elsewhere: so both are measured with buffers at several places, and the medians over these are
compared; least and most stand beside them. Prints a table in Markdown; exits with 1 when a time above 20 us differs by
more than 2 %.
"""
import argparse
import csv
import io
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

UNITS = {"nsecond": 1e-6, "ns": 1e-6, "usecond": 1e-3, "us": 1e-3, "msecond": 1, "ms": 1, "second": 1e3, "s": 1e3}
ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY, ROW, COLUMN = "transpose/copy_row", "transpose/naive_row", "transpose/naive_col"
TILE, PAD = "transpose/smem_tile", "transpose/smem_pad"
FOURS, BEST = "transpose/copy_vec4", "transpose/best"

PRODUCT = "tests/data/kernels/matmul_registers.cu"


def square(n, **knobs):
    return dict(nx=n, ny=n, **knobs)


# These take from some 3 us to some 50 ms on an H200.
SETTINGS = [
    (COPY, square(512)),
    (COPY, square(1024)),
    (PAD, square(1024)),
    (COLUMN, square(1024)),
    (COPY, square(2048)),
    (ROW, square(2048)),
    (TILE, square(2048)),
    (BEST, square(2048)),
    (COPY, square(4096)),
    (FOURS, square(4096)),
    (COLUMN, square(4096)),
    (ROW, square(4096)),
    (TILE, square(4096)),
    (PAD, square(4096)),
    (BEST, square(4096)),
    (COPY, square(8192)),
    (PAD, square(8192)),
    (TILE, square(8192)),
    (FOURS, square(16384)),
    (COPY, square(16384)),
    (PAD, square(16384)),
    (BEST, square(16384)),
    (ROW, square(16384)),
    (COLUMN, square(16384)),
    (PRODUCT, dict(m=2048, n=2048, k=2048)),
    (PRODUCT, dict(m=4096, n=4096, k=4096)),
    (ROW, square(32768)),
    (PRODUCT, dict(m=6144, n=6144, k=6144)),
]


def options(values):
    return [text for name, value in values.items() for text in ("-p", f"{name}={value}")]


def read(kernel):
    return ((ROOT / kernel) if kernel.endswith(".cu") else ROOT / "kernels" / f"{kernel}.cu").read_text()


def launches(text):
    """The [[launch]] tables of the front matter, as they stand there."""
    return re.findall(r"^\[\[launch\]\]\n(?:[^\[\n].*\n)+", text, re.MULTILINE)


def repeated(text, times):
    """The kernel's text, with each launch made several times."""
    for launch in launches(text):
        text = text.replace(launch, "\n".join([launch] * times))
    return text


def moved(text, mebibytes):
    """The kernel's text, with a buffer that nobody uses before the others, so that those lie elsewhere in memory."""
    if mebibytes == 0:
        return text
    text = text.replace("[buffers]\n", f'[buffers]\nbefore = {{ role = "scratch", type = "u8", shape = [{mebibytes << 20}] }}\n')
    text = re.sub(r"^(arguments = \[.*)\]", r'\1, "before"]', text, flags=re.MULTILINE)
    return re.sub(r'(extern "C" __global__ void \w+\([^)]*)\)', r"\1, unsigned char* before)", text)


def entries(text):
    return [re.search(r'^entry\s*=\s*"(\w+)"', launch, re.MULTILINE).group(1) for launch in launches(text)]


def ours(program, file, values, folder):
    answer = folder / "answer.json"
    answer.unlink(missing_ok=True)
    command = [program, "sweep", file, "--backend", "gpu", "--proceed", "--no-verify", "--no-analyse", "--budget", "400",
               "--json", answer, *options(values)]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    point = json.loads(answer.read_text())["points"][0] if answer.exists() else {"reason": done.stderr.strip()}
    if not point.get("time_ms") or not point["time_ms"]["cold"]:
        raise SystemExit(f"{file} {values}: no cold time: {point['reason']}")
    return point["time_ms"]["cold"]["median"], point["time_ms"]["hot"]["median"], point["clock_mhz"]


def theirs(program, file, values, entry):
    command = ["ncu", "--cache-control", "all", "--clock-control", "none", "--kernel-name", f"regex:^({'|'.join(entry)})$",
               "--csv", "--page", "raw", "--metrics", "gpu__time_duration.sum", program, "run", file, "--backend", "gpu",
               "--proceed", "--profile", *options(values)]
    answer = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    rows = list(csv.reader(io.StringIO("\n".join(line for line in answer.stdout.splitlines() if line.startswith('"')))))
    if len(rows) < 3:
        raise SystemExit(f"{file} {values}: ncu gave nothing: {answer.stdout[-500:]} {answer.stderr[-500:]}")
    column = rows[0].index("gpu__time_duration.sum")
    milliseconds = UNITS[rows[1][column]]
    return statistics.median(float(row[column].replace(",", "")) * milliseconds for row in rows[2:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--repeat", type=int, default=7, help="launches under ncu, of each placement (7)")
    parser.add_argument("--placements", default="0,6,34,130", help="MiB before the buffers, each measured (0,6,34,130)")
    parser.add_argument("--csv", type=pathlib.Path, help="also write the table here")
    parser.add_argument("--only", default="", help="settings whose kernel contains this")
    arguments = parser.parse_args()
    placements = [int(text) for text in arguments.placements.split(",")]
    table, worst = [], 0.0
    print("| kernel | setting | lanescope, cold, us | ncu, us | difference | hot, us | MHz |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for kernel, values in SETTINGS:
            if arguments.only not in kernel:
                continue
            text = read(kernel)
            cold, hot, clocks, ncu = [], [], [], []
            for placement in placements:
                once, often = folder / "once.cu", folder / "often.cu"
                once.write_text(moved(text, placement))
                often.write_text(repeated(moved(text, placement), arguments.repeat))
                measured = ours(arguments.program, once, values, folder)
                for values_of, value in zip((cold, hot, clocks), measured):
                    values_of.append(value)
                ncu.append(theirs(arguments.program, often, values, entries(text)))
            here, there = statistics.median(cold), statistics.median(ncu)
            difference = here / there - 1
            if there > 0.020:
                worst = max(worst, abs(difference))
            setting = " ".join(f"{name}={value}" for name, value in values.items())

            def micro(times):
                return f"{1e3 * statistics.median(times):,.2f} ({1e3 * min(times):,.2f} … {1e3 * max(times):,.2f})"

            print(f"| {pathlib.Path(kernel).stem} | {setting} | {micro(cold)} | {micro(ncu)} | {100 * difference:+.1f} % | "
                  f"{1e3 * statistics.median(hot):,.2f} | {statistics.median(clocks):,.0f} |", flush=True)
            table.append([kernel, setting, here, min(cold), max(cold), there, min(ncu), max(ncu), statistics.median(hot),
                          statistics.median(clocks)])
    if arguments.csv:
        with arguments.csv.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["kernel", "setting", "cold_ms", "cold_least_ms", "cold_most_ms", "ncu_ms", "ncu_least_ms",
                             "ncu_most_ms", "hot_ms", "clock_mhz"])
            writer.writerows(table)
    print(f"\nlargest difference above 20 us: {100 * worst:.1f} %")
    return 1 if worst > 0.02 else 0


if __name__ == "__main__":
    sys.exit(main())
