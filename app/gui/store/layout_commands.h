// Commands of layouts that the user has named.
#pragma once

#include <string>

#include "gui/store/command.h"

namespace lanescope::gui {

/// Stores the present arrangement of the panels under a name.
struct KeepLayout {
  std::string name;
  LANESCOPE_APPLIES;
};

/// The interface sends this command in answer to StoreLayout.
struct AddLayout {
  std::string name;
  std::string arrangement;  ///< as Dear ImGui writes it
  LANESCOPE_APPLIES;
};

struct ChooseLayout {
  std::string name;
  LANESCOPE_APPLIES;
};

struct ForgetLayout {
  std::string name;
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
