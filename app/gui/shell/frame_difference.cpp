#include "gui/shell/frame_difference.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/rounding.h"

namespace lanescope::gui {
namespace {

/// Each rectangle is a pass over the frame, which costs as much as this number of pixels.
constexpr std::int64_t pixels_per_pass = 8 * FrameDifference::tile * FrameDifference::tile;

IntRect extent_of(const ImDrawData& frame) {
  return {0, 0, static_cast<int>(frame.DisplaySize.x * frame.FramebufferScale.x),
          static_cast<int>(frame.DisplaySize.y * frame.FramebufferScale.y)};
}

std::uint64_t hash_combine(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;  // 2^64 divided by the golden ratio, from Knuth, section 6.4
  return hash ^ hash >> 32;
}

std::uint64_t word_of(const void* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

std::uint64_t hash_combine(std::uint64_t hash, const ImDrawVert& vertex) {
  return hash_combine(hash_combine(hash_combine(hash, word_of(&vertex.pos)), word_of(&vertex.uv)), vertex.col);
}

/// Joins two rectangles where that costs less, or where they would otherwise overlap.
void join(std::vector<IntRect>& places) {
  for (bool joined = true; joined;) {
    joined = false;
    for (std::size_t one = 0; one < places.size(); ++one) {
      for (std::size_t other = one + 1; other < places.size(); ++other) {
        const IntRect both = bounding_union(places[one], places[other]);
        const bool cheaper = both.area() <= places[one].area() + places[other].area() + pixels_per_pass;
        if (!cheaper && intersect(places[one], places[other]).empty()) continue;
        places[one] = both;
        places.erase(places.begin() + static_cast<std::ptrdiff_t>(other));
        other = one;
        joined = true;
      }
    }
  }
}

}  // namespace

IntRect intersect(const IntRect& one, const IntRect& other) {
  return {std::max(one.left, other.left), std::max(one.top, other.top), std::min(one.right, other.right),
          std::min(one.bottom, other.bottom)};
}

IntRect bounding_union(const IntRect& one, const IntRect& other) {
  if (one.empty()) return other;
  if (other.empty()) return one;
  return {std::min(one.left, other.left), std::min(one.top, other.top), std::max(one.right, other.right),
          std::max(one.bottom, other.bottom)};
}

IntRect clip_of(const ImDrawData& frame, const ImDrawCmd& command) {
  const ImVec2 scale = frame.FramebufferScale, corner = frame.DisplayPos;
  const IntRect size = extent_of(frame);
  const float left = (command.ClipRect.x - corner.x) * scale.x, top = (command.ClipRect.y - corner.y) * scale.y;
  const float right = (command.ClipRect.z - corner.x) * scale.x, bottom = (command.ClipRect.w - corner.y) * scale.y;
  if (!(right > left) || !(bottom > top)) return {};
  // OpenGL counts rows from below, so the fraction is cut off there.
  const int x = static_cast<int>(left), y = static_cast<int>(static_cast<float>(size.bottom) - bottom);
  const int width = static_cast<int>(right - left), height = static_cast<int>(bottom - top);
  return intersect({x, size.bottom - y - height, x + width, size.bottom - y}, size);
}

IntRect bounds_of(const ImDrawData& frame, const ImDrawVert* vertices, const ImDrawIdx* indices, const IntRect& clip) {
  const ImVec2 first = vertices[indices[0]].pos;
  ImRect around(first, first);
  for (int corner = 1; corner < 3; ++corner) around.Add(vertices[indices[corner]].pos);
  const ImVec2 scale = frame.FramebufferScale, corner = frame.DisplayPos;
  // Values are clamped first, because those far outside do not fit into an int.
  const auto pixel = [](float value, int low, int high) {
    return static_cast<int>(std::clamp(value, static_cast<float>(low), static_cast<float>(high)));
  };
  return {pixel(std::floor((around.Min.x - corner.x) * scale.x), clip.left, clip.right),
          pixel(std::floor((around.Min.y - corner.y) * scale.y), clip.top, clip.bottom),
          pixel(std::ceil((around.Max.x - corner.x) * scale.x), clip.left, clip.right),
          pixel(std::ceil((around.Max.y - corner.y) * scale.y), clip.top, clip.bottom)};
}

void FrameDifference::draw_into_tiles(const ImDrawData& frame) {
  now_.assign(std::size_t{1} * columns_ * rows_, 0);
  bounds_.clear();
  for (const ImDrawList* list : frame.CmdLists) {
    for (const ImDrawCmd& command : list->CmdBuffer) {
      const IntRect clip = clip_of(frame, command);
      const ImTextureData* texture = command.TexRef._TexData;
      // Content that may change each time gets a number that no other frame has.
      const bool known = texture != nullptr && command.UserCallback == nullptr;
      std::uint64_t start =
          hash_combine(known ? static_cast<std::uint64_t>(texture->UniqueID) : ~frames_, word_of(&clip));
      start = hash_combine(start, word_of(&clip.right));
      const ImDrawVert* vertices = list->VtxBuffer.Data + command.VtxOffset;
      for (unsigned index = 0; index + 2 < command.ElemCount; index += 3) {
        const ImDrawIdx* indices = list->IdxBuffer.Data + command.IdxOffset + index;
        const IntRect reach = clip.empty() ? clip : bounds_of(frame, vertices, indices, clip);
        bounds_.push_back(reach);
        if (reach.empty()) continue;
        std::uint64_t hash = start;
        for (int corner = 0; corner < 3; ++corner) hash = hash_combine(hash, vertices[indices[corner]]);
        for_tiles(reach, tile, columns_, [&](std::size_t at) { now_[at] = hash_combine(now_[at], hash); });
      }
    }
  }
}

std::vector<IntRect> FrameDifference::to(const ImDrawData& frame) {
  const IntRect size = extent_of(frame);
  bool known = std::exchange(known_, true) && size == size_;
  size_ = size;
  columns_ = ceil_div(size.right, tile);
  rows_ = ceil_div(size.bottom, tile);
  ++frames_;
  if (frame.Textures != nullptr) {
    // After a new texture of Dear ImGui's own, glyphs may have moved.
    for (const ImTextureData* texture : *frame.Textures) {
      known = known && (texture->Status == ImTextureStatus_OK || texture->Status == ImTextureStatus_WantUpdates);
    }
  }
  draw_into_tiles(frame);
  std::swap(before_, now_);
  if (!known) return {size};
  std::vector<IntRect> places;
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      const std::size_t index = std::size_t{1} * row * columns_ + column;
      if (before_[index] == now_[index]) continue;
      const IntRect here = intersect({column * tile, row * tile, (column + 1) * tile, (row + 1) * tile}, size);
      const bool goes_on = !places.empty() && places.back().right == here.left && places.back().top == here.top;
      if (!goes_on) places.push_back(here);
      places.back().right = here.right;
    }
  }
  join(places);
  return places;
}

}  // namespace lanescope::gui
