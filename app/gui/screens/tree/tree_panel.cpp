// Puts the Tree view together (tree_view_model.h says what it shows), with labels, numbers of each step and the mouse.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/screens/tree/tree_drawing.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/playback/show_view.h"
#include "gui/store/words/numbers.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

// Sizes are in text heights.
constexpr float step_label_width = 6.6F;  // the steps, to the left
constexpr float work_width = 10.8F;       // the threads at work, to the right
constexpr float thread_label_height = 1.35F;
constexpr float min_step_row = 1.2F, max_step_row = 6;

}  // namespace

/// Draws the title and a summary in one line, with the choice of what is seen at its end.
float TreeDrawing::draw_heading(const ImRect& canvas) const {
  std::vector<Choice> choices;
  if (shown.warps() > 1) choices.push_back({"toggle_one_warp", "tree.one_warp", frame.state.tree.one_warp});
  return ViewCanvas::draw_heading(canvas, "tree", title_of(frame.state, shown), summary(frame.state, shown), choices) +
         0.2F * em;
}

/// Draws what each mark means, for the marks that occur.
float TreeDrawing::draw_legend(const ImRect& canvas, float top) const {
  const FontScope small(frame, frame.fonts.text, 0.9F);
  Legend legend(*this, canvas, top);
  bool unused = false, words = false;
  std::array<bool, 5> paths{};
  for (const analysis::FlowNode& node : shown.flow.nodes) {
    unused = unused || (node.combines() && !node.used);
    words = words || node.word;
    for (const analysis::FlowInput& input : node.inputs) {
      if (shown.flow.nodes[input.node].thread != node.thread) paths.at(static_cast<std::size_t>(input.path)) = true;
    }
  }
  legend.entry(frame.say("tree.legend_start"), [&](const ImRect& at) { fill(at, theme.stated, 1, 0.2F * em); });
  legend.entry(frame.say("tree.legend_used"), [&](const ImRect& at) { fill(at, theme.accent, 1, 0.2F * em); });
  if (unused) {
    legend.entry(frame.say("tree.legend_unused"), [&](const ImRect& at) {
      fill(at, theme.accent, 0.18F, 0.2F * em);
      outline(at, theme.accent, std::max(1.0F, 0.07F * em), 0.8F, 0.2F * em);
    });
  }
  legend.entry(frame.say("tree.legend_idle"), [&](const ImRect& at) {
    const float middle = at.GetCenter().y;
    fill({at.Min.x, middle - 0.2F * em, at.Max.x, middle + 0.2F * em}, theme.faint, 0.55F);
  });
  if (words) {
    legend.entry(frame.say("tree.legend_word"), [&](const ImRect& at) {
      fill({at.Min.x, at.GetCenter().y - 0.2F * em, at.Max.x, at.GetCenter().y + 0.2F * em}, theme.peak, 0.9F);
    });
  }
  constexpr std::array keys{"", "tree.legend_shared", "tree.legend_shuffle", "tree.legend_global",
                            "tree.legend_atomic"};
  for (std::size_t path = 1; path < keys.size(); ++path) {
    if (!paths.at(path)) continue;
    legend.entry(frame.say(keys.at(path)), [&](const ImRect& at) {
      line({at.Min.x, at.Min.y}, {at.Max.x, at.Max.y}, path_colour(static_cast<analysis::FlowPath>(path)),
           std::max(2.0F, 0.16F * em));
    });
  }
  return legend.end();
}

/// Names the warps above their columns, or the lanes where there is space.
void TreeDrawing::draw_columns() const {
  const FontScope small(frame, frame.fonts.text, 0.8F);
  const float y = graph.Min.y - ImGui::GetTextLineHeight() - 0.15F * em;
  if (shown.lanes > trace::lanes_per_warp) {
    const float width = column * trace::lanes_per_warp;
    std::uint32_t each = 1;
    while (static_cast<float>(each) * width < size_of(frame.say("warps.warp", 10)).x + em) each *= 2;
    for (std::uint32_t warp = 0; warp < shown.warps(); warp += each) {
      const float x = x_of(warp * trace::lanes_per_warp) - column / 2;
      text({x + 0.2F * em, y}, frame.say("warps.warp", warp), theme.quiet);
    }
    return;
  }
  std::uint32_t each = 1;
  while (static_cast<float>(each) * column < size_of("000").x + 0.2F * em) each *= 2;
  for (std::uint32_t lane = 0; lane < shown.lanes; lane += each) {
    const std::string words = fmt::format("{}", shown.first + lane);
    text({x_of(shown.first + lane) - size_of(words).x / 2, y}, words, theme.quiet);
  }
  const std::string words = frame.say("tree.threads_axis");
  text({label_left, y}, words, theme.quiet);
}

