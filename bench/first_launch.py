#!/usr/bin/env python3
"""What a single launch timed by the host's clock says, beside the device's own clock. Needs a GPU and CuPy.

usage: bench/first_launch.py [SIZE]

transpose/copy_row with blocks of (32, 32): the first launch and the second between two looks at the host's clock, with a
wait for the device, as the article times; then the median of fifty between two events.
"""
import pathlib
import statistics
import sys
import time

import cupy

ROOT = pathlib.Path(__file__).resolve().parent.parent
size = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
source = (ROOT / "kernels/transpose/copy_row.cu").read_text()
header = (ROOT / "kernels/include/cache_operators.cuh").read_text().replace("#pragma once", "")
knobs = ["BLOCK_X=32", "BLOCK_Y=32"]
for knob, names in (("LOAD_OP", ("ca", "cg", "cs", "cv")), ("STORE_OP", ("wb", "cg", "cs", "wt"))):
    knobs += [f"{knob}_{name.upper()}={number}" for number, name in enumerate(names)] + [f"{knob}=0"]
text = source.replace('#include "cache_operators.cuh"', header)
kernel = cupy.RawModule(code=text, options=tuple(f"-D{knob}" for knob in knobs), backend="nvrtc").get_function("copy_row")
matrix, result = cupy.random.random((size, size), dtype=cupy.float32), cupy.empty((size, size), dtype=cupy.float32)
grid, block = ((size + 31) // 32, (size + 31) // 32), (32, 32)
arguments = (result, matrix, cupy.uint32(size), cupy.uint32(size))
cupy.cuda.Device().synchronize()


def by_host():
    start = time.perf_counter()
    kernel(grid, block, arguments)
    cupy.cuda.Device().synchronize()
    return 1e6 * (time.perf_counter() - start)


def by_events():
    start, end = cupy.cuda.Event(), cupy.cuda.Event()
    start.record()
    kernel(grid, block, arguments)
    end.record()
    end.synchronize()
    return 1e3 * cupy.cuda.get_elapsed_time(start, end)


first, second = by_host(), by_host()
events = statistics.median(by_events() for _ in range(50))
assert (result == matrix).all()
print(f"copy_row at {size} x {size}: first launch by the host {first:,.1f} us, second {second:,.1f} us, events {events:,.1f} us")
