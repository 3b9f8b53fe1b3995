#include "gui/application/offscreen_capture.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gui/messages.h"
#include "gui/widgets/fonts.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

constexpr int capture_frames_to_settle = 4;
constexpr double frame_seconds = 1.0 / 60;
constexpr int rounds = 4;  ///< rounds of adapting the window until its panel has the requested size

/// Restores what taking a picture changes in Dear ImGui, which is the window's own size, the scroll positions of its
/// panels and their tabs, and the mouse. The mouse shall not hover over anything meanwhile, and what is typed waits.
class Borrowed {
 public:
  Borrowed() {
    const ImGuiIO& io = ImGui::GetIO();
    waiting_.swap(ImGui::GetCurrentContext()->InputEventsQueue);
    size_ = io.DisplaySize;
    scale_ = io.DisplayFramebufferScale;
    mouse_ = io.MousePos;
    ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      scrolls_.push_back({window->ID, window->Scroll, window->ContentSize});
      const ImGuiDockNode* node = window->DockNode;
      if (node != nullptr && node->TabBar != nullptr) tabs_[node->ID] = node->TabBar->ScrollingTarget;
    }
  }
  ~Borrowed() {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = size_;
    io.DisplayFramebufferScale = scale_;
    io.AddMousePosEvent(mouse_.x, mouse_.y);
    for (const ImGuiInputEvent& event : waiting_) ImGui::GetCurrentContext()->InputEventsQueue.push_back(event);
    for (const Scroll& scroll : scrolls_) {
      ImGuiWindow* window = ImGui::FindWindowByID(scroll.window);
      if (window == nullptr) continue;
      window->Scroll = scroll.at;
      window->ContentSize = scroll.content;  // the next frame clamps with it
    }
    for (const auto& [id, at] : tabs_) {
      const ImGuiDockNode* node = ImGui::DockBuilderGetNode(id);
      if (node != nullptr && node->TabBar != nullptr) node->TabBar->ScrollingTarget = node->TabBar->ScrollingAnim = at;
    }
  }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;

 private:
  struct Scroll {
    ImGuiID window;
    ImVec2 at, content;
  };
  ImVec2 size_, scale_, mouse_;
  ImVector<ImGuiInputEvent> waiting_;
  std::vector<Scroll> scrolls_;
  std::map<ImGuiID, float> tabs_;  ///< how far the tabs of a dock are scrolled
};

/// Returns where the panel is, in pixels, without the tabs above it. It fails when the panel is not visible.
Expected<ImRect> rect_of(const std::string& panel) {
  const PanelEntry* entry = find_panel(panel);
  const ImGuiWindow* window = entry == nullptr ? nullptr : visible_window(*entry);
  if (window != nullptr) return window->InnerRect;
  return failure(message<"export.panel_not_in_front">(panel), "", message<"export.panel_not_in_front_remedy">());
}

}  // namespace

void OffscreenCapture::draw(Interface& interface, const State& state, double seconds) const {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(canvas_.width()), static_cast<float>(canvas_.height())};
  io.DisplayFramebufferScale = {1, 1};
  io.DeltaTime = static_cast<float>(seconds);
  // The commands of these frames are ignored, because the frames show the same state again.
  static_cast<void>(interface.draw(state, Canvas{canvas_.width(), canvas_.height(), 1.0F, &canvas_, false}));
}

Expected<OffscreenCapture> OffscreenCapture::open(Interface& interface, const State& state,
                                                  const ExportPicture& picture) {
  const Borrowed borrowed;
  const ImVec2 now = ImGui::GetIO().DisplaySize;
  ExportPicture settled = picture;
  const auto pixels = [](double length) {
    return static_cast<std::uint32_t>(std::clamp(std::lround(length), 64L, static_cast<long>(max_picture_side)));
  };
  if (picture.panel.empty()) {
    if (picture.width == 0 || picture.height == 0) {
      settled.width = pixels(now.x);
      settled.height = pixels(now.y);
    }
    TRY(auto canvas, render::Framebuffer::create(settled.width, settled.height));
    OffscreenCapture capture(std::move(canvas), std::move(settled));
    for (int frame = 0; frame < capture_frames_to_settle; ++frame) capture.draw(interface, state, frame_seconds);
    return capture;
  }
  // This searches a window in which the panel has that size, from the present window. Panels keep their share of it,
  // while tabs and margins keep their height in units of text.
  double width = static_cast<double>(now.x), height = static_cast<double>(now.y);
  std::optional<OffscreenCapture> capture;
  for (int round = 0; round < rounds; ++round) {
    if (width > max_picture_side || height > max_picture_side) {
      return failure(message<"export.too_many_pixels">(settled.width, settled.height, picture.panel), "",
                     message<"export.too_many_pixels_remedy">());
    }
    TRY(auto canvas, render::Framebuffer::create(pixels(width), pixels(height)));
    capture.reset();
    capture.emplace(OffscreenCapture(std::move(canvas), settled));
    for (int frame = 0; frame < capture_frames_to_settle; ++frame) capture->draw(interface, state, frame_seconds);
    TRY(const ImRect panel, rect_of(picture.panel));
    if (settled.width == 0 || settled.height == 0) {
      settled.width = pixels(panel.GetWidth());
      settled.height = pixels(panel.GetHeight());
    }
    if (std::lround(panel.GetWidth()) == settled.width && std::lround(panel.GetHeight()) == settled.height) {
      capture->picture_ = settled;
      break;
    }
    width *= settled.width / static_cast<double>(panel.GetWidth());
    height *= settled.height / static_cast<double>(panel.GetHeight());
  }
  return std::move(*capture);
}

