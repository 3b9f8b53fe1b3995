// A session in a window on a software renderer, with a simulated mouse and keyboard that aim at named widgets: what is
// clicked becomes a command of the session, as in the program.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <filesystem>
#include <memory>
#include <string>

#include "gui/application/exporter.h"
#include "gui/application/snapshot.h"
#include "gui/shell/session.h"

namespace lanescope::gui::test {

class SessionDesk {
 public:
  explicit SessionDesk(Session& session, std::uint32_t width = 1920, std::uint32_t height = 1080) : session_(session) {
    OffscreenWindowOptions options;
    options.width = width;
    options.height = height;
    options.context.software = true;
    options.interface.shaders = std::filesystem::path(LANESCOPE_SOURCES) / "shaders";
    auto window = OffscreenWindow::open(options);
    if (window) {
      window_ = std::move(*window);
      exporter_ = std::make_unique<Exporter>(window_->interface(), session_);
      settle();
    } else {
      missing_ = window.error().text();
    }
  }
  /// Why there is no offscreen OpenGL; empty when there is. Tests skip themselves with it.
  [[nodiscard]] const std::string& missing() const { return missing_; }

  void frames(int count) {
    for (int frame = 0; frame < count; ++frame) {
      window_->interface().carry_out(session_.take_window_effects());
      for (const Command& command : window_->draw(session_.state())) session_.perform(command);
      exporter_->go_on();
    }
    window_->interface().carry_out(session_.take_window_effects());
  }
  /// Docking, scrolling and the visibility of panels need a few frames.
  void settle() { frames(8); }

  [[nodiscard]] bool has(const std::string& widget) const { return window_->interface().widgets().contains(widget); }
  void click(const std::string& widget) {
    const WidgetMap& widgets = window_->interface().widgets();
    const auto found = widgets.find(widget);
    ASSERT_NE(found, widgets.end()) << "no widget is called " << widget;
    const ImVec2 at = found->second.GetCenter();
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(at.x, at.y);
    frames(1);
    for (const bool down : {true, false}) {
      io.AddMouseButtonEvent(ImGuiMouseButton_Left, down);
      frames(1);
    }
    settle();
  }
  void key(ImGuiKey key) {
    for (const bool down : {true, false}) {
      ImGui::GetIO().AddKeyEvent(key, down);
      frames(1);
    }
    settle();
  }
  /// With Ctrl held down.
  void control(ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, true);
    ImGui::GetIO().AddKeyEvent(key, true);
    frames(1);
    ImGui::GetIO().AddKeyEvent(key, false);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Ctrl, false);
    settle();
  }
  /// With Shift held down.
  void shift(ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, true);
    ImGui::GetIO().AddKeyEvent(key, true);
    frames(1);
    ImGui::GetIO().AddKeyEvent(key, false);
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, false);
    settle();
  }
  /// Scrolls a window ("###summary"), as its scroll bar does, until a widget of it stands in its middle.
  void scroll_to(const std::string& window, const std::string& widget) {
    ImGuiWindow* const found = ImGui::FindWindowByName(window.c_str());
    ASSERT_NE(found, nullptr) << window;
    ASSERT_TRUE(has(widget)) << widget;
    ImGui::SetScrollY(found, found->Scroll.y + place(widget).GetCenter().y - found->InnerRect.GetCenter().y);
    settle();
  }
  /// Writes the picture into the build's picture folder, for people to look at.
  void save(const std::string& name) const {
    const std::filesystem::path folder = std::filesystem::path(LANESCOPE_PROGRAM).parent_path() / "pictures";
    const Status written = render::write_png(window_->image(), folder / (name + ".png"));
    EXPECT_TRUE(written) << written.error().text();
  }
  [[nodiscard]] ImRect place(const std::string& widget) const {
    const WidgetMap& widgets = window_->interface().widgets();
    const auto found = widgets.find(widget);
    return found == widgets.end() ? ImRect() : found->second;
  }

 private:
  Session& session_;
  std::unique_ptr<OffscreenWindow> window_;
  std::unique_ptr<Exporter> exporter_;
  std::string missing_;
};

}  // namespace lanescope::gui::test
