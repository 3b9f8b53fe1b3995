#include "gui/screens/lesson/lecture_parts.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <utility>
#include <vector>

#include "gui/screens/lesson/rich_text.h"
#include "gui/store/lesson/lecture.h"
#include "gui/store/lesson/lecture_commands.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/widgets/dialog.h"

namespace lanescope::gui {
namespace {

constexpr int lines_of_notes = 4;
constexpr std::size_t least_rows = 3, most_rows = 10;  // of the list before it scrolls
constexpr float sentence_size = 1.35F, least_sentence_size = 0.75F;
constexpr float sentence_height = 2.1F;  // in text heights, always, so that the picture keeps its place
constexpr const char* dragged_moment = "moment";

/// Draws a row of the list: the number of the moment and its name.
void draw_row(const Frame& frame, const lessons::LessonStep& moment, std::size_t place) {
  const float em = frame.em;
  const std::string& language = frame.language().code();
  const bool shown = place == frame.state.lesson.step;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = right_edge(), height = 1.45F * em;
  if (ImGui::Selectable(("##" + moment.name).c_str(), shown, ImGuiSelectableFlags_AllowDoubleClick, {0, height})) {
    frame.emit(ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) ? Command("rename_moment")
                                                                  : Command(GoToStep{place}));
  }
  name_item(frame, fmt::format("moment/{}", place));
  if (ImGui::BeginDragDropSource(ImGuiDragDropFlags_SourceNoHoldToOpenOthers)) {
    ImGui::SetDragDropPayload(dragged_moment, &place, sizeof place);
    text(moment.title.in(language), frame.theme.text);
    ImGui::EndDragDropSource();
  }
  if (ImGui::BeginDragDropTarget()) {
    if (const ImGuiPayload* const dropped = ImGui::AcceptDragDropPayload(dragged_moment)) {
      std::size_t dragged = 0;
      std::memcpy(&dragged, dropped->Data, sizeof dragged);
      frame.emit(MoveMoment{dragged, place});
    }
    ImGui::EndDragDropTarget();
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = from.y + (height - ImGui::GetTextLineHeight()) / 2;
  draw_text_at(list, {from.x + 0.3F * em, top}, shown ? frame.theme.accent : frame.theme.quiet,
               std::to_string(place + 1));
  const std::string title = without_marks(moment.title.in(language));
  const ImVec2 extent = size_of(title);
  const ColourScope ink(frame.theme.text);
  ImGui::RenderTextEllipsis(&list, {from.x + 2 * em, top}, {right, top + 2 * em}, right, title.c_str(),
                            title.c_str() + title.size(), &extent);
}

/// Draws the buttons, as many beside each other as fit.
void draw_buttons(const Frame& frame, std::initializer_list<const char*> actions) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.4F * frame.em, 0.12F * frame.em});
  const FontScope small(frame, frame.fonts.text, 0.88F);
  const float end = right_edge();
  for (const char* const name : actions) {
    const float wide = size_of(title_of(frame.state, *find_action(name))).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (name != *actions.begin() && ImGui::GetItemRectMax().x + 0.3F * frame.em + wide <= end) {
      ImGui::SameLine(0, 0.3F * frame.em);
    }
    action_button(frame, name);
  }
  ImGui::PopStyleVar();
}

}  // namespace

std::optional<std::string> LectureField::draw(const Frame& frame, const std::string& name, const std::string& present,
                                              int lines, bool wanted) {
  if (!held_) {
    write_field(typed_, present);
    const lessons::LessonStep* const now = frame.state.lesson.now();
    moment_ = now != nullptr ? now->name : std::string();
  }
  if (wanted && !std::exchange(wanted_, wanted)) ImGui::SetKeyboardFocusHere();
  wanted_ = wanted;
  const std::string id = "##" + name;
  if (lines > 1) {
    const float height = static_cast<float>(lines) * ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().FramePadding.y;
    ImGui::InputTextMultiline(id.c_str(), typed_.data(), typed_.size(), {-1, height}, ImGuiInputTextFlags_WordWrap);
  } else {
    ImGui::SetNextItemWidth(-1);
    ImGui::InputText(id.c_str(), typed_.data(), typed_.size());
  }
  name_item(frame, name);
  held_ = ImGui::IsItemActive();
  if (!ImGui::IsItemDeactivated()) return std::nullopt;
  return std::string(typed_.data());
}

