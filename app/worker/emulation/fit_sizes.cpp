#include "worker/emulation/fit_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/parallel.h"
#include "base/text.h"
#include "simulator/plan/blocks.h"
#include "worker/emulation/guesses.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

using namespace std::chrono_literals;

/// The time limit of an estimate, which exists to save time.
constexpr std::chrono::milliseconds estimate_limit = 250ms;
/// The most threads of a plan that stands for a larger one.
constexpr std::uint64_t few_threads = 16384;

std::uint64_t elements_of(const catalogue::LaunchPlan& plan) {
  std::uint64_t elements = 0;
  for (const catalogue::Buffer& buffer : plan.buffers) elements += buffer.elements();
  return elements;
}

/// `outcome` ran a part of the blocks or threads on one core; `whole_per_part` is the ratio of all of them to that
/// part.
Estimate extrapolated(const emulator::Outcome& outcome, double whole_per_part, const ptx::Module& module,
                      const catalogue::LaunchPlan& plan) {
  const bool concurrent = emulator::runs_concurrently(module, plan).value_or(false);
  const auto cores = static_cast<double>(concurrent ? std::min(core_count(), max_counted_cores) : 1U);
  if (outcome.cancelled) {
    const double seconds = std::chrono::duration<double>(estimate_limit).count() * whole_per_part;
    return {seconds / cores, seconds, true};
  }
  const auto blocks = static_cast<double>(simulator::block_count(plan));
  const double seconds = static_cast<double>(outcome.instructions) * whole_per_part / warp_instructions_per_second +
                         static_cast<double>(outcome.atomic_lanes) * whole_per_part / atomics_per_second +
                         blocks / blocks_per_second;
  const double of_elements = static_cast<double>(elements_of(plan)) / elements_per_second;
  const auto of_elements_cores = static_cast<double>(std::min(core_count(), max_counted_cores));
  return {seconds / cores + of_elements / of_elements_cores, seconds + of_elements, false};
}

/// Whether every kernel that the plan launches is launched by the other one too.
bool launches_no_other(const catalogue::LaunchPlan& plan, const catalogue::LaunchPlan& other) {
  return std::ranges::all_of(plan.launches, [&](const catalogue::Launch& launch) {
    return std::ranges::find(other.launches, launch.entry, &catalogue::Launch::entry) != other.launches.end();
  });
}

/// Gives a plan of the same kernel the names in the PTX that the compiler has told.
void copy_ptx_names(const catalogue::LaunchPlan& from, catalogue::LaunchPlan& to) {
  for (catalogue::Launch& launch : to.launches) {
    if (launch.call != catalogue::Launch::Call::kernel) continue;
    const auto same = std::ranges::find_if(from.launches, [&](const catalogue::Launch& known) {
      return (known.name.empty() ? known.entry : known.name) == launch.entry;
    });
    // Where another entry stands for that of the file, it does so in all launches.
    const catalogue::Launch& known = same == from.launches.end() ? from.launches.front() : *same;
    launch.entry = known.entry;
    launch.name = known.name;
  }
  for (std::size_t i = 0; i < to.symbols.size(); ++i) to.symbols[i].variable = from.symbols.at(i).variable;
}

}  // namespace

Message text_of(const Estimate& estimate) {
  const Message time = estimate.seconds < 120    ? message<"duration.seconds">(estimate.seconds)
                       : estimate.seconds < 7200 ? message<"duration.minutes">(estimate.seconds / 60)
                                                 : message<"duration.hours">(estimate.seconds / 3600);
  return estimate.at_least ? message<"duration.more_than">(time) : message<"duration.about">(time);
}

Expected<Estimate> estimate(const Emulation& what, const simulator::Deadline& deadline) {
  const ptx::Module& module = what.program.module;
  const catalogue::LaunchPlan& plan = what.plan;
  emulator::Options options = options_for(what.experiment);
  // A part that stopped at its first fault would give too small an estimate.
  options.continue_after_fault = true;
  TRY(const auto dependent, emulator::has_inter_block_dependencies(module, plan));
  if (!dependent) {
    options.blocks = {simulator::middle_block(plan.launches.front().grid)};
    TRY(const auto outcome, simulator::emulate(module, plan, options, deadline.within(estimate_limit)));
    return extrapolated(outcome, static_cast<double>(simulator::block_count(plan)), module, plan);
  }
  const catalogue::LaunchPlan small = with_few_threads(what.kernel, plan, few_threads);
  // The given inputs belong to the original sizes.
  options.inputs.clear();
  TRY(const auto outcome, simulator::emulate(module, small, options, deadline.within(estimate_limit)));
  const auto threads = static_cast<double>(std::max<std::uint64_t>(simulator::thread_count(small), 1));
  return extrapolated(outcome, static_cast<double>(simulator::thread_count(plan)) / threads, module, plan);
}

