// Draws the graph of the Tree view: values, the lines between them, idle threads and results.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "gui/screens/tree/tree_drawing.h"

namespace lanescope::gui {
namespace {

constexpr float column_for_values = 1.15F;  // in text heights; values then stand in their nodes
constexpr float not_yet_made = 0.25F;       // opacity
constexpr float value_size = 0.82F;

}  // namespace

bool TreeDrawing::has_wide_columns() const {
  return column >= column_for_values * em;
}

ImRect TreeDrawing::place(std::uint32_t thread, std::size_t step) const {
  const float gap = std::clamp(0.08F * column, 0.5F, 0.25F * em);
  const float half = std::min(0.26F * row, (has_wide_columns() ? 0.75F : 0.5F) * em);
  const float x = x_of(thread), y = y_of(step) - 0.06F * row;
  return {x - column / 2 + gap, y - half, x + column / 2 - gap, y + half};
}

ImRect TreeDrawing::word_place(std::uint32_t thread, std::size_t step) const {
  const ImRect value = place(thread, step);
  const float height = std::min(0.14F * row, 0.4F * em), inset = 0.12F * value.GetWidth();
  const float top = value.Max.y + std::max(1.5F, 0.08F * em);
  return {value.Min.x + inset, top, value.Max.x - inset, top + height};
}

ImVec4 TreeDrawing::path_colour(analysis::FlowPath path) const {
  switch (path) {
    case analysis::FlowPath::shared:
      return theme.peak;
    case analysis::FlowPath::shuffle:
      return theme.good;
    case analysis::FlowPath::atomic:
    case analysis::FlowPath::global:
      return theme.recorded;
    case analysis::FlowPath::own:
      break;
  }
  return theme.quiet;
}

void TreeDrawing::draw_grounds() const {
  for (std::size_t step = 0; step < row_count(); ++step) {
    if (step % 2 == 0 || !is_row_visible(step)) continue;
    fill({label_left, y_of(step) - row / 2, share_left + 1000 * em, y_of(step) + row / 2}, theme.ground, 0.6F);
  }
  for (std::uint32_t warp = 1; warp < shown.warps(); ++warp) {
    const std::uint32_t thread = warp * trace::lanes_per_warp;
    if (!shown.is_visible(thread) || thread == shown.first) continue;
    const float x = x_of(thread) - column / 2;
    line({x, graph.Min.y}, {x, graph.Max.y}, theme.line, std::max(1.0F, 0.06F * em));
  }
}

/// Draws a line from the value, or from the word of shared memory that holds it, to the value made from it.
void TreeDrawing::draw_input(const analysis::FlowNode& node, const analysis::FlowInput& input) const {
  const analysis::FlowNode& from = shown.flow.nodes[input.node];
  if (from.hidden) return;
  if (!is_row_visible(from.step) && !is_row_visible(node.step)) return;
  if (!shown.is_visible(node.thread) && !shown.is_visible(from.thread)) return;
  const bool foreign = from.thread != node.thread;
  const bool through_word =
      from.word && (input.path == analysis::FlowPath::shared || input.path == analysis::FlowPath::atomic);
  const ImRect value = place(node.thread, node.step);
  const ImVec2 begin{x_of(from.thread),
                     through_word ? word_place(from.thread, from.step).Max.y : place(from.thread, from.step).Max.y};
  const ImVec2 end{x_of(node.thread), value.Min.y - (foreign ? 0.12F * em : 0)};
  const bool came = foreign ? input.index <= shown.index : shown.is_made(node);
  const bool now = input.index == shown.index || (node.index == shown.index && shown.is_made(node));
  const float share = !came ? not_yet_made : node.used ? 1.0F : 0.35F;
  const float thin = std::max(1.0F, std::min(0.09F * em, 0.25F * column) * theme.stroke);
  const float width = (now ? 2.2F : foreign ? 1.2F : 0.8F) * thin;
  const ImVec4 colour = foreign ? path_colour(input.path) : theme.quiet;
  const ImVec2 reached = now && !shown.is_made(node)
                             ? ImVec2(begin.x + static_cast<float>(shown.part) * (end.x - begin.x),
                                      begin.y + static_cast<float>(shown.part) * (end.y - begin.y))
                             : end;
  line(begin, reached, colour, width, share);
  if (!foreign || column < 0.5F * em || reached.x != end.x) return;
  // The head of an arrow.
  const float length = std::hypot(end.x - begin.x, end.y - begin.y), size = 0.3F * em;
  if (length < 2 * size) return;
  const ImVec2 along{(end.x - begin.x) / length * size, (end.y - begin.y) / length * size};
  const ImVec2 base{end.x - along.x, end.y - along.y}, aside{-along.y * 0.45F, along.x * 0.45F};
  list.AddTriangleFilled(end, {base.x + aside.x, base.y + aside.y}, {base.x - aside.x, base.y - aside.y},
                         ink(colour, share));
}

void TreeDrawing::draw_inputs() const {
  list.PushClipRect(graph.Min, graph.Max, true);
  // What comes from other threads is drawn last, above what a thread has of its own.
  for (const bool foreign : {false, true}) {
    for (const analysis::FlowNode& node : shown.flow.nodes) {
      for (const analysis::FlowInput& input : node.inputs) {
        if ((shown.flow.nodes[input.node].thread != node.thread) == foreign) draw_input(node, input);
      }
    }
  }
  list.PopClipRect();
}

/// Threads without a value in this step are small and grey.
void TreeDrawing::draw_idle(std::size_t step) const {
  if (step == 0) return;
  std::vector<bool> busy(shown.lanes, false);
  for (const std::uint32_t node : shown.rows[step]) {
    const std::uint32_t thread = shown.flow.nodes[node].thread;
    if (shown.is_visible(thread)) busy[thread - shown.first] = true;
  }
  const float opacity_now = step <= shown.step ? 1.0F : 0.45F;
  for (std::uint32_t lane = 0; lane < shown.lanes; ++lane) {
    if (busy[lane]) continue;
    ImRect mark = place(shown.first + lane, step);
    const float half = std::min(0.2F * em, 0.35F * mark.GetHeight());
    const float middle = (mark.Min.y + mark.Max.y) / 2;
    if (has_wide_columns()) {
      const float x = x_of(shown.first + lane);
      mark = {x - 1.6F * half, middle - half, x + 1.6F * half, middle + half};
    } else {
      mark.Min.y = middle - half;
      mark.Max.y = middle + half;
    }
    fill(mark, theme.faint, 0.55F * opacity_now, has_wide_columns() ? half : 0);
  }
}

/// `room` is the free width to the next value on each side, in pixels.
void TreeDrawing::draw_value(const analysis::FlowNode& node, float room) const {
  const ImRect value = place(node.thread, node.step);
  const bool made = shown.is_made(node);
  const float share = made ? 1.0F : not_yet_made;
  const ImVec4 colour = node.step == 0 ? theme.stated : theme.accent;
  const bool solid = node.used;
  const float round = has_wide_columns() ? 0.2F * em : 0;
  if (solid) {
    fill(value, colour, share, round);
  } else {
    fill(value, colour, 0.18F * share, round);
    if (column >= 4) outline(value, colour, std::max(1.0F, 0.07F * em), 0.8F * share, round);
  }
  // What is still to come is seen on a dark ground, too.
  if (!made && column >= 4) outline(value, theme.quiet, std::max(1.0F, 0.07F * em), 0.5F, round);
  if (node.word && made) {
    const ImRect word = word_place(node.thread, node.step);
    fill(word, theme.peak, 0.9F * share);
  }
  if (!made) return;
  if (has_wide_columns()) {
    // All values have one size, so that a longer one does not look less important.
    const float usual = size_of("-0.00").x, width = 0.98F * value.GetWidth();
    const FontScope small(frame, frame.fonts.bold, std::min(value_size, width / usual));
    const std::string words = short_value_of(shown, node);
    if (words.empty() || size_of(words).x > 1.1F * width) return;
    const ImVec4 black{0, 0, 0, 1}, white{1, 1, 1, 1};
    const ImVec4 ink_on = contrast(colour, black) > contrast(colour, white) ? black : white;
    centred_text(value.GetCenter(), words, solid ? ink_on : theme.text);
    return;
  }
  const FontScope small(frame, frame.fonts.bold, value_size);
  const std::string words = value_of(shown, node, 4);
  const ImVec2 extent = size_of(words);
  if (!node.used || !node.known || extent.x + 0.6F * em > room) return;
  const ImVec2 at{value.Max.x + 0.2F * em, value.GetCenter().y - extent.y / 2};
  fill_behind_text(at, extent, 0.1F * em, theme.panel, 0.85F, 0.15F * em);
  text(at, words, theme.text);
}

/// Frames the values of a step that were made just now; values beside each other have one frame.
void TreeDrawing::frame_new_values(std::size_t step) const {
  const float out = std::max(1.5F, 0.12F * em), width = std::max(1.5F, 0.12F * em);
  std::optional<ImRect> run;
  const auto end_run = [&] {
    if (run) outline({run->Min.x - out, run->Min.y - out, run->Max.x + out, run->Max.y + out}, theme.text, width);
    run.reset();
  };
  for (const std::uint32_t index : shown.rows[step]) {
    const analysis::FlowNode& node = shown.flow.nodes[index];
    if (node.index != shown.index || !shown.is_visible(node.thread)) continue;
    const ImRect value = place(node.thread, step);
    if (run && value.Min.x - run->Max.x > 0.6F * column) end_run();
    if (run) {
      run->Max.x = value.Max.x;
    } else {
      run = value;
    }
  }
  end_run();
}

void TreeDrawing::draw_values() const {
  list.PushClipRect({graph.Min.x - 0.2F * em, graph.Min.y}, {graph.Max.x + 0.2F * em, graph.Max.y}, true);
  for (std::size_t step = 0; step < shown.rows.size(); ++step) {
    if (!is_row_visible(step)) continue;
    draw_idle(step);
    // Values stand beside their nodes while the next node is far enough.
    std::vector<float> rooms(shown.rows[step].size(), 0);
    float next = graph.Max.x;
    for (std::size_t at = shown.rows[step].size(); at-- > 0;) {
      const analysis::FlowNode& node = shown.flow.nodes[shown.rows[step][at]];
      if (!shown.is_visible(node.thread)) continue;
      const ImRect value = place(node.thread, step);
      rooms[at] = next - value.Max.x;
      next = value.Min.x;
    }
    for (std::size_t at = 0; at < shown.rows[step].size(); ++at) {
      const analysis::FlowNode& node = shown.flow.nodes[shown.rows[step][at]];
      if (shown.is_visible(node.thread)) draw_value(node, rooms[at]);
    }
    frame_new_values(step);
  }
  list.PopClipRect();
}

/// Draws what leaves the block for global memory, in a row of its own.
void TreeDrawing::draw_results() const {
  const std::size_t last = shown.flow.steps.size();
  if (shown.flow.results.empty() || !is_row_visible(last)) return;
  list.PushClipRect(graph.Min, {graph.Max.x + 0.2F * em, graph.Max.y}, true);
  const FontScope small(frame, frame.fonts.bold, value_size);
  for (const analysis::FlowResult& result : shown.flow.results) {
    if (!shown.is_visible(result.thread)) continue;
    const analysis::FlowNode& node = shown.flow.nodes[result.node];
    const ImRect cell = place(result.thread, last);
    const bool made = result.index <= shown.index;
    const float share = made ? 1.0F : not_yet_made;
    const ImVec2 begin{x_of(node.thread), place(node.thread, node.step).Max.y}, end{x_of(result.thread), cell.Min.y};
    line(begin, end, theme.recorded, std::max(1.0F, std::min(0.09F * em, 0.25F * column) * theme.stroke),
         node.used ? share : 0.3F * share);
    fill(cell, theme.recorded, share);
    if (result.index == shown.index) outline(cell, theme.text, std::max(1.5F, 0.12F * em));
    if (shown.flow.results.size() > 1 || !made) continue;
    const auto& buffers = shown.sequence->traced->buffers;
    const std::string name_of_buffer = result.buffer < buffers.size() ? buffers[result.buffer].name : "?";
    const std::string words =
        fmt::format("{}{} {}", name_of_buffer, result.is_atomic ? " +=" : " =", value_of(shown, node, 9));
    text({cell.Max.x + 0.3F * em, cell.GetCenter().y - size_of(words).y / 2}, words, theme.text);
  }
  list.PopClipRect();
}

}  // namespace lanescope::gui