void OffscreenCapture::make_reproducible(Interface& interface, const State& state) const {
  const Borrowed borrowed;
  draw(interface, state, frame_seconds);
  repack_glyphs();
  draw(interface, state, frame_seconds);
}

Expected<render::Image> OffscreenCapture::take(Interface& interface, const State& state, double seconds) const {
  const Borrowed borrowed;
  draw(interface, state, seconds);
  const render::Image whole = canvas_.read();
  if (picture_.panel.empty()) return whole;
  TRY(const ImRect panel, rect_of(picture_.panel));
  // The picture has exactly the requested size, with a pixel more or less of the panel's margin.
  const auto first = [](float at, std::uint32_t length, std::uint32_t limit) {
    const long last = static_cast<long>(limit) - static_cast<long>(length);
    return static_cast<std::uint32_t>(std::clamp(std::lround(at), 0L, std::max(0L, last)));
  };
  const std::uint32_t width = std::min(picture_.width, whole.width), height = std::min(picture_.height, whole.height);
  const std::uint32_t left = first(panel.Min.x, width, whole.width), top = first(panel.Min.y, height, whole.height);
  render::Image image{width, height, {}};
  image.pixels.reserve(std::size_t{4} * width * height);
  for (std::uint32_t row = 0; row < height; ++row) {
    const auto from =
        whole.pixels.begin() + static_cast<std::ptrdiff_t>((std::size_t{top + row} * whole.width + left) * 4);
    image.pixels.insert(image.pixels.end(), from, from + static_cast<std::ptrdiff_t>(width) * 4);
  }
  return image;
}

Expected<render::Image> capture(Interface& interface, const State& state, const ExportPicture& picture) {
  State shown = state;
  shown.ui.hide_private_words = true;
  TRY(const auto capture, OffscreenCapture::open(interface, shown, picture));
  return capture.take(interface, shown, frame_seconds);
}

std::uint32_t animation_frames(const State& state, AnimatedView view) {
  const Playback& playback = state.playback;
  Playback in_front = playback;
  in_front.front = view;
  const double steps = playable_steps(in_front);
  if (steps <= 0) return 0;
  const double seconds = steps / playback.speed(view);
  const double frames = std::ceil(seconds * animation_fps);
  return static_cast<std::uint32_t>(
      std::clamp(frames, 2.0, static_cast<double>(max_animation_seconds) * animation_fps));
}

Expected<std::unique_ptr<AnimationExport>> AnimationExport::begin(const Interface& interface, const State& state,
                                                                  AnimatedView view,
                                                                  const std::filesystem::path& file) {
  AnimationOptions options{file, animation_frames(state, view), animation_fps};
  if (options.frames == 0)
    return failure(message<"animation.nothing_plays">(), "", message<"animation.nothing_plays_remedy">());
  TRY(auto writer, open_animation(options));
  State copy = state;
  copy.playback.front = view;
  scrub(copy.playback, 0);
  copy.playback.playing = true;
  copy.playback.loop = false;
  copy.ui.hide_private_words = true;
  TRY(auto canvas, PanelCanvas::open(interface, copy, name_of(view), animation_width, animation_height));
  return std::unique_ptr<AnimationExport>(
      new AnimationExport(std::move(copy), std::move(canvas), std::move(writer), std::move(options)));
}

Expected<bool> AnimationExport::write_for(std::chrono::milliseconds budget) {
  const auto end = std::chrono::steady_clock::now() + budget;
  do {
    TRY_STATUS(writer_->add(canvas_->take(state_, 1.0 / options_.fps)));
    advance(state_.playback, 1.0 / options_.fps);
    if (++taken_ == options_.frames) {
      TRY_STATUS(writer_->finish());
      return true;
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace lanescope::gui
