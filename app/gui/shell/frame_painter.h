// Puts a frame of Dear ImGui into the window. Only its difference from the previous frame is drawn, into a framebuffer
// that is kept, and that is copied to the window.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "gui/shell/frame_difference.h"
#include "render/gl/gl_objects.h"

namespace lanescope::gui {

class FramePainter {
 public:
  /// `ground` is the colour behind everything. `width` and `height` are those of the window, in pixels.
  void to_window(ImDrawData& frame, ImVec4 ground, std::uint32_t width, std::uint32_t height);
  /// `preserves_previous_frame` means that the framebuffer holds what the previous call drew into it.
  void to_framebuffer(ImDrawData& frame, ImVec4 ground, const render::Framebuffer& framebuffer,
                      bool preserves_previous_frame);

 private:
  struct Taken {
    std::uint64_t by = 0;  ///< the command of the part that took the vertex
    int number = 0;        ///< its index among that command's vertices
  };

  void paint(ImDrawData& frame, ImVec4 ground, const IntRect& place, const IntRect& whole, std::uint32_t target);
  void fill_plain(const ImDrawData& frame, const IntRect& place, const IntRect& whole, std::uint32_t target);
  void clip(const ImDrawData& frame, const ImDrawList& from, const IntRect& place, std::size_t triangle,
            ImDrawList& to);

  FrameDifference difference_;
  ImVec4 ground_{0, 0, 0, 0};                   ///< the ground of the previous frame
  std::optional<render::Framebuffer> picture_;  ///< the window's picture; empty when there is no memory for it
  // These describe the part that is being painted.
  std::vector<bool> plain_;    ///< by triangle, whether it is filled already
  std::vector<bool> covered_;  ///< by small tile, whether something is drawn there before
  std::vector<Taken> taken_;   ///< what is known of each vertex of a list
  std::uint64_t parts_ = 0;    ///< number of commands that were made
};

}  // namespace lanescope::gui
