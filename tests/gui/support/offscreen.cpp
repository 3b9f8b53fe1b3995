#include "gui/support/offscreen.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <set>
#include <utility>

namespace lanescope::gui::test {

namespace {

/// The bytes of the typefaces with which the golden pictures were made (Debian 12: Inter 4.0 beta 7, JetBrains Mono
/// 2.242, Noto CJK 2022-01-27). Another version draws some letters elsewhere.
const std::set<std::size_t> golden_typefaces{258'992, 270'760, 202'496, 19'484'784};

std::set<std::size_t> sizes_of(const Fonts& fonts) {
  std::set<std::size_t> sizes;
  for (const MappedFile& file : fonts.files) sizes.insert(file.size());
  return sizes;
}

}  // namespace

Desk::Desk(State& state, std::uint32_t width, std::uint32_t height, const Layouts& layouts, const Effects& effects)
    : state_(state) {
  OffscreenWindowOptions options;
  options.width = width;
  options.height = height;
  options.context.software = true;
  options.interface.shaders = std::filesystem::path(LANESCOPE_SOURCES) / "shaders";
  options.interface.layouts = layouts;
  auto window = OffscreenWindow::open(options);
  if (!window) {
    missing_ = window.error().text();
    return;
  }
  window_ = std::move(*window);
  for (const std::string& note : window_->interface().take_messages()) missing_typefaces_ += note + "\n";
  if (missing_typefaces_.empty() && sizes_of(window_->interface().fonts()) != golden_typefaces) {
    missing_typefaces_ = "the typefaces are of other versions than those of the golden pictures";
  }
  carry_out(effects);
  frames(3);
}

void Desk::frames(int count) {
  for (int frame = 0; frame < count; ++frame) {
    seconds_ += 1.0 / 60;
    for (const Command& command : window_->draw(state_)) {
      const Status done = perform(command, seconds_);
      if (!done) log(state_, LogEntry::Kind::warning, done.error().text());
    }
  }
}

Status Desk::perform(const Command& command, double seconds) {
  TRY(Effects effects, gui::perform(state_, command, seconds));
  carry_out(effects);
  return {};
}

void Desk::carry_out(const Effects& effects) {
  window_->interface().carry_out(for_window(effects));
  append(effects_, effects);
}

ImRect Desk::place(const std::string& widget) const {
  const auto found = widgets().find(widget);
  if (found == widgets().end()) {
    ADD_FAILURE() << "no widget is called " << widget;
    return {};
  }
  return found->second;
}

void Desk::move_to(ImVec2 at) {
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
  frames();
}

void Desk::press() {
  ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, true);
  frames();
}

void Desk::release() {
  ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  frames(2);
}

void Desk::click(const std::string& widget) {
  move_to(place(widget).GetCenter());
  press();
  release();
}

void Desk::drag(const std::string& from, const std::string& to) {
  const ImVec2 start = place(from).GetCenter(), end = place(to).GetCenter();
  move_to(start);
  press();
  constexpr int steps = 8;
  for (int step = 1; step <= steps; ++step) {
    const float part = static_cast<float>(step) / steps;
    move_to({start.x + part * (end.x - start.x), start.y + part * (end.y - start.y)});
  }
  release();
}

void Desk::key(ImGuiKey key) {
  ImGui::GetIO().AddKeyEvent(key, true);
  frames();
  ImGui::GetIO().AddKeyEvent(key, false);
  frames();
}

void Desk::chord(ImGuiKeyChord modifiers, ImGuiKey pressed) {
  constexpr std::array keys{std::pair{ImGuiMod_Ctrl, ImGuiKey_LeftCtrl}, std::pair{ImGuiMod_Shift, ImGuiKey_LeftShift},
                            std::pair{ImGuiMod_Alt, ImGuiKey_LeftAlt}};
  const auto hold = [&](bool down) {
    for (const auto& [modifier, its_key] : keys) {
      if ((modifiers & modifier) == 0) continue;
      ImGui::GetIO().AddKeyEvent(static_cast<ImGuiKey>(modifier), down);
      ImGui::GetIO().AddKeyEvent(its_key, down);
    }
    frames();
  };
  hold(true);
  if (pressed != ImGuiKey_None) key(pressed);
  hold(false);
  frames(2);
}

void Desk::tab_to(const std::string& widget) {
  constexpr int most = 200;
  for (int press = 0; press < most && focus() != widget; ++press) {
    key(ImGuiKey_Tab);
    frames();
  }
  EXPECT_EQ(focus(), widget);
}

void Desk::type(const std::string& text) {
  ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
  frames(2);
}

void Desk::save(const std::string& name) const {
  const std::filesystem::path folder = std::filesystem::path(LANESCOPE_PROGRAM).parent_path() / "pictures";
  const Status written = render::write_png(window_->image(), folder / (name + ".png"));
  EXPECT_TRUE(written) << written.error().text();
}

}  // namespace lanescope::gui::test
