#include "gui/panels/sweep/sweep_plot.h"

#include <implot.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "gui/state/numbers.h"
#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

constexpr ImPlotFlags plot_flags = ImPlotFlags_NoTitle | ImPlotFlags_NoLegend | ImPlotFlags_NoMouseText |
                                   ImPlotFlags_NoInputs | ImPlotFlags_NoMenus | ImPlotFlags_NoFrame;

/// A rectangle on the screen.
struct Box {
  ImVec2 from, to;
  [[nodiscard]] ImVec2 centre() const { return {(from.x + to.x) / 2, (from.y + to.y) / 2}; }
  [[nodiscard]] bool holds(ImVec2 at) const { return at.x >= from.x && at.x < to.x && at.y >= from.y && at.y < to.y; }
};

/// Where cell (column, row) lies; a cell is one unit of the plot wide and high, its middle at whole numbers.
Box box_of(std::size_t column, double low, double high) {
  const ImVec2 one = ImPlot::PlotToPixels(static_cast<double>(column) - 0.5, low);
  const ImVec2 other = ImPlot::PlotToPixels(static_cast<double>(column) + 0.5, high);
  return {{std::min(one.x, other.x), std::min(one.y, other.y)}, {std::max(one.x, other.x), std::max(one.y, other.y)}};
}

void draw_cross(ImDrawList& list, ImVec2 centre, float half, ImVec4 colour, float stroke) {
  list.AddLine({centre.x - half, centre.y - half}, {centre.x + half, centre.y + half}, packed(colour), stroke);
  list.AddLine({centre.x - half, centre.y + half}, {centre.x + half, centre.y - half}, packed(colour), stroke);
}

/// Hatching for points that have no number.
void draw_without_number(const Frame& frame, ImDrawList& list, const Box& box, const SweepMark& mark) {
  const float em = frame.em, stroke = std::max(1.0F, 0.07F * em);
  if (mark.kind == SweepMark::Kind::illegal) {
    hatch(list, box.from, box.to, 0.7F * em, packed(faded(frame.theme.faint, 0.55F)), stroke);
  } else if (mark.kind == SweepMark::Kind::failed) {
    hatch(list, box.from, box.to, 0.35F * em, packed(faded(frame.theme.wrong, 0.8F)), stroke);
    const ImVec2 centre = box.centre();
    const float room = std::min(box.to.x - box.from.x, box.to.y - box.from.y) / 2;
    const float radius = std::min(0.75F * em, 0.8F * room);
    list.AddCircleFilled(centre, radius, packed(frame.theme.ground));
    draw_cross(list, centre, 0.55F * radius, frame.theme.wrong, 2 * stroke);
  }
}

/// Every so many labels that they do not run into each other.
std::vector<double> ticks_of(const std::vector<std::string>& labels, float room, bool vertical,
                             std::vector<const char*>& shown) {
  float extent = 1;
  for (const std::string& label : labels) extent = std::max(extent, vertical ? size_of(label).y : size_of(label).x);
  const float each = room / static_cast<float>(labels.size());
  const auto step = static_cast<std::size_t>(std::max(1.0F, std::ceil(1.25F * extent / std::max(each, 1.0F))));
  std::vector<double> places;
  for (std::size_t i = 0; i < labels.size(); i += step) {
    places.push_back(static_cast<double>(i));
    shown.push_back(labels[i].c_str());
  }
  return places;
}

void set_ticks(ImAxis axis, const std::vector<std::string>& labels, float room) {
  std::vector<const char*> shown;
  const std::vector<double> places = ticks_of(labels, room, axis == ImAxis_Y1, shown);
  ImPlot::SetupAxisTicks(axis, places.data(), static_cast<int>(places.size()), shown.data());
}

/// The tooltip of the cell below the mouse, and the way there.
void follow_mouse(const Frame& frame, const std::vector<Box>& boxes, const SweepPicture& picture) {
  if (!ImGui::IsWindowHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].holds(mouse)) continue;
    tooltip(frame, picture.marks[i].detail);
    const bool legal = picture.marks[i].kind != SweepMark::Kind::illegal;
    if (legal && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      frame.emit({"go_to_point", "", static_cast<std::int64_t>(i)});
    }
    return;
  }
}

