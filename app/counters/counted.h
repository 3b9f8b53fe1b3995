// What the hardware counters of a GPU said about a plan: as a whole, for each instruction, and what it cost.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "counters/quantity.h"
#include "counters/values.h"

namespace lanescope::counters {

/// Whether the caches held anything of the kernel's when a pass began.
enum class CacheState : std::uint8_t { cold, hot };
inline constexpr std::size_t cache_state_count = 2;
[[nodiscard]] std::string_view name_of(CacheState state);  ///< "cold", "hot"

/// One instruction of the machine code. What was not counted is absent.
struct CountedInstruction {
  std::string function;                   ///< as the cubin names it
  std::uint32_t pc_offset = 0;            ///< in its function, in bytes, as experiments::SassInstruction::address
  std::string file;                       ///< empty when the cubin does not name it
  std::int32_t line = 0;                  ///< from 1; 0 when unknown
  std::optional<std::uint64_t> executed;  ///< by warps
  std::optional<std::uint64_t> threads_executed;       ///< by threads, without those that are predicated off
  std::optional<std::uint64_t> sectors;                ///< of global memory
  std::optional<std::uint64_t> sectors_ideal;          ///< of global memory
  std::optional<std::uint64_t> wavefronts;             ///< of shared memory
  std::optional<std::uint64_t> wavefronts_ideal;       ///< of shared memory
  std::map<std::string, std::uint64_t> stall_samples;  ///< by reason, as in the ids of quantities: "long_scoreboard"
  friend bool operator==(const CountedInstruction&, const CountedInstruction&) = default;
};

/// What the counts of instructions or the samples of stalls took, or why they are missing.
struct CountedPart {
  int passes = 0;               ///< how often the plan ran for it
  double cost_ms = 0;           ///< what counting took, of the wall clock
  std::optional<Error> absent;  ///< why there are no counted values for it: kind, what, remedy
  friend bool operator==(const CountedPart&, const CountedPart&) = default;
};

/// One page that was requested.
struct CountedPage {
  Page page = Page::speed_of_light;
  int passes = 0;               ///< how often the plan ran for it
  double cost_ms = 0;           ///< what counting took, of the wall clock
  std::optional<Error> absent;  ///< why there are no counted values for it: kind, what, remedy
  friend bool operator==(const CountedPage&, const CountedPage&) = default;
};

struct Counted {
  Values values;                                 ///< of all launches of the plan
  std::vector<CountedInstruction> instructions;  ///< by function and offset; empty when they were not counted
  std::vector<CountedPage> pages;                ///< in the order in which they were counted, the cheapest first
  std::optional<CountedPart> by_instruction;     ///< of the counts of instructions; absent when not requested
  std::optional<CountedPart> stall_samples;      ///< of the samples of stalls; absent when not requested
  unsigned sampling_period = 0;                  ///< clocks of a multiprocessor between two samples; 0 without samples
  CacheState caches = CacheState::cold;
  std::string device;                                      ///< "NVIDIA H200"
  std::string chip;                                        ///< "GH100"
  std::optional<Error> absent;                             ///< why nothing at all was counted
  [[nodiscard]] const CountedPage* page(Page page) const;  ///< null when it was not requested
  friend bool operator==(const Counted&, const Counted&) = default;
};

}  // namespace lanescope::counters
