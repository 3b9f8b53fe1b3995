#include "simulator/plan/emulate.h"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "catalogue/messages.h"
#include "simulator/messages.h"

namespace lanescope::simulator {

ProcessClock::Steady::duration Deadline::left() const {
  return clock ? until - clock->now() : ProcessClock::Steady::duration::max();
}

Deadline Deadline::within(std::chrono::milliseconds limit) const {
  auto counted = clock ? clock : std::make_shared<ProcessClock>();
  const auto end = counted->now() + limit;
  return {std::move(counted), clock ? std::min(until, end) : end, abandoned};
}

std::uint64_t half_of_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || bytes <= 0) return std::uint64_t{1} << 30;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes) / 2;
}

Expected<emulator::Outcome> emulate(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                    emulator::Options options, const Deadline& deadline) {
  options.cancelled = [&deadline] { return deadline.has_passed() || deadline.is_abandoned(); };
  try {
    return emulator::run(module, plan, options);
  } catch (const std::bad_alloc&) {
    return failure(message<"emulator.no_memory">(), plan.kernel, message<"problem.choose_smaller">());
  } catch (const MachineError& error) {
    return failure(error.error());
  } catch (const std::exception& error) {
    return failure(error.what(), plan.kernel, message<"internal.report_with_kernel">());
  }
}

}  // namespace lanescope::simulator
