// Guard zones are bytes before and behind every buffer that no kernel may change. Their pattern differs from place to
// place, so that a copy which exceeds both its buffers does not write the bytes that are there already.

struct GuardReport {
  u64 changed;  // in bytes
  i64 first;    // the lowest offset of a changed byte from the start of the buffer, negative before it
};

__device__ inline u8 guard_byte(u64 offset) {
  return static_cast<u8>(mix(golden_step() * (offset / 8 + 1)) >> (offset % 8 * 8));
}

// Offsets count from the start of all memory of the plan.
extern "C" __global__ void lanescope_guard_fill(u8* memory, u64 begin, u64 bytes) {
  for (u64 i = first_of_thread(); i < bytes; i += threads_of_grid()) memory[begin + i] = guard_byte(begin + i);
}

extern "C" __global__ void lanescope_guard_check(const u8* memory, u64 begin, u64 bytes, u64 buffer,
                                                 GuardReport* report) {
  u64 changed = 0;
  for (u64 i = first_of_thread(); i < bytes; i += threads_of_grid()) {
    if (memory[begin + i] == guard_byte(begin + i)) continue;
    if (changed == 0) atomicMin(&report->first, static_cast<i64>(begin + i) - static_cast<i64>(buffer));
    ++changed;
  }
  if (changed != 0) atomicAdd(&report->changed, changed);
}
