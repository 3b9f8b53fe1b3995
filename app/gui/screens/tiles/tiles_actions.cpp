#include "gui/store/actions.h"

namespace lanescope::gui {

std::span<const Action> tiles_actions() {
  static constexpr std::array table{
      Action{"toggle_whole_buffers", "Whole buffers in the Tiles view", "Shift+R", "Views/Drawing",
             "Shows whole buffers in the Tiles view, not only the parts that the block fetches.",
             toggle<&State::tiles, &TilesChoice::whole>, nullptr, is_set<&State::tiles, &TilesChoice::whole>},
  };
  return table;
}

}  // namespace lanescope::gui
