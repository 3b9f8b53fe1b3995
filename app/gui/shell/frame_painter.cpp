#include "gui/shell/frame_painter.h"

#include <glad/gl.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/rounding.h"

namespace lanescope::gui {
namespace {

constexpr int small_tile = 8;  // in pixels
/// Plain rectangles from this size on (the backgrounds of panels) are cleared without the shader of Dear ImGui. It
/// samples a white pixel of a texture and blends, which costs ten times as much in software OpenGL.
constexpr std::int64_t worth_filling = 4096;

IntRect place_of(std::uint32_t width, std::uint32_t height) {
  return {0, 0, static_cast<int>(width), static_cast<int>(height)};
}

void fill(const IntRect& place, ImVec4 colour, const IntRect& whole) {
  glScissor(place.left, whole.bottom - place.bottom, place.right - place.left, place.bottom - place.top);
  glClearColor(colour.x, colour.y, colour.z, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
}

/// Returns whether two triangles are an upright rectangle of one opaque colour, as ImDrawList::PrimRect() makes them.
bool is_opaque(const ImDrawVert* vertices, const ImDrawIdx* indices) {
  const ImDrawVert &a = vertices[indices[0]], &b = vertices[indices[1]], &c = vertices[indices[2]];
  const ImDrawVert& d = vertices[indices[5]];
  return (a.col >> IM_COL32_A_SHIFT & 0xFFu) == 0xFFu && b.col == a.col && c.col == a.col && d.col == a.col &&
         indices[3] == indices[0] && indices[4] == indices[2] && a.pos.y == b.pos.y && b.pos.x == c.pos.x &&
         c.pos.y == d.pos.y && d.pos.x == a.pos.x;
}

/// Returns whether such a rectangle shows nothing of Dear ImGui's texture but its white pixel.
bool is_plain(const ImDrawVert* vertices, const ImDrawIdx* indices) {
  const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
  return std::all_of(indices, indices + 6, [&](ImDrawIdx index) {
    return vertices[index].uv.x == white.x && vertices[index].uv.y == white.y;
  });
}

/// Returns whether such a rectangle shows a whole picture of render::Framebuffer as it is, without blending: its alpha
/// reads as 1, and each of its pixels is one of the rectangle's, with the same edges.
bool is_copy(const ImDrawData& frame, const ImDrawVert* vertices, const ImDrawIdx* indices, GLuint texture,
             const IntRect& pixels) {
  const ImVec2 scale = frame.FramebufferScale, corner = frame.DisplayPos;
  const ImVec2 first = vertices[indices[0]].pos, last = vertices[indices[2]].pos;
  if ((first.x - corner.x) * scale.x != static_cast<float>(pixels.left) ||
      (first.y - corner.y) * scale.y != static_cast<float>(pixels.top) ||
      (last.x - corner.x) * scale.x != static_cast<float>(pixels.right) ||
      (last.y - corner.y) * scale.y != static_cast<float>(pixels.bottom)) {
    return false;
  }
  const ImVec2 from = vertices[indices[0]].uv, to = vertices[indices[2]].uv;
  if (vertices[indices[0]].col != IM_COL32_WHITE || from.x != 0 || from.y != 1 || to.x != 1 || to.y != 0) return false;
  GLint alpha = 0, width = 0, height = 0;
  glGetTextureParameteriv(texture, GL_TEXTURE_SWIZZLE_A, &alpha);
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_WIDTH, &width);
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_HEIGHT, &height);
  return alpha == GL_ONE && width == pixels.right - pixels.left && height == pixels.bottom - pixels.top;
}

/// Returns the pixels of an upright rectangle, which are those whose middles lie inside of it. It is empty when an edge
/// goes through the middles of pixels, or almost, because OpenGL decides then.
IntRect pixels_of(const ImDrawData& frame, const ImDrawVert* vertices, const ImDrawIdx* indices) {
  constexpr float precision = 1.0F / 64;  // in pixels; OpenGL puts corners on a grid that is four times finer, or more
  constexpr float farthest = 1 << 16;     // in pixels; numbers far beyond it have no such fractions
  const ImVec2 scale = frame.FramebufferScale, corner = frame.DisplayPos;
  const ImVec2 first = vertices[indices[0]].pos, last = vertices[indices[2]].pos;
  bool known = true;
  const auto pixel_from = [&](float edge) {
    const float middle = std::clamp(edge, -farthest, farthest) - 0.5F;
    known = known && std::abs(middle - std::round(middle)) > precision;
    return static_cast<int>(std::ceil(middle));
  };
  const IntRect pixels{pixel_from((first.x - corner.x) * scale.x), pixel_from((first.y - corner.y) * scale.y),
                       pixel_from((last.x - corner.x) * scale.x), pixel_from((last.y - corner.y) * scale.y)};
  return known ? pixels : IntRect();
}

}  // namespace

