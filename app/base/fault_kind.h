// What can go wrong, by kind. The words are those of the command line's JSON, of recordings and of kernel files.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

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
  race,               ///< two threads of a block, one writing, no barrier between
  divergent_barrier,  ///< threads wait at a barrier that others of them never reach
  unwritten,          ///< an element of an output that the plan left as it was
  endless,            ///< the step budget ended
  assertion,          ///< assert() of device code
  trap,               ///< trap, or a call through a pointer that is no function
  read_only,          ///< a store to constant memory or to a kernel's parameters
  stack_overflow      ///< local memory of a thread beyond the limit
};

inline constexpr auto fault_kind_names = [] {
  using enum FaultKind;
  return std::to_array<std::pair<FaultKind, std::string_view>>({{none, ""},
                                                                {resolve, "resolve"},
                                                                {compile, "compile"},
                                                                {no_compiler, "no_compiler"},
                                                                {no_device, "no_device"},
                                                                {too_large, "too_large"},
                                                                {emulator, "emulator"},
                                                                {partner, "partner"},
                                                                {launch, "launch"},
                                                                {out_of_memory, "out_of_memory"},
                                                                {illegal_address, "illegal_address"},
                                                                {timeout, "timeout"},
                                                                {worker_lost, "worker_lost"},
                                                                {abandoned, "abandoned"},
                                                                {held, "held"},
                                                                {guard, "guard"},
                                                                {input_changed, "input_changed"},
                                                                {mismatch, "mismatch"},
                                                                {expectation, "expectation"},
                                                                {failed, "failed"},
                                                                {out_of_bounds, "out_of_bounds"},
                                                                {misaligned, "misaligned"},
                                                                {uninitialised, "uninitialised"},
                                                                {race, "race"},
                                                                {divergent_barrier, "divergent_barrier"},
                                                                {unwritten, "unwritten"},
                                                                {endless, "endless"},
                                                                {assertion, "assert"},
                                                                {trap, "trap"},
                                                                {read_only, "read_only"},
                                                                {stack_overflow, "stack_overflow"}});
}();

[[nodiscard]] constexpr std::string_view name_of(FaultKind kind) {
  return fault_kind_names.at(static_cast<std::size_t>(kind)).second;
}
/// The kind of that name, empty when there is none.
[[nodiscard]] constexpr std::optional<FaultKind> fault_kind(std::string_view name) {
  const auto found = std::find_if(fault_kind_names.begin(), fault_kind_names.end(),
                                  [name](const auto& entry) { return entry.second == name; });
  return found == fault_kind_names.end() ? std::nullopt : std::optional(found->first);
}

}  // namespace warpscope
