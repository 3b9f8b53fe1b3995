#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "gui/readings/ladder_view_model.h"
#include "gui/store/selection_commands.h"
#include "gui/store/words/numbers.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/plot_parts.h"

namespace lanescope::gui {
namespace {

// These are in text heights.
constexpr float min_row = 1.1F, max_row = 2.0F;
constexpr float thin = 0.5F;         ///< height of an article's bar, or of another GPU's, as a part of ours
constexpr float number_room = 5.5F;  ///< right of the longest bar
constexpr float small_text = 0.85F;

/// Places of a row's parts, in pixels from its left edge.
struct Columns {
  float origin = 0, bars = 0;
  float scale = 0;  ///< pixels per unit of the axis
  float row = 0;    ///< height of a row with a single bar

  [[nodiscard]] float height_of(const LadderRung& rung) const { return rows_of(rung) * row; }
  /// Returns the height in rows with a single bar.
  [[nodiscard]] static float rows_of(const LadderRung& rung) {
    return 1 + (rung.article ? thin : 0) + (rung.other_gpu ? thin : 0);
  }
  /// Returns where a bar ends. Even the shortest bar is visible.
  [[nodiscard]] float end_of(float from, double value, float least) const {
    return from + std::max(least, static_cast<float>(value) * scale);
  }
};

/// Returns the length of a bar, or the place of a line. It is empty when the share of the peak is unknown.
template <class Shown>
std::optional<double> value_of(const Frame& frame, const Shown& shown) {
  return frame.state.ladder.share ? shown.share : std::optional(shown.number);
}

std::string number_of(const Frame& frame, double value, int digits = 4) {
  return frame.state.ladder.share ? fmt::format("{:.{}f} %", 100 * value, value < 0.1 ? 1 : 0) : figures(value, digits);
}

void put_number(const Frame& frame, ImDrawList& list, ImVec2 at, const std::string& text, ImVec4 colour) {
  draw_label(list, at, text, colour, faded(frame.theme.panel, 0.85F), 0.15F * frame.em);
}

ImVec4 line_colour(const Theme& theme, const LadderLine& line) {
  return line.kind == LadderLine::Kind::theory ? theme.peak : colour_of(theme, line.origin);
}

void draw_lines(const Frame& frame, ImDrawList& list, const LadderViewModel& view_model, const Columns& columns,
                ImVec2 corner, float bottom) {
  for (const LadderLine& line : view_model.lines) {
    const auto value = value_of(frame, line);
    if (!value) continue;
    const float x = corner.x + columns.bars + static_cast<float>(*value) * columns.scale;
    const ImVec4 colour = line_colour(frame.theme, line);
    if (line.kind == LadderLine::Kind::theory) {
      list.AddLine({x, corner.y}, {x, bottom}, packed(colour), frame.stroke(0.09F));
    } else {
      const float step = line.kind == LadderLine::Kind::copy ? 0.5F * frame.em : 0.25F * frame.em;
      draw_dashes(list, {x, corner.y}, {x, bottom}, colour, frame.stroke(0.09F), step, step);
    }
  }
}

/// Draws the names, each in a line of its own, which ends at the line that it names.
void draw_line_names(const Frame& frame, const LadderViewModel& view_model, const Columns& columns) {
  const FontScope font(frame, frame.fonts.text, small_text);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float line_height = ImGui::GetTextLineHeight();
  const float bottom = corner.y + line_height * static_cast<float>(view_model.lines.size()) + 0.3F * frame.em;
  for (const LadderLine& line : view_model.lines) {
    const auto value = value_of(frame, line);
    if (!value) continue;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float x = corner.x + columns.bars + static_cast<float>(*value) * columns.scale;
    const std::string words = line.name + " " + number_of(frame, *value);
    const ImVec2 extent = size_of(words);
    const float left = std::max(corner.x + frame.em, x - extent.x - 0.4F * frame.em);
    const ImVec4 colour = line_colour(frame.theme, line);
    draw_shape(list, shape_of(line.origin), {left - 0.55F * frame.em, at.y + line_height / 2}, 0.75F * frame.em,
               colour);
    draw_text_at(list, {left, at.y}, colour, words);
    list.AddLine({x, at.y + 0.15F * frame.em}, {x, bottom}, packed(colour), frame.stroke(0.09F));
    ImGui::SetCursorScreenPos({left - frame.em, at.y});
    ImGui::Dummy({extent.x + frame.em, line_height - ImGui::GetStyle().ItemSpacing.y});
    constexpr std::array names{"theory", "copy", "library"};
    name_item(frame, std::string("ladder/line/") + names.at(static_cast<std::size_t>(line.kind)));
    if (ImGui::IsItemHovered()) tooltip(frame, line.detail);
    ImGui::SetCursorScreenPos({corner.x, at.y + line_height});
  }
  ImGui::SetCursorScreenPos({corner.x, bottom});
}

void draw_ours(const Frame& frame, ImDrawList& list, const LadderRung& rung, ImVec2 from, float thick,
               const Columns& columns) {
  const float em = frame.em;
  const auto value = rung.ours ? value_of(frame, *rung.ours) : std::nullopt;
  const ImVec2 words_at{from.x + columns.bars, from.y + (thick - ImGui::GetTextLineHeight()) / 2};
  if (!value) {
    draw_text_at(list, words_at, frame.theme.faint, "— " + frame.say(rung.ours ? "ladder.no_peak" : "ladder.absent"));
    return;
  }
  const ImVec4 colour = colour_of(frame.theme, rung.ours->origin);
  draw_shape(list, shape_of(rung.ours->origin), {from.x + columns.origin + 0.45F * em, from.y + thick / 2}, 0.75F * em,
             colour);
  draw_text_at(list, {from.x + columns.origin + em, words_at.y}, frame.theme.quiet,
               word_of(frame.language(), rung.ours->origin));
  const float inset = std::max(1.0F, 0.12F * thick);
  const ImVec2 low{from.x + columns.bars, from.y + inset};
  const ImVec2 high{columns.end_of(low.x, *value, 1), from.y + thick - inset};
  list.AddRectFilled(low, high, packed(faded(colour, rung.library ? 0.25F : 0.8F)));
  if (rung.library || rung.selected) {
    list.AddRect(low, high, packed(rung.selected ? frame.theme.text : colour), 0, 0, frame.stroke(0.09F));
  }
  put_number(frame, list, {high.x + 0.35F * em, words_at.y}, number_of(frame, *value), frame.theme.text);
}

/// Draws a thin bar below ours, of an article or of another GPU, with the name of that GPU if it is given.
void draw_thin(const Frame& frame, ImDrawList& list, const LadderBar& bar, Marker marker, const std::string& gpu,
               ImVec2 from, float thick, const Columns& columns) {
  const float em = frame.em;
  const FontScope font(frame, frame.fonts.text, 0.72F);
  const ImVec4 colour = frame.theme.*marker.colour;
  const auto value = value_of(frame, bar);
  const float text_top = from.y + (thick - ImGui::GetTextLineHeight()) / 2;
  if (!value) {
    const float left = from.x + columns.bars;
    draw_shape(list, marker.shape, {left + 0.4F * em, from.y + thick / 2}, 0.6F * em, frame.theme.faint);
    put_number(frame, list, {left + 0.95F * em, text_top}, frame.say("ladder.no_peak"), frame.theme.faint);
    return;
  }
  const float inset = std::max(1.0F, 0.2F * thick);
  const ImVec2 low{from.x + columns.bars, from.y + inset};
  const ImVec2 high{columns.end_of(low.x, *value, 2), from.y + thick - inset};
  // The bar of another GPU differs from ours in more than colour.
  hatch(list, low, high, 0.35F * em, packed(colour), frame.stroke(0.08F));
  list.AddRect(low, high, packed(colour), 0, 0, frame.stroke(0.06F));
  draw_shape(list, marker.shape, {high.x + 0.5F * em, from.y + thick / 2}, 0.6F * em, colour);
  const std::string number = number_of(frame, *value, 3);
  put_number(frame, list, {high.x + 0.95F * em, text_top}, gpu.empty() ? number : number + " " + gpu,
             frame.theme.quiet);
}

std::string details_of(const Frame& frame, const LadderRung& rung) {
  std::string details = rung.ours ? rung.ours->detail : rung.kernel + "\n" + frame.say("ladder.absent");
  if (rung.other_gpu) details += "\n\n" + rung.other_gpu->detail;
  if (rung.article) details += "\n\n" + rung.article->detail;
  if (!rung.selectable) details += "\n\n" + frame.say("ladder.recorded_alone");
  return details;
}

/// `other_gpu` is the name of the other GPU.
void draw_rung(const Frame& frame, const LadderRung& rung, const std::string& other_gpu, const Columns& columns) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float em = frame.em, height = columns.height_of(rung), thick = columns.row;
  ImGui::PushID(rung.kernel.c_str());
  const bool clicked = blank_button("##rung", {ImGui::GetContentRegionAvail().x, height});
  ImGui::PopID();
  name_item(frame, "ladder/rung/" + rung.kernel);
  const bool hovered = ImGui::IsItemHovered();
  if (rung.selected || hovered) {
    list.AddRectFilled(from, {from.x + columns.bars - 0.3F * em, from.y + height},
                       packed(faded(frame.theme.accent, rung.selected ? 0.28F : 0.12F)), 0.2F * em);
  }
  const float text_top = from.y + (thick - ImGui::GetTextLineHeight()) / 2;
  {
    const FontScope font(frame, rung.selected ? frame.fonts.bold : frame.fonts.text, small_text);
    draw_text_at(list, {from.x + 0.3F * em, text_top}, rung.ours ? frame.theme.text : frame.theme.faint, rung.name);
    if (rung.library) {
      const float right = from.x + 0.3F * em + size_of(rung.name).x + 0.5F * em;
      const FontScope tiny(frame, frame.fonts.text, 0.7F);
      draw_text_at(list, {right, text_top + 0.1F * em}, frame.theme.quiet, frame.say("ladder.library"));
    }
  }
  draw_ours(frame, list, rung, from, thick, columns);
  float top = from.y + thick;
  if (rung.other_gpu) {
    draw_thin(frame, list, *rung.other_gpu, marker_of(rung.other_gpu->origin), other_gpu, {from.x, top}, thin * thick,
              columns);
    top += thin * thick;
  }
  if (rung.article) {
    const Marker article{Shape::diamond, &Theme::warning};
    draw_thin(frame, list, *rung.article, article, "", {from.x, top}, thin * thick, columns);
  }
  if (hovered) tooltip(frame, details_of(frame, rung));
  if (clicked && rung.selectable) frame.emit(GoToRung{rung.kernel, rung.setting});
}

Columns columns_of(const Frame& frame, const LadderViewModel& view_model, float width, float height) {
  const FontScope bold(frame, frame.fonts.bold, small_text);
  float names = 0, words = 0, rows = 0;
  for (const LadderRung& rung : view_model.rungs) {
    const float tag = rung.library ? size_of(frame.say("ladder.library")).x + 0.5F * frame.em : 0;
    names = std::max(names, size_of(rung.name).x + tag);
    rows += Columns::rows_of(rung);
  }
  for (const experiments::Origin origin :
       {experiments::Origin::measured, experiments::Origin::recorded, experiments::Origin::predicted}) {
    words = std::max(words, size_of(word_of(frame.language(), origin)).x);
  }
  Columns columns;
  columns.origin = names + 0.9F * frame.em;
  columns.bars = columns.origin + words + 1.8F * frame.em;
  const double top = frame.state.ladder.share ? view_model.top_share : view_model.top;
  const float room = width - columns.bars - number_room * frame.em;
  columns.scale = top > 0 ? std::max(1.0F, room) / static_cast<float>(top) : 0;
  columns.row = std::clamp(height / std::max(1.0F, rows), min_row * frame.em, max_row * frame.em);
  return columns;
}

void draw_heading(const Frame& frame, const LadderViewModel& view_model) {
  text(frame, frame.fonts.bold, 1.2F,
       frame.say(frame.state.ladder.share ? "ladder.heading_share" : "ladder.heading", view_model.family,
                 sizes_text(view_model.sizes), view_model.unit()),
       frame.theme.text);
  name_item(frame, "ladder/heading");
  const FontScope font(frame, frame.fonts.text, small_text);
  action_button(frame, "toggle_ladder_share");
  ImGui::SameLine(0, frame.em);
  const auto& run = frame.state.sweep.run;
  action_button(frame, run ? "stop_sweep" : "fill_ladder");
  const float right = right_edge();
  // This moves to the base line of the tick box, which every SameLine() leaves.
  const auto lower = [] { ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ImGui::GetStyle().FramePadding.y); };
  ImGui::SameLine(0, frame.em);
  lower();
  const std::string caption =
      run ? frame.say("sweep.of", frame.say("sweep.progress", run->next, run->plan.points.size()), run->subject)
      : view_model.other_gpu.empty() ? view_model.caption
                                     : view_model.caption + ", " + frame.say("ladder.beside", view_model.other_gpu);
  draw_elided(caption, frame.theme.quiet, view_model.article_caption.empty() ? right : right - 12 * frame.em);
  name_item(frame, "ladder/origin");
  if (view_model.article_caption.empty()) return;
  ImGui::SameLine(0, frame.em);
  lower();
  shape_item(frame, Shape::diamond, frame.theme.warning);
  lower();
  draw_elided(view_model.article_caption, frame.theme.quiet, right);
  name_item(frame, "ladder/article");
}

