// What a lecturer draws on the picture: lines and arrows, which nothing keeps.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <string>
#include <vector>

#include "gui/widgets/widgets.h"

namespace lanescope::gui {

class DrawingPen {
 public:
  /// Draws what was drawn so far over the picture, and takes the mouse there while Ctrl is held or the pen is on: it
  /// draws a line, and with Shift a straight arrow. What was drawn goes with `subject`, which tells pictures apart.
  void draw(const Frame& frame, const ImRect& picture, const std::string& subject);
  void clear() { strokes_.clear(); }
  [[nodiscard]] std::size_t count() const { return strokes_.size(); }

 private:
  struct Stroke {
    bool is_arrow = false;
    std::vector<ImVec2> points;  ///< as fractions of the picture
  };
  /// Follows the mouse over the picture.
  void follow(const Frame& frame, const ImRect& picture);

  std::vector<Stroke> strokes_;
  std::string subject_;
  bool draws_ = false;  ///< whether the button is held
};

}  // namespace lanescope::gui
