// Where a frame of Dear ImGui differs from the one before: only there it need be drawn. In software OpenGL the pixels
// are what a frame costs, and while a view plays most of the window stands still.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::gui {

/// Pixels from the top left corner; `right` and `bottom` are the first ones outside.
struct IntRect {
  int left = 0, top = 0, right = 0, bottom = 0;
  [[nodiscard]] bool empty() const { return right <= left || bottom <= top; }
  [[nodiscard]] std::int64_t area() const { return empty() ? 0 : std::int64_t{right - left} * (bottom - top); }
  friend bool operator==(const IntRect&, const IntRect&) = default;
};
[[nodiscard]] IntRect intersect(const IntRect& one, const IntRect& other);
[[nodiscard]] IntRect bounding_union(const IntRect& one, const IntRect& other);
/// Calls visit(index) for the tiles of so many pixels that the rectangle reaches into; `columns`: of them in a row.
template <class Visit>
void for_tiles(const IntRect& rect, int tile, int columns, Visit visit) {
  for (int row = rect.top / tile; row <= (rect.bottom - 1) / tile; ++row) {
    for (int column = rect.left / tile; column <= (rect.right - 1) / tile; ++column) {
      visit(std::size_t{1} * row * columns + column);
    }
  }
}

/// The pixels in which the OpenGL back end of Dear ImGui draws a command: its clipping rectangle, rounded as there.
[[nodiscard]] IntRect clip_of(const ImDrawData& frame, const ImDrawCmd& command);
/// Pixels that a triangle can reach within `clip`. `indices`: its three.
[[nodiscard]] IntRect bounds_of(const ImDrawData& frame, const ImDrawVert* vertices, const ImDrawIdx* indices,
                                const IntRect& clip);

class FrameDifference {
 public:
  static constexpr int tile = 32;  ///< pixels; what differs is known in whole tiles

  /// Few rectangles, none over another, that hold every pixel in which `frame` can differ from the frame of the call
  /// before. Pictures of our own (textures that are not Dear ImGui's) count as changed: nobody says what they hold.
  [[nodiscard]] std::vector<IntRect> to(const ImDrawData& frame);
  /// The pixels that each triangle of the last call's frame can reach, in the order of its triangles.
  [[nodiscard]] const std::vector<IntRect>& bounds() const { return bounds_; }
  /// The next frame differs everywhere.
  void forget() { known_ = false; }

 private:
  void draw_into_tiles(const ImDrawData& frame);

  bool known_ = false;
  std::uint64_t frames_ = 0;
  IntRect size_;
  int columns_ = 0, rows_ = 0;
  /// By tile: a hash of the triangles that reach into it, in the order in which they are drawn.
  std::vector<std::uint64_t> before_, now_;
  std::vector<IntRect> bounds_;
};

}  // namespace warpscope::gui