/// Draws the sizes that have known times. A click goes to a size.
void draw_sizes(const Frame& frame, const LadderViewModel& view_model) {
  if (view_model.known.size() < 2) return;
  const FontScope font(frame, frame.fonts.text, small_text);
  text(frame.say("ladder.sizes"), frame.theme.quiet);
  for (const Sizes& sizes : view_model.known) {
    const std::string words = sizes_text(sizes), setting = setting_text({sizes.begin(), sizes.end()});
    const bool now = sizes == view_model.sizes;
    const float width = size_of(words).x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SameLine(0, 0.5F * frame.em);
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    if (now) ImGui::PushStyleColor(ImGuiCol_Button, faded(frame.theme.accent, 0.35F));
    if (ImGui::SmallButton(words.c_str()) && !now) frame.emit(GoToRung{frame.state.selection.kernel, setting});
    if (now) ImGui::PopStyleColor();
    name_item(frame, "ladder/size/" + setting);
    if (now) underline_item(frame);
  }
}

void draw_rungs(const Frame& frame, const LadderViewModel& view_model) {
  const FontScope font(frame, frame.fonts.text, small_text);
  const float names = ImGui::GetTextLineHeight() * static_cast<float>(view_model.lines.size()) + 0.3F * frame.em;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  // The bars end at the same place with and without a scrollbar.
  const Columns columns = columns_of(frame, view_model, room.x - ImGui::GetStyle().ScrollbarSize, room.y - names);
  draw_line_names(frame, view_model, columns);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  if (ImGui::BeginChild("##rungs", {0, 0})) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    float bottom = corner.y;
    for (const LadderRung& rung : view_model.rungs) bottom += columns.height_of(rung);
    draw_lines(frame, *ImGui::GetWindowDrawList(), view_model, columns, corner, bottom);
    for (const LadderRung& rung : view_model.rungs) draw_rung(frame, rung, view_model.other_gpu, columns);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
}