void draw_moments(const Frame& frame, MomentFields& fields) {
  const LessonState& lesson = frame.state.lesson;
  const lessons::Lesson& lecture = *lesson.open;
  const lessons::LessonStep& now = *lesson.now();
  const std::string& language = frame.language().code();
  const auto take = [&](LectureField& field, LectureText part, const char* name, const std::string& present,
                        int lines) {
    const bool wanted = lesson.typed == part && part != LectureText::sentence;  // which has a window of its own
    const auto typed = field.draw(frame, name, present, lines, wanted);
    if (!typed) return;
    frame.emit(SetLectureText{part, field.moment(), *typed});
    if (wanted) frame.emit(StopTypingLecture{});
  };
  if (lesson.typed == LectureText::title) {
    take(fields.title, LectureText::title, "lecture/title", lecture.title.in(language), 1);
  }
  const std::size_t rows = std::clamp(lecture.steps.size(), least_rows, most_rows);
  const float height = static_cast<float>(rows) * (1.45F * frame.em + ImGui::GetStyle().ItemSpacing.y);
  if (ImGui::BeginChild("moments", {0, height + ImGui::GetStyle().ItemSpacing.y}, ImGuiChildFlags_None)) {
    for (std::size_t place = 0; place < lecture.steps.size(); ++place) {
      if (place == lesson.step && lesson.typed == LectureText::moment) {
        take(fields.name, LectureText::moment, "lecture/moment", now.title.in(language), 1);
      } else {
        draw_row(frame, lecture.steps[place], place);
      }
    }
  }
  ImGui::EndChild();
  draw_buttons(frame, {"add_step", "rename_moment", "move_moment_up", "move_moment_down", "delete_moment"});
  text(frame, frame.fonts.bold, 0.85F, frame.say("lecture.sentence"), frame.theme.quiet);
  take(fields.sentence, LectureText::sentence, "lecture/sentence", now.text.in(language), 1);
  text(frame, frame.fonts.bold, 0.85F, frame.say("lecture.notes"), frame.theme.quiet);
  take(fields.notes, LectureText::notes, "lecture/notes", now.notes.in(language), lines_of_notes);
}

void draw_sentence_field(const Frame& frame, LectureField& field) {
  const LessonState& lesson = frame.state.lesson;
  const bool changes = lesson.is_prepared() && lesson.typed == LectureText::sentence;
  // A field that is not drawn forgets that it was wanted.
  if (!lesson.draft && !changes) {
    field = {};
    return;
  }
  const std::string& language = frame.language().code();
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({viewport.GetCenter().x, viewport.WorkPos.y + 4 * frame.em}, ImGuiCond_Always, {0.5F, 0});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.theme.raised);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, frame.theme.panel);
  {
    const DialogScope window(frame, "###sentence", nullptr, std::min(46 * frame.em, 0.9F * viewport.WorkSize.x), 0,
                             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove);
    if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
    const std::size_t place = lesson.draft && !lesson.is_prepared()
                                  ? (lesson.lecture ? lesson.lecture->steps.size() : 0)
                                  : lesson.step + (lesson.draft ? 1 : 0);
    {
      const FontScope bold(frame, frame.fonts.bold, 1);
      text(frame.say("lecture.sentence_of", place + 1), frame.theme.text);
    }
    ImGui::SameLine(0, frame.em);
    draw_elided(lesson.draft ? lesson.draft->title.in(language) : lesson.now()->title.in(language), frame.theme.quiet,
                right_edge());
    {
      const FontScope larger(frame, frame.fonts.text, 1.2F);
      const auto typed = field.draw(frame, "sentence", changes ? lesson.now()->text.in(language) : "", 1, true);
      if (typed && lesson.draft) frame.emit(KeepMoment{*typed});
      if (typed && !lesson.draft) frame.emit(SetLectureText{LectureText::sentence, field.moment(), *typed});
    }
    const FontScope small(frame, frame.fonts.text, 0.85F);
    draw_wrapped(frame.say(lesson.draft ? "lecture.sentence_help" : "lecture.change_help"), frame.theme.quiet);
  }
  ImGui::PopStyleColor(2);
}

void draw_sentence(const Frame& frame) {
  const LessonState& lesson = frame.state.lesson;
  if (!lesson.open || lesson.needs_strip()) return;  // a question stands in the band
  const std::string sentence = sentence_of(frame.state), plain = without_marks(sentence);
  const std::string place = fmt::format("{} / {}", lesson.step + 1, lesson.open->steps.size());
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float em = frame.em, margin = 0.7F * em, place_width = size_of(place).x + 2 * margin;
  const float width = viewport.Size.x - 2 * margin - place_width;
  // A long sentence is smaller, and has two lines.
  const auto lines_at = [&](float size) {
    const FontScope font(frame, frame.fonts.text, size);
    return std::max(1.0F, std::ceil(1.05F * size_of(plain).x / width));
  };
  const float room = sentence_height - 0.2F;
  float size = sentence_size;
  while (size > least_sentence_size && 1.3F * size * lines_at(size) > room) size -= 0.05F;
  const float height = sentence_height * em;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {margin, 0.1F * em});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.theme.panel);
  if (ImGui::BeginViewportSideBar("##lecture_sentence", ImGui::GetMainViewport(), ImGuiDir_Up, height,
                                  ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings)) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float right = right_edge();
    ImGui::SetCursorScreenPos({right - size_of(place).x, from.y + 0.4F * em});
    text(place, frame.theme.quiet);
    name_item(frame, "lecture/place");
    ImGui::SetCursorScreenPos({from.x, from.y + (room - 1.3F * size * lines_at(size)) / 2 * em});
    if (ImGui::BeginChild("sentence", {width, 0}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoInputs)) {
      rich_text(frame, sentence, frame.theme.text, size);
      if (!plain.empty()) name_item(frame, "lecture/sentence_above");
    }
    ImGui::EndChild();
    // A click on it changes the sentence of one's own lecture.
    if (lesson.is_prepared() && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) &&
        ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      frame.emit("write_sentence");
    }
  }
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

}  // namespace lanescope::gui
