// The window on a software renderer without a display, and a simulated mouse and keyboard that aim at named widgets.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "gui/application/snapshot.h"
#include "gui/store/state.h"
#include "gui/support/fixture.h"

namespace lanescope::gui::test {

/// Draws a state and does what the window asks for, as the application does.
class Desk {
 public:
  /// `layouts`: as layouts() wrote them. `effects`: of what was done with the state before.
  using Layouts = std::map<std::string, std::string, std::less<>>;
  explicit Desk(State& state, std::uint32_t width = 1280, std::uint32_t height = 720, const Layouts& layouts = {},
                const Effects& effects = {});

  /// Why there is no offscreen OpenGL; empty when there is. Tests skip themselves with it.
  [[nodiscard]] const std::string& missing() const { return missing_; }

  /// The same of the golden pictures' typefaces: without them every picture is another one.
  [[nodiscard]] const std::string& missing_typefaces() const { return missing_typefaces_; }

  void frames(int count = 1);

  /// As the application does it.
  Status perform(const Command& command, double seconds);
  void carry_out(const Effects& effects);
  /// Of all commands that were done, by perform() or with the mouse and the keyboard.
  [[nodiscard]] const Effects& effects() const { return effects_; }

  [[nodiscard]] bool has(const std::string& widget) const { return widgets().contains(widget); }
  [[nodiscard]] ImRect place(const std::string& widget) const;
  [[nodiscard]] const WidgetMap& widgets() const { return window_->interface().widgets(); }

  void move_to(ImVec2 at);
  void press();
  void release();
  void click(const std::string& widget);
  /// From the middle of one widget to the middle of another, in steps, with the button held.
  void drag(const std::string& from, const std::string& to);
  void key(ImGuiKey key);
  /// The same with modifiers held, of which each comes as its two events: ImGuiMod_Shift and ImGuiKey_LeftShift.
  void chord(ImGuiKeyChord modifiers, ImGuiKey key);
  /// Presses Tab until the control of that name has the focus, which is an error when it comes nowhere.
  void tab_to(const std::string& widget);
  /// What has the keyboard's focus while it is shown.
  [[nodiscard]] std::string focus() const { return std::string(window_->interface().focus()); }
  void type(const std::string& text);

  /// Writes the picture into the build's picture folder, for people to look at.
  void save(const std::string& name) const;
  [[nodiscard]] render::Image image() const { return window_->image(); }
  [[nodiscard]] Interface& interface() const { return window_->interface(); }
  [[nodiscard]] Layouts layouts() const { return window_->interface().layouts(); }

 private:
  State& state_;
  std::unique_ptr<OffscreenWindow> window_;
  std::string missing_, missing_typefaces_;
  double seconds_ = 0;
  Effects effects_;
};

/// A state with kernels on a Desk of the usual size.
class OnDesk : public testing::Test {
 protected:
  void SetUp() override {
    if (!desk_.missing().empty()) GTEST_SKIP() << desk_.missing();
  }
  State state_ = state_with_kernels();
  Desk desk_{state_};
};

}  // namespace lanescope::gui::test