/// Writes the number of each step and its path to the left, and to the right how many threads are at work.
void TreeDrawing::draw_labels() const {
  list.PushClipRect({label_left, graph.Min.y}, {share_left + work_width * em, graph.Max.y}, true);
  const float bar_left = share_left + 0.8F * em, bar_width = 4.6F * em;
  for (std::size_t step = 0; step < row_count(); ++step) {
    if (!is_row_visible(step)) continue;
    const bool result = step == shown.flow.steps.size(), now = !result && step == shown.step;
    const bool two_lines = row > 2.3F * em;
    const float middle = y_of(step) - 0.06F * row;
    {
      const FontScope bold(frame, now ? frame.fonts.bold : frame.fonts.text, 0.95F);
      const float y = middle - (two_lines && step > 0 && !result ? 1.05F : 0.5F) * ImGui::GetTextLineHeight();
      const std::string words = result      ? frame.say("tree.row_result")
                                : step == 0 ? frame.say("tree.row_start")
                                            : frame.say("tree.row_step", step);
      text({label_left, y}, words, now ? theme.accent : theme.text);
    }
    if (result) continue;
    const analysis::FlowStep& of = shown.flow.steps[step];
    if (two_lines && step > 0) {
      const FontScope small(frame, frame.fonts.text, 0.8F);
      text({label_left, middle}, path_word(frame.state, of.path), path_colour(of.path));
    }
    if (step == 0) continue;
    const VisibleStep seen = visible_step(shown, step);
    const ImRect bar{bar_left, middle - 0.32F * em, bar_left + bar_width, middle + 0.32F * em};
    const float each = bar.GetWidth() / static_cast<float>(shown.lanes);
    fill(bar, theme.faint, 0.45F);
    fill({bar.Min.x, bar.Min.y, bar.Min.x + each * static_cast<float>(seen.threads), bar.Max.y}, theme.panel);
    fill({bar.Min.x, bar.Min.y, bar.Min.x + each * static_cast<float>(seen.threads), bar.Max.y}, theme.accent, 0.3F);
    fill({bar.Min.x, bar.Min.y, bar.Min.x + each * static_cast<float>(seen.used), bar.Max.y}, theme.accent);
    const float words_left = bar.Max.x + 0.5F * em;
    const bool warps = two_lines && shown.warps() > 1 && shown.lanes == shown.flow.threads;
    {
      const FontScope bold(frame, frame.fonts.bold, 0.95F);
      text({words_left, middle - (warps ? 1.05F : 0.5F) * ImGui::GetTextLineHeight()},
           frame.say("tree.share", seen.threads, shown.lanes), theme.text);
    }
    if (!warps) continue;
    const FontScope small(frame, frame.fonts.text, 0.8F);
    text({words_left, middle}, frame.say("tree.warps_at_work", of.warps), theme.quiet);
  }
  list.PopClipRect();
  const FontScope small(frame, frame.fonts.text, 0.8F);
  text({share_left + 0.8F * em, graph.Min.y - ImGui::GetTextLineHeight() - 0.15F * em}, frame.say("tree.at_work"),
       theme.quiet);
}

