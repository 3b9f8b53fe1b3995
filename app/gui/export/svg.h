// Writes the part of Scalable Vector Graphics 1.1 that plots need. The same calls give the same text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/markup.h"

namespace lanescope::gui {

struct SvgPoint {
  double x = 0, y = 0;
};

/// Colours are written "#rrggbb"; an empty one means none.
struct SvgStyle {
  std::string fill = {}, stroke = {};
  double stroke_width = 1;
  double opacity = 1;
  std::string dashes = {};  ///< "4 3" gives the lengths of dash and gap; empty means solid
};

[[nodiscard]] SvgStyle svg_fill(std::string colour, double opacity = 1);
[[nodiscard]] SvgStyle svg_stroke(std::string colour, double width, std::string dashes = {});

struct SvgText {
  enum class Anchor { start, middle, end };
  double size = 12;
  std::string colour = "#000000";
  Anchor anchor = Anchor::start;
  bool bold = false;
  double turned = 0;  ///< in degrees, clockwise, about its anchor
};

/// Lengths are in user units, and y points down. The picture scales to its available space.
class Svg {
 public:
  /// `description` is the text for screen readers.
  Svg(double width, double height, std::string_view description);

  void rectangle(double x, double y, double width, double height, const SvgStyle& style);
  void line(SvgPoint from, SvgPoint to, const SvgStyle& style);
  void path(const std::vector<SvgPoint>& points, const SvgStyle& style, bool closed = false);
  void circle(SvgPoint centre, double radius, const SvgStyle& style);
  /// Places the text at its baseline.
  void text(SvgPoint at, std::string_view words, const SvgText& how);
  /// Sets the text that browsers show when the mouse rests on the next shape.
  void title_of_next(std::string_view words);
  /// Clips all that follows at this rectangle, until end_clip().
  void begin_clip(double x, double y, double width, double height);
  void end_clip();

  /// Returns the whole file.
  [[nodiscard]] std::string finish() const;

 private:
  void shape(MarkupLiteral name, const Markup& attributes);

  Markup body_;
  std::string title_;
  double width_, height_;
  int clips_ = 0;
};

}  // namespace lanescope::gui
