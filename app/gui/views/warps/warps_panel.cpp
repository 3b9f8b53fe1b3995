// Warps in time: a row for each warp, what the colours mean, the scale, and what the mouse does.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/state/numbers.h"
#include "gui/views/playback/view_canvas.h"
#include "gui/views/playback/view_panel.h"
#include "gui/views/warps/warps_parts.h"

namespace warpscope::gui {

namespace {

using model::AccessKind;
using model::TimeAxis;

constexpr float min_row = 0.5F, largest_row = 3.2F;  // heights of text
constexpr float label_every = 0.95F;                 // rows are labelled when they are this high
constexpr float label_width = 8.4F;                  // block and warp, to the left of the rows
constexpr float label_width_by_sm = 11.5F;           // multiprocessor too
constexpr float scale_height = 2.2F;                 // below the rows
constexpr float barrier_label_height = 1.6F;         // above them
constexpr float wheel_factor = 0.8F;
constexpr float click_distance = 0.4F;  // a mouse that moves further drags

struct WarpsDrawing : ViewCanvas {
  const WarpsViewModel& shown;
};

/// Title and what there is, in one line; the choice of the axis at its end.
float draw_heading(const WarpsDrawing& drawing, const ImRect& canvas) {
  const Frame& frame = drawing.frame;
  ImGui::SetCursorScreenPos(canvas.Min);
  {
    const FontScope bold(frame, frame.fonts.bold, 1.1F);
    text(title_of(frame.state, drawing.shown), faded(frame.theme.text, drawing.opacity));
    name_item(frame, "warps/title");
  }
  ImGui::SameLine(0, frame.em);
  float right = canvas.Max.x;
  const auto choice = [&](const char* action, const std::string& words, bool on) {
    const float width = size_of(words).x + 2 * ImGui::GetStyle().FramePadding.x;
    right -= width;
    ImGui::SetCursorScreenPos({right, canvas.Min.y});
    ImGui::PushStyleColor(ImGuiCol_Button, on ? frame.theme.pressed : frame.theme.raised);
    if (ImGui::Button((words + "##" + action).c_str())) frame.emit(Invoke(action));
    ImGui::PopStyleColor();
    name_item(frame, std::string("action/") + action);
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_DelayShort)) {
      tooltip(frame, help_of(frame.state, *find_action(action)));
    }
    right -= 0.4F * frame.em;
  };
  const ImVec2 behind_title = ImGui::GetCursorScreenPos();
  if (find_action("toggle_by_multiprocessor")->why_not(frame.state).empty()) {
    choice("toggle_by_multiprocessor", frame.say("warps.by_multiprocessor"), frame.state.warps.by_multiprocessor);
  }
  if (find_action("toggle_one_at_a_time")->why_not(frame.state).empty()) {
    choice("toggle_one_at_a_time", frame.say("warps.one_at_a_time"), frame.state.warps.one_at_a_time);
  }
  if (frame.state.warps.to - frame.state.warps.from < 1) choice("fit_warps", frame.say("warps.fit"), false);
  ImGui::SetCursorScreenPos(behind_title);
  shortened(summary(frame.state, drawing.shown), faded(frame.theme.quiet, drawing.opacity), right);
  name_item(frame, "warps/summary");
  return canvas.Min.y + ImGui::GetFrameHeight() + 0.3F * frame.em;
}