void draw_ladder_panel(const Frame& frame) {
  const LadderViewModel view_model = ladder_view_model(frame.state);
  if (!view_model.missing.empty()) return draw_wrapped(view_model.missing, frame.theme.quiet);
  draw_heading(frame, view_model);
  draw_sizes(frame, view_model);
  draw_rungs(frame, view_model);
}

}  // namespace

/// Returns the kernels from fast to slow with their rates.
std::string ladder_words(const State& state) {
  const LadderViewModel view_model = ladder_view_model(state);
  if (!view_model.missing.empty()) return view_model.missing;
  std::string words = fmt::format("{} ({}):", view_model.family, sizes_text(view_model.sizes));
  for (const LadderRung& rung : view_model.rungs) {
    if (rung.ours) words += fmt::format(" {} {} {};", rung.name, figures(rung.ours->number, 4), view_model.unit());
  }
  words.back() = '.';
  return words;
}

std::span<const Action> ladder_actions();

PanelEntry ladder_panel() {
  return {.window = "###ladder",
          .place = PanelPlace::measurement,
          .make = make_panel<draw_ladder_panel>,
          .show = Action{"show_ladder", "Ladder", "", "Views/Measure",
                         "Shows the kernels of the family as bars, with the article and the library.",
                         shows_panel<PanelPlace::measurement, "ladder">},
          .actions = ladder_actions,
          .reveals_answers = true,
          .caption = ladder_words};
}

}  // namespace lanescope::gui