void name_boxes(const Frame& frame, const std::vector<Box>& boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    name_place(frame, "sweep/cell/" + std::to_string(i), boxes[i].from, boxes[i].to);
  }
}

int format_number(double value, char* text, int size, void*) {
  const std::string formatted = std::abs(value) >= 100 ? grouped(value, 0) : figures(value, 3);
  const auto length = static_cast<int>(formatted.copy(text, static_cast<std::size_t>(size) - 1));
  text[length] = '\0';
  return length;
}

std::string axis_title(const Frame& frame, const SweepPicture& picture) {
  const Language& words = *frame.state.ui.language;
  return title_of(words, picture.quantity) + ", " + unit_of(words, picture.quantity);
}

/// Neighbours with numbers, drawn as one piece: a gap stays a gap.
struct Piece {
  std::vector<double> places, values, lows, highs;
};

std::vector<Piece> pieces_of(const std::vector<SweepMark>& marks) {
  std::vector<Piece> pieces;
  bool open = false;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (marks[i].kind != SweepMark::Kind::value) {
      open = false;
      continue;
    }
    if (!open) pieces.emplace_back();
    open = true;
    Piece& piece = pieces.back();
    piece.places.push_back(static_cast<double>(i));
    piece.values.push_back(marks[i].value);
    piece.lows.push_back(marks[i].low);
    piece.highs.push_back(marks[i].high);
  }
  return pieces;
}

void draw_piece(const Frame& frame, const Piece& piece) {
  const int count = static_cast<int>(piece.places.size());
  ImPlotSpec band;
  band.FillColor = frame.theme.accent;
  band.FillAlpha = 0.25F;
  ImPlot::PlotShaded("##spread", piece.places.data(), piece.lows.data(), piece.highs.data(), count, band);
  ImPlotSpec line;
  line.LineColor = frame.theme.accent;
  line.LineWeight = frame.stroke(0.12F);
  ImPlot::PlotLine("##values", piece.places.data(), piece.values.data(), count, line);
}

/// A disc for what was measured here, a ring for what comes out of a file, with its quartiles as a bracket.
void draw_point(const Frame& frame, ImDrawList& list, std::size_t index, const SweepMark& mark) {
  const float em = frame.em, stroke = frame.stroke(0.1F);
  const auto place = static_cast<double>(index);
  const ImVec4 colour = mark.recorded ? frame.theme.recorded : frame.theme.accent;
  const ImVec2 at = ImPlot::PlotToPixels(place, mark.value);
  const ImVec2 low = ImPlot::PlotToPixels(place, mark.low), high = ImPlot::PlotToPixels(place, mark.high);
  if (low.y - high.y > 1) {
    list.AddLine(low, high, packed(colour), stroke);
    for (const ImVec2 end : {low, high})
      list.AddLine({end.x - 0.25F * em, end.y}, {end.x + 0.25F * em, end.y}, packed(colour), stroke);
  }
  if (mark.recorded) {
    list.AddCircleFilled(at, 0.3F * em, packed(frame.theme.ground));
    list.AddCircle(at, 0.3F * em, packed(colour), 0, stroke);
  } else {
    list.AddCircleFilled(at, 0.28F * em, packed(colour));
  }
}

void draw_colour_scale(const Frame& frame, const SweepPicture& picture, ImVec2 from, float height) {
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
  const std::string high = grouped(picture.high, picture.high >= 100 ? 0 : 2);
  const std::string low = grouped(picture.low, picture.high >= 100 ? 0 : 2);
  list.AddText({from.x + 1.3F * em, from.y}, packed(frame.theme.quiet), high.c_str());
  list.AddText({from.x + 1.3F * em, from.y + height - size_of(low).y}, packed(frame.theme.quiet), low.c_str());
  list.AddText({from.x + 1.3F * em, from.y + height / 2 - 0.5F * em}, packed(frame.theme.quiet),
               unit_of(*frame.state.ui.language, picture.quantity).c_str());
}

