#!/usr/bin/env python3
"""The emulator beside what else runs CUDA-like kernels on a CPU: numba's CUDA simulator, and pocl, which compiles OpenCL.

usage: emulator_peers.py PROGRAM [--rounds N]

Needs numba, pyopencl and pocl (pip install numba 'pyopencl[pocl]'). Five kernels of the catalogue were written again for
both: the same blocks, barriers and shared memory. numba's simulator runs a Python thread for each CUDA thread and checks
nothing; pocl compiles the kernel to vector code of this processor and checks nothing; lanescope executes PTX, checks each
access and counts it. Rates are units of work a second: elements, or multiplications of a product. lanescope's time is
that of the whole program: start, fill, run, reference, comparison. The others' is that of the launch alone, warm.
"""
import argparse
import os
import statistics
import subprocess
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
import numba  # noqa: E402
import numpy  # noqa: E402
import pyopencl  # noqa: E402
from numba import cuda  # noqa: E402

# Of the products: a tile; of reg2d the results of a thread (squared), the block (squared), the step, the threads.
TILE, TM, BN, BK, THREADS = 16, 8, 128, 8, 256

SOURCES = r"""
#define TILE 16
kernel void tile(global float* c, global const float* a, global const float* b, int n) {
  local float at[TILE][TILE], bt[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1), row = get_group_id(1) * TILE + y, column = get_group_id(0) * TILE + x;
  float sum = 0;
  for (int first = 0; first < n; first += TILE) {
    at[y][x] = a[row * n + first + x];
    bt[y][x] = b[(first + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i) sum += at[y][i] * bt[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
kernel void reg2d(global float* c, global const float* a, global const float* b, int n) {
  local float at[128 * 8], bt[8 * 128];
  const int t = get_local_id(0), tx = t % 16, ty = t / 16;
  const int row = get_group_id(1) * 128, column = get_group_id(0) * 128;
  float sum[8][8] = {{0}}, left[8], right[8];
  for (int first = 0; first < n; first += 8) {
    for (int i = t; i < 1024; i += 256) {
      at[i] = a[(row + i / 8) * n + first + i % 8];
      bt[i] = b[(first + i / 128) * n + column + i % 128];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; ++k) {
      for (int i = 0; i < 8; ++i) { left[i] = at[(ty * 8 + i) * 8 + k]; right[i] = bt[k * 128 + tx * 8 + i]; }
      for (int i = 0; i < 8; ++i) for (int j = 0; j < 8; ++j) sum[i][j] += left[i] * right[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 8; ++i) for (int j = 0; j < 8; ++j) c[(row + ty * 8 + i) * n + column + tx * 8 + j] = sum[i][j];
}
kernel void reduce(global int* partial, global const int* in) {
  local int tree[256];
  const int t = get_local_id(0), i = get_group_id(0) * 512 + t;
  tree[t] = in[i] + in[i + 256];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 128; s > 0; s /= 2) {
    if (t < s) tree[t] += tree[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) partial[get_group_id(0)] = tree[0];
}
kernel void laplace(global float* y, global const float* x, int n) {
  local float s[514];
  const int t = get_local_id(0), first = get_group_id(0) * 512, i = first + t;
  s[t + 1] = x[i];
  if (t == 0) s[0] = x[first == 0 ? n - 1 : first - 1];
  if (t == 32) s[513] = x[first + 512 == n ? 0 : first + 512];
  barrier(CLK_LOCAL_MEM_FENCE);
  y[i] = s[t + 2] - 2 * s[t + 1] + s[t];
}
kernel void transpose(global float* out, global const float* in, int n) {
  const int x = get_group_id(0) * 32 + get_local_id(0), y = get_group_id(1) * 8 + get_local_id(1);
  out[y * n + x] = in[x * n + y];
}
"""


