// These kernels hold the queue while work is enqueued, clear the L2 cache, and read the clocks of the SMs.

// Returns the nanoseconds of the clock that all SMs share. It advances in steps of 32 ns to 1 us.
__device__ inline u64 shared_nanoseconds() {
  u64 now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

// It runs as one thread. It ends when *released has reached the ticket, or after `limit` nanoseconds, which it then
// reports, because a program that died or waits must not hold the device for ever.
extern "C" __global__ void lanescope_hold(const volatile u32* released, u32 ticket, u64 limit, volatile u32* expired) {
  if (threadIdx.x != 0) return;
  const u64 end = shared_nanoseconds() + limit;
  while (static_cast<int>(*released - ticket) < 0) {
    if (shared_nanoseconds() < end) continue;
    *expired = ticket;
    return;
  }
}

// Reads pairs of words. They are combined so that no load is optimised away; the sum itself does not matter.
extern "C" __global__ void lanescope_read(const ulonglong2* memory, u64 pairs, u64* sum) {
  u64 seen = 0;
  for (u64 i = first_of_thread(); i < pairs; i += threads_of_grid()) seen += memory[i].x ^ memory[i].y;
  if (seen == ~0ull) *sum = seen;
}

// The clock of an SM and the shared clock at one moment.
struct ClockRecord {
  u64 nanoseconds;
  u64 cycles;
};

// It runs at least one block on each SM; records[i] belongs to SM i. The shared clock stands still between its steps,
// so the moment is taken directly after a step.
extern "C" __global__ void lanescope_clocks(ClockRecord* records, u64 count) {
  if (threadIdx.x != 0) return;
  u32 sm;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  if (sm >= count) return;
  const u64 first = shared_nanoseconds();
  u64 now = first;
  for (int tries = 0; now == first && tries < 1000; ++tries) now = shared_nanoseconds();
  records[sm].cycles = static_cast<u64>(clock64());
  records[sm].nanoseconds = now;
}
