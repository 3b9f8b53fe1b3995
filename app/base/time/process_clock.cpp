#include "base/time/process_clock.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

/// Reading the numbers of twenty threads takes a third of a millisecond.
constexpr std::chrono::milliseconds between_updates = 50ms;

}  // namespace

ProcessClock::ProcessClock(int process) : process_(process), updated_at_(Steady::now()) {
  update(updated_at_);
  waited_ = Steady::duration{};
}

ProcessClock::Steady::time_point ProcessClock::now() {
  const Steady::time_point now = Steady::now();
  // Another thread updates just now; nobody waits for it.
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (lock && now - updated_at_ >= between_updates) update(now);
  return now - waited_.load();
}

ProcessClock::Steady::duration ProcessClock::waited() {
  const std::lock_guard lock(mutex_);
  update(Steady::now());
  return waited_;
}

void ProcessClock::update(Steady::time_point now) {
  const std::string folder = process_ == 0 ? "/proc/self/task" : fmt::format("/proc/{}/task", process_);
  std::map<int, Times> threads;
  Times more;
  for (const std::filesystem::path& thread : entries_of(folder)) {
    const auto id = parse_number<int>(thread.filename().string());
    const auto text = read_file(thread / "schedstat");  // nanoseconds that it ran, that it waited, and how often
    if (!id || !text) continue;
    const auto numbers = split(*text, ' ');
    if (numbers.size() < 2) continue;
    const Times times{parse_number<std::int64_t>(numbers[0]).value_or(0),
                      parse_number<std::int64_t>(numbers[1]).value_or(0)};
    const Times before = threads_.contains(*id) ? threads_[*id] : Times{};
    more.ran += std::max<std::int64_t>(0, times.ran - before.ran);
    more.waited += std::max<std::int64_t>(0, times.waited - before.waited);
    threads.emplace(*id, times);
  }
  const Steady::duration passed = now - std::exchange(updated_at_, now);
  threads_ = std::move(threads);
  if (passed.count() <= 0) return;
  // So many threads were ready at a time; together they waited so much, and the process the mean of it.
  const double ready = static_cast<double>(more.ran + more.waited) / static_cast<double>(passed.count());
  const Steady::duration waited(static_cast<std::int64_t>(static_cast<double>(more.waited) / std::max(1.0, ready)));
  waited_ = waited_.load() + std::min(waited, passed);
}

}  // namespace lanescope
