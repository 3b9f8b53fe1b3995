#include "worker/serve/memory_watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "base/file.h"
#include "base/text.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
constexpr std::chrono::milliseconds between_looks{20};

/// The bytes that the control group of this process may take (version 2 of control groups); all bits where it says
/// none.
std::uint64_t limit_of_group() {
  std::uint64_t limit = ~std::uint64_t{0};
  const auto groups = read_file("/proc/self/cgroup");
  if (!groups) return limit;
  for (const std::string_view line : split(*groups, '\n')) {
    if (!line.starts_with("0::")) continue;
    std::filesystem::path group =
        std::filesystem::path("/sys/fs/cgroup") / line.substr(std::string_view("0::/").size());
    for (; group.string().starts_with("/sys/fs/cgroup"); group = group.parent_path()) {
      const auto text = read_file(group / "memory.max");
      const auto bytes = text ? parse_number<std::uint64_t>(trim(*text)) : std::nullopt;
      if (bytes) limit = std::min(limit, *bytes);
    }
  }
  return limit;
}

}  // namespace

std::uint64_t memory_limit() {
  if (const auto given = parse_number<std::uint64_t>(environment("LANESCOPE_WORKER_MEMORY")); given && *given > 0) {
    return std::min(*given, ~std::uint64_t{0} / mebibyte) * mebibyte;
  }
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const std::uint64_t machine = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::max(std::min(machine, limit_of_group()) / 2, 512 * mebibyte);
}

std::uint64_t memory_in_use() {
  const auto text = read_file("/proc/self/statm");  // all pages, then those in memory
  if (!text) return 0;
  const auto fields = split(*text, ' ');
  const auto pages = fields.size() > 1 ? parse_number<std::uint64_t>(fields[1]) : std::nullopt;
  return pages.value_or(0) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t memory_of_children() {
  std::uint64_t kibibytes = 0;
  for (const std::filesystem::path& thread : lanescope::entries_of("/proc/self/task")) {
    const auto children = read_file(thread / "children");
    if (!children) continue;
    for (const std::string_view child : split(*children, ' ')) {
      if (trim(child).empty()) continue;
      const auto sums = read_file(std::filesystem::path("/proc") / std::string(trim(child)) / "smaps_rollup");
      if (!sums) continue;
      for (const std::string_view line : split(*sums, '\n')) {
        constexpr std::string_view name = "Private_Dirty:", unit = "kB";
        if (!line.starts_with(name) || !line.ends_with(unit)) continue;
        const std::string_view number = trim(line.substr(name.size(), line.size() - name.size() - unit.size()));
        kibibytes += parse_number<std::uint64_t>(number).value_or(0);
      }
    }
  }
  return kibibytes << 10;
}

MemoryWatch::MemoryWatch(std::uint64_t limit, std::function<void(const std::string&)> exceeded)
    : thread_([this, limit, exceeded = std::move(exceeded)] { watch(limit, exceeded); }) {}

MemoryWatch::~MemoryWatch() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void MemoryWatch::watch(std::uint64_t limit, const std::function<void(const std::string&)>& exceeded) {
  std::unique_lock lock(mutex_);
  constexpr int looks_at_children = 10;
  std::uint64_t of_children = 0;
  for (int look = 0; !changed_.wait_for(lock, between_looks, [this] { return ended_; }); ++look) {
    if (look % looks_at_children == 0) of_children = memory_of_children();
    if (memory_in_use() + of_children <= limit) continue;
    return exceeded(message<"worker.too_much_memory">(human_bytes(limit)));
  }
}

}  // namespace lanescope::worker
