// The Warps panel, with a row for each warp, a legend of the colours, the scale, and the mouse.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "gui/screens/warps/warps_commands.h"
#include "gui/screens/warps/warps_drawing.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/playback/show_view.h"
#include "gui/store/words/numbers.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {
namespace {

using model::AccessKind;

constexpr float min_row = 0.5F, max_row_height = 3.2F;  // in text heights
constexpr float label_every = 0.95F;                    // rows are labelled when they are this high
constexpr float label_width = 8.4F;                     // block and warp, to the left of the rows
constexpr float label_width_by_sm = 11.5F;              // the multiprocessor too
constexpr float scale_height = 2.2F;                    // below the rows
constexpr float barrier_label_height = 1.6F;            // above them

}  // namespace

/// Draws the title and a summary in one line, with the choice of the axis at its end.
float WarpsDrawing::draw_heading(const ImRect& canvas) const {
  const WarpsChoice& chosen = frame.state.warps;
  std::vector<Choice> choices = {{"toggle_by_multiprocessor", "warps.by_multiprocessor", chosen.by_multiprocessor},
                                 {"toggle_one_at_a_time", "warps.one_at_a_time", chosen.one_at_a_time}};
  if (chosen.to - chosen.from < 1) choices.push_back({"fit_warps", "warps.fit", false});
  return ViewCanvas::draw_heading(canvas, "warps", title_of(frame.state, shown), summary(frame.state, shown), choices) +
         0.3F * em;
}

/// Draws the kinds that occur, as bars with their letters and names.
float WarpsDrawing::draw_legend(const ImRect& canvas, float top) const {
  const FontScope small(frame, frame.fonts.text, 0.9F);
  const float bar = 1.5F * em, height = ImGui::GetTextLineHeight(), gap = 0.35F * em;
  float x = canvas.Min.x, y = top;
  // This makes space for words after a bar, in the next line if this one is full.
  const auto entry = [&](const std::string& words, ImVec4 colour) {
    const float width = bar + gap + size_of(words).x;
    if (x > canvas.Min.x && x + width > canvas.Max.x) {
      x = canvas.Min.x;
      y += height + 0.25F * em;
    }
    text({x + bar + gap, y}, words, colour);
    return width;
  };
  for (std::size_t index = 0; index < model::access_kind_count; ++index) {
    if (shown.records.at(index) == 0) continue;
    const auto kind = static_cast<AccessKind>(index);
    const std::string mnemonic(model::mnemonic_of(kind));
    const float width = entry(frame.say("warps.legend", mnemonic, frame.say(key_of(kind))), theme.text);
    draw_bar(*this, {x, y + 0.1F * height, x + bar, y + 0.95F * height}, kind);
    name("warps/kind/" + mnemonic, {x, y, x + width, y + height});
    x += width + 1.2F * em;
  }
  // This explains the height with 32, 16 and 8 lanes.
  entry(frame.say("warps.height"), theme.quiet);
  for (int step = 0; step < 3; ++step) {
    const float share = 1.0F / static_cast<float>(1 << step), part = bar / 3;
    fill({x + part * static_cast<float>(step), y + (0.95F - 0.85F * share) * height,
          x + part * static_cast<float>(step + 1) - 1, y + 0.95F * height},
         theme.quiet);
  }
  return y + height + 0.3F * em;
}

/// Labels each block (or SM and block) where it begins, and the warps on each row that is high enough.
void WarpsDrawing::draw_labels(float left) const {
  const std::vector<model::TimelineRow>& warps = shown.timeline.rows;
  const bool by_sm = shown.rows == model::RowOrder::multiprocessors;
  list.PushClipRect({left, rows.Min.y}, rows.Max, true);
  const int step = std::max(1, static_cast<int>(std::ceil(label_every * em / row_height)));
  float block_free_from = rows.Min.y;
  for (std::uint32_t row = 0; row < warps.size(); ++row) {
    const auto& [block, warp, sm] = std::tie(warps[row].block, warps[row].warp, warps[row].sm);
    const float top = top_of(row);
    if (top > rows.Max.y || top + row_height < rows.Min.y) continue;
    const bool first_of_block = row == 0 || block != warps[row - 1].block;
    const bool first_seen = top <= rows.Min.y && top + row_height > rows.Min.y;
    const float y = std::max(top, rows.Min.y) + std::max(0.0F, (row_height - em) / 2);
    if ((first_of_block || first_seen) && y >= block_free_from) {
      const FontScope bold(frame, frame.fonts.bold, 0.85F);
      text({left, y}, by_sm ? frame.say("warps.sm_block", sm, block) : frame.say("warps.block", block), theme.text);
      block_free_from = y + em;
    }
    if (warp % static_cast<std::uint32_t>(step) != 0) continue;
    const bool chosen = playback.focus.warp && playback.focus.warp->block == block && playback.focus.warp->warp == warp;
    const FontScope small(frame, chosen ? frame.fonts.bold : frame.fonts.text, 0.85F);
    const std::string words = frame.say("warps.warp", warp);
    const ImVec2 extent = size_of(words);
    text({rows.Min.x - extent.x - 0.5F * em, top + (row_height - extent.y) / 2}, words,
         chosen ? theme.accent : theme.quiet);
  }
  list.PopClipRect();
}