/// The kinds that occur, as bars with their letters and names.
float draw_legend(const WarpsDrawing& drawing, const ImRect& canvas, float top) {
  const Frame& frame = drawing.frame;
  const FontScope small(frame, frame.fonts.text, 0.9F);
  const float bar = 1.5F * frame.em, height = ImGui::GetTextLineHeight(), gap = 0.35F * frame.em;
  float x = canvas.Min.x, y = top;
  const auto room = [&](float width) {
    if (x > canvas.Min.x && x + width > canvas.Max.x) {
      x = canvas.Min.x;
      y += height + 0.25F * frame.em;
    }
  };
  for (std::size_t index = 0; index < model::access_kinds; ++index) {
    if (drawing.shown.records.at(index) == 0) continue;
    const auto kind = static_cast<AccessKind>(index);
    const std::string words = frame.say("warps.legend", model::mnemonic_of(kind), frame.say(key_of(kind)));
    const float width = bar + gap + size_of(words).x;
    room(width);
    draw_bar(drawing, {x, y + 0.1F * height, x + bar, y + 0.95F * height}, kind);
    drawing.text({x + bar + gap, y}, words, frame.theme.text);
    name_place(frame, std::string("warps/kind/") + std::string(model::mnemonic_of(kind)), {x, y},
               {x + width, y + height});
    x += width + 1.2F * frame.em;
  }
  // How to read the height: 32, 16 and 8 lanes.
  const std::string words = frame.say("warps.height");
  const float width = bar + gap + size_of(words).x;
  room(width);
  for (int step = 0; step < 3; ++step) {
    const float share = 1.0F / static_cast<float>(1 << step), part = bar / 3;
    drawing.fill({x + part * static_cast<float>(step), y + (0.95F - 0.85F * share) * height,
                  x + part * static_cast<float>(step + 1) - 1, y + 0.95F * height},
                 frame.theme.quiet);
  }
  drawing.text({x + bar + gap, y}, words, frame.theme.quiet);
  return y + height + 0.3F * frame.em;
}

/// Block (or SM and block) where it begins, warps on each row that is high enough.
void draw_labels(const WarpsDrawing& drawing, const WarpsSpace& space, float left) {
  const Frame& frame = drawing.frame;
  const std::vector<model::TimelineRow>& rows = drawing.shown.timeline.rows;
  const bool by_sm = drawing.shown.rows == model::RowOrder::multiprocessors;
  const auto& warp_chosen = frame.state.playback.warp;
  drawing.list.PushClipRect({left, space.rows.Min.y}, space.rows.Max, true);
  const int step = std::max(1, static_cast<int>(std::ceil(label_every * frame.em / space.row_height)));
  float block_free_from = space.rows.Min.y;
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    const float top = space.top_of(row);
    if (top > space.rows.Max.y || top + space.row_height < space.rows.Min.y) continue;
    const bool first_of_block = row == 0 || rows[row].block != rows[row - 1].block;
    const bool first_seen = top <= space.rows.Min.y && top + space.row_height > space.rows.Min.y;
    const float y = std::max(top, space.rows.Min.y) + std::max(0.0F, (space.row_height - frame.em) / 2);
    if ((first_of_block || first_seen) && y >= block_free_from) {
      const FontScope bold(frame, frame.fonts.bold, 0.85F);
      const std::string words = by_sm ? frame.say("warps.sm_block", rows[row].sm, rows[row].block)
                                      : frame.say("warps.block", rows[row].block);
      drawing.text({left, y}, words, frame.theme.text);
      block_free_from = y + frame.em;
    }
    if (rows[row].warp % static_cast<std::uint32_t>(step) != 0) continue;
    const bool chosen = warp_chosen && warp_chosen->block == rows[row].block && warp_chosen->warp == rows[row].warp;
    const FontScope small(frame, chosen ? frame.fonts.bold : frame.fonts.text, 0.85F);
    const std::string words = frame.say("warps.warp", rows[row].warp);
    const ImVec2 extent = size_of(words);
    const float label_top = top + (space.row_height - extent.y) / 2;
    drawing.text({space.rows.Min.x - extent.x - 0.5F * frame.em, label_top}, words,
                 chosen ? frame.theme.accent : frame.theme.quiet);
  }
  drawing.list.PopClipRect();
}

