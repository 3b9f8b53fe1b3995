#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "gui/screens/sweep/sweep_commands.h"
#include "gui/screens/sweep/sweep_view_model.h"
#include "gui/store/state.h"
#include "gui/store/words/numbers.h"
#include "gui/store/words/quantity_names.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/plot_parts.h"

namespace lanescope::gui {
namespace {

/// Returns the box of a column. A cell is one unit of the plot wide and high, and its middle is at whole numbers.
ImRect box_of(std::size_t column, double low, double high) {
  const ImVec2 one = ImPlot::PlotToPixels(static_cast<double>(column) - 0.5, low);
  const ImVec2 other = ImPlot::PlotToPixels(static_cast<double>(column) + 0.5, high);
  return {std::min(one.x, other.x), std::min(one.y, other.y), std::max(one.x, other.x), std::max(one.y, other.y)};
}

/// Hatches points that have no number.
void draw_without_number(const Frame& frame, ImDrawList& list, const ImRect& box, const SweepMark& mark) {
  const float em = frame.em, stroke = std::max(1.0F, 0.07F * em);
  if (mark.kind == SweepMark::Kind::illegal) {
    hatch(list, box.Min, box.Max, 0.7F * em, packed(faded(frame.theme.faint, 0.55F)), stroke);
  } else if (mark.kind == SweepMark::Kind::failed) {
    hatch(list, box.Min, box.Max, 0.35F * em, packed(faded(frame.theme.wrong, 0.8F)), stroke);
    const ImVec2 centre = box.GetCenter();
    const float room = std::min(box.GetWidth(), box.GetHeight()) / 2;
    const float radius = std::min(0.75F * em, 0.8F * room);
    list.AddCircleFilled(centre, radius, packed(frame.theme.ground));
    const ImRect cross = square_around(centre, 0.55F * radius);
    list.AddLine(cross.Min, cross.Max, packed(frame.theme.wrong), 2 * stroke);
    list.AddLine(cross.GetBL(), cross.GetTR(), packed(frame.theme.wrong), 2 * stroke);
  }
}

/// Shows only so many labels that they do not overlap.
void set_ticks(ImAxis axis, const std::vector<std::string>& labels, float room) {
  float extent = 1;
  for (const std::string& label : labels) {
    extent = std::max(extent, axis == ImAxis_Y1 ? size_of(label).y : size_of(label).x);
  }
  const float each = room / static_cast<float>(labels.size());
  const auto step = static_cast<std::size_t>(std::max(1.0F, std::ceil(1.25F * extent / std::max(each, 1.0F))));
  std::vector<double> places;
  std::vector<const char*> shown;
  for (std::size_t i = 0; i < labels.size(); i += step) {
    places.push_back(static_cast<double>(i));
    shown.push_back(labels[i].c_str());
  }
  ImPlot::SetupAxisTicks(axis, places.data(), static_cast<int>(places.size()), shown.data());
}

/// Shows the tooltip of the cell under the mouse. A click goes to the cell.
void follow_mouse(const Frame& frame, const std::vector<ImRect>& boxes, const SweepViewModel& view_model) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    name_place(frame, "sweep/cell/" + std::to_string(i), boxes[i]);
    if (!ImGui::IsWindowHovered() || !boxes[i].Contains(ImGui::GetMousePos())) continue;
    tooltip(frame, view_model.marks[i].detail);
    const bool legal = view_model.marks[i].kind != SweepMark::Kind::illegal;
    if (legal && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) frame.emit(GoToPoint{i});
  }
}

std::string tick_text(double value) {
  return std::abs(value) >= 100 ? grouped(value, 0) : figures(value, 3);
}

std::string title_and_unit(const Frame& frame, counters::QuantityId quantity) {
  const Language& language = frame.language();
  const std::string unit = unit_of(language, quantity->unit);
  return label_of(language, *quantity) + (unit.empty() ? "" : ", " + unit);
}

