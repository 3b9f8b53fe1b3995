// What an experiment wants counted with the GPU's hardware counters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "counters/quantity.h"

namespace lanescope::experiments {

struct CounterRequest {
  std::vector<counters::Page> pages;  ///< The cheapest is counted first, whatever their order here.
  bool instructions = false;          ///< exact counts of each machine instruction
  bool stalls = false;                ///< samples of what warps wait for, by machine instruction
  [[nodiscard]] bool empty() const { return pages.empty() && !instructions && !stalls; }
  friend bool operator==(const CounterRequest&, const CounterRequest&) = default;
};

/// The names beside those of pages.
inline constexpr std::string_view all_counters = "all", instruction_counters = "instructions",
                                  stall_counters = "stalls";

/// Returns everything that can be counted.
[[nodiscard]] CounterRequest every_counter();
/// Reads "all", or a list: "scheduler,l1_table,instructions,stalls". The error names what can be written.
[[nodiscard]] Expected<CounterRequest> read_counter_request(std::string_view text);
/// Writes it as it is read; empty when nothing is wanted.
[[nodiscard]] std::string text_of(const CounterRequest& request);

}  // namespace lanescope::experiments