/// As large as fits, and not at all where it would be too small to read.
void draw_number(const Frame& frame, ImDrawList& list, const Box& box, const std::string& number, ImVec4 ink) {
  for (const float size : {0.85F, 0.75F, 0.65F, 0.58F}) {
    const FontScope font(frame, frame.fonts.text, size);
    const ImVec2 extent = size_of(number);
    if (extent.x + 0.25F * frame.em > box.to.x - box.from.x || extent.y > box.to.y - box.from.y) continue;
    const ImVec2 centre = box.centre();
    list.AddText({centre.x - extent.x / 2, centre.y - extent.y / 2}, packed(ink), number.c_str());
    return;
  }
}

/// One cell: its colour, and the number where it fits in ink that can be read on it.
void draw_cell(const Frame& frame, ImDrawList& list, const Box& box, const SweepMark& mark,
               const SweepPicture& picture) {
  const float em = frame.em;
  if (mark.kind == SweepMark::Kind::value) {
    const double span = picture.high - picture.low;
    const auto share = static_cast<float>(span > 0 ? (mark.value - picture.low) / span : 1);
    list.AddRectFilled(box.from, box.to, packed(ImPlot::SampleColormap(share, ImPlotColormap_Viridis)));
    draw_number(frame, list, box, mark.text, share > 0.55F ? ImVec4(0, 0, 0, 1) : ImVec4(1, 1, 1, 1));
    if (mark.recorded) {  // a corner cut off: out of a file
      const float side = std::min(0.6F * em, (box.to.y - box.from.y) / 2);
      list.AddTriangleFilled(box.from, {box.from.x + side, box.from.y}, {box.from.x, box.from.y + side},
                             packed(frame.theme.recorded));
    }
  } else {
    if (mark.kind == SweepMark::Kind::unknown)
      list.AddRectFilled(box.from, box.to, packed(faded(frame.theme.raised, 0.6F)));
    draw_without_number(frame, list, box, mark);
  }
  list.AddRect(box.from, box.to, packed(frame.theme.ground), 0, 0, std::max(1.0F, 0.06F * em));
}

void draw_letters(const Frame& frame, ImDrawList& list, ImVec2 centre, const std::string& letters) {
  const FontScope bold(frame, frame.fonts.bold, 0.8F);
  const ImVec2 extent = size_of(letters);
  const ImVec2 half{extent.x / 2 + 0.25F * frame.em, extent.y / 2};
  list.AddRectFilled({centre.x - half.x, centre.y - half.y}, {centre.x + half.x, centre.y + half.y},
                     packed(frame.theme.ground), 0.2F * frame.em);
  list.AddRect({centre.x - half.x, centre.y - half.y}, {centre.x + half.x, centre.y + half.y},
               packed(frame.theme.lesson), 0.2F * frame.em, 0, std::max(1.5F, 0.09F * frame.em));
  list.AddText({centre.x - extent.x / 2, centre.y - extent.y / 2}, packed(frame.theme.text), letters.c_str());
}

/// Short strokes, as long on every slope.
void draw_dashes(const Frame& frame, ImDrawList& list, ImVec2 from, ImVec2 to, ImVec4 colour, float weight) {
  const float length = std::hypot(to.x - from.x, to.y - from.y), dash = 0.4F * frame.em, step = 0.7F * frame.em;
  if (length <= 0) return;
  const ImVec2 unit{(to.x - from.x) / length, (to.y - from.y) / length};
  for (float at = 0; at < length; at += step) {
    const float end = std::min(at + dash, length);
    list.AddLine({from.x + unit.x * at, from.y + unit.y * at}, {from.x + unit.x * end, from.y + unit.y * end},
                 packed(colour), weight);
  }
}

/// A pinned kernel: dashes between its points, its letter at the last of them.
void draw_pinned(const Frame& frame, ImDrawList& list, const PinnedCurve& curve) {
  const float em = frame.em;
  const ImVec4 colour = frame.theme.lesson;
  std::optional<ImVec2> before, last;
  for (std::size_t i = 0; i < curve.marks.size(); ++i) {
    if (curve.marks[i].kind != SweepMark::Kind::value) {
      before.reset();
      continue;
    }
    const ImVec2 at = ImPlot::PlotToPixels(static_cast<double>(i), curve.marks[i].value);
    if (before) draw_dashes(frame, list, *before, at, colour, std::max(1.5F, 0.1F * em));
    draw_shape(list, Shape::triangle, at, 0.9F * em, colour);
    before = last = at;
  }
  if (last) draw_letters(frame, list, {last->x, last->y - 0.95F * em}, curve.letter);
}