/// Draws adjacent points with numbers as one piece, so that gaps stay visible. Pieces with a prediction at an end are
/// dashed.
void draw_pieces(const Frame& frame, const std::vector<SweepMark>& marks) {
  std::vector<double> places, values, lows, highs;
  bool is_dashed = false;  // the piece that is being collected
  const auto finish = [&] {
    if (is_dashed) {
      draw_predicted_line(frame, places, values, lows, highs);
    } else if (!places.empty()) {
      draw_medians(frame, places, values, lows, highs, frame.stroke(0.12F), false);
    }
    for (auto* numbers : {&places, &values, &lows, &highs}) numbers->clear();
  };
  const auto add = [&](std::size_t i) {
    places.push_back(static_cast<double>(i));
    values.push_back(marks[i].value.number);
    lows.push_back(marks[i].value.low());
    highs.push_back(marks[i].value.high());
  };
  const auto is_predicted = [&](std::size_t i) { return marks[i].value.origin == experiments::Origin::predicted; };
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (!marks[i].has_value()) {
      finish();
      continue;
    }
    const bool joined = i > 0 && marks[i - 1].has_value();
    const bool dashed = is_predicted(i) || (joined && is_predicted(i - 1));
    if (joined && !places.empty() && dashed != is_dashed) {
      finish();
      add(i - 1);
    }
    is_dashed = dashed;
    add(i);
  }
  finish();
}

void draw_colour_scale(const Frame& frame, const SweepViewModel& view_model, ImVec2 from, float height) {
  const float em = frame.em, width = 0.9F * em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  constexpr int steps = 32;
  for (int i = 0; i < steps; ++i) {
    const float top = from.y + height * static_cast<float>(i) / steps;
    const float share = 1 - (static_cast<float>(i) + 0.5F) / steps;
    list.AddRectFilled({from.x, top}, {from.x + width, top + height / steps + 1},
                       packed(ImPlot::SampleColormap(share, ImPlotColormap_Viridis)));
  }
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const auto put = [&](float y, const std::string& words) {
    draw_text_at(list, {from.x + 1.3F * em, from.y + y}, frame.theme.quiet, words);
  };
  const int decimals = view_model.high >= 100 ? 0 : 2;
  put(0, grouped(view_model.high, decimals));
  put(height - ImGui::GetTextLineHeight(), grouped(view_model.low, decimals));
  put(height / 2 - 0.5F * em, unit_of(frame.language(), view_model.quantity->unit));
}

/// Draws the number as large as it fits, and leaves it out where it would be too small to read.
void draw_number(const Frame& frame, ImDrawList& list, const ImRect& box, const std::string& number, ImVec4 ink) {
  for (const float size : {0.85F, 0.75F, 0.65F, 0.58F}) {
    const FontScope font(frame, frame.fonts.text, size);
    const ImVec2 extent = size_of(number);
    if (extent.x + 0.25F * frame.em > box.GetWidth() || extent.y > box.GetHeight()) continue;
    const ImVec2 centre = box.GetCenter();
    return draw_text_at(list, {centre.x - extent.x / 2, centre.y - extent.y / 2}, ink, number);
  }
}

/// Draws one cell with its colour, and the number in a contrasting colour if it fits.
void draw_cell(const Frame& frame, ImDrawList& list, const ImRect& box, const SweepMark& mark,
               const SweepViewModel& view_model) {
  const float em = frame.em;
  if (mark.has_value()) {
    const double span = view_model.high - view_model.low;
    const auto share = static_cast<float>(span > 0 ? (mark.value.number - view_model.low) / span : 1);
    list.AddRectFilled(box.Min, box.Max, packed(ImPlot::SampleColormap(share, ImPlotColormap_Viridis)));
    draw_number(frame, list, box, mark.text, share > 0.55F ? ImVec4(0, 0, 0, 1) : ImVec4(1, 1, 1, 1));
    if (mark.value.origin == experiments::Origin::predicted || mark.value.origin == experiments::Origin::recorded) {
      const float side = std::min(0.8F * em, 0.6F * box.GetHeight());
      const ImVec2 centre{box.Min.x + 0.7F * side, box.Min.y + 0.7F * side};
      list.AddCircleFilled(centre, 0.6F * side, packed(frame.theme.ground));
      draw_shape(list, shape_of(mark.value.origin), centre, 1.4F * side, colour_of(frame.theme, mark.value.origin));
    }
  } else {
    if (mark.kind == SweepMark::Kind::unknown)
      list.AddRectFilled(box.Min, box.Max, packed(faded(frame.theme.raised, 0.6F)));
    draw_without_number(frame, list, box, mark);
  }
  list.AddRect(box.Min, box.Max, packed(frame.theme.ground), 0, 0, std::max(1.0F, 0.06F * em));
}