/// Fills the plain rectangles that have nothing drawn below them, copies such pictures, and marks their triangles.
/// `target` is the texture of the framebuffer, or 0 when it is the window's.
void FramePainter::fill_plain(const ImDrawData& frame, const IntRect& place, const IntRect& whole, GLuint target) {
  const std::vector<IntRect>& bounds = difference_.bounds();
  plain_.assign(bounds.size(), false);
  const int columns = ceil_div(whole.right, small_tile), rows = ceil_div(whole.bottom, small_tile);
  covered_.assign(std::size_t{1} * columns * rows, false);
  // This returns whether any of these tiles is covered. With `mark`, all of them are covered from now on.
  const auto covered = [&](const IntRect& at, bool mark) {
    bool any = false;
    for_tiles(at, small_tile, columns, [&](std::size_t index) {
      any = any || covered_[index];
      covered_[index] = mark || covered_[index];
    });
    return any;
  };
  // This returns whether the rectangle of two triangles is there, without the shader. `reach` are its pixels that are
  // painted now.
  const auto is_done = [&](const ImDrawCmd& command, const ImDrawVert* vertices, const ImDrawIdx* indices,
                           const IntRect& reach) {
    const auto texture = static_cast<GLuint>(command.GetTexID());
    const bool own = command.TexRef._TexData == nullptr;
    if (!is_opaque(vertices, indices) || (own ? target == 0 : !is_plain(vertices, indices))) return false;
    const IntRect pixels = pixels_of(frame, vertices, indices), here = intersect(pixels, reach);
    if (here.empty() || (own && !is_copy(frame, vertices, indices, texture, pixels)) || covered(reach, false))
      return false;
    if (own) {
      glCopyImageSubData(texture, GL_TEXTURE_2D, 0, here.left - pixels.left, pixels.bottom - here.bottom, 0, target,
                         GL_TEXTURE_2D, 0, here.left, whole.bottom - here.bottom, 0, here.right - here.left,
                         here.bottom - here.top, 1);
    } else {
      fill(here, ImGui::ColorConvertU32ToFloat4(vertices[indices[0]].col), whole);
    }
    return true;
  };
  std::size_t triangle = 0;
  for (const ImDrawList* list : frame.CmdLists) {
    for (const ImDrawCmd& command : list->CmdBuffer) {
      const ImDrawVert* vertices = list->VtxBuffer.Data + command.VtxOffset;
      for (unsigned index = 0; index + 2 < command.ElemCount; index += 3, ++triangle) {
        const IntRect reach = intersect(bounds[triangle], place);
        if (reach.empty() || plain_[triangle]) continue;
        const ImDrawIdx* indices = list->IdxBuffer.Data + command.IdxOffset + index;
        if (reach.area() >= worth_filling && index + 5 < command.ElemCount &&
            is_done(command, vertices, indices, reach)) {
          plain_[triangle] = plain_[triangle + 1] = true;
        } else {
          static_cast<void>(covered(reach, true));
        }
      }
    }
  }
}

