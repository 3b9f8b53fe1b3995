// Draws a small picture of a matrix, in which each pixel shows the element under its middle.

// Returns the element under the middle of pixel `pixel` when `pixels` pixels cover `elements` elements.
__device__ inline u64 nearest_element(u64 pixel, u64 pixels, u64 elements) {
  return (2 * pixel + 1) * elements / (2 * pixels);
}

extern "C" __global__ void lanescope_preview(const void* elements, u64 type, u64 rows, u64 columns, float* picture,
                                             u64 width, u64 height) {
  for (u64 i = first_of_thread(); i < width * height; i += threads_of_grid()) {
    const u64 row = nearest_element(i / width, height, rows);
    const u64 column = nearest_element(i % width, width, columns);
    picture[i] = static_cast<float>(as_double(type, load_bits(elements, row * columns + column, type)));
  }
}
