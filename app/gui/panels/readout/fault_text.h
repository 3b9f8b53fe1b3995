// Faults in words: where one happened, and what a museum kernel promises.
#pragma once

#include <string>

#include "gui/state/language.h"
#include "lab/result.h"

namespace warpscope::gui {

/// "an access out of bounds" for out_of_bounds: what follows "shows". Other kinds are their own name.
[[nodiscard]] std::string fault_noun(const Language& language, FaultKind kind);

/// "shows a race, as it promises"
[[nodiscard]] std::string promise_kept_text(const Language& language, FaultKind kind);

/// "naive_row.cu:39, kernel transpose, block 4, thread 0, buffer y, offset 1024 B": what is known.
[[nodiscard]] std::string place_text(const Language& language, const lab::Fault& fault);

/// The same over several lines with message, address and remedy, for a tooltip.
[[nodiscard]] std::string fault_details(const Language& language, const lab::Fault& fault);

/// It says what the verification says too, and less.
[[nodiscard]] bool told_by_verification(const lab::Fault& fault);

}  // namespace warpscope::gui
