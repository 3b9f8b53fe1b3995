#include "gui/export/svg_shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace lanescope::gui {

void draw_shape(Svg& svg, Shape shape, SvgPoint centre, double size, const std::string& colour) {
  const double r = 0.3 * size;
  const SvgStyle filled = svg_fill(colour), drawn = svg_stroke(colour, std::max(1.5, 0.11 * size));
  const auto at = [&](double x, double y) { return SvgPoint{centre.x + x * r, centre.y + y * r}; };
  const auto line = [&](SvgPoint from, SvgPoint to) { svg.line(from, to, drawn); };
  switch (shape) {
    case Shape::square:
      return svg.rectangle(centre.x - 0.8 * r, centre.y - 0.8 * r, 1.6 * r, 1.6 * r, drawn);
    case Shape::diamond:
      return svg.path({at(0, -1), at(1, 0), at(0, 1), at(-1, 0)}, filled, true);
    case Shape::triangle:
      return svg.path({at(0, -0.9), at(1, 0.8), at(-1, 0.8)}, drawn, true);
    case Shape::hexagon: {
      std::vector<SvgPoint> corners;
      for (int corner = 0; corner < 6; ++corner) {
        const double angle = corner * std::numbers::pi / 3;
        corners.push_back(at(0.95 * std::cos(angle), 0.95 * std::sin(angle)));
      }
      return svg.path(corners, filled, true);
    }
    case Shape::ring:
      return svg.circle(centre, 0.8 * r, drawn);
    case Shape::tally_marks:
      for (const double x : {-0.85, -0.28, 0.28, 0.85}) line(at(x, -0.85), at(x, 0.85));
      return line(at(-1.25, 0.55), at(1.25, -0.55));
    default:
      return svg.circle(centre, 0.85 * r, filled);
  }
}

}  // namespace lanescope::gui
