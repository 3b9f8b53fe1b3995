// Layouts of one's own, by name, and what is wanted of the layout. How the designed ones look stands in layout.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace warpscope::gui {

struct Layouts {
  /// By name: where the panels are, as Dear ImGui writes it. Only the interface reads it.
  std::map<std::string, std::string, std::less<>> own;
  std::string chosen;              ///< one of them; empty: the designed layout
  std::string wanted_name;         ///< what the present arrangement shall be kept as
  std::uint64_t keeps_wanted = 0;  ///< rises when it shall be
  bool lecture = false;            ///< readout, one view and knobs in large type, and nothing else
  bool naming = false;             ///< the small window that asks for a name is open
};

}  // namespace warpscope::gui