/// In units of our axis for each of the article's: both theoretical peaks are at one height.
double article_scale(const ArticleOverlay& article, double top) {
  if (article.our_peak > 0) return article.our_peak / article.peak;
  double most = 0;
  for (const ArticleOverlay::Mark& mark : article.marks) most = std::max(most, mark.value);
  return most > 0 ? top / (1.1 * most) : 1;
}

/// Diamonds, filled where all of the article's setting is ours.
void draw_article(const Frame& frame, ImDrawList& list, const ArticleOverlay& article, double scale) {
  const float em = frame.em, r = 0.36F * em;
  const ImVec4 colour = frame.theme.warning;
  std::optional<ImVec2> before;
  std::size_t cell_before = 0;
  for (const ArticleOverlay::Mark& mark : article.marks) {
    const ImVec2 at = ImPlot::PlotToPixels(static_cast<double>(mark.cell), mark.value * scale);
    if (before && mark.cell == cell_before + 1) {
      draw_dashes(frame, list, *before, at, faded(colour, 0.8F), std::max(1.0F, 0.07F * em));
    }
    const ImVec2 above{at.x, at.y - r}, right{at.x + r, at.y}, below{at.x, at.y + r}, left{at.x - r, at.y};
    list.AddQuadFilled(above, right, below, left, packed(mark.exact ? colour : frame.theme.ground));
    list.AddQuad(above, right, below, left, packed(colour), std::max(1.5F, 0.1F * em));
    name_place(frame, "sweep/article/" + std::to_string(mark.cell), {at.x - r, at.y - r}, {at.x + r, at.y + r});
    before = at;
    cell_before = mark.cell;
  }
}

}  // namespace

void draw_sweep_curve(const Frame& frame, const SweepPicture& picture) {
  const SweepGrid& grid = frame.state.sweep.grid;
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const float room = ImGui::GetContentRegionAvail().x - 5 * frame.em;
  double top = 0;
  for (const SweepMark& mark : picture.marks) top = std::max(top, mark.kind == SweepMark::Kind::value ? mark.high : 0);
  for (const PinnedCurve& curve : picture.pinned) {
    for (const SweepMark& mark : curve.marks) top = std::max(top, mark.kind == SweepMark::Kind::value ? mark.high : 0);
  }
  const double scale = picture.article ? article_scale(*picture.article, top > 0 ? 1.1 * top : 1) : 1;
  if (picture.article && top > 0) {
    for (const ArticleOverlay::Mark& mark : picture.article->marks) top = std::max(top, mark.value * scale);
  }
  if (!ImPlot::BeginPlot("##curve", {-1, -1}, plot_flags)) return;
  const bool empty = top <= 0;
  ImPlot::SetupAxes(grid.names[0].c_str(), axis_title(frame, picture).c_str(), ImPlotAxisFlags_NoGridLines,
                    empty ? ImPlotAxisFlags_NoTickLabels : ImPlotAxisFlags_None);
  ImPlot::SetupAxisFormat(ImAxis_Y1, format_number);
  ImPlot::SetupAxesLimits(-0.5, static_cast<double>(grid.columns()) - 0.5, 0, empty ? 1 : 1.1 * top, ImPlotCond_Always);
  const std::string theirs = picture.article ? picture.article->gpu + ", GB/s" : std::string();
  if (picture.article) {
    ImPlot::SetupAxis(ImAxis_Y2, theirs.c_str(), ImPlotAxisFlags_AuxDefault);
    ImPlot::SetupAxisFormat(ImAxis_Y2, format_number);
    ImPlot::SetupAxisLimits(ImAxis_Y2, 0, (empty ? 1 : 1.1 * top) / scale, ImPlotCond_Always);
  }
  set_ticks(ImAxis_X1, grid.labels[0], room);
  ImPlot::SetupFinish();
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < picture.marks.size(); ++i) boxes.push_back(box_of(i, 0, empty ? 1 : 1.1 * top));
  ImDrawList& list = *ImPlot::GetPlotDrawList();
  ImPlot::PushPlotClipRect();
  for (std::size_t i = 0; i < picture.marks.size(); ++i) {
    if (picture.marks[i].current)
      list.AddRectFilled(boxes[i].from, boxes[i].to, packed(faded(frame.theme.raised, 0.8F)));
    draw_without_number(frame, list, boxes[i], picture.marks[i]);
  }
  ImPlot::PopPlotClipRect();
  for (const Piece& piece : pieces_of(picture.marks)) draw_piece(frame, piece);
  ImPlot::PushPlotClipRect(0.4F * frame.em);
  for (std::size_t i = 0; i < picture.marks.size(); ++i) {
    if (picture.marks[i].kind == SweepMark::Kind::value) draw_point(frame, list, i, picture.marks[i]);
  }
  for (const PinnedCurve& curve : picture.pinned) draw_pinned(frame, list, curve);
  if (picture.article) draw_article(frame, list, *picture.article, scale);
  for (std::size_t i = 0; i < picture.marks.size(); ++i) {
    const SweepMark& mark = picture.marks[i];
    if (mark.pins.empty()) continue;
    const double height = mark.kind == SweepMark::Kind::value ? mark.value : 0;
    const ImVec2 at = ImPlot::PlotToPixels(static_cast<double>(i), height);
    draw_letters(frame, list, {at.x, at.y - 1.1F * frame.em}, mark.pins);
    name_place(frame, "sweep/pin/" + mark.pins, {at.x - 1, at.y - 1}, {at.x + 1, at.y + 1});
  }
  ImPlot::PopPlotClipRect();
  name_boxes(frame, boxes);
  ImPlot::EndPlot();
  follow_mouse(frame, boxes, picture);
}

