// Puts a frame of Dear ImGui into the window: only what differs from the frame before is drawn, into a picture that is
// kept, and the picture goes to the window.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "gui/offscreen/frame_difference.h"
#include "render/gl/gl_objects.h"

namespace warpscope::gui {

class FramePainter {
 public:
  /// `ground`: behind everything. `width`, `height`: of the window, in pixels.
  void to_window(ImDrawData& frame, ImVec4 ground, std::uint32_t width, std::uint32_t height);
  /// `kept`: the framebuffer holds what the call before drew into it.
  void to_framebuffer(ImDrawData& frame, ImVec4 ground, const render::Framebuffer& framebuffer, bool kept);

 private:
  struct Taken {
    std::uint64_t by = 0;  ///< the command of the part that took the vertex
    int number = 0;        ///< among its vertices
  };

  void paint(ImDrawData& frame, ImVec4 ground, const IntRect& place, const IntRect& whole);
  void fill_plain(const ImDrawData& frame, const IntRect& place, const IntRect& whole);
  void clip(const ImDrawData& frame, const ImDrawList& from, const IntRect& place, std::size_t triangle,
            ImDrawList& to);

  FrameDifference difference_;
  ImVec4 ground_{0, 0, 0, 0};                   ///< the ground of the frame before
  std::optional<render::Framebuffer> picture_;  ///< of the window; empty: there is no memory for it
  // What is known of the part that is being painted.
  std::vector<bool> plain_;    ///< by triangle: it is filled already
  std::vector<bool> covered_;  ///< by small tile: something else is drawn there before
  std::vector<Taken> taken_;   ///< by vertex of a list
  std::uint64_t parts_ = 0;    ///< commands that were made
};

}  // namespace warpscope::gui