/// Copies the triangles of a list that reach into a rectangle, with the vertices that they need. `triangle` is the
/// number of the list's first one.
void FramePainter::clip(const ImDrawData& frame, const ImDrawList& from, const IntRect& place, std::size_t triangle,
                        ImDrawList& to) {
  const ImVec2 scale = frame.FramebufferScale, corner = frame.DisplayPos;
  taken_.resize(std::max(taken_.size(), static_cast<std::size_t>(from.VtxBuffer.Size)));
  for (const ImDrawCmd& command : from.CmdBuffer) {
    const IntRect clip = intersect(clip_of(frame, command), place);
    if (clip.empty()) {
      triangle += command.ElemCount / 3;
      continue;
    }
    const ImDrawVert* vertices = from.VtxBuffer.Data + command.VtxOffset;
    ImDrawCmd part = command;
    part.ClipRect = {
        corner.x + static_cast<float>(clip.left) / scale.x, corner.y + static_cast<float>(clip.top) / scale.y,
        corner.x + static_cast<float>(clip.right) / scale.x, corner.y + static_cast<float>(clip.bottom) / scale.y};
    part.VtxOffset = static_cast<unsigned>(to.VtxBuffer.Size);
    part.IdxOffset = static_cast<unsigned>(to.IdxBuffer.Size);
    ++parts_;
    for (unsigned index = 0; index + 2 < command.ElemCount; index += 3, ++triangle) {
      if (plain_[triangle] || intersect(difference_.bounds()[triangle], place).empty()) continue;
      const ImDrawIdx* indices = from.IdxBuffer.Data + command.IdxOffset + index;
      for (int each = 0; each < 3; ++each) {
        Taken& vertex = taken_[std::size_t{command.VtxOffset} + indices[each]];
        if (std::exchange(vertex.by, parts_) != parts_) {
          vertex.number = to.VtxBuffer.Size - static_cast<int>(part.VtxOffset);
          to.VtxBuffer.push_back(vertices[indices[each]]);
        }
        to.IdxBuffer.push_back(static_cast<ImDrawIdx>(vertex.number));
      }
    }
    part.ElemCount = static_cast<unsigned>(to.IdxBuffer.Size) - part.IdxOffset;
    if (part.ElemCount > 0 || part.UserCallback != nullptr) to.CmdBuffer.push_back(part);
  }
}

/// Paints the part `place` of the target `whole`, whose texture is `target`, or 0 when it is the window itself.
void FramePainter::paint(ImDrawData& frame, ImVec4 ground, const IntRect& place, const IntRect& whole, GLuint target) {
  glEnable(GL_SCISSOR_TEST);
  fill(place, ground, whole);
  fill_plain(frame, place, whole, target);
  glDisable(GL_SCISSOR_TEST);
  ImDrawData part = frame;
  part.CmdLists.clear();
  part.TotalIdxCount = part.TotalVtxCount = 0;
  std::vector<std::unique_ptr<ImDrawList>> lists;
  std::size_t triangle = 0;
  for (const ImDrawList* list : frame.CmdLists) {
    auto of_list = std::make_unique<ImDrawList>(list->_Data);
    clip(frame, *list, place, triangle, *of_list);
    for (const ImDrawCmd& command : list->CmdBuffer) triangle += command.ElemCount / 3;
    if (of_list->CmdBuffer.empty()) continue;
    part.TotalIdxCount += of_list->IdxBuffer.Size;
    part.TotalVtxCount += of_list->VtxBuffer.Size;
    part.CmdLists.push_back(of_list.get());
    lists.push_back(std::move(of_list));
  }
  part.CmdListsCount = part.CmdLists.Size;
  ImGui_ImplOpenGL3_RenderDrawData(&part);
}

void FramePainter::to_framebuffer(ImDrawData& frame, ImVec4 ground, const render::Framebuffer& framebuffer,
                                  bool preserves_previous_frame) {
  const bool same_ground = ground.x == ground_.x && ground.y == ground_.y && ground.z == ground_.z;
  if (!preserves_previous_frame || !same_ground) difference_.forget();
  ground_ = ground;
  framebuffer.bind();
  for (const IntRect& place : difference_.to(frame)) {
    paint(frame, ground, place, place_of(framebuffer.width(), framebuffer.height()), framebuffer.texture());
  }
  if (!preserves_previous_frame) difference_.forget();
}

void FramePainter::to_window(ImDrawData& frame, ImVec4 ground, std::uint32_t width, std::uint32_t height) {
  if (!picture_ || picture_->width() != width || picture_->height() != height) {
    difference_.forget();
    picture_.reset();
    if (auto made = render::Framebuffer::create(width, height)) picture_.emplace(std::move(*made));
  }
  const IntRect whole = place_of(width, height);
  if (picture_) to_framebuffer(frame, ground, *picture_, true);
  render::bind_window(width, height);
  if (!picture_) {
    difference_.forget();
    for (const IntRect& place : difference_.to(frame)) paint(frame, ground, place, whole, 0);
    return;
  }
  glBlitNamedFramebuffer(picture_->name(), 0, 0, 0, whole.right, whole.bottom, 0, 0, whole.right, whole.bottom,
                         GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace lanescope::gui