@cuda.jit
def numba_tile(c, a, b, n):
    # The simulator tells shared arrays apart by their lines.
    at = cuda.shared.array((TILE, TILE), numba.float32)
    bt = cuda.shared.array((TILE, TILE), numba.float32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    row, column = cuda.blockIdx.y * TILE + y, cuda.blockIdx.x * TILE + x
    total = numba.float32(0)
    for first in range(0, n, TILE):
        at[y, x] = a[row, first + x]
        bt[y, x] = b[first + y, column]
        cuda.syncthreads()
        for i in range(TILE):
            total += at[y, i] * bt[i, x]
        cuda.syncthreads()
    c[row, column] = total


@cuda.jit
def numba_reg2d(c, a, b, n):
    at = cuda.shared.array(BN * BK, numba.float32)
    bt = cuda.shared.array(BK * BN, numba.float32)
    t = cuda.threadIdx.x
    tx, ty = t % 16, t // 16
    row, column = cuda.blockIdx.y * BN, cuda.blockIdx.x * BN
    total = cuda.local.array((TM, TM), numba.float32)
    for i in range(TM):
        for j in range(TM):
            total[i, j] = 0
    for first in range(0, n, BK):
        for i in range(t, BN * BK, THREADS):
            at[i] = a[row + i // BK, first + i % BK]
            bt[i] = b[first + i // BN, column + i % BN]
        cuda.syncthreads()
        for k in range(BK):
            for i in range(TM):
                for j in range(TM):
                    total[i, j] += at[(ty * TM + i) * BK + k] * bt[k * BN + tx * TM + j]
        cuda.syncthreads()
    for i in range(TM):
        for j in range(TM):
            c[row + ty * TM + i, column + tx * TM + j] = total[i, j]


@cuda.jit
def numba_reduce(partial, values):
    tree = cuda.shared.array(256, numba.int32)
    t = cuda.threadIdx.x
    i = cuda.blockIdx.x * 512 + t
    tree[t] = values[i] + values[i + 256]
    cuda.syncthreads()
    s = 128
    while s > 0:
        if t < s:
            tree[t] += tree[t + s]
        cuda.syncthreads()
        s //= 2
    if t == 0:
        partial[cuda.blockIdx.x] = tree[0]


@cuda.jit
def numba_laplace(y, x, n):
    s = cuda.shared.array(514, numba.float32)
    t = cuda.threadIdx.x
    first = cuda.blockIdx.x * 512
    s[t + 1] = x[first + t]
    if t == 0:
        s[0] = x[n - 1 if first == 0 else first - 1]
    if t == 32:
        s[513] = x[0 if first + 512 == n else first + 512]
    cuda.syncthreads()
    y[first + t] = s[t + 2] - numba.float32(2) * s[t + 1] + s[t]


@cuda.jit
def numba_transpose(out, values):
    x = cuda.blockIdx.x * 32 + cuda.threadIdx.x
    y = cuda.blockIdx.y * 8 + cuda.threadIdx.y
    out[y, x] = values[x, y]


def median_of(rounds, work):
    work()
    taken = []
    for _ in range(rounds):
        begin = time.monotonic()
        work()
        taken.append(time.monotonic() - begin)
    return statistics.median(taken)


def floats(*shape):
    return numpy.random.default_rng(1).random(shape, dtype=numpy.float32)


def of_numba(kernel, n):
    """A launch at size n, and what its result must be."""
    if kernel in ("tile", "reg2d"):
        a, b, c = floats(n, n), floats(n, n), numpy.zeros((n, n), numpy.float32)
        one = numba_tile[(n // TILE, n // TILE), (TILE, TILE)] if kernel == "tile" else numba_reg2d[(n // BN, n // BN), THREADS]
        return lambda: one(c, a, b, n), c, a @ b
    if kernel == "reduce":
        values, partial = numpy.arange(n, dtype=numpy.int32) % 1000, numpy.zeros(n // 512, numpy.int32)
        return lambda: numba_reduce[n // 512, 256](partial, values), partial, values.reshape(-1, 512).sum(axis=1)
    if kernel == "laplace":
        x, y = floats(n), numpy.zeros(n, numpy.float32)
        return lambda: numba_laplace[n // 512, 512](y, x, n), y, numpy.roll(x, -1) - 2 * x + numpy.roll(x, 1)
    values, out = floats(n, n), numpy.zeros((n, n), numpy.float32)
    return lambda: numba_transpose[(n // 32, n // 8), (32, 8)](out, values), out, values.T


def of_pocl(context, queue, program, kernel, n):
    flags = pyopencl.mem_flags

    def given(array):
        return pyopencl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=array)

    def result(array):
        return pyopencl.Buffer(context, flags.WRITE_ONLY, array.nbytes)

    if kernel in ("tile", "reg2d"):
        a, b, got = floats(n, n), floats(n, n), numpy.zeros((n, n), numpy.float32)
        arguments, wanted = [result(got), given(a), given(b), numpy.int32(n)], a @ b
        shape = ((n, n), (TILE, TILE)) if kernel == "tile" else ((n // BN * THREADS, n // BN), (THREADS, 1))
    elif kernel == "reduce":
        values, got = numpy.arange(n, dtype=numpy.int32) % 1000, numpy.zeros(n // 512, numpy.int32)
        arguments, wanted, shape = [result(got), given(values)], values.reshape(-1, 512).sum(axis=1), ((n // 2,), (256,))
    elif kernel == "laplace":
        x, got = floats(n), numpy.zeros(n, numpy.float32)
        arguments, wanted = [result(got), given(x), numpy.int32(n)], numpy.roll(x, -1) - 2 * x + numpy.roll(x, 1)
        shape = ((n,), (512,))
    else:
        values, got = floats(n, n), numpy.zeros((n, n), numpy.float32)
        arguments, wanted, shape = [result(got), given(values), numpy.int32(n)], values.T, ((n, n), (32, 8))
    function = pyopencl.Kernel(program, kernel)

    def launch():
        function(queue, *shape, *arguments)
        queue.finish()

    def fetch():
        pyopencl.enqueue_copy(queue, got, arguments[0])
        return got

    return launch, fetch, wanted


KERNELS = [  # name, kernel of the catalogue, its sizes, units of work by n; n of numba, and of pocl and lanescope
    ("tile", "matmul/tile", ["m={n}", "n={n}", "k={n}"], lambda n: n**3, 64, 512),
    ("reg2d", "matmul/reg2d", ["m={n}", "n={n}", "k={n}"], lambda n: n**3, 128, 512),
    ("reduce", "reduce/k3", ["n={n}"], lambda n: n, 4096, 1 << 24),
    ("laplace", "laplace/shared", ["n={n}"], lambda n: n, 4096, 1 << 24),
    ("transpose", "transpose/naive_col", ["nx={n}", "ny={n}"], lambda n: n**2, 128, 4096),
]


def right(got, wanted):
    return numpy.allclose(got, wanted, rtol=1e-3, atol=1e-3)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    context = pyopencl.Context([pyopencl.get_platforms()[0].get_devices()[0]])
    queue = pyopencl.CommandQueue(context)
    built = pyopencl.Program(context, SOURCES).build()
    print("| kernel | numba's simulator | pocl | lanescope | lanescope to numba | lanescope to pocl |")
    print("|---|---|---|---|---|---|")
    for name, own, sizes, units, small, large in KERNELS:
        launch, got, wanted = of_numba(name, small)
        slow = units(small) / median_of(1, launch)
        assert right(got, wanted), f"numba's result of {name} is wrong"
        launch, fetch, wanted = of_pocl(context, queue, built, name, large)
        fast = units(large) / median_of(options.rounds, launch)
        assert right(fetch(), wanted), f"pocl's result of {name} is wrong"
        command = [options.program, "run", own, "--backend", "emulator", "--timeout", "120"]
        for size in sizes:
            command += ["-p", size.format(n=large)]
        rate = units(large) / median_of(
            options.rounds, lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
        print(f"| {own} | {slow:,.0f} (n = {small}) | {fast:,.0f} (n = {large}) | {rate:,.0f} (n = {large}) | "
              f"{rate / slow:,.0f} × | {rate / fast:.3f} × |", flush=True)


if __name__ == "__main__":
    main()