/// Draws a pinned kernel, with dashes between its points, and its letter at the last of them.
void draw_pinned(const Frame& frame, ImDrawList& list, const PinnedCurve& curve) {
  const float em = frame.em;
  const ImVec4 colour = frame.theme.lesson;
  std::optional<ImVec2> before, last;
  for (std::size_t i = 0; i < curve.marks.size(); ++i) {
    if (!curve.marks[i].has_value()) {
      before.reset();
      continue;
    }
    const ImVec2 at = ImPlot::PlotToPixels(static_cast<double>(i), curve.marks[i].value.number);
    if (before) draw_dashes(list, *before, at, colour, std::max(1.5F, 0.1F * em), 0.4F * em, 0.3F * em);
    draw_shape(list, Shape::triangle, at, 0.9F * em, colour);
    before = last = at;
  }
  if (last) draw_letters(frame, list, {last->x, last->y - 0.95F * em}, curve.letter);
}

/// Returns the scale from the article's axis to ours, which puts both theoretical peaks at one height.
double article_scale(const ArticleOverlay& article, double top) {
  if (article.our_peak > 0) return article.our_peak / article.peak;
  double most = 0;
  for (const ArticleOverlay::Mark& mark : article.marks) most = std::max(most, mark.value);
  return most > 0 ? top / (1.1 * most) : 1;
}

/// Draws diamonds, which are filled where all of the article's setting is ours.
void draw_article(const Frame& frame, ImDrawList& list, const ArticleOverlay& article, double scale) {
  const float em = frame.em, r = 0.36F * em;
  const ImVec4 colour = frame.theme.warning;
  std::optional<ImVec2> before;
  std::size_t cell_before = 0;
  for (const ArticleOverlay::Mark& mark : article.marks) {
    const ImVec2 at = ImPlot::PlotToPixels(static_cast<double>(mark.cell), mark.value * scale);
    if (before && mark.cell == cell_before + 1) {
      draw_dashes(list, *before, at, faded(colour, 0.8F), std::max(1.0F, 0.07F * em), 0.4F * em, 0.3F * em);
    }
    const ImVec2 above{at.x, at.y - r}, right{at.x + r, at.y}, below{at.x, at.y + r}, left{at.x - r, at.y};
    list.AddQuadFilled(above, right, below, left, packed(mark.exact ? colour : frame.theme.ground));
    list.AddQuad(above, right, below, left, packed(colour), std::max(1.5F, 0.1F * em));
    name_place(frame, "sweep/article/" + std::to_string(mark.cell), square_around(at, r));
    before = at;
    cell_before = mark.cell;
  }
}

double highest_of(const std::vector<SweepMark>& marks) {
  double highest = 0;
  for (const SweepMark& mark : marks) highest = std::max(highest, mark.has_value() ? mark.value.high() : 0);
  return highest;
}

