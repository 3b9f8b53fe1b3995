// Branches, loops, switches, calls of every kind, recursion, printf, assert, trap.

extern "C" __device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ float3 shifted(float3 v, double by, const char* what) {
  v.x += by;
  v.y += what[0];
  return v;
}
__device__ __noinline__ void store(int* out, int value) { *out = value; }
__device__ int add(int a, int b) { return a + b; }
__device__ int multiply(int a, int b) { return a * b; }
using Operation = int (*)(int, int);
__device__ Operation operations[] = {add, multiply};
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
struct Shape {
  __device__ virtual float area() const { return 0; }
  __device__ virtual void grow(float by) {}
};
struct Square : Shape {
  float side;
  __device__ Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
  __device__ void grow(float by) override { side += by; }
};
extern "C" __device__ __noinline__ void stop() {
  printf("stop\n");
  __trap();
}

extern "C" __global__ void calls(int* out, float3* vectors, int n) {
  const int i = threadIdx.x;
  store(out + i, twice(i) + fibonacci(i));
  vectors[i] = shifted(vectors[i], 2.5, "text");
  out[i + 1] = operations[n & 1](i, n);
  Square square(n);
  Shape* shape = &square;
  if (n > 3) shape->grow(1);
  out[i + 2] = static_cast<int>(shape->area());
  printf("thread %d: %f %s\n", i, vectors[i].x, "done");
  assert(n < 1000);
  if (n == 17) stop();
}

extern "C" __global__ void virtual_calls(Shape** shapes, float* out) {
  shapes[threadIdx.x]->grow(2);
  out[threadIdx.x] = shapes[threadIdx.x]->area();
}

extern "C" __global__ void big_switch(int* out, int choice, int n) {
  int x = n;
  switch (choice) {
    case 0: x = out[1] * 3; break;
    case 1: x = out[2] / 5; out[9] = 1; break;
    case 2: x = twice(x); break;
    case 3: x ^= out[3]; out[8] = x; break;
    case 4: x = __popc(x); out[7] = x; break;
    case 5: x = out[out[4]];
    case 6: x += 6; out[6] = x; break;
    case 7: x -= out[5]; __syncthreads(); break;
    case 8: return;
    case 9: x = twice(out[2]); out[1] = 3; break;
    case 10: for (int i = 0; i < x; ++i) out[i] = i; break;
    case 11: __threadfence(); break;
    case 12: out[12] = 12; break;
    default: x = -1; out[100] = 1;
  }
  out[0] = x;
}

extern "C" __global__ void __launch_bounds__(256, 2) bounded(int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (out[i] < 0) break;
    if (out[i] == 5) continue;
#pragma unroll 1
    for (int j = 0; j < i; ++j) {
      if (out[j] == n) return;
      out[j] += i;
    }
  }
#pragma unroll 4
  for (int i = 0; i < n; ++i) out[i] *= 3;
}

extern "C" __global__ void endless(volatile int* out) {
  for (;;) *out = *out + 1;
}

template <typename T, int N>
__global__ void templated(T* out) {
#pragma unroll
  for (int i = 0; i < N; ++i) out[i] = static_cast<T>(i);
}
template __global__ void templated<float, 3>(float*);
template __global__ void templated<unsigned char, 5>(unsigned char*);

extern "C" __global__ void special_registers(unsigned* out) {
  out[0] = threadIdx.x + threadIdx.y * blockDim.x + threadIdx.z * blockDim.y + blockIdx.y * gridDim.z;
  out[1] = warpSize + static_cast<unsigned>(clock()) + static_cast<unsigned>(clock64());
}
