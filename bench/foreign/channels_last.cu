/* lanescope
title   = "Channels from first to last"
summary = "Images become NHWC from NCHW: directly, with stores that are far apart, or by tiles in shared memory."

[parameters]
by   = { values = ["thread", "tile"], default = "tile" }
rows = { values = [4, 8, 16], default = 8 }

[problem]
images   = { min = 1, max = 4096, default = 16 }
channels = { min = 1, max = 8192, default = 192 }
pixels   = { min = 1, max = 1048576, default = 3136 }

[buffers]
in  = { role = "in",  type = "u16", shape = ["images", "channels", "pixels"], fill = "random" }
out = { role = "out", type = "u16", shape = ["images", "pixels", "channels"], fill = "poison" }

[[launch]]
entry     = "channels_last"
grid      = ["ceil_div(pixels, 32)", "ceil_div(channels, 32)", "images"]
block     = [32, "rows"]
arguments = ["out", "in", "channels", "pixels"]

[work]
bytes = "4 * images * channels * pixels"
flops = 0

[check]
same_as = "channels_last_plain"
output  = "out"
exact   = true
*/
extern "C" __global__ void channels_last(unsigned short* out, const unsigned short* in, unsigned channels,
                                         unsigned pixels) {
  const size_t image = size_t(blockIdx.z) * channels * pixels;
  const unsigned first_pixel = blockIdx.x * 32, first_channel = blockIdx.y * 32;
#if BY == BY_TILE
  __shared__ unsigned short tile[32][33];
  for (unsigned row = threadIdx.y; row < 32; row += ROWS) {
    const unsigned channel = first_channel + row, pixel = first_pixel + threadIdx.x;
    if (channel < channels && pixel < pixels) tile[row][threadIdx.x] = in[image + size_t(channel) * pixels + pixel];
  }
  __syncthreads();
  for (unsigned row = threadIdx.y; row < 32; row += ROWS) {
    const unsigned pixel = first_pixel + row, channel = first_channel + threadIdx.x;
    if (channel < channels && pixel < pixels) out[image + size_t(pixel) * channels + channel] = tile[threadIdx.x][row];
  }
#else
  for (unsigned row = threadIdx.y; row < 32; row += ROWS) {
    const unsigned channel = first_channel + row, pixel = first_pixel + threadIdx.x;
    if (channel < channels && pixel < pixels) {
      out[image + size_t(pixel) * channels + channel] = in[image + size_t(channel) * pixels + pixel];
    }
  }
#endif
}

extern "C" __global__ void channels_last_plain(unsigned short* out, const unsigned short* in, unsigned channels,
                                               unsigned pixels) {
  const unsigned channel = blockIdx.y * 32 + threadIdx.x;
  const size_t image = size_t(blockIdx.z) * channels * pixels;
  if (channel >= channels) return;
  for (unsigned pixel = blockIdx.x * 32 + threadIdx.y; pixel < min((blockIdx.x + 1) * 32, pixels); pixel += ROWS) {
    out[image + size_t(pixel) * channels + channel] = in[image + size_t(channel) * pixels + pixel];
  }
}
