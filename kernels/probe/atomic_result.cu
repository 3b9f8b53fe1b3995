/* lanescope
title   = "Probe: atomic operations whose result is used"
summary = "The same counters as in the probe of additions, but each thread waits for what it finds: add, increment or compare-and-swap."
article = "CUDA Mode notes 1: the reduction ladder"
section = "px.atomic_result"

[parameters]
block     = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
operation = { values = ["add", "increment", "swap"], default = "add" }
each      = { values = ["thread", "warp", "block"], default = "block" }
words     = { values = [1, 2, 8, 32, 128, 1024, 65536], default = 1 }

[problem]
blocks = { min = 1, max = 1048576, default = 4096 }

[buffers]
in       = { role = "in",  type = "f32", shape = ["blocks"], fill = "random" }
out      = { role = "out", type = "f32", shape = ["blocks"], fill = "poison" }
counters = { role = "scratch", type = "u32", shape = ["words"], fill = "zero" }

[[launch]]
entry     = "count"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "in", "counters"]

[work]
bytes = "8 * blocks"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/

// Neighbouring blocks, and for each = thread neighbouring lanes, take different words where there are several. No counter
// comes to the last number, so that what a thread finds never keeps it from going on; the compiler does not know that.
extern "C" __global__ void count(float* out, const float* in, unsigned* counters) {
  const unsigned t = threadIdx.x;
  const bool does = EACH == EACH_THREAD || (EACH == EACH_WARP ? t % 32 == 0 : t == 0);
  if (!does) return;
  const unsigned who = EACH == EACH_THREAD ? blockIdx.x * BLOCK + t
                       : EACH == EACH_WARP ? (blockIdx.x * BLOCK + t) / 32
                                           : blockIdx.x;
  unsigned* const counter = &counters[who % WORDS];
#if OPERATION == OPERATION_ADD
  const unsigned found = atomicAdd(counter, t == 0xfffff);
#elif OPERATION == OPERATION_INCREMENT
  const unsigned found = atomicInc(counter, 0xfffffff0);
#else
  const unsigned found = atomicCAS(counter, 0, who == 0xffffffff);
#endif
  if (found == 0xffffffff) return;
  if (t == 0) out[blockIdx.x] = in[blockIdx.x];
}
