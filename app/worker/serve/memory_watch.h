// The limit on the memory of a worker. A template, a trace or a size may take more than the machine has; the window and
// everything else on it must not suffer from that.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace lanescope::worker {

/// Returns the bytes that a worker may take: $LANESCOPE_WORKER_MEMORY in MiB, else half of what this machine, or the
/// control group that the process is in, has.
[[nodiscard]] std::uint64_t memory_limit();

/// Returns the bytes of physical memory that this process takes; 0 when that is not known.
[[nodiscard]] std::uint64_t memory_in_use();

/// Returns the bytes that the processes which this one has started take beside it; what they only share with it, as a
/// copy of this process does at first, does not count.
[[nodiscard]] std::uint64_t memory_of_children();

/// Looks fifty times a second, and five times at the processes that this one has started. (A limit on address space
/// would not do: CUDA reserves hundreds of gigabytes of it.)
class MemoryWatch {
 public:
  /// Calls `exceeded` once, from a thread of its own, with a sentence that names the limit.
  MemoryWatch(std::uint64_t limit, std::function<void(const std::string&)> exceeded);
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

 private:
  void watch(std::uint64_t limit, const std::function<void(const std::string&)>& exceeded);

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace lanescope::worker
