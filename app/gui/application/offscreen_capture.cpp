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
#include "gui/store/playback/stage_halves.h"
#include "gui/widgets/fonts.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

constexpr int capture_frames_to_settle = 4;
constexpr double frame_seconds = 1.0 / 60;

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

}  // namespace

void WindowCapture::draw(Interface& interface, const State& state) const {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(canvas_.width()), static_cast<float>(canvas_.height())};
  io.DisplayFramebufferScale = {1, 1};
  io.DeltaTime = static_cast<float>(frame_seconds);
  // The commands of these frames are ignored, because the frames show the same state again.
  static_cast<void>(interface.draw(state, Canvas{canvas_.width(), canvas_.height(), scale_, &canvas_, false}));
}

render::Image WindowCapture::take(Interface& interface, const State& state) const {
  const Borrowed borrowed;
  for (int frame = 0; frame < capture_frames_to_settle; ++frame) draw(interface, state);
  return canvas_.read();
}

namespace {

std::uint32_t pixels(float length) {
  return static_cast<std::uint32_t>(std::clamp(std::lround(length), 64L, static_cast<long>(max_picture_side)));
}

Expected<render::Image> window_picture(Interface& interface, const State& state, const ExportPicture& picture) {
  const ImVec2 now = ImGui::GetIO().DisplaySize;
  const ImageSize size = picture.size.is_that_of_screen() ? ImageSize{pixels(now.x), pixels(now.y)} : picture.size;
  TRY(auto canvas, render::Framebuffer::create(size.width, size.height));
  // It shows as much as the window does.
  const float scale = interface.scale() * static_cast<float>(size.height) / std::max(now.y, 1.0F);
  return WindowCapture(std::move(canvas), scale).take(interface, state);
}

Expected<render::Image> panel_picture(const Interface& interface, const State& state, const ExportPicture& picture) {
  ImageSize size = picture.size;
  const PanelEntry* const entry = find_panel(picture.panel);
  const ImGuiWindow* const window = entry == nullptr ? nullptr : visible_window(*entry);
  if (size.is_that_of_screen()) {
    if (window == nullptr) {
      return failure(message<"export.panel_not_in_front">(picture.panel), "",
                     message<"export.panel_not_in_front_remedy">());
    }
    size = {pixels(window->InnerRect.GetWidth()), pixels(window->InnerRect.GetHeight())};
  }
  TRY(const auto canvas, PanelCanvas::open(interface, state, picture.panel, size.width, size.height));
  return canvas->take(state, frame_seconds);
}

}  // namespace

Expected<render::Image> capture(Interface& interface, const State& state, const ExportPicture& picture) {
  State shown = state;
  shown.ui.hide_private_words = true;
  return picture.panel.empty() ? window_picture(interface, shown, picture) : panel_picture(interface, shown, picture);
}

namespace {

template <class Change>
void change_moment(State& state, const Change& change) {
  follow_halves(state);
  static_cast<void>(change_played(state, [&](State& played) -> Outcome {
    change(played.playback);
    return Effects();
  }));
  follow_halves(state);
}

}  // namespace

Expected<std::unique_ptr<AnimationExport>> AnimationExport::begin(const Interface& interface, const State& state,
                                                                  const ExportAnimation& wanted) {
  const AnimationLength length = length_of(state, wanted);
  AnimationOptions options{wanted.file, length.frames, animation_fps};
  if (options.frames == 0)
    return failure(message<"animation.nothing_plays">(), "", message<"animation.nothing_plays_remedy">());
  TRY(auto writer, open_animation(options));
  State copy = state;
  copy.playback.front = wanted.view;
  copy.playback.speeds[index_of(wanted.view)] = length.speed;
  copy.playback.playing = true;
  change_moment(copy, [&](Playback& playback) {
    playback.speeds[index_of(wanted.view)] = length.speed;
    scrub(playback, 0);
  });
  copy.ui.hide_private_words = true;
  TRY(auto canvas, PanelCanvas::open(interface, copy, name_of(wanted.view), wanted.size.width, wanted.size.height));
  return std::unique_ptr<AnimationExport>(
      new AnimationExport(std::move(copy), std::move(canvas), std::move(writer), std::move(options)));
}

Expected<bool> AnimationExport::write_for(std::chrono::milliseconds budget) {
  const auto end = std::chrono::steady_clock::now() + budget;
  do {
    // Rounding errors of frames do not add up.
    change_moment(state_, [&](Playback& playback) { scrub(playback, taken_ * playback.speed() / options_.fps); });
    TRY_STATUS(writer_->add(canvas_->take(state_, 1.0 / options_.fps)));
    if (++taken_ == options_.frames) {
      TRY_STATUS(writer_->finish());
      return true;
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace lanescope::gui
