#include <algorithm>

#include "gui/readings/comparison_view_model.h"
#include "gui/readings/mistake.h"
#include "gui/readings/subjects.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

/// Draws a number and its unit, in the cell of a table.
void draw_number(const Frame& frame, const std::string& value, const std::string& unit, float opacity) {
  {
    const FontScope mono(frame, frame.fonts.mono, 1);
    number(value, faded(frame.theme.text, opacity));
  }
  ImGui::SameLine(0, 0.35F * frame.em);
  text(unit, faded(frame.theme.quiet, opacity));
}

/// Returns the place from `from` to the end of what was drawn last.
ImRect place_since(ImVec2 from) {
  return {from, {right_edge(), std::max(from.y + ImGui::GetTextLineHeight(), ImGui::GetItemRectMax().y)}};
}

/// Lets a number be copied.
void note_reading(const Frame& frame, const Reading& reading, const ImRect& place) {
  if (reading.known()) subject_place(frame, "number/" + reading.label, subject_of(frame.language(), reading), place);
}

/// Draws why there is no number, in the cell after that of the number, and leaves the next one empty.
void draw_missing(const Frame& frame, const std::string& why) {
  ImGui::TableNextColumn();
  const FontScope words(frame, frame.fonts.text, 1);
  draw_elided(why, frame.theme.quiet, right_edge());
  ImGui::TableNextColumn();
}

/// The bars share one scale, whose end is 32 lanes with a sector or a bank row each.
constexpr double min_full_scale = 32;
constexpr float narrow_room = 29;  // in text heights

void draw_bar(const Frame& frame, const AccessReading& reading, double full_scale, float opacity) {
  const Theme& theme = frame.theme;
  const float em = frame.em;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = 0.62F * em;
  const ImVec2 from{at.x, at.y + (ImGui::GetTextLineHeight() - height) / 2}, to{from.x + width, from.y + height};
  const auto x = [&](double amount) {
    return from.x + width * static_cast<float>(std::clamp(amount / full_scale, 0.0, 1.0));
  };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, to, packed(theme.raised));
  const float least = x(reading.least), amount = x(reading.amount);
  list.AddRectFilled(from, {least, to.y}, packed(faded(theme.good, opacity)));
  if (amount > least) {
    const ImVec2 corner{least, from.y}, end{amount, to.y};
    list.AddRectFilled(corner, end, packed(faded(theme.warning, 0.45F * opacity)));
    hatch(list, corner, end, 0.35F * em, packed(faded(theme.warning, opacity)), std::max(1.0F, 0.09F * em));
  }
  list.AddRectFilled({least - 0.06F * em, from.y - 0.14F * em}, {least + 0.06F * em, to.y + 0.14F * em},
                     packed(faded(theme.text, opacity)));
  ImGui::Dummy({width, ImGui::GetTextLineHeight()});
}

/// Draws one line. With `narrow`, only the bar shows the ideal.
void draw_line(const Frame& frame, const AccessReading& reading, double full_scale, float opacity, bool narrow) {
  const Theme& theme = frame.theme;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text(reading.approximate ? reading.label + " †" : reading.label, theme.quiet);
  name_item(frame, "access/" + reading.label);
  if (ImGui::IsItemHovered()) tooltip(frame, reading.details);
  ImGui::TableNextColumn();
  if (!reading.known()) {
    text(reading.value, theme.faint);
    return draw_missing(frame, reading.missing);
  }
  const ImVec2 from = ImGui::GetCursorScreenPos();
  draw_number(frame, reading.value, reading.unit, opacity);
  Reading number;
  number.label = reading.label;
  number.value = reading.value;
  number.unit = reading.unit;
  number.detail = reading.details;
  number.origin = experiments::Origin::derived;
  note_reading(frame, number, place_since(from));
  ImGui::TableNextColumn();
  draw_bar(frame, reading, full_scale, opacity);
  if (ImGui::IsItemHovered()) tooltip(frame, reading.details);
  ImGui::TableNextColumn();
  if (!narrow) {
    text(frame.say("access.ideal", reading.ideal), faded(theme.quiet, opacity));
    ImGui::SameLine(0, 0.5F * frame.em);
  }
  if (reading.ratio.empty()) {
    shape_item(frame, Shape::tick, faded(theme.good, opacity));
    ImGui::NewLine();
  } else {
    text(frame, frame.fonts.bold, 1, reading.ratio, faded(theme.warning, opacity));
  }
}

