// Where the panels were before a lesson or a lecture arranged them anew.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/shell/layout.h"

namespace lanescope::gui {

/// Where the panels are.
struct KeptArrangement {
  std::string layout;  ///< as Dear ImGui writes it; empty means as the designed layout has them
  TabOrder tabs;
  const PanelEntry* front = nullptr;  ///< on the stage; null means whatever is there
};

/// A stack, because a lecture can begin in a lesson and a lesson in a lecture, and either can end first.
class KeptArrangements {
 public:
  enum class Reason { lesson, lecture };

  /// Keeps the arrangement until take() of the same reason. Where panels are arranged for another reason already, the
  /// one from before that is kept.
  void keep(Reason reason, KeptArrangement now);
  /// Returns what is to be restored when the reason ends, or nothing when it was not kept. What was kept upon it is
  /// then restored to the same.
  [[nodiscard]] std::optional<KeptArrangement> take(Reason reason);
  [[nodiscard]] bool has(Reason reason) const;
  /// Returns the user's own arrangement, or null when the panels are in it.
  [[nodiscard]] const KeptArrangement* base() const { return kept_.empty() ? nullptr : &kept_.front().arrangement; }

 private:
  struct Kept {
    Reason reason;
    KeptArrangement arrangement;
  };
  std::vector<Kept> kept_;  ///< the first is the user's own
};

}  // namespace lanescope::gui