void draw_scale(const WarpsDrawing& drawing, const WarpsSpace& space) {
  const Frame& frame = drawing.frame;
  const FontScope small(frame, frame.fonts.text, 0.85F);
  const float width = space.rows.GetWidth(), y = space.rows.Max.y;
  const bool time = drawing.shown.axis == TimeAxis::time;
  drawing.line({space.rows.Min.x, y}, {space.rows.Max.x, y}, frame.theme.faint, std::max(1.0F, 0.06F * frame.em));
  const int most = std::max(2, static_cast<int>(width / (6 * frame.em)));
  const std::vector<double> moments = round_moments(space.from, space.to, most, !time);
  const double step = moments.size() > 1 ? moments[1] - moments[0] : space.to - space.from;
  for (const double moment : moments) {
    const float x = space.x_of(moment);
    drawing.line({x, y}, {x, y + 0.3F * frame.em}, frame.theme.faint, std::max(1.0F, 0.06F * frame.em));
    const std::string words = tick_text(drawing.shown.axis, moment, step, moments.back());
    const float extent = size_of(words).x;
    drawing.text({std::clamp(x - extent / 2, space.rows.Min.x, space.rows.Max.x - extent), y + 0.3F * frame.em}, words,
                 frame.theme.quiet);
  }
  const std::string words = axis_text(frame.state, drawing.shown);
  drawing.text({space.rows.Min.x + std::max(0.0F, (width - size_of(words).x) / 2), y + 1.2F * frame.em}, words,
               frame.theme.quiet);
}

Command part(double from, double to) {
  return ViewWarps{from, to};
}

/// Wheel: zooms about the mouse. Drag: moves. Double click: all of it.
void move_with_mouse(const WarpsDrawing& drawing, const WarpsSpace& space, float scroll_limit, float& scrolled) {
  const Frame& frame = drawing.frame;
  const WarpsChoice& choice = frame.state.warps;
  const ImGuiIO& io = ImGui::GetIO();
  const double length = choice.to - choice.from;
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const double about = choice.from + length * (io.MousePos.x - space.rows.Min.x) / space.rows.GetWidth();
    const double factor = std::pow(wheel_factor, io.MouseWheel);
    frame.emit(part(about - (about - choice.from) * factor, about + (choice.to - about) * factor));
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, click_distance * frame.em)) {
    const double moved = io.MouseDelta.x / space.rows.GetWidth() * length;
    const double from = std::clamp(choice.from - moved, 0.0, 1 - length);
    if (moved != 0) frame.emit(part(from, from + length));
    scrolled = std::clamp(scrolled - io.MouseDelta.y, 0.0F, scroll_limit);
  }
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) frame.emit("fit_warps");
}

struct Pointed {
  std::optional<std::size_t> interval, wait;
  std::optional<model::TimelineBin> bin;
};

Pointed pointed_at(const WarpsDrawing& drawing, const WarpsSpace& space, const std::optional<model::TimelineBins>& bins,
                   ImVec2 mouse) {
  Pointed pointed;
  const float row_at = (mouse.y - space.rows.Min.y + space.scrolled) / space.row_height;
  if (row_at < 0 || row_at >= static_cast<float>(drawing.shown.timeline.rows.size())) return pointed;
  const auto row = static_cast<std::uint32_t>(row_at);
  const double moment = space.moment_at(mouse.x);
  pointed.interval = model::interval_at(drawing.shown.timeline, row, moment);
  if (!pointed.interval) pointed.wait = wait_at(drawing.shown.timeline, row, moment);
  if (bins) {
    const double share = (mouse.x - space.rows.Min.x) / space.rows.GetWidth();
    const auto column = static_cast<std::uint32_t>(std::clamp(share, 0.0, 0.999999) * bins->columns);
    if (bins->at(row, column).records > 1) pointed.bin = bins->at(row, column);
  }
  return pointed;
}

