// Scalable Vector Graphics 1.1, as far as plots need it. The same calls give the same text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::gui {

struct SvgPoint {
  double x = 0, y = 0;
};

/// Colours as "#rrggbb"; empty: none.
struct SvgStyle {
  std::string fill = {}, stroke = {};
  double stroke_width = 1;
  double opacity = 1;
  std::string dashes = {};  ///< "4 3": lengths of dash and gap; empty: solid
};

[[nodiscard]] SvgStyle svg_fill(std::string colour, double opacity = 1);
[[nodiscard]] SvgStyle svg_stroke(std::string colour, double width, std::string dashes = {});

struct SvgText {
  enum class Anchor { start, middle, end };
  double size = 12;
  std::string colour = "#000000";
  Anchor anchor = Anchor::start;
  bool bold = false;
  double turned = 0;  ///< degrees, clockwise, about its place
};

/// Lengths in user units, y downwards. The picture scales to whatever room it is given.
class Svg {
 public:
  /// `description` is what screen readers say.
  Svg(double width, double height, std::string_view description);

  void rectangle(double x, double y, double width, double height, const SvgStyle& style);
  void line(SvgPoint from, SvgPoint to, const SvgStyle& style);
  void path(const std::vector<SvgPoint>& points, const SvgStyle& style, bool closed = false);
  void circle(SvgPoint centre, double radius, const SvgStyle& style);
  /// At its baseline.
  void text(SvgPoint at, std::string_view words, const SvgText& how);
  /// What browsers show when the mouse rests on the next shape.
  void title_of_next(std::string_view words);
  /// All that follows is cut at this rectangle, until end_clip().
  void begin_clip(double x, double y, double width, double height);
  void end_clip();

  /// The whole file.
  [[nodiscard]] std::string finish() const;

 private:
  void shape(std::string element);

  std::string body_, title_;
  double width_, height_;
  int clips_ = 0;
};

/// & < > " written so that XML takes them; control characters, which it does not take, as spaces.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace warpscope::gui
