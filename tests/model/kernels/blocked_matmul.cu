#define BM 64
#define BK 8
extern "C" __global__ void matmul_blocked(float* c, const float* a, const float* b, int n) {
  __shared__ float as[BK][BM];
  __shared__ float bs[BK][BM];
  const int t = threadIdx.x;
  const int tx = t % 8, ty = t / 8;
  float sum[8][8] = {};
  for (int tile = 0; tile < n; tile += BK) {
    for (int i = 0; i < 8; ++i) {
      as[t % 8][t / 8 + 8 * i] = a[(blockIdx.y * BM + t / 8 + 8 * i) * n + tile + t % 8];
      bs[i][t] = b[(tile + i) * n + blockIdx.x * BM + t];
    }
    __syncthreads();
    for (int k = 0; k < BK; ++k) {
      float x[8], y[8];
      for (int i = 0; i < 8; ++i) x[i] = as[k][ty * 8 + i];
      for (int i = 0; i < 8; ++i) y[i] = bs[k][tx * 8 + i];
      for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j) sum[i][j] += x[i] * y[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) c[(blockIdx.y * BM + ty * 8 + i) * n + blockIdx.x * BM + tx * 8 + j] = sum[i][j];
}
