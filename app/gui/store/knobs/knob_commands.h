// Commands that turn knobs and sizes.
#pragma once

#include <cstdint>
#include <string>

#include "catalogue/kernel.h"
#include "gui/store/command.h"

namespace lanescope::gui {

struct SetKnob {
  std::string name;
  catalogue::Value value;
  LANESCOPE_APPLIES;
};

struct SetSize {
  std::string name;
  std::int64_t value = 0;
  LANESCOPE_APPLIES;
};

/// Makes the arrow keys turn this knob.
struct FocusKnob {
  std::string name;
  LANESCOPE_APPLIES;
};

/// Shows a knob that the arrow keys then turn, or a size that is then typed.
struct ShowKnob {
  std::string name;
  LANESCOPE_APPLIES;
};

/// Sets a knob or a size to its default.
struct ResetKnob {
  std::string name;
  LANESCOPE_APPLIES;
};

/// Lets the user type the value of the knob or the size.
struct TypeKnob {
  std::string name;
  LANESCOPE_APPLIES;
};

struct StopTyping {
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
