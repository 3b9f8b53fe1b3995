#include "gui/screens/lesson/presenter_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "gui/screens/lesson/rich_text.h"
#include "gui/store/lesson/lecture.h"

namespace lanescope::gui {
namespace {

constexpr float clock_size = 2, sentence_size_of_presenter = 1.3F, notes_size = 1.15F;

void labelled(const Frame& frame, const char* label, const std::string& words, float size, const char* name) {
  if (words.empty()) return;
  ImGui::Dummy({0, 0.4F * frame.em});
  text(frame, frame.fonts.bold, 0.85F, frame.say(label), frame.theme.quiet);
  rich_text(frame, words, frame.theme.text, size);
  name_item(frame, name);
}

/// Draws the time of the day at the left, and that of the lecture at the right, which a click sets to 0.
bool draw_clock(const Frame& frame, const PresenterClock& clock) {
  const FontScope large(frame, frame.fonts.mono, clock_size);
  const std::string since = duration_text(clock.lecture);
  const float right = right_edge();
  text(clock.time, frame.theme.text);
  name_item(frame, "presenter/time");
  ImGui::SameLine();
  const ImVec2 at{right - size_of(since).x, ImGui::GetCursorScreenPos().y};
  ImGui::SetCursorScreenPos(at);
  const bool clicked = blank_button("lecture", size_of(since));
  name_item(frame, "presenter/clock");
  const bool hovered = ImGui::IsItemHovered();
  draw_text_at(*ImGui::GetWindowDrawList(), at, hovered ? frame.theme.text : frame.theme.accent, since);
  const FontScope usual(frame, frame.fonts.text, 1);
  if (hovered) tooltip(frame, frame.say("presenter.reset"));
  return clicked;
}

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::max(0.0, seconds));
  if (whole < 3600) return fmt::format("{:02}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

bool draw_presenter(const Frame& frame, const PresenterClock& clock) {
  const PresenterText shown = presenter_text(frame.state);
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport.Pos);
  ImGui::SetNextWindowSize(viewport.Size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {frame.em, frame.em});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::Begin("###presenter", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  const bool reset = draw_clock(frame, clock);
  if (shown.place.empty()) {
    ImGui::Dummy({0, frame.em});
    draw_wrapped(frame.say("presenter.nothing"), frame.theme.quiet);
    name_item(frame, "presenter/nothing");
  } else {
    text(frame, frame.fonts.text, 1.2F, shown.place, frame.theme.quiet);
    rich_text(frame, shown.sentence, frame.theme.text, sentence_size_of_presenter);
    name_item(frame, "presenter/sentence");
    labelled(frame, "lecture.notes", shown.notes, notes_size, "presenter/notes");
    labelled(frame, "presenter.answer", shown.answer, notes_size, "presenter/answer");
    labelled(frame, "presenter.next", shown.next.empty() ? frame.say("presenter.end") : shown.next, 1,
             "presenter/next");
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
  return reset;
}

}  // namespace lanescope::gui
