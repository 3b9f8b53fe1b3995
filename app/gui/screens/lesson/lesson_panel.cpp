// The Lessons panel lists lessons, and shows the open step: its text, its question, and after the prediction its
// answer.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gui/screens/lesson/lecture_parts.h"
#include "gui/screens/lesson/lesson_view_model.h"
#include "gui/screens/lesson/rich_text.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

using Kind = lessons::Question::Kind;

constexpr float two_columns = 38;   // in text heights; below that, the question stands below the text
constexpr float text_share = 0.5F;  // of the width for the text, beside its question
constexpr float entry_width = 21;   // in text heights, of a lesson in the list

struct VerdictMarker {
  Shape shape;
  ImVec4 Theme::*colour;
};
/// The order is that of LessonVerdict.
constexpr std::array<VerdictMarker, 7> verdict_markers{{{Shape::dots, &Theme::quiet},
                                                        {Shape::dots, &Theme::accent},
                                                        {Shape::dots, &Theme::accent},
                                                        {Shape::tick, &Theme::good},
                                                        {Shape::cross, &Theme::wrong},
                                                        {Shape::tick, &Theme::accent},
                                                        {Shape::exclamation, &Theme::warning}}};

class LessonPanel : public Panel {
 public:
  void draw(const Frame& frame) override {
    const LessonViewModel shown = lesson_view_model(frame.state);
    if (shown.open) {
      draw_step(frame, shown);
    } else {
      draw_list(frame, shown);
    }
  }

 private:
  static void draw_list(const Frame& frame, const LessonViewModel& shown);
  void draw_step(const Frame& frame, const LessonViewModel& shown);
  static void draw_head(const Frame& frame, const LessonViewModel& shown);
  static void draw_texts(const Frame& frame, const std::vector<LessonText>& texts);
  void draw_question(const Frame& frame, const LessonViewModel& shown);
  void draw_number(const Frame& frame, const LessonViewModel& shown);
  static void draw_options(const Frame& frame, const LessonViewModel& shown);
  static void draw_banks(const Frame& frame);
  static void draw_answer(const Frame& frame, const LessonViewModel& shown);

  MomentFields fields_;
  std::array<char, 64> typed_{};
  std::uint64_t question_ = 0;  ///< the number of the question that was typed for
};

constexpr float entry_margin = 0.5F, entry_top = 0.25F;  // in text heights
constexpr float summary_size = 0.82F;

float wrapped_height(const std::string& words, float width) {
  return ImGui::CalcTextSize(words.c_str(), nullptr, false, width).y;
}

/// Returns the height of a lesson in the list, with the whole of its words.
float height_of(const Frame& frame, const LessonEntry& entry, float width) {
  const float room = width - 2 * entry_margin * frame.em;
  float height = 2 * entry_top * frame.em;
  {
    const FontScope bold(frame, frame.fonts.bold, 1);
    height += wrapped_height(entry.title, room);
  }
  const FontScope small(frame, frame.fonts.text, summary_size);
  return height + wrapped_height(entry.summary, room) + ImGui::GetTextLineHeight() + 0.3F * frame.em;
}

/// One lesson of the list, as a button with its title, its summary and its length.
void draw_entry(const Frame& frame, const LessonEntry& entry, float width, float height) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float em = frame.em, room = width - 2 * entry_margin * em;
  if (ImGui::Button(("###" + entry.name).c_str(), {width, height})) frame.emit(StartLesson{entry.name});
  name_item(frame, "lesson/" + entry.name);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImVec2 at{from.x + entry_margin * em, from.y + entry_top * em};
  const auto put = [&](const std::string& words, ImVec4 colour) {
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, packed(colour), words.c_str(), nullptr, room);
    at.y += wrapped_height(words, room) + 0.1F * em;
  };
  {
    const FontScope bold(frame, frame.fonts.bold, 1);
    put(entry.title, frame.theme.text);
  }
  const FontScope small(frame, frame.fonts.text, summary_size);
  put(entry.summary, frame.theme.quiet);
  put(entry.length, frame.theme.accent);
}