void draw_heading(const Frame& frame, const AccessReadings& accesses, float opacity) {
  const Theme& theme = frame.theme;
  const float right = right_edge();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  {
    const FontScope small(frame, frame.fonts.text, 0.85F);
    ImGui::SetCursorScreenPos({from.x + ImGui::GetStyle().CellPadding.x, from.y + 0.1F * frame.em});
    draw_elided(frame.say("access.heading", accesses.blocks), faded(theme.quiet, opacity), right - 6.6F * frame.em);
    name_item(frame, "accesses/heading");
  }
  // This is the column in which the table below has its origins.
  ImGui::SetCursorScreenPos({right - 5.8F * frame.em - ImGui::GetStyle().CellPadding.x, from.y});
  draw_origin(frame, experiments::Origin::derived, opacity);
  if (accesses.exact.empty()) return;
  const FontScope small(frame, frame.fonts.text, 0.85F);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetStyle().CellPadding.x);
  draw_wrapped(accesses.exact, faded(theme.quiet, opacity));
}

/// Draws sectors and wavefronts per request with the number, a bar with the minimum, and the factor between them.
void draw_accesses(const Frame& frame) {
  const AccessReadings& accesses = frame.readout.accesses;
  const float opacity = opacity_of(accesses.stale);
  if (accesses.lines.empty()) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetStyle().CellPadding.x);
    text(frame.say("access.missing"), frame.theme.quiet);
    ImGui::SameLine(0, frame.em);
    draw_wrapped(accesses.missing, frame.theme.quiet);
    return;
  }
  const bool narrow = ImGui::GetContentRegionAvail().x < narrow_room * frame.em, column = in_column(frame);
  double full_scale = min_full_scale;
  for (const AccessReading& line : accesses.lines) full_scale = std::max(full_scale, line.amount);
  if (ImGui::BeginTable("accesses", 4, ImGuiTableFlags_PadOuterX)) {
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed, (narrow ? 6.6F : 8.0F) * frame.em);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthFixed, (column ? 7.4F : 8.4F) * frame.em);
    ImGui::TableSetupColumn("bar", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("ideal", ImGuiTableColumnFlags_WidthFixed, (narrow ? 2.6F : 7.4F) * frame.em);
    for (const AccessReading& line : accesses.lines) draw_line(frame, line, full_scale, opacity, narrow);
    ImGui::EndTable();
  }
  draw_heading(frame, accesses, opacity);
}

void draw_title(const Frame& frame) {
  const Readout& readout = frame.readout;
  const float right = right_edge();
  const std::string word = readout.stale ? readout.stale_word : word_of(frame.language(), readout.verdict);
  const float badge_left = word.empty() ? right : right - badge_width(frame, word);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  // Beside the stage, kernel and title stand in the bar above.
  const bool column = in_column(frame);
  if (!column) {
    const FontScope mono(frame, frame.fonts.mono, 1.25F);
    draw_elided(readout.title, frame.theme.text, badge_left - frame.em);
  }
  const std::string note = !readout.origin.empty()     ? readout.origin
                           : !readout.activity.empty() ? readout.activity + " …"
                           : !readout.version.empty()  ? frame.say("readout.of_version", readout.version)
                                                       : readout.recorded;
  float note_left = right;
  if (!note.empty()) {
    const FontScope small(frame, frame.fonts.text, 0.85F);
    note_left = right - size_of(note).x;
  }
  if (column) {
    const FontScope small(frame, frame.fonts.text, 0.85F);
    ImGui::SetCursorScreenPos({from.x, from.y + 0.35F * frame.em});
    draw_elided(note, frame.theme.quiet, badge_left - 0.5F * frame.em);
    ImGui::Dummy({0, 0.1F * frame.em});
  } else {
    draw_elided(readout.subtitle, frame.theme.quiet, note_left - 0.5F * frame.em);
  }
  const ImVec2 after = ImGui::GetCursorScreenPos();
  if (!word.empty()) {
    ImGui::SetCursorScreenPos({badge_left, from.y});
    if (readout.stale) {
      badge(frame, Shape::dots, word, frame.theme.quiet);
    } else {
      badge(frame, shape_of(readout.verdict), word, colour_of(frame.theme, readout.verdict));
      if (ImGui::IsItemHovered()) tooltip(frame, readout.verdict_text);
    }
    name_item(frame, "readout/badge");
  }
  if (!note.empty() && !column) {
    ImGui::SetCursorScreenPos({note_left, from.y + 1.75F * frame.em});
    text(frame, frame.fonts.text, 0.85F, note, frame.theme.quiet);
  }
  ImGui::SetCursorScreenPos(after);
}