/// Draws the median as a line with the quartiles as a band. Points from a file are hollow, and predicted ones are
/// joined by dashes. A click goes to a point.
void draw_sweep_curve(const Frame& frame, const SweepViewModel& view_model) {
  const SweepGrid& grid = sweep_grid(frame.state);
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const float room = ImGui::GetContentRegionAvail().x - 5 * frame.em;
  double top = highest_of(view_model.marks);
  for (const PinnedCurve& curve : view_model.pinned) top = std::max(top, highest_of(curve.marks));
  const double scale = view_model.article ? article_scale(*view_model.article, top > 0 ? 1.1 * top : 1) : 1;
  if (view_model.article && top > 0) {
    for (const ArticleOverlay::Mark& mark : view_model.article->marks) top = std::max(top, mark.value * scale);
  }
  if (!ImPlot::BeginPlot("##curve", {-1, -1}, plot_flags)) return;
  const bool empty = top <= 0;
  ImPlot::SetupAxes(grid.names[0].c_str(), title_and_unit(frame, view_model.quantity).c_str(),
                    ImPlotAxisFlags_NoGridLines, empty ? ImPlotAxisFlags_NoTickLabels : ImPlotAxisFlags_None);
  ImPlot::SetupAxisFormat(ImAxis_Y1, format_tick<tick_text>);
  ImPlot::SetupAxesLimits(-0.5, static_cast<double>(grid.columns()) - 0.5, 0, empty ? 1 : 1.1 * top, ImPlotCond_Always);
  const std::string theirs = view_model.article ? view_model.article->gpu + ", GB/s" : std::string();
  if (view_model.article) {
    ImPlot::SetupAxis(ImAxis_Y2, theirs.c_str(), ImPlotAxisFlags_AuxDefault);
    ImPlot::SetupAxisFormat(ImAxis_Y2, format_tick<tick_text>);
    ImPlot::SetupAxisLimits(ImAxis_Y2, 0, (empty ? 1 : 1.1 * top) / scale, ImPlotCond_Always);
  }
  set_ticks(ImAxis_X1, grid.labels[0], room);
  ImPlot::SetupFinish();
  std::vector<ImRect> boxes;
  for (std::size_t i = 0; i < view_model.marks.size(); ++i) boxes.push_back(box_of(i, 0, empty ? 1 : 1.1 * top));
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  ImPlot::PushPlotClipRect();
  for (std::size_t i = 0; i < view_model.marks.size(); ++i) {
    if (view_model.marks[i].current)
      list.AddRectFilled(boxes[i].Min, boxes[i].Max, packed(faded(frame.theme.raised, 0.8F)));
    draw_without_number(frame, list, boxes[i], view_model.marks[i]);
  }
  ImPlot::PopPlotClipRect();
  draw_pieces(frame, view_model.marks);
  ImPlot::PushPlotClipRect(0.4F * frame.em);
  for (std::size_t i = 0; i < view_model.marks.size(); ++i) {
    const SweepMark& mark = view_model.marks[i];
    const auto at = [&](double value) { return ImPlot::PlotToPixels(static_cast<double>(i), value); };
    if (mark.has_value())
      draw_point(frame, mark.value.origin, at(mark.value.number), at(mark.value.low()), at(mark.value.high()));
  }
  for (const PinnedCurve& curve : view_model.pinned) draw_pinned(frame, list, curve);
  if (view_model.article) draw_article(frame, list, *view_model.article, scale);
  for (std::size_t i = 0; i < view_model.marks.size(); ++i) {
    const SweepMark& mark = view_model.marks[i];
    if (mark.pins.empty()) continue;
    const ImVec2 at = ImPlot::PlotToPixels(static_cast<double>(i), mark.has_value() ? mark.value.number : 0);
    draw_letters(frame, list, {at.x, at.y - 1.1F * frame.em}, mark.pins);
    name_place(frame, "sweep/pin/" + mark.pins, square_around(at, 1));
  }
  ImPlot::PopPlotClipRect();
  ImPlot::EndPlot();
  follow_mouse(frame, boxes, view_model);
}

