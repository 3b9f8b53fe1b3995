// The reasons for which a warp stalls, as Nsight Compute names them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gui/store/words/language.h"

namespace lanescope::gui {

/// Reasons of one kind have one colour. Each also has its number and, but for `fine`, hatching.
enum class StallKind { fine, device_memory, on_chip_memory, synchronization, execution };

struct StallWords {
  std::string_view id;      ///< as in the ids of quantities, "long_scoreboard"
  const char *name, *help;  ///< keys of the language files
  StallKind kind;
};
/// Returns all reasons by id.
[[nodiscard]] std::span<const StallWords> stall_words();

/// Returns what a reason is called, and one sentence about it. `reason` is as in the ids of quantities.
[[nodiscard]] std::string stall_name(const Language& language, std::string_view reason);
[[nodiscard]] std::string stall_help(const Language& language, std::string_view reason);

}  // namespace lanescope::gui