std::optional<catalogue::LaunchPlan> with_halved_sizes(const catalogue::Kernel& kernel,
                                                       const catalogue::LaunchPlan& plan,
                                                       const catalogue::Values& kept) {
  catalogue::Values values = catalogue::settings_of(plan);
  bool changed = false;
  catalogue::Values whole = values;
  for (const catalogue::Size& size : kernel.sizes) {
    const std::int64_t now = plan.sizes.at(size.name);
    whole[size.name] = now;
    const std::int64_t half = kept.contains(size.name) ? now : std::max(size.minimum, now / 2);
    values[size.name] = half;
    changed |= half != now;
  }
  if (!changed) return std::nullopt;
  auto resolved = catalogue::resolve(kernel, values, plan.seed);
  // Program constants may depend on sizes; the program would then be another one.
  if (!resolved || resolved->defines != plan.defines) return std::nullopt;
  // Where the sizes choose the kernel, smaller ones must not show another one. The plan itself may have entries that
  // stand for those of the file.
  const auto in_file = catalogue::resolve(kernel, whole, plan.seed);
  if (!in_file || !launches_no_other(*resolved, *in_file)) return std::nullopt;
  copy_ptx_names(plan, *resolved);
  return std::move(*resolved);
}

catalogue::LaunchPlan with_few_threads(const catalogue::Kernel& kernel, catalogue::LaunchPlan plan,
                                       std::uint64_t max_threads) {
  while (simulator::thread_count(plan) > max_threads) {
    auto smaller = with_halved_sizes(kernel, plan);
    if (!smaller) break;
    plan = std::move(*smaller);
  }
  return plan;
}

Expected<FittedPlan> fit_sizes(const Emulation& what, const catalogue::Values& kept, double seconds,
                               const simulator::Deadline& deadline) {
  const catalogue::Kernel& kernel = what.kernel;
  FittedPlan fitted{what.plan, {}, {}};
  for (;;) {
    TRY(fitted.estimate, estimate({what.program, kernel, fitted.plan, what.experiment}, deadline));
    const bool ends = !fitted.estimate.at_least && fitted.estimate.seconds <= seconds &&
                      fitted.estimate.processor_seconds <= cores_of_defaults * seconds;
    if (ends || deadline.is_abandoned() || deadline.has_passed()) break;
    auto next = with_halved_sizes(kernel, fitted.plan, kept);
    if (!next) {
      // What does not end at any size is not shown at another one.
      if (fitted.estimate.at_least) fitted.plan = what.plan;
      break;
    }
    fitted.plan = std::move(*next);
    // When not even a part ended, halving once a round would take too long.
    for (int further = 0; fitted.estimate.at_least && further < 2; ++further) {
      if (auto more = with_halved_sizes(kernel, fitted.plan, kept)) fitted.plan = std::move(*more);
    }
  }
  if (fitted.plan.sizes != what.plan.sizes) {
    settle_guesses(what, fitted.plan, deadline);
    fitted.note = message<"note.sizes_reduced">(sizes_text(kernel, what.plan), sizes_text(kernel, fitted.plan));
  }
  return fitted;
}

Expected<EmulatablePlan> emulatable_plan(const Emulation& what, const simulator::Deadline& deadline) {
  TRY(const bool dependent, emulator::has_inter_block_dependencies(what.program.module, what.plan));
  EmulatablePlan found{what.plan, dependent, options_for(what.experiment), {}};
  if (!dependent) return found;
  const double seconds = std::chrono::duration<double>(deadline.left()).count();
  TRY(auto fitted, fit_sizes(what, {}, seconds / 2, deadline));
  found.plan = std::move(fitted.plan);
  if (found.plan.sizes == what.plan.sizes) return found;
  // Inputs that were read from a file belong to the original sizes.
  found.options.inputs.clear();
  found.reduced = message<"note.dependent_blocks">(sizes_text(what.kernel, found.plan));
  return found;
}

std::string sizes_text(const catalogue::Kernel& kernel, const catalogue::LaunchPlan& plan) {
  std::vector<std::string> names, numbers;
  for (const catalogue::Size& size : kernel.sizes) {
    names.push_back(size.name);
    numbers.push_back(fmt::format("{}", plan.sizes.at(size.name)));
  }
  return fmt::format("{} = {}", join(names, " x "), join(numbers, " x "));
}

}  // namespace lanescope::worker
