// What can go wrong, by kind. The words are those of the command line's JSON, of recordings and of kernel files.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace warpscope {

enum class FaultKind {
  none,               ///< nothing is wrong: what a kernel file without [expect] promises
  resolve,            ///< what was given cannot be used: a kernel file, a setting, a size, any other file
  compile,            ///< the compiler refuses the source
  no_compiler,        ///< there is no NVRTC for the target
  no_device,          ///< there is no such GPU, or no driver
  too_large,          ///< the emulator would not end in a sensible time
  emulator,           ///< the emulator cannot execute the program
  partner,            ///< the kernel that [check] same_as names did not get as far as an output
  launch,             ///< the device refuses the launch, or another call of the driver failed
  out_of_memory,      ///< of the device
  illegal_address,    ///< an access that the GPU refused
  timeout,            ///< the worker was stopped because it did not answer in time
  worker_lost,        ///< the worker ended, or the line to it did
  abandoned,          ///< a newer request made this one superfluous; never published
  held,               ///< faults of the emulator kept the plan from being launched on the GPU
  guard,              ///< bytes around a buffer were changed
  input_changed,      ///< an input is not any more what it was
  mismatch,           ///< an output is wrong
  expectation,        ///< the fault that a kernel file promises did not appear, or others did
  failed,             ///< nothing is known but that no result came
  out_of_bounds,      ///< an address that lies in no buffer, variable, shared or local memory
  misaligned,         ///< an address that is no multiple of the access's width
  uninitialised,      ///< a read of memory that nothing wrote
  race,               ///< two threads in one word, one writing, in no order
  divergent_barrier,  ///< threads wait at a barrier while others wait at another one
  unwritten,          ///< an element of an output that the plan left as it was
  endless,            ///< the step budget ended
  assertion,          ///< assert() of device code
  trap,               ///< trap, or a call through a pointer that is no function
  read_only,          ///< a store to constant memory or to a kernel's parameters
  stack_overflow,     ///< local memory of a thread beyond the limit
  shuffle             ///< a shuffle takes the value of a lane that does not give one
};

inline constexpr EnumNames<32> fault_kind_words{"",
                                                "resolve",
                                                "compile",
                                                "no_compiler",
                                                "no_device",
                                                "too_large",
                                                "emulator",
                                                "partner",
                                                "launch",
                                                "out_of_memory",
                                                "illegal_address",
                                                "timeout",
                                                "worker_lost",
                                                "abandoned",
                                                "held",
                                                "guard",
                                                "input_changed",
                                                "mismatch",
                                                "expectation",
                                                "failed",
                                                "out_of_bounds",
                                                "misaligned",
                                                "uninitialised",
                                                "race",
                                                "divergent_barrier",
                                                "unwritten",
                                                "endless",
                                                "assert",
                                                "trap",
                                                "read_only",
                                                "stack_overflow",
                                                "shuffle"};
/// Each kind with its word.
inline constexpr auto fault_kind_names = [] {
  std::array<std::pair<FaultKind, std::string_view>, fault_kind_words.size()> pairs;
  for (std::size_t n = 0; n < pairs.size(); ++n) pairs.at(n) = {static_cast<FaultKind>(n), fault_kind_words.at(n)};
  return pairs;
}();
static_assert(fault_kind_words.size() == static_cast<std::size_t>(FaultKind::shuffle) + 1);

[[nodiscard]] constexpr std::string_view name_of(FaultKind kind) {
  return name_in(fault_kind_words, kind);
}
/// The kind of that name, empty when there is none.
[[nodiscard]] constexpr std::optional<FaultKind> fault_kind(std::string_view name) {
  return named_in<FaultKind>(fault_kind_words, name);
}

}  // namespace warpscope
