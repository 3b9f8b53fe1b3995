#include "gui/state/actions.h"

namespace lanescope::gui {

std::span<const Action> tiles_actions() {
  static constexpr std::array table{
      Action{"toggle_whole_buffers", "Whole buffers in the Tiles view", "Shift+R", "Views",
             "Shows the whole buffers in the Tiles view, not only what the block fetches of them.",
             toggle<&State::tiles, &TilesChoice::whole>, nullptr, is_set<&State::tiles, &TilesChoice::whole>},
  };
  return table;
}

}  // namespace lanescope::gui
