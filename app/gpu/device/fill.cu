
extern "C" __global__ void lanescope_fill(void* elements, u64 count, Filling filling) {
  for (u64 i = first_of_thread(); i < count; i += threads_of_grid()) {
    store_bits(elements, i, filling.type, filled_bits(filling, i));
  }
}
