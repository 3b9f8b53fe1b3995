#!/usr/bin/env python3
"""The best kernels of a family and their peer at shapes that a seed has drawn, on the GPU at hand, in one run.

usage: best_shapes.py PROGRAM FAMILY [--shapes 60] [--seed 26]

FAMILY is matmul (matmul/every beside matmul/cublas: m, n and k log-uniform in 64 ... 8192, a third of the shapes odd in
all three, a third in multiples of 32), transpose (transpose/best where both extents are multiples of 4 and the matrix is
no small one, else transpose/every, beside the copy of as many bytes with 16 bytes a thread: nx and ny log-uniform in
256 ... 16384) or laplace (laplace/best beside that copy: n log-uniform in 2^18 ... 2^28). Sums are compared with CUB by
bench_cub_contest. Every kernel has its default knobs. Prints a line for each shape with both cold medians and the peer's
time over ours, then the median and the least of these.
"""
import argparse
import json
import math
import random
import statistics
import subprocess
import sys


def log_uniform(generator, low, high):
    return round(math.exp(generator.uniform(math.log(low), math.log(high))))


def drawn(family, count, seed):
    """Pairs of settings, of the best kernel and of its peer."""
    generator = random.Random(seed)
    for i in range(count):
        if family == "matmul":
            shape = [log_uniform(generator, 64, 8192) for _ in range(3)]
            if i % 3 == 0:
                shape = [min(size | 1, 8191) for size in shape]
            if i % 3 == 2:
                shape = [max(64, size // 32 * 32) for size in shape]
            sizes = dict(zip("mnk", shape))
            yield ("matmul/every", sizes), ("matmul/cublas", sizes)
        elif family == "transpose":
            sizes = {name: log_uniform(generator, 256, 16384) for name in ("nx", "ny")}
            if i % 3 == 2:
                sizes = {name: max(256, size // 32 * 32) for name, size in sizes.items()}
            # Rows that begin at multiples of 16 bytes, and enough of them.
            fours = sizes["nx"] % 4 == 0 and sizes["ny"] % 4 == 0 and sizes["nx"] * sizes["ny"] >= 1200000
            yield ("transpose/best" if fours else "transpose/every", sizes), ("transpose/copy_vec4", sizes)
        else:
            n = log_uniform(generator, 2**18, 2**28)
            # The copy is of a matrix: as many bytes, but for less than one row.
            rows = max(1, round(n / 16384))
            yield ("laplace/best", {"n": n}), ("transpose/copy_vec4", {"nx": round(n / rows), "ny": rows})


def cold(program, kernel, sizes):
    """The measured cold median in milliseconds."""
    command = [program, "run", kernel, "--json"]
    for name, value in sizes.items():
        command += ["-p", f"{name}={value}"]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {ran.returncode}\n{ran.stderr.strip()}")
    time = json.loads(ran.stdout)["time_ms"]
    if time["origin"] != "measured":
        sys.exit(f"the time of {kernel} is {time['origin']}: this needs a GPU")
    return time["cold"]["median"]


def main():
    command = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    command.add_argument("program")
    command.add_argument("family", choices=["matmul", "transpose", "laplace"])
    command.add_argument("--shapes", type=int, default=60)
    command.add_argument("--seed", type=int, default=26)
    arguments = command.parse_args()
    print("kernel,shape,best_us,peer_us,peer_over_best", flush=True)
    ratios = []
    for (kernel, sizes), (peer, peer_sizes) in drawn(arguments.family, arguments.shapes, arguments.seed):
        best, other = cold(arguments.program, kernel, sizes), cold(arguments.program, peer, peer_sizes)
        ratios.append(other / best)
        shape = " ".join(f"{name}={value}" for name, value in sizes.items())
        print(f"{kernel},{shape},{1e3 * best:.2f},{1e3 * other:.2f},{ratios[-1]:.3f}", flush=True)
    print(f"# {len(ratios)} shapes: median {statistics.median(ratios):.3f}, least {min(ratios):.3f}, "
          f"{sum(ratio < 0.85 for ratio in ratios)} below 0.85", flush=True)


if __name__ == "__main__":
    main()