void LessonPanel::draw_list(const Frame& frame, const LessonViewModel& shown) {
  draw_wrapped(frame.say("lesson.choose"), frame.theme.quiet);
  {
    const FontScope small(frame, frame.fonts.text, 0.85F);
    action_button(frame, "add_step");
  }
  for (const std::string& complaint : shown.complaints) {
    shape_item(frame, Shape::exclamation, frame.theme.warning);
    draw_wrapped(complaint, frame.theme.text);
  }
  if (shown.lessons.empty()) return draw_wrapped(frame.say("lesson.none"), frame.theme.quiet);
  const float gap = 0.4F * frame.em, room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const int columns = std::max(1, static_cast<int>((room + gap) / (entry_width * frame.em + gap)));
  const float width = (room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const auto in_a_row = static_cast<std::size_t>(columns);
  float height = 0;
  for (std::size_t i = 0; i < shown.lessons.size(); ++i) {
    if (i % in_a_row == 0) height = 0;
    for (std::size_t each = i; i % in_a_row == 0 && each < std::min(i + in_a_row, shown.lessons.size()); ++each) {
      height = std::max(height, height_of(frame, shown.lessons[each], width));
    }
    if (i % in_a_row != 0) ImGui::SameLine(0, gap);
    draw_entry(frame, shown.lessons[i], width, height);
  }
}

/// The lesson with its place, and on the right what leads through it.
void LessonPanel::draw_head(const Frame& frame, const LessonViewModel& shown) {
  const FontScope small(frame, frame.fonts.text, 0.88F);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.4F * frame.em, 0.12F * frame.em});
  const std::array<const char*, 4> buttons{"previous_step", "next_step", "show_answer", "leave_lesson"};
  float width = 0;
  for (const char* name : buttons) {
    width +=
        size_of(title_of(frame.state, *find_action(name))).x + 2 * ImGui::GetStyle().FramePadding.x + 0.3F * frame.em;
  }
  const float end = right_edge();
  const bool one_line = end - ImGui::GetCursorScreenPos().x > width + 16 * frame.em;
  ImGui::AlignTextToFramePadding();
  draw_elided(shown.place + "  ·  " + shown.lesson, frame.theme.quiet, one_line ? end - width - frame.em : end);
  name_item(frame, "lesson/place");
  if (one_line) {
    ImGui::SameLine();
    ImGui::SetCursorScreenPos({end - width, ImGui::GetCursorScreenPos().y});
  }
  for (std::size_t i = 0; i < buttons.size(); ++i) {
    const float wide =
        size_of(title_of(frame.state, *find_action(buttons.at(i)))).x + 2 * ImGui::GetStyle().FramePadding.x;
    const bool fits = ImGui::GetItemRectMax().x + 0.3F * frame.em + wide <= end;
    if (i > 0 && fits) ImGui::SameLine(0, 0.3F * frame.em);
    action_button(frame, buttons.at(i));
  }
  ImGui::PopStyleVar();
}

void LessonPanel::draw_texts(const Frame& frame, const std::vector<LessonText>& texts) {
  for (const LessonText& each : texts) {
    if (!each.label.empty()) text(frame, frame.fonts.bold, 0.85F, each.label, frame.theme.quiet);
    rich_text(frame, each.text, frame.theme.text);
  }
}

void LessonPanel::draw_number(const Frame& frame, const LessonViewModel& shown) {
  if (std::exchange(question_, frame.state.lesson.question) != frame.state.lesson.question) typed_.fill('\0');
  ImGui::SetNextItemWidth(std::min(8 * frame.em, 0.5F * ImGui::GetContentRegionAvail().x));
  bool given = ImGui::InputText("##number", typed_.data(), typed_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  name_item(frame, "lesson/number");
  ImGui::SameLine(0, 0.4F * frame.em);
  text(shown.unit, frame.theme.text);
  const float wide = size_of(frame.say("lesson.predict")).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (ImGui::GetItemRectMax().x + 0.8F * frame.em + wide <= right_edge()) ImGui::SameLine(0, 0.8F * frame.em);
  given = ImGui::Button((frame.say("lesson.predict") + "###predict").c_str()) || given;
  name_item(frame, "lesson/predict");
  if (given) frame.emit(Predict{{typed_.data(), {}, 0, {}}});
}

void LessonPanel::draw_options(const Frame& frame, const LessonViewModel& shown) {
  const bool order = shown.kind == Kind::order;
  for (std::size_t i = 0; i < shown.options.size(); ++i) {
    const OptionText& option = shown.options[i];
    const bool right = option.mark == OptionMark::right, wrong = option.mark == OptionMark::wrong;
    const ImVec4 colour = right ? frame.theme.good : wrong ? frame.theme.wrong : frame.theme.accent;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    if (right || wrong) {
      shape_item(frame, right ? Shape::tick : Shape::cross, colour);
    } else if (order && !option.place.empty()) {
      text(frame, frame.fonts.bold, 1, option.place + ".", colour);
      ImGui::SameLine(0, 0.4F * frame.em);
    }
    const std::string words = without_marks(option.text);
    if (!shown.is_asked()) {
      rich_text(frame, option.text, frame.theme.text);
    } else {
      ImGui::PushStyleColor(ImGuiCol_Button,
                            option.mark == OptionMark::marked ? frame.theme.pressed : frame.theme.raised);
      // A long option takes several lines.
      const float room = std::max(4 * frame.em, right_edge() - ImGui::GetCursorScreenPos().x - 1.2F * frame.em);
      const ImVec2 extent = ImGui::CalcTextSize(words.c_str(), nullptr, false, room);
      const ImVec2 at = ImGui::GetCursorScreenPos();
      if (ImGui::Button(("###" + std::to_string(i)).c_str(),
                        {extent.x + 1.2F * frame.em, extent.y + 0.4F * frame.em})) {
        frame.emit(order ? Command(MarkOption{i}) : Command(Predict{{"", {i}, 0, {}}}));
      }
      ImGui::PopStyleColor();
      ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                                          {at.x + 0.6F * frame.em, at.y + 0.2F * frame.em}, packed(frame.theme.text),
                                          words.c_str(), nullptr, room);
    }
    name_place(frame, fmt::format("lesson/option/{}", i), from, ImGui::GetItemRectMax());
  }
  if (!order || !shown.is_asked()) return;
  const std::vector<std::size_t>& marked = frame.state.lesson.order;
  ImGui::BeginDisabled(marked.size() != shown.options.size());
  if (ImGui::Button((frame.say("lesson.predict") + "###predict").c_str())) frame.emit(Predict{{"", marked, 0, {}}});
  ImGui::EndDisabled();
  name_item(frame, "lesson/predict");
}

