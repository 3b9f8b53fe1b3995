/* lanescope
title   = "Probe: latency"
summary = "One thread, each of whose loads says where the next one goes: nothing overlaps, and the time of a step is the wait for one."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "px.latency"
claims  = ["The time of a step rises where the elements that are visited no longer fit into the L1, and again behind the L2."]

[parameters]
stride  = { values = [1, 8, 32, 64, 1024, 16384], default = 32 }
steps   = { values = [256, 4096, 65536], default = 4096 }
load_op = { values = ["ca", "cg", "cs", "cv"], default = "ca" }

[problem]
n = { min = 1, max = 1073741824, default = 1048576 }

[buffers]
in    = { role = "in",  type = "u32", shape = [1], fill = "random" }
out   = { role = "out", type = "u32", shape = [1], fill = "poison" }
chain = { role = "scratch", type = "u32", shape = ["n"], fill = "index" }

[[launch]]
entry     = "latency"
grid      = [1]
block     = [1]
arguments = ["out", "in", "chain", "n"]

[work]
bytes = "4 * steps"
flops = 0

[check]
reference = "sum"
output    = "out"
wrap      = true
*/

#define STORE_OP_WB 1
#define STORE_OP STORE_OP_WB
#include "cache_operators.cuh"

// Element i of the chain holds i; the thread goes on STRIDE elements behind what it read, and begins anew past the end.
// Elements visited: n / gcd(n, STRIDE). The compiler does not know what they hold: each address waits for the load before.
// Where the walk must end is known, so that a wrong step anywhere shows: out is in only if it ends there.
extern "C" __global__ void latency(unsigned* out, const unsigned* in, const unsigned* chain, unsigned n) {
  const unsigned stride = STRIDE % n;
  unsigned place = 0;
#pragma unroll 8
  for (unsigned step = 0; step < STEPS; ++step) {
    place = LOAD(&chain[place]) + stride;
    if (place >= n) place -= n;
  }
  const auto end = static_cast<unsigned>(static_cast<unsigned long long>(STEPS) * STRIDE % n);
  out[0] = in[0] + (place - end);
}
