// The words for kinds of accesses in the chosen language.
#pragma once

#include <string>

#include "gui/store/words/language.h"
#include "trace/trace.h"

namespace lanescope::gui {

/// "load", "matrix store".
[[nodiscard]] std::string word_of(const Language& language, trace::Operation operation);
/// "shared load".
[[nodiscard]] std::string words_of(const Language& language, trace::Space space, trace::Operation operation);

}  // namespace lanescope::gui
