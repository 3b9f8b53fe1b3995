#include "gui/store/actions.h"

namespace lanescope::gui {

std::span<const Action> tree_actions() {
  static constexpr std::array table{
      Action{"toggle_one_warp", "One warp of the tree", "Shift+W", "Views/Drawing",
             "Shows only the 32 lanes of the chosen warp in the Tree view, with their values.",
             toggle<&State::tree, &TreeChoice::one_warp>, nullptr, is_set<&State::tree, &TreeChoice::one_warp>},
  };
  return table;
}

}  // namespace lanescope::gui
