// The kinds of faults. Their words are those of the command line's JSON, of recordings and of kernel files.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace lanescope {

enum class FaultKind {
  none,               ///< Nothing is wrong; a kernel file without [expect] promises this.
  resolve,            ///< A kernel file, a setting, a size or any other file cannot be used.
  compile,            ///< The compiler refuses the source.
  no_compiler,        ///< There is no NVRTC for the target.
  no_device,          ///< There is no such GPU, or there is no driver.
  too_large,          ///< The emulator would not end in a sensible time.
  emulator,           ///< The emulator cannot execute the program.
  reference_kernel,   ///< The kernel that [check] same_as names produced no output.
  launch,             ///< The device refuses the launch, or another call of the driver failed.
  out_of_memory,      ///< The device has too little memory.
  illegal_address,    ///< The GPU refused an access.
  timeout,            ///< The worker was stopped because it did not answer in time.
  worker_lost,        ///< The worker ended, or the connection to it was lost.
  abandoned,          ///< A newer request replaced this one; its result is never published.
  launch_blocked,     ///< Faults of the emulator kept the plan from being launched on the GPU.
  guard,              ///< Guard bytes around a buffer were changed.
  input_changed,      ///< An input was changed.
  mismatch,           ///< An output is wrong.
  expectation,        ///< The fault that a kernel file promises did not appear, or others did.
  failed,             ///< No result came, and the reason is not known.
  out_of_bounds,      ///< An address lies in no buffer, variable, shared or local memory.
  misaligned,         ///< An address is no multiple of the access's width.
  uninitialised,      ///< Memory was read that nothing wrote.
  race,               ///< Two threads access a word in no order, and one writes.
  divergent_barrier,  ///< Threads wait at a barrier while others wait at another one.
  unwritten,          ///< The plan left an element of an output as it was.
  endless,            ///< The step budget was used up.
  assertion,          ///< An assert() of device code failed.
  trap,               ///< The program executed trap, or called through a pointer to no function.
  read_only,          ///< A store went to constant memory or to a kernel's parameters.
  stack_overflow,     ///< A thread's local memory exceeds the limit.
  shuffle,            ///< A lane of a warp takes what no lane gives, or is not in its own mask.
  use_after_free,     ///< An access of memory that device code allocated and has freed.
  invalid_free,       ///< free() of what is not allocated, or no longer.
  no_permission,      ///< The system does not allow this user to read the GPU's hardware counters.
  counters_busy,      ///< Another profiler holds the GPU's hardware counters.
  no_counters         ///< Hardware counters cannot be read: GPU, driver or CUPTI are too old, missing or restricted.
};

// clang-format off
inline constexpr EnumNames<37> fault_kind_words{
    "", "resolve", "compile", "no_compiler", "no_device", "too_large", "emulator", "partner", "launch",
    "out_of_memory", "illegal_address", "timeout", "worker_lost", "abandoned", "held", "guard", "input_changed",
    "mismatch", "expectation", "failed", "out_of_bounds", "misaligned", "uninitialised", "race", "divergent_barrier",
    "unwritten", "endless", "assert", "trap", "read_only", "stack_overflow", "shuffle",
    "use_after_free", "invalid_free", "no_permission", "counters_busy", "no_counters"};
// clang-format on
/// Each kind with its word.
inline constexpr auto fault_kind_names = [] {
  std::array<std::pair<FaultKind, std::string_view>, fault_kind_words.size()> pairs;
  for (std::size_t n = 0; n < pairs.size(); ++n) pairs.at(n) = {static_cast<FaultKind>(n), fault_kind_words.at(n)};
  return pairs;
}();
static_assert(fault_kind_words.size() == static_cast<std::size_t>(FaultKind::no_counters) + 1);

[[nodiscard]] constexpr std::string_view name_of(FaultKind kind) {
  return enum_name(fault_kind_words, kind);
}
/// Returns the kind of that name, or nothing when there is none.
[[nodiscard]] constexpr std::optional<FaultKind> fault_kind(std::string_view name) {
  return enum_cast<FaultKind>(fault_kind_words, name);
}

}  // namespace lanescope
