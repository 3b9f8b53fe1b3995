#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/rounding.h"

namespace lanescope {

unsigned core_count() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&allowed)));
  return std::max(1u, std::thread::hardware_concurrency());
}

void parallel_for(std::uint64_t count, std::uint64_t grain_size, std::uint64_t step,
                  const std::function<void(std::uint64_t begin, std::uint64_t end)>& work) {
  if (count == 0) return;
  const std::uint64_t cores = core_count();
  const std::uint64_t parts = std::clamp<std::uint64_t>(count / std::max<std::uint64_t>(grain_size, 1), 1, cores);
  const std::uint64_t part = round_up(ceil_div(count, parts), step);
  std::mutex mutex;
  std::exception_ptr broken;
  const auto work_at = [&](std::uint64_t begin) {
    try {
      work(begin, std::min(count, begin + part));
    } catch (...) {
      const std::lock_guard lock(mutex);
      broken = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (std::uint64_t begin = part; begin < count; begin += part) others.emplace_back(work_at, begin);
  work_at(0);
  for (std::thread& thread : others) thread.join();
  if (broken) std::rethrow_exception(broken);
}

}  // namespace lanescope
