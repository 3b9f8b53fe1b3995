struct Mixed { int a; float b[3]; double c; };
struct Half { unsigned short bits; };
struct alignas(16) Four { float x[4]; };
struct Empty {};
enum Small : unsigned char { one = 1 };

template <class T>
__global__ void fill(T* out, T value) {
  *out = value;
}
template __global__ void fill<float>(float*, float);

__device__ __noinline__ float twice(const float* in, int n) {
  float sum[16];
  for (int i = 0; i < 16; ++i) sum[i] = in[i * n];
  return sum[n & 15] + sum[(3 * n) & 15];
}

extern "C" __global__ void __launch_bounds__(256, 2)
    every_type(bool a, char b, signed char c, unsigned char d, short e, unsigned short f, int g, unsigned h, long i,
               unsigned long long j, float k, double l, Half m, Mixed n, Small o, Four p, Empty q, int4 r,
               const float* __restrict__ in, void* out, cudaTextureObject_t texture) {
  static_cast<float*>(out)[threadIdx.x] = a + b + c + d + e + f + g + h + i + j + k + l + m.bits + n.a + o + p.x[0] +
                                          r.x + in[threadIdx.x] + tex1Dfetch<float>(texture, 0);
}

extern "C" __global__ void without_parameters() {}

extern "C" __global__ void calls(float* out, int n) { out[0] = twice(out, n) + twice(out + 5, 2 * n); }