void LessonPanel::draw_banks(const Frame& frame) {
  const std::uint32_t in_a_row = ImGui::GetContentRegionAvail().x > 26 * frame.em ? 16 : 8;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0.15F * frame.em});
  const float width =
      std::min(2.2F * frame.em, (ImGui::GetContentRegionAvail().x - 2 * frame.em) / static_cast<float>(in_a_row));
  for (std::uint32_t bank = 0; bank < 32; ++bank) {
    if (bank % in_a_row != 0) ImGui::SameLine(0, 0.08F * frame.em);
    if (ImGui::Button(std::to_string(bank).c_str(), {width, 0})) frame.emit(Predict{{"", {}, 0, bank}});
    name_item(frame, fmt::format("lesson/bank/{}", bank));
  }
  ImGui::PopStyleVar();
}

void LessonPanel::draw_answer(const Frame& frame, const LessonViewModel& shown) {
  const VerdictMarker& marker = verdict_markers.at(static_cast<std::size_t>(shown.verdict));
  if (shown.verdict == LessonVerdict::right || shown.verdict == LessonVerdict::wrong) {
    badge(frame, marker.shape, shown.verdict_text, frame.theme.*marker.colour);
  } else {
    shape_item(frame, marker.shape, frame.theme.*marker.colour);
    draw_wrapped(shown.verdict_text, frame.theme.text);
  }
  name_item(frame, "lesson/verdict");
  if (!shown.given.empty()) {
    rich_text(frame, frame.say("lesson.given", shown.given), frame.theme.quiet);
    name_item(frame, "lesson/given");
  }
  if (shown.answer.empty()) return;
  rich_text(frame, frame.say("lesson.answer", shown.answer), frame.theme.text, 1.1F);
  name_item(frame, "lesson/answer");
  text(frame, frame.fonts.text, 0.82F, fmt::format("[{}]", shown.origin), frame.theme.quiet);
}

void LessonPanel::draw_question(const Frame& frame, const LessonViewModel& shown) {
  if (shown.verdict == LessonVerdict::none) return draw_texts(frame, shown.after);
  draw_texts(frame, {shown.question});
  name_item(frame, "lesson/question");
  const bool has_options = shown.kind == Kind::choice || shown.kind == Kind::order;
  if (shown.is_asked() && shown.kind == Kind::number) draw_number(frame, shown);
  if (has_options) draw_options(frame, shown);
  if (shown.is_asked() && shown.kind == Kind::bank) draw_banks(frame);
  if (shown.is_asked() && shown.kind == Kind::line) {
    ImGui::BeginDisabled(shown.line == 0);
    const std::string words =
        shown.line == 0 ? frame.say("lesson.select_line") : frame.say("lesson.predict_line", shown.line);
    if (ImGui::Button((words + "###predict").c_str())) frame.emit(Predict{{"", {}, shown.line, {}}});
    ImGui::EndDisabled();
    name_item(frame, "lesson/predict");
  }
  ImGui::Spacing();
  draw_answer(frame, shown);
  draw_texts(frame, shown.after);
}

void LessonPanel::draw_step(const Frame& frame, const LessonViewModel& shown) {
  draw_head(frame, shown);
  if (frame.state.lesson.is_prepared() && !frame.state.ui.is_lecture()) {
    draw_moments(frame, fields_);
    return draw_question(frame, shown);
  }
  const float room = ImGui::GetContentRegionAvail().x;
  const bool beside = room > two_columns * frame.em && !shown.question.text.empty();
  ImGui::BeginChild("text", {beside ? text_share * room : 0, 0});
  text(frame, frame.fonts.bold, 1.15F, shown.title, frame.theme.text);
  name_item(frame, "lesson/title");
  draw_texts(frame, shown.texts);
  if (beside) {
    ImGui::EndChild();
    ImGui::SameLine(0, 0.8F * frame.em);
    ImGui::BeginChild("question", {0, 0});
  }
  draw_question(frame, shown);
  ImGui::EndChild();
}

}  // namespace

PanelEntry lesson_panel() {
  return {.window = "###lesson",
          .place = PanelPlace::lesson,
          .make = make_panel<LessonPanel>,
          .show = Action{"show_lessons", "Lessons", "L", "Lesson", "Lists the lessons, or hides the list.",
                         [](State& state) {
                           bool& shown = state.lesson.shows_list;
                           if (!state.lesson.open) shown = !shown;
                           return shown || state.lesson.open ? Effects{show_panel(state, PanelPlace::lesson, "lesson")}
                                                             : Effects();
                         },
                         nullptr, [](const State& state) { return state.lesson.is_shown(); }}};
}

}  // namespace lanescope::gui
