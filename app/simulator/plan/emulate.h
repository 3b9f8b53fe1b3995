// The emulator with a time limit: no kernel can crash who runs it, and nothing runs longer than somebody waits for it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include "base/error.h"
#include "base/time/process_clock.h"
#include "catalogue/launch_plan.h"
#include "emulator/emulator.h"
#include "ptx/module.h"

namespace lanescope::simulator {

/// How long something may take, in the time of this process, and who can end it earlier.
struct Deadline {
  std::shared_ptr<ProcessClock> clock;  ///< null: it has no end
  ProcessClock::Steady::time_point until;
  std::function<bool()> abandoned;  ///< may be empty; called from several threads

  [[nodiscard]] ProcessClock::Steady::duration left() const;
  [[nodiscard]] bool has_passed() const { return left().count() <= 0; }
  [[nodiscard]] bool is_abandoned() const { return abandoned && abandoned(); }
  /// Returns the same deadline, but one that ends no later than `limit` from now.
  [[nodiscard]] Deadline within(std::chrono::milliseconds limit) const;
};

/// Returns half of the machine's memory, in bytes. All else needs the rest.
[[nodiscard]] std::uint64_t half_of_memory();

/// Calls emulator::run() with a time limit. Outcome::cancelled says that the deadline passed or the run was abandoned.
/// It fails as emulator::run() does, and when that throws (for example because there is no memory).
[[nodiscard]] Expected<emulator::Outcome> emulate(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                                  emulator::Options options, const Deadline& deadline);

}  // namespace lanescope::simulator