void draw_rate(const Frame& frame) {
  const Readout& readout = frame.readout;
  const Theme& theme = frame.theme;
  const float em = frame.em;
  const float opacity = opacity_of(readout.stale);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const bool wrong = readout.verdict == Verdict::wrong && !readout.stale;
  const bool is_predicted = readout.rate.origin == experiments::Origin::predicted;
  const ImVec4 ink = !readout.rate.known() ? theme.faint
                     : wrong
                         ? theme.wrong
                         : faded(is_predicted ? colour_of(theme, experiments::Origin::predicted) : theme.text, opacity);

  // Below the sentence of a lecture the band is low: the number is smaller, and the lines beside it stand closer.
  const LessonState& lesson = frame.state.lesson;
  const bool column = in_column(frame), low = frame.state.ui.is_lecture() && lesson.open && !lesson.needs_strip();
  ImGui::BeginGroup();
  {
    const FontScope mono(frame, frame.fonts.mono, column ? 4.4F : low ? 3.0F : 5.2F);
    gui::number(readout.rate.value, ink);
  }
  name_item(frame, "readout/rate");
  note_reading(frame, readout.rate, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  const float unit_left = ImGui::GetItemRectMax().x + 0.9F * em;
  ImGui::EndGroup();
  ImVec2 after = ImGui::GetCursorScreenPos();

  const float right = from.x + ImGui::GetContentRegionAvail().x;
  if (readout.rate.known()) {
    ImGui::SetCursorScreenPos({unit_left, from.y + (low ? -0.1F : 0.25F) * em});
    text(frame, frame.fonts.bold, low ? 1.2F : 1.9F, readout.rate.unit, faded(theme.quiet, opacity));
    ImGui::SetCursorScreenPos({unit_left, from.y + (low ? 1.35F : 2.55F) * em});
    draw_origin(frame, readout.rate.origin, opacity);
    ImGui::SameLine(0, 0.4F * em);
    // If the panel is too narrow for both, as in a lecture, the detail has a line of its own; beside the stage both
    // stand below the number.
    const bool narrow = column || ImGui::GetCursorScreenPos().x + size_of(readout.rate.detail).x > right;
    const float left = column ? from.x : unit_left;
    if (narrow) ImGui::SetCursorScreenPos({left, from.y + (column ? 4.9F : low ? 2.5F : 3.8F) * em});
    draw_elided(readout.rate.detail, faded(theme.quiet, opacity), right);
    ImGui::SetCursorScreenPos({left, from.y + (column ? 6.2F : (narrow ? 5.05F : 3.9F) - (low ? 1.4F : 0)) * em});
    std::string quartiles = frame.say(is_predicted ? "readout.interval" : "readout.quartiles", readout.rate.spread);
    if (!is_predicted && left + size_of(quartiles).x > right) {
      quartiles = frame.say("readout.quartiles_short", readout.rate.spread);
    }
    draw_elided(quartiles, faded(theme.quiet, opacity), right);
    after.y = std::max(after.y, ImGui::GetCursorScreenPos().y);
  } else {
    ImGui::SetCursorScreenPos({unit_left, from.y + (column ? 0.8F : low ? 0.2F : 1.7F) * em});
    ImGui::BeginGroup();
    {
      const FontScope large(frame, frame.fonts.text, 1.3F);
      draw_wrapped(readout.rate.missing, theme.text);
    }
    draw_wrapped(readout.rate_remedy.empty() ? frame.say("readout.only_measured") : readout.rate_remedy, theme.quiet);
    name_item(frame, "readout/rate_remedy");
    ImGui::EndGroup();
    after.y = std::max(after.y, ImGui::GetCursorScreenPos().y);
  }
  ImGui::SetCursorScreenPos(after);
  ImGui::Dummy({0, 0});
}

/// Draws what the model says limits the kernel, with the mark of a prediction.
void draw_limit(const Frame& frame) {
  const ImVec4 colour = faded(colour_of(frame.theme, experiments::Origin::predicted), opacity_of(frame.readout.stale));
  shape_item(frame, shape_of(experiments::Origin::predicted), colour);
  draw_wrapped(frame.readout.limited_by, colour);
  name_item(frame, "readout/limited_by");
}

/// Draws the share of the theoretical peak as a bar with the quartiles as a bracket, and in words.
void draw_peak(const Frame& frame, const PeakShare& peak) {
  const Theme& theme = frame.theme;
  const float em = frame.em, opacity = opacity_of(frame.readout.stale);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = 0.8F * em;
  const auto x = [&](double share) { return from.x + width * static_cast<float>(std::clamp(share, 0.0, 1.0)); };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 colour = faded(colour_of(theme, frame.readout.rate.origin), opacity);
  list.AddRectFilled(from, {from.x + width, from.y + height}, packed(theme.raised), 0.2F * em);
  list.AddRectFilled(from, {x(peak.share), from.y + height}, packed(faded(colour, 0.75F)), 0.2F * em);
  const float middle = from.y + height / 2, stroke = frame.stroke(0.1F);
  const ImU32 bracket = packed(faded(theme.text, opacity));
  list.AddLine({x(peak.low), middle}, {x(peak.high), middle}, bracket, stroke);
  for (const double end : {peak.low, peak.high}) {
    list.AddLine({x(end), middle - 0.28F * em}, {x(end), middle + 0.28F * em}, bracket, stroke);
  }
  list.AddRectFilled({from.x + width - 0.15F * em, from.y - 0.2F * em}, {from.x + width, from.y + height + 0.2F * em},
                     packed(theme.peak));
  if (peak.copy) {
    const float at = x(*peak.copy), half = 0.32F * em;
    list.AddTriangleFilled({at - half, from.y - 0.3F * em}, {at + half, from.y - 0.3F * em},
                           {at, from.y + height - 0.25F * em}, packed(faded(theme.text, opacity)));
  }
  ImGui::Dummy({width, height});
  name_item(frame, "readout/peak");
  text(peak.text, faded(theme.text, opacity));
  if (!peak.copy_text.empty()) {
    draw_elided("\u25BC " + peak.copy_text, faded(theme.text, opacity), from.x + width);
    name_item(frame, "readout/copy");
  }
}

void draw_reading(const Frame& frame, const Reading& reading, float opacity) {
  const Theme& theme = frame.theme;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  text(reading.label, theme.quiet);
  ImGui::TableNextColumn();
  if (!reading.known()) {
    text(frame, frame.fonts.mono, 1, reading.value, theme.faint);
    return draw_missing(frame, reading.missing);
  }
  draw_number(frame, reading.value, reading.unit, opacity);
  ImGui::TableNextColumn();
  const char* separator = reading.spread.empty() || reading.detail.empty() ? "" : " · ";
  draw_elided(reading.spread + separator + reading.detail, faded(theme.quiet, opacity), right_edge());
  ImGui::TableNextColumn();
  draw_origin(frame, reading.origin, opacity);
  note_reading(frame, reading, place_since(from));
}

void draw_readings(const Frame& frame) {
  const Readout& readout = frame.readout;
  if (!ImGui::BeginTable("readings", 4, ImGuiTableFlags_PadOuterX | ImGuiTableFlags_BordersInnerH)) return;
  ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthFixed, 8.0F * frame.em);
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthFixed, 7.4F * frame.em);
  ImGui::TableSetupColumn("detail", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("source", ImGuiTableColumnFlags_WidthFixed, 5.8F * frame.em);
  for (const Reading& reading : readout.timing) draw_reading(frame, reading, opacity_of(readout.stale));
  for (const Reading& reading : readout.resources) draw_reading(frame, reading, opacity_of(readout.resources_stale));
  ImGui::EndTable();
}

}  // namespace