/// Explains what is under the mouse. A click selects the access that made the value, and its line.
void TreeDrawing::answer_mouse(const PictureMouse& mouse) const {
  if (!mouse.hovered) return;
  const ImVec2 at = ImGui::GetMousePos();
  const float lane = std::floor((at.x - graph.Min.x) / column), step_at = (at.y - graph.Min.y + scrolled) / row;
  if (lane < 0 || lane >= static_cast<float>(shown.lanes) || step_at < 0) return;
  const auto step = static_cast<std::size_t>(step_at);
  const std::uint32_t thread = shown.first + static_cast<std::uint32_t>(lane);
  std::uint32_t record = analysis::no_node;
  if (step < shown.rows.size()) {
    const auto found = std::ranges::find_if(
        shown.rows[step], [&](std::uint32_t node) { return shown.flow.nodes[node].thread == thread; });
    if (found == shown.rows[step].end()) {
      tooltip(frame, sentence_of_idle(frame.state, thread, static_cast<std::uint32_t>(step)));
    } else {
      tooltip(frame, sentence_of_value(frame.state, shown, *found));
      record = shown.sequence->records[shown.flow.nodes[*found].index];
    }
  } else {
    const auto result = std::ranges::find(shown.flow.results, thread, &analysis::FlowResult::thread);
    if (result != shown.flow.results.end()) record = shown.sequence->records[result->index];
  }
  if (!mouse.clicked || record == analysis::no_node) return;
  if (playback.front != AnimatedView::tree) frame.emit(ChooseView{AnimatedView::tree});
  frame.emit(ChooseLane{thread % trace::lanes_per_warp});
  frame.emit(ChooseRecord{record});
}

namespace {

class TreePanel : public ViewPanel {
 public:
  TreePanel() : ViewPanel(AnimatedView::tree) {}

 private:
  std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) override {
    renew(view_model_, frame.state);
    if (const std::string missing = why_no_tree(frame.state, view_model_); !missing.empty()) {
      const FontScope larger(frame, frame.fonts.text, 1.25F);
      ImGui::SetCursorScreenPos({canvas.Min.x, canvas.Min.y + frame.em});
      draw_wrapped(missing, faded(frame.theme.text, opacity));
      name_item(frame, "tree/none");
      return {};
    }
    draw_picture(frame, canvas, opacity);
    return tree_caption(frame.state, view_model_);
  }

  void draw_picture(const Frame& frame, const ImRect& canvas, float opacity) {
    TreeDrawing drawing{{frame, opacity}, view_model_};
    const float em = frame.em, top = drawing.draw_legend(canvas, drawing.draw_heading(canvas));
    drawing.label_left = canvas.Min.x;
    drawing.share_left = canvas.Max.x - work_width * em;
    ImRect& graph = drawing.graph;
    graph = {canvas.Min.x + step_label_width * em, top + thread_label_height * em, drawing.share_left, canvas.Max.y};
    if (graph.GetWidth() < 6 * em || graph.GetHeight() < 2 * em) return;
    drawing.column = graph.GetWidth() / static_cast<float>(view_model_.lanes);
    const auto rows = static_cast<float>(drawing.row_count());
    const float room = graph.GetHeight();
    drawing.row = std::clamp(room / rows, min_step_row * em, max_step_row * em);
    // The present step stays in sight.
    const float limit = std::max(0.0F, rows * drawing.row - room);
    const float wanted = (static_cast<float>(view_model_.step) + 0.5F) * drawing.row - room / 2;
    drawing.scrolled = std::clamp(wanted, 0.0F, limit);
    graph.Max.y = std::min(graph.Max.y, graph.Min.y + rows * drawing.row);

    const PictureMouse mouse("##tree", graph, em);
    name_item(frame, "tree/graph");
    frame_clip(drawing, canvas);
    drawing.draw_columns();
    drawing.answer_mouse(mouse);
  }

  static void frame_clip(const TreeDrawing& drawing, const ImRect& canvas) {
    drawing.list.PushClipRect({canvas.Min.x, drawing.graph.Min.y}, {canvas.Max.x, drawing.graph.Max.y}, true);
    drawing.draw_grounds();
    drawing.draw_inputs();
    drawing.draw_values();
    drawing.draw_results();
    drawing.list.PopClipRect();
    drawing.draw_labels();
  }

  TreeViewModel view_model_;
};

}  // namespace

std::span<const Action> tree_actions();

PanelEntry tree_panel() {
  return {.window = "###tree",
          .place = PanelPlace::view,
          .make = make_view<TreePanel>,
          .show = Action{"show_tree", "Tree", "5", "Views",
                         "Shows step by step which thread adds the value of which other thread.",
                         shows_view<AnimatedView::tree>},
          .actions = tree_actions};
}

}  // namespace lanescope::gui
