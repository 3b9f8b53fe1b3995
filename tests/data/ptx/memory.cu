// Every space, cache operators, volatile, dynamic shared memory, constants, tables of addresses and struct parameters.
struct Matrix {
  float* data;
  int rows, columns;
  short tag[3];
};
struct alignas(16) Wide {
  double a[4];
};

__constant__ float weights[5] = {1.0f, -2.5f, 0.0f, 1e-20f};
__constant__ Matrix constant_matrix;
__device__ double table[] = {0.5, -1.0e300, 3.0};
__device__ int counters[2][3] = {{1, 2, 3}, {-4}};
__device__ const char text[] = "Hello \"device\"\n";
__device__ short shorts[4] = {-1, 2, 32767, -32768};
__device__ unsigned long long big = 0xffffffffffffffffull;
__device__ bool flag = true;
__managed__ int managed = 7;
__device__ int target_of_pointer[10];
__device__ int* pointer = &target_of_pointer[3];
__device__ int* pointers[3] = {target_of_pointer, nullptr, &target_of_pointer[9]};
struct Mixed {
  char letter;
  int* where;
  float value;
};
__device__ Mixed mixed[2] = {{'a', &target_of_pointer[1], 2.5f}, {'b', nullptr, -0.0f}};
static __device__ float hidden = 3.5f;
extern __shared__ float dynamic[];

extern "C" __global__ void spaces(Matrix m, Wide wide, const __grid_constant__ Wide constant_wide, float* out, int n) {
  __shared__ float tile[32][33];
  __shared__ int4 quads[4];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = m.data[y * m.columns + x] + weights[n] + static_cast<float>(table[n & 1]);
  dynamic[x] = constant_matrix.data[x] + hidden;
  if (x < 4) quads[x] = make_int4(x, y, managed, counters[1][n]);
  __syncthreads();
  float local[20];
  for (int i = 0; i < 20; ++i) local[i] = tile[x][i] * text[i];
  for (int i = 0; i < n; ++i) local[(i * 7) % 20] += dynamic[i] + quads[i & 3].y;
  out[x] = local[n] + wide.a[n] + constant_wide.a[n & 3] + m.tag[n % 3] + shorts[n & 3] + *pointer + *pointers[n % 3];
  out[x + 1] = mixed[n & 1].value + *mixed[n & 1].where + mixed[n & 1].letter + flag + big;
  counters[0][x % 3] = n;
  hidden = out[0];
}

extern "C" __global__ void cache_operators(float4* out, const float4* in, const float* __restrict__ read_only, volatile int* busy) {
  const int i = threadIdx.x;
  float4 v = __ldg(in + i);
  v.x += __ldcg(&in[i].x) + __ldcs(&in[i].y) + __ldca(&in[i].z) + __ldlu(&in[i].w) + __ldcv(&in[i + 1].x) + read_only[i];
  __stcg(out + i, v);
  __stcs(out + i + 1, v);
  __stwb(out + i + 2, v);
  __stwt(out + i + 3, v);
  while (*busy == 0) {
  }
  *busy = 2;
  __threadfence();
  __threadfence_block();
  __threadfence_system();
  __nanosleep(100);
}

extern "C" __global__ void big_stack(int* out, int n) {
  unsigned long long saved, address;
  asm volatile("stacksave.u64 %0;\n\talloca.u64 %1, %2, 16;" : "=l"(saved), "=l"(address) : "l"(n * sizeof(int)));
  int* dynamic_stack = static_cast<int*>(__cvta_local_to_generic(address));
  for (int i = 0; i < n; ++i) dynamic_stack[i] = i * n;
  *out = dynamic_stack[n / 2];
  asm volatile("stackrestore.u64 %0;" ::"l"(saved));
}

extern "C" __global__ void copies(Wide* out, const Wide* in, char* bytes) {
  out[threadIdx.x] = in[threadIdx.x];
  memcpy(bytes + 1, in, 37);
  memset(bytes + 64, threadIdx.x, 19);
  if (__isShared(bytes)) bytes[0] = 1;
  if (__isGlobal(out)) bytes[1] = static_cast<char>(__cvta_generic_to_global(out));
}