bool in_column(const Frame& frame) {
  constexpr float widest = 24;  // in text heights
  return ImGui::GetContentRegionAvail().x < widest * frame.em;
}

void draw_problem(const Frame& frame, const Problem& problem, const std::function<void()>& further) {
  const float em = frame.em;
  const ImVec4 colour = colour_of(frame.theme, problem.kind);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);  // the background is drawn when its height is known
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({from.x + 0.7F * em, from.y + 0.4F * em});
  ImGui::BeginGroup();
  shape_item(frame, shape_of(problem.kind), colour);
  ImGui::BeginGroup();
  draw_wrapped(problem.what, frame.theme.text);
  if (!problem.where.empty()) {
    const FontScope mono(frame, frame.fonts.mono, 0.85F);
    draw_wrapped(problem.where, frame.theme.text);
  }
  if (!problem.remedy.empty()) draw_wrapped(problem.remedy, frame.theme.quiet);
  if (!problem.action.empty()) action_button(frame, problem.action);
  if (further) further();
  ImGui::EndGroup();
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + 0.4F * em;
  const float right = from.x + ImGui::GetContentRegionAvail().x;
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(from, {right, bottom}, packed(faded(colour, 0.16F)), 0.2F * em);
  list.AddRectFilled(from, {from.x + 0.22F * em, bottom}, packed(colour), 0.1F * em);
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos({from.x, bottom + 0.3F * em});
  ImGui::Dummy({0, 0});
}