/// Draws the same as colours (Viridis) with the number in each cell where it fits, and a scale.
void draw_sweep_map(const Frame& frame, const SweepViewModel& view_model) {
  const SweepGrid& grid = sweep_grid(frame.state);
  const float em = frame.em;
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const bool scale = view_model.high > 0;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float scale_width = scale ? 1.9F * em + size_of(unit_of(frame.language(), view_model.quantity->unit)).x : 0;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const auto rows = grid.labels[1].size();
  if (!ImPlot::BeginPlot("##map", {room.x - scale_width, -1}, plot_flags)) return;
  ImPlot::SetupAxes(grid.names[0].c_str(), grid.names[1].c_str(), ImPlotAxisFlags_NoGridLines,
                    ImPlotAxisFlags_NoGridLines);
  ImPlot::SetupAxesLimits(-0.5, static_cast<double>(grid.columns()) - 0.5, -0.5, static_cast<double>(rows) - 0.5,
                          ImPlotCond_Always);
  set_ticks(ImAxis_X1, grid.labels[0], room.x - scale_width - 4 * em);
  set_ticks(ImAxis_Y1, grid.labels[1], room.y - 3 * em);
  ImPlot::SetupFinish();
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  std::vector<ImRect> boxes;
  std::optional<ImRect> current;
  ImPlot::PushPlotClipRect();
  for (std::size_t i = 0; i < view_model.marks.size(); ++i) {
    const auto row = static_cast<double>(i / grid.columns());
    boxes.push_back(box_of(i % grid.columns(), row - 0.5, row + 0.5));
    draw_cell(frame, list, boxes.back(), view_model.marks[i], view_model);
    if (view_model.marks[i].current) current = boxes.back();
  }
  if (view_model.article) {
    for (const ArticleOverlay::Mark& mark : view_model.article->marks) {
      const ImRect& box = boxes[mark.cell];
      draw_shape(list, Shape::diamond, {box.Max.x - 0.45F * em, box.Min.y + 0.45F * em}, 0.8F * em,
                 frame.theme.warning);
    }
  }
  for (std::size_t i = 0; i < view_model.marks.size(); ++i) {
    if (view_model.marks[i].pins.empty()) continue;
    draw_letters(frame, list, {boxes[i].GetCenter().x, boxes[i].Max.y - 0.6F * em}, view_model.marks[i].pins);
    name_place(frame, "sweep/pin/" + view_model.marks[i].pins, boxes[i]);
  }
  ImPlot::PopPlotClipRect();
  if (current) list.AddRect(current->Min, current->Max, packed(frame.theme.text), 0, 0, std::max(2.0F, 0.16F * em));
  const float top = ImPlot::GetPlotPos().y, height = ImPlot::GetPlotSize().y;
  ImPlot::EndPlot();
  if (scale) draw_colour_scale(frame, view_model, {corner.x + room.x - scale_width + 0.4F * em, top}, height);
  follow_mouse(frame, boxes, view_model);
}

constexpr std::array axis_names = {"first", "second"};
constexpr const char* no_axis = "none";
constexpr float small_gap = 0.3F;  // in text heights

/// Lists all knobs and sizes, and "none" for the second axis.
void draw_axis_choice(const Frame& frame, std::size_t axis, float width) {
  const SweepGrid& grid = sweep_grid(frame.state);
  const std::string& chosen = grid.names[axis];
  const std::string name = std::string("sweep/axis/") + axis_names[axis];
  ImGui::PushID(name.c_str());
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo("##axis", chosen.empty() ? no_axis : chosen.c_str());
  name_item(frame, name);
  if (!open && ImGui::IsItemHovered()) tooltip(frame, frame.say(axis == 0 ? "sweep.axis_help" : "sweep.second_help"));
  if (open) {
    const auto choice = [&](const std::string& label, const std::string& value) {
      if (ImGui::Selectable(label.c_str(), value == chosen))
        frame.emit(SetSweepAxis{static_cast<SweepAxis>(axis), value});
      name_item(frame, name + "/" + label);
    };
    if (axis == 1) choice(no_axis, "");
    for (const Knob& knob : frame.state.knobs()) choice(knob.name, knob.name);
    for (const SizeField& size : frame.state.sizes()) choice(size.name, size.name);
    ImGui::EndCombo();
  }
  if (!chosen.empty()) {
    ImGui::SameLine(0, small_gap * frame.em);
    ImGui::SetNextItemWidth(width);
    std::array<char, 256> text{};
    grid.typed[axis].copy(text.data(), text.size() - 1);
    ImGui::InputText("##values", text.data(), text.size(), ImGuiInputTextFlags_AutoSelectAll);
    if (ImGui::IsItemDeactivatedAfterEdit() && grid.typed[axis] != text.data()) {
      frame.emit(SetSweepValues{static_cast<SweepAxis>(axis), text.data()});
    }
    name_item(frame, name + "/values");
    if (ImGui::IsItemHovered()) tooltip(frame, frame.say("sweep.values_help"));
  }
  ImGui::PopID();
}

