#include <algorithm>

#include "gpu/messages.h"
#include "gpu/state.h"
#include "gpu/timing/statistics.h"

namespace lanescope::gpu {
namespace {

constexpr std::uint64_t max_bytes = std::uint64_t{512} << 20;
constexpr std::uint64_t min_bytes = std::uint64_t{1} << 20;
constexpr int warm_up = 2;
constexpr int max_samples = 20;

}  // namespace

Expected<std::optional<MemcpyRate>> DeviceSession::copy_rate() {
  State& state = *state_;
  const cuda::Functions& functions = *state.functions;
  const Message doing = message<"doing.measuring_copy">();
  if (!state.stopwatch) throw MachineError(Error{message<"internal.no_stopwatch">(), doing, "load_tools() first"});
  TRY(const auto memory, with_context(doing, cuda::memory_info(functions)));
  // It leaves at least half of the free memory to others.
  const std::uint64_t bytes = std::min(max_bytes, memory.free / 4) >> 20 << 20;
  if (bytes < min_bytes) return std::optional<MemcpyRate>{};
  const auto from = cuda::DeviceMemory::allocate(functions, bytes);
  const auto to = cuda::DeviceMemory::allocate(functions, bytes);
  if (!from || !to) return std::optional<MemcpyRate>{};
  Stopwatch::Work work;
  work.launches = 1;
  work.queue = [&](Stopwatch::Laps& laps) -> Status {
    TRY_STATUS(laps.start());
    TRY_STATUS(
        with_context(doing, functions.cuMemcpyDtoDAsync(to->address(), from->address(), bytes, state.stream.get())));
    return laps.stop();
  };
  std::vector<Sample> samples;
  Criterion criterion;
  for (int i = -warm_up; i < max_samples && !criterion.reached(); ++i) {
    TRY(const auto reading, state.stopwatch->measure(work, doing));
    if (i < 0) continue;
    samples.push_back({static_cast<float>(reading.milliseconds), reading.clock_mhz});
    criterion.add(samples.back().milliseconds);
  }
  const Timing timing = summarise(samples);
  return MemcpyRate{2 * static_cast<double>(bytes) / (timing.median * 1e6), bytes};
}

}  // namespace lanescope::gpu
