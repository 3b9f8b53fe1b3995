// Finds where a frame of Dear ImGui differs from the previous one, so that only this part is drawn. In software OpenGL
// the pixels are the cost of a frame, and most of the window does not change while a view plays.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::gui {

/// A rectangle in pixels from the top left corner; `right` and `bottom` are the first ones outside.
struct IntRect {
  int left = 0, top = 0, right = 0, bottom = 0;
  [[nodiscard]] bool empty() const { return right <= left || bottom <= top; }
  [[nodiscard]] std::int64_t area() const { return empty() ? 0 : std::int64_t{right - left} * (bottom - top); }
  friend bool operator==(const IntRect&, const IntRect&) = default;
};
[[nodiscard]] IntRect intersect(const IntRect& one, const IntRect& other);
[[nodiscard]] IntRect bounding_union(const IntRect& one, const IntRect& other);
/// Calls visit(index) for each tile of `tile` pixels that the rectangle touches. A row has `columns` tiles.
template <class Visit>
void for_tiles(const IntRect& rect, int tile, int columns, Visit visit) {
  for (int row = rect.top / tile; row <= (rect.bottom - 1) / tile; ++row) {
    for (int column = rect.left / tile; column <= (rect.right - 1) / tile; ++column) {
      visit(std::size_t{1} * row * columns + column);
    }
  }
}

/// Returns the clipping rectangle in which Dear ImGui's OpenGL back end draws a command, with the same rounding.
[[nodiscard]] IntRect clip_of(const ImDrawData& frame, const ImDrawCmd& command);
/// Returns the pixels that a triangle can reach within `clip`. `indices` are its three.
[[nodiscard]] IntRect bounds_of(const ImDrawData& frame, const ImDrawVert* vertices, const ImDrawIdx* indices,
                                const IntRect& clip);

class FrameDifference {
 public:
  static constexpr int tile = 32;  ///< in pixels; differences are known in whole tiles

  /// Returns a few rectangles without overlap that hold every pixel in which `frame` can differ from the previous
  /// call's frame. Textures that are not Dear ImGui's own count as changed, because their content is unknown.
  [[nodiscard]] std::vector<IntRect> to(const ImDrawData& frame);
  /// Returns the pixels that each triangle of the last call's frame can reach, in the order of its triangles.
  [[nodiscard]] const std::vector<IntRect>& bounds() const { return bounds_; }
  /// Makes the next frame differ everywhere.
  void forget() { known_ = false; }

 private:
  void draw_into_tiles(const ImDrawData& frame);

  bool known_ = false;
  std::uint64_t frames_ = 0;
  IntRect size_;
  int columns_ = 0, rows_ = 0;
  /// For each tile, a hash of the triangles that touch it, in the order in which they are drawn.
  std::vector<std::uint64_t> before_, now_;
  std::vector<IntRect> bounds_;
};

}  // namespace lanescope::gui
