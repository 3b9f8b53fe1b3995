/* lanescope
title = "Variables of the device with values, and with buffers that lie in them"

[problem]
n = { min = 1, max = 1048576, default = 1000 }

[buffers]
in = { role = "in", type = "f32", shape = ["n"], fill = "index" }
out = { role = "out", type = "f32", shape = ["n"] }
taps = { role = "in", type = "f32", shape = [3], fill = "index" }
shared_out = { role = "scratch", type = "f32", shape = ["n"], fill = "zero" }

[symbols]
weights = { buffer = "taps" }
scale = 2.5
counter = { role = "out", type = "u32" }
last = { role = "out", type = "i32", shape = [4], fill = 7 }
limits = "{ int first = 3; struct { float low = -1.5; double high = 1e6 } range; bool on = true; const float* in = in + 1 }"
target = "shared_out"
size = "n"

[[launch]]
entry = "filter"
grid = ["ceil_div(n, 128)"]
block = [128]
arguments = ["out", "in"]
*/
struct Limits {
  int first;
  struct {
    float low;
    double high;
  } range;
  bool on;
  const float* in;
};

__constant__ float weights[3];
__constant__ Limits limits;
__device__ unsigned counter;
static __device__ int last[4];
__device__ float* target;
__constant__ int size;
static __device__ float scale = 1.0f;

extern "C" __global__ void filter(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  float sum = 0;
  for (int k = 0; k < 3; ++k) sum += weights[k] * in[(i + k) % size];
  float result = scale * sum;
  if (limits.on && i >= limits.first && result > limits.range.low && result < limits.range.high) {
    result += limits.in[0];
    atomicAdd(&counter, 1u);
  }
  if (i == size - 1) last[last[1] - 7] = i;
  target[i] = result;
  out[i] = result;
}