void draw_quantity_choice(const Frame& frame, counters::QuantityId shown) {
  const std::string title = label_of(frame.language(), *shown);
  ImGui::SetNextItemWidth(8.2F * frame.em);
  const bool open = ImGui::BeginCombo("##quantity", title.c_str(), ImGuiComboFlags_HeightLarge);
  name_item(frame, "sweep/quantity");
  if (!open) return;
  for (const counters::Quantity& each : counters::quantities()) {
    if (each.label.empty()) continue;
    const counters::QuantityId quantity(each);
    const std::string label = title_and_unit(frame, quantity);
    if (ImGui::Selectable(label.c_str(), quantity == shown)) frame.emit(SetSweepQuantity{quantity});
    name_item(frame, "sweep/quantity/" + std::string(each.id));
  }
  ImGui::EndCombo();
}

/// Draws two lines that fit into the column beside the readout, one with the axes, one with quantity and actions.
void draw_controls(const Frame& frame, const SweepViewModel& view_model) {
  const float gap = 0.6F * frame.em;
  const float width = (ImGui::GetContentRegionAvail().x - gap - 2 * small_gap * frame.em) / 4;
  draw_axis_choice(frame, 0, width);
  ImGui::SameLine(0, gap);
  draw_axis_choice(frame, 1, width);
  draw_quantity_choice(frame, view_model.quantity);
  ImGui::SameLine(0, gap);
  action_button(frame, frame.state.sweep.run ? "stop_sweep" : "start_sweep");
  ImGui::SameLine(0, gap);
  action_button(frame, "export_sweep_csv");
}

void draw_lines_below(const Frame& frame, const SweepViewModel& view_model) {
  const SweepGrid& grid = sweep_grid(frame.state);
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const float right = right_edge();
  if (!view_model.progress.empty()) {
    ImGui::ProgressBar(static_cast<float>(view_model.share), {7 * frame.em, 0.9F * frame.em}, "");
    name_item(frame, "sweep/progress");
    ImGui::SameLine(0, 0.5F * frame.em);
    const std::string& swept = frame.state.sweep.run->subject;
    draw_elided(swept == grid.kernel ? view_model.progress : frame.say("sweep.of", view_model.progress, swept),
                frame.theme.quiet, right);
  }
  std::string line = view_model.caption.empty() ? frame.say("sweep.nothing") : view_model.caption;
  if (!grid.others.empty()) line = frame.say("sweep.at", line, grid.others);
  draw_elided(line, frame.theme.quiet, right);
  if (view_model.article) {
    shape_item(frame, Shape::diamond, frame.theme.warning);
    draw_elided(view_model.article->caption, frame.theme.quiet, right);
    name_item(frame, "sweep/article");
  }
  for (const PinnedCurve& curve : view_model.pinned) {
    text(curve.letter, frame.theme.lesson);
    ImGui::SameLine(0, 0.5F * frame.em);
    draw_elided(curve.caption, frame.theme.quiet, right);
    name_item(frame, "sweep/pinned/" + curve.letter);
  }
}

void draw_sweep_panel(const Frame& frame) {
  const SweepGrid& grid = sweep_grid(frame.state);
  if (grid.names[0].empty()) return draw_wrapped(grid.missing, frame.theme.quiet);
  const SweepViewModel view_model = sweep_view_model(frame.state);
  draw_controls(frame, view_model);
  if (!grid.missing.empty()) return draw_wrapped(grid.missing, frame.theme.wrong);
  draw_lines_below(frame, view_model);
  if (grid.is_map()) {
    draw_sweep_map(frame, view_model);
  } else {
    draw_sweep_curve(frame, view_model);
  }
}

}  // namespace

std::span<const Action> sweep_actions();

PanelEntry sweep_panel() {
  return {.window = "###sweep",
          .place = PanelPlace::measurement,
          .make = make_panel<draw_sweep_panel>,
          .show = Action{"show_sweep", "Sweep", "F7", "Views/Measure", "Shows the curves and heat maps of a sweep.",
                         shows_panel<PanelPlace::measurement, "sweep">},
          .actions = sweep_actions,
          .reveals_answers = true};
}

}  // namespace lanescope::gui