void draw_sweep_map(const Frame& frame, const SweepPicture& picture) {
  const SweepGrid& grid = frame.state.sweep.grid;
  const float em = frame.em;
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const bool scale = picture.high > 0;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float scale_width = scale ? 1.9F * em + size_of(unit_of(*frame.state.ui.language, picture.quantity)).x : 0;
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
  std::vector<Box> boxes;
  std::optional<Box> current;
  ImPlot::PushPlotClipRect();
  for (std::size_t i = 0; i < picture.marks.size(); ++i) {
    const auto row = static_cast<double>(i / grid.columns());
    boxes.push_back(box_of(i % grid.columns(), row - 0.5, row + 0.5));
    draw_cell(frame, list, boxes.back(), picture.marks[i], picture);
    if (picture.marks[i].current) current = boxes.back();
  }
  if (picture.article) {
    for (const ArticleOverlay::Mark& mark : picture.article->marks) {
      const Box& box = boxes[mark.cell];
      draw_shape(list, Shape::diamond, {box.to.x - 0.45F * em, box.from.y + 0.45F * em}, 0.8F * em,
                 frame.theme.warning);
    }
  }
  for (std::size_t i = 0; i < picture.marks.size(); ++i) {
    if (picture.marks[i].pins.empty()) continue;
    draw_letters(frame, list, {boxes[i].centre().x, boxes[i].to.y - 0.6F * em}, picture.marks[i].pins);
    name_place(frame, "sweep/pin/" + picture.marks[i].pins, boxes[i].from, boxes[i].to);
  }
  ImPlot::PopPlotClipRect();
  if (current) list.AddRect(current->from, current->to, packed(frame.theme.text), 0, 0, std::max(2.0F, 0.16F * em));
  name_boxes(frame, boxes);
  const float top = ImPlot::GetPlotPos().y, height = ImPlot::GetPlotSize().y;
  ImPlot::EndPlot();
  if (scale) draw_colour_scale(frame, picture, {corner.x + room.x - scale_width + 0.4F * em, top}, height);
  follow_mouse(frame, boxes, picture);
}

}  // namespace warpscope::gui