void answer_mouse(const WarpsDrawing& drawing, const WarpsSpace& space,
                  const std::optional<model::TimelineBins>& bins) {
  const Frame& frame = drawing.frame;
  if (!ImGui::IsItemHovered()) return;
  const ImGuiIO& io = ImGui::GetIO();
  const Pointed pointed = pointed_at(drawing, space, bins, io.MousePos);
  const bool clicked = ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
                       io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < std::pow(click_distance * frame.em, 2.0F);
  if (clicked && pointed.interval) {
    if (frame.state.playback.front != AnimatedView::warps) frame.emit(ChooseView{AnimatedView::warps});
    const std::uint32_t record = drawing.shown.timeline.intervals[*pointed.interval].record;
    frame.emit(ChooseRecord{record});
  }
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
  if (pointed.bin) {
    tooltip(frame, sentence_of_bin(frame.state, *pointed.bin));
  } else if (pointed.interval) {
    tooltip(frame, sentence_of_interval(frame.state, drawing.shown, *pointed.interval));
  } else if (pointed.wait) {
    tooltip(frame, sentence_of_wait(frame.state, drawing.shown, *pointed.wait));
  }
}

/// What the present instruction is; who waits for it, or that it releases a barrier, is seen.
std::string caption_of(const Frame& frame, const WarpsViewModel& view_model) {
  const auto now = shown_access(frame.state.playback, AnimatedView::warps);
  if (!now) return {};
  const std::uint32_t interval = view_model.timeline.interval_of[now->record];
  return interval == model::no_interval ? std::string() : sentence_of_interval(frame.state, view_model, interval);
}

class WarpsPanel : public ViewPanel {
 public:
  WarpsPanel() : ViewPanel(AnimatedView::warps) {}

 private:
  std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) override {
    renew(view_model_, frame.state);
    draw_picture(frame, canvas, opacity);
    return caption_of(frame, view_model_);
  }

  void draw_picture(const Frame& frame, const ImRect& canvas, float opacity) {
    const WarpsDrawing drawing{{frame, opacity}, view_model_};
    float top = draw_heading(drawing, canvas);
    top = draw_legend(drawing, canvas, top);

    WarpsSpace space;
    space.opacity = opacity;
    const float labels = view_model_.rows == model::RowOrder::multiprocessors ? label_width_by_sm : label_width;
    space.rows = {canvas.Min.x + labels * frame.em, top + barrier_label_height * frame.em, canvas.Max.x,
                  canvas.Max.y - scale_height * frame.em};
    if (space.rows.GetWidth() < 4 * frame.em || space.rows.GetHeight() < frame.em) return;
    const auto count = static_cast<float>(view_model_.timeline.rows.size());
    const float room = space.rows.GetHeight();
    space.row_height = std::clamp(room / count, min_row * frame.em, largest_row * frame.em);
    const float scroll_limit = std::max(0.0F, count * space.row_height - room);
    scrolled_ = std::min(scrolled_, scroll_limit);
    space.scrolled = scrolled_;
    space.rows.Max.y = std::min(space.rows.Max.y, space.rows.Min.y + count * space.row_height);
    space.from = frame.state.warps.from * view_model_.timeline.length;
    space.to = frame.state.warps.to * view_model_.timeline.length;

    ImGui::SetCursorScreenPos(space.rows.Min);
    ImGui::InvisibleButton("##rows", {space.rows.GetWidth(), space.rows.GetHeight()});
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    name_item(frame, "warps/rows");
    const auto bins = bins_of(view_model_, space, frame.em);
    draw_warp_rows(frame, view_model_, space, bins, frame.state.playback.position);
    draw_labels(drawing, space, canvas.Min.x);
    draw_scale(drawing, space);
    answer_mouse(drawing, space, bins);
    move_with_mouse(drawing, space, scroll_limit, scrolled_);
  }

  WarpsViewModel view_model_;
  float scrolled_ = 0;  ///< pixels
};

}  // namespace

Expected<std::unique_ptr<Panel>> make_warps_panel(const PanelOptions&) {
  return std::make_unique<WarpsPanel>();
}

}  // namespace warpscope::gui