namespace {

void draw_problems(const Frame& frame) {
  const Readout& readout = frame.readout;
  if (readout.verdict == Verdict::wrong && !readout.stale) {
    draw_problem(frame, {Problem::Kind::fault, readout.verdict_text, readout.first_wrong, readout.wrong_remedy});
    name_item(frame, "readout/first_wrong");
  }
  // Beside the stage, what the banner above it says is not said again.
  const auto banner = !readout.problems.empty() && in_column(frame) ? shown_banner(frame.state) : std::nullopt;
  for (const Problem& problem : readout.problems) {
    if (banner && banner->what == problem.what && banner->where == problem.where) continue;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    draw_problem(frame, problem);
    name_place(frame, "readout/problem", from, {right_edge(), ImGui::GetCursorScreenPos().y});
  }
}

void draw_notes(const Frame& frame) {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  for (const std::string& note : frame.readout.notes) {
    shape_item(frame, Shape::dots, frame.theme.quiet);
    draw_wrapped(note, frame.theme.quiet);
    name_item(frame, "readout/note");
  }
}

void draw_readout_panel(const Frame& frame) {
  // In the band of a lecture the number comes first.
  const bool lecture = frame.state.ui.is_lecture();
  if (!lecture) draw_title(frame);
  draw_rate(frame);
  if (lecture) draw_title(frame);
  const auto comparison = comparison_of(frame.state);
  // Beside the stage both sides of a comparison stand first.
  const bool compared_first = comparison && in_column(frame);
  if (frame.readout.peak && !compared_first) draw_peak(frame, *frame.readout.peak);
  if (!frame.readout.limited_by.empty() && !compared_first) draw_limit(frame);
  ImGui::Dummy({0, 0.1F * frame.em});
  draw_problems(frame);
  if (comparison) {
    draw_comparison(frame, *comparison);
    draw_notes(frame);
  } else {
    draw_accesses(frame);
    draw_notes(frame);
    draw_readings(frame);
  }
}

}  // namespace

void draw_origin(const Frame& frame, experiments::Origin origin, float opacity) {
  const ImVec4 colour = faded(colour_of(frame.theme, origin), opacity);
  shape_item(frame, shape_of(origin), colour);
  text(word_of(frame.language(), origin), colour);
}

PanelEntry readout_panel() {
  return {.window = "###readout",
          .place = PanelPlace::number,
          .make = make_panel<draw_readout_panel>,
          .show = Action{"show_readout", "Readout", "", "Views/Panels",
                         "Shows the numbers of the experiment, each with its spread and origin.",
                         shows_panel<PanelPlace::number, "readout">}};
}

}  // namespace lanescope::gui