void WarpsDrawing::draw_scale() const {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const float width = rows.GetWidth(), y = rows.Max.y, stroke = std::max(1.0F, 0.06F * em);
  line({rows.Min.x, y}, {rows.Max.x, y}, theme.faint, stroke);
  const int max_count = std::max(2, static_cast<int>(width / (6 * em)));
  const std::vector<double> moments = round_moments(from, to, max_count, shown.axis != model::TimeAxis::time);
  const double step = moments.size() > 1 ? moments[1] - moments[0] : to - from;
  for (const double moment : moments) {
    const float x = x_of(moment);
    line({x, y}, {x, y + 0.3F * em}, theme.faint, stroke);
    const std::string words = tick_text(shown.axis, moment, step, moments.back());
    const float extent = size_of(words).x;
    text({std::clamp(x - extent / 2, rows.Min.x, rows.Max.x - extent), y + 0.3F * em}, words, theme.quiet);
  }
  const std::string words = axis_text(frame.state, shown);
  text({rows.Min.x + std::max(0.0F, (width - size_of(words).x) / 2), y + 1.2F * em}, words, theme.quiet);
}

/// The wheel zooms about the mouse, dragging moves, and a double click shows all.
void WarpsDrawing::move_with_mouse(const PictureMouse& mouse, float scroll_limit, float& scroll) const {
  const WarpsChoice& choice = frame.state.warps;
  const double length = choice.to - choice.from, about = choice.from + length * mouse.x;
  if (mouse.factor != 1) {
    frame.emit(ViewWarps{about - (about - choice.from) * mouse.factor, about + (choice.to - about) * mouse.factor});
  }
  const double begin = std::clamp(choice.from - mouse.moved.x / rows.GetWidth() * length, 0.0, 1 - length);
  if (mouse.moved.x != 0) frame.emit(ViewWarps{begin, begin + length});
  scroll = std::clamp(scroll - mouse.moved.y, 0.0F, scroll_limit);
  if (mouse.show_all) frame.emit("fit_warps");
}

/// A click selects an instruction. A sentence describes what is under the mouse.
void WarpsDrawing::answer_mouse(const PictureMouse& mouse) const {
  const float row_at = (ImGui::GetMousePos().y - rows.Min.y + scrolled) / row_height;
  if (!mouse.hovered || row_at < 0 || row_at >= static_cast<float>(shown.timeline.rows.size())) return;
  const auto row = static_cast<std::uint32_t>(row_at);
  const double moment = moment_at(ImGui::GetMousePos().x);
  const auto interval = model::interval_at(shown.timeline, row, moment);
  if (mouse.clicked && interval) {
    if (playback.front != AnimatedView::warps) frame.emit(ChooseView{AnimatedView::warps});
    frame.emit(ChooseRecord{shown.timeline.intervals[*interval].record});
  }
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  if (bins) {
    const auto column = static_cast<std::uint32_t>(std::clamp(mouse.x, 0.0, 0.999999) * bins->columns);
    if (const model::TimelineBin& bin = bins->at(row, column); bin.records > 1) {
      return tooltip(frame, sentence_of_bin(frame.state, bin));
    }
  }
  if (interval) return tooltip(frame, sentence_of_interval(frame.state, shown, *interval));
  const auto wait = wait_at(shown.timeline, row, moment);
  if (wait) tooltip(frame, sentence_of_wait(frame.state, shown, *wait));
}

namespace {

class WarpsPanel : public ViewPanel {
 public:
  WarpsPanel() : ViewPanel(AnimatedView::warps) {}

 private:
  /// The caption describes the present instruction. The picture shows who waits for it, and which barrier it releases.
  std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) override {
    renew(view_model_, frame.state);
    draw_picture(frame, canvas, opacity);
    const auto now = shown_access(frame.state.playback, AnimatedView::warps);
    const std::uint32_t interval = now ? view_model_.timeline.interval_of[now->record] : model::no_interval;
    return interval == model::no_interval ? std::string() : sentence_of_interval(frame.state, view_model_, interval);
  }

  void draw_picture(const Frame& frame, const ImRect& canvas, float opacity) {
    WarpsDrawing drawing{{frame, opacity}, view_model_, passed(view_model_, frame.state.playback.position)};
    const float em = frame.em, top = drawing.draw_legend(canvas, drawing.draw_heading(canvas));
    const float labels = view_model_.rows == model::RowOrder::multiprocessors ? label_width_by_sm : label_width;
    ImRect& rows = drawing.rows;
    rows = {canvas.Min.x + labels * em, top + barrier_label_height * em, canvas.Max.x,
            canvas.Max.y - scale_height * em};
    if (rows.GetWidth() < 4 * em || rows.GetHeight() < em) return;
    const auto count = static_cast<float>(view_model_.timeline.rows.size());
    const float room = rows.GetHeight();
    drawing.row_height = std::clamp(room / count, min_row * em, max_row_height * em);
    const float scroll_limit = std::max(0.0F, count * drawing.row_height - room);
    drawing.scrolled = scrolled_ = std::min(scrolled_, scroll_limit);
    rows.Max.y = std::min(rows.Max.y, rows.Min.y + count * drawing.row_height);
    drawing.from = frame.state.warps.from * view_model_.timeline.length;
    drawing.to = frame.state.warps.to * view_model_.timeline.length;

    const PictureMouse mouse("##rows", rows, em);
    name_item(frame, "warps/rows");
    drawing.choose_bins();
    drawing.draw_rows();
    drawing.draw_labels(canvas.Min.x);
    drawing.draw_scale();
    drawing.answer_mouse(mouse);
    drawing.move_with_mouse(mouse, scroll_limit, scrolled_);
  }

  WarpsViewModel view_model_;
  float scrolled_ = 0;  ///< in pixels
};

}  // namespace

std::span<const Action> warps_actions();

PanelEntry warps_panel() {
  return {.window = "###warps",
          .place = PanelPlace::view,
          .make = make_view<WarpsPanel>,
          .show = Action{"show_warps", "Warps", "4", "Views", "Shows all warps over time.",
                         shows_view<AnimatedView::warps>},
          .actions = warps_actions};
}

}  // namespace lanescope::gui
