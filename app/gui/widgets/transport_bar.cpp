// The transport bar below every animated view. It has a line to scrub, play and the steps, loop, speed, and the choice
// of what plays, which is instruction, block and warp, and their order.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gui/readings/access_words.h"
#include "gui/readings/time_axis.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/words/numbers.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {
namespace {

constexpr float row = 1.75F;          // height of a row of buttons, in text heights
constexpr float scrub_height = 1.5F;  // height of the line to scrub

/// What the parts are drawn from. `track` is that of `view`, which need not be the one in front; null for a view with a
/// clock of its own.
struct Bar {
  const Frame& frame;
  AnimatedView view;
  const Playback& playback;
  const analysis::Track* track;

  void emit(Command command) const {
    if (playback.front != view) frame.emit(ChooseView{view});
    frame.emit(std::move(command));
  }
  /// Returns why an action is not possible. The action is about the view in front, which a click makes this one.
  [[nodiscard]] std::string why_not(const Action& action) const {
    if (playback.front == view) return action.why_not(frame.state);
    return steps() > 0 ? std::string() : frame.say("reason.not_in_view", name_of(view));
  }
  void name(const std::string& what) const { name_item(frame, "transport/" + std::string(name_of(view)) + "/" + what); }
  [[nodiscard]] double steps() const { return track != nullptr ? track->steps() : GridClock::steps; }
  /// Returns where a moment is on the line to scrub. `at` is in steps of the track.
  [[nodiscard]] float x_of(const ImRect& line, double at) const {
    return line.Min.x + static_cast<float>(at / steps()) * line.GetWidth();
  }
};

constexpr std::size_t max_marks = 400;

void draw_barrier_marks(const Bar& bar, const ImRect& line) {
  const Frame& frame = bar.frame;
  const auto& barriers = bar.playback.sequence->barriers;
  if (barriers.size() > max_marks) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float free_from = line.Min.x - 1;
  for (const std::uint32_t barrier : barriers) {
    const auto after = std::ranges::lower_bound(bar.track->indices, barrier);
    const float x = bar.x_of(line, bar.track->start(static_cast<std::size_t>(after - bar.track->indices.begin())));
    if (x < free_from) continue;
    free_from = x + 3;
    list.AddLine({x, line.Min.y}, {x, line.Max.y}, packed(frame.theme.warning), std::max(1.5F, 0.12F * frame.em));
    list.AddTriangleFilled({x - 0.28F * frame.em, line.Min.y}, {x + 0.28F * frame.em, line.Min.y},
                           {x, line.Min.y + 0.35F * frame.em}, packed(frame.theme.warning));
  }
}

/// Marks where an access ends and the next begins, as long as there is space between the marks.
void draw_access_marks(const Bar& bar, const ImRect& line) {
  if (bar.track->indices.size() > max_marks) return;
  const float middle = (line.Min.y + line.Max.y) / 2, half = 0.22F * bar.frame.em;
  for (const std::uint64_t start : bar.track->starts) {
    const float x = bar.x_of(line, static_cast<double>(start));
    ImGui::GetWindowDrawList()->AddLine({x, middle - half}, {x, middle + half}, packed(bar.frame.theme.faint), 1);
  }
}

/// Returns "access 3 of 12", or the time where blocks play.
std::string words_of_moment(const Bar& bar) {
  const Frame& frame = bar.frame;
  if (bar.track == nullptr) {
    const analysis::GridTimes& times = *bar.playback.grid.times;
    return frame.say("transport.time_of", moment_text(frame.state, times, bar.playback.grid.tick()),
                     moment_text(frame.state, times, times.length));
  }
  const std::size_t count = bar.track->indices.size();
  if (count == 0) return {};
  const std::size_t entry = bar.track->at(static_cast<std::uint32_t>(std::max(0.0, bar.playback.position)));
  return frame.say("transport.access_of", grouped(entry + 1), grouped(count));
}

/// Draws the line to scrub. `at` is the moment, in steps of the track.
void draw_scrub(const Bar& bar, double at) {
  const Frame& frame = bar.frame;
  const float em = frame.em;
  const std::string words = words_of_moment(bar);
  const float width = std::max(ImGui::GetContentRegionAvail().x - size_of(words).x - 0.8F * em, 4 * em);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  blank_button("##scrub", {width, scrub_height * em});
  bar.name("scrub");
  const bool active = is_held(), hovered = ImGui::IsItemHovered();
  const int steps = arrows_on_item();
  for (int step = 0; step < std::abs(steps); ++step) {
    bar.emit(Invoke(steps > 0 ? "next_wavefront" : "previous_wavefront"));
  }
  const ImRect line{from.x + 0.4F * em, from.y + 0.15F * em, from.x + width - 0.4F * em,
                    from.y + (scrub_height - 0.15F) * em};
  const float middle = (line.Min.y + line.Max.y) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const double all = bar.steps();
  const float now = all > 0 ? bar.x_of(line, std::clamp(at, 0.0, all)) : line.Min.x;
  list.AddLine({line.Min.x, middle}, {line.Max.x, middle}, packed(frame.theme.line), 0.28F * em);
  list.AddLine({line.Min.x, middle}, {now, middle}, packed(frame.theme.accent), 0.28F * em);
  if (all > 0 && bar.track != nullptr) {
    draw_access_marks(bar, line);
    draw_barrier_marks(bar, line);
  }
  list.AddCircleFilled({now, middle}, (hovered || active ? 0.5F : 0.42F) * em, packed(frame.theme.text));
  if (active && all > 0) {
    const double wanted = (ImGui::GetMousePos().x - line.Min.x) / std::max(1.0F, line.GetWidth());
    bar.emit(ScrubTo{std::clamp(wanted, 0.0, 1.0) * all});
  }
  ImGui::SameLine(0, 0.8F * em);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (scrub_height * em - ImGui::GetTextLineHeight()) / 2);
  text(words, frame.theme.quiet);
}

constexpr float button_width = 2.0F;

enum class Icon { play, pause, access, wavefront, barrier, loop };

/// Draws an icon, which is mirrored for a direction of -1.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 ink, float direction) {
  const float r = 0.34F * size, stroke = std::max(1.5F, 0.1F * size);
  const auto at = [&](float x, float y) { return ImVec2(centre.x + direction * x * r, centre.y + y * r); };
  const auto triangle = [&](float x) {
    std::array<ImVec2, 3> points{at(x - 0.8F, -0.9F), at(x + 0.8F, 0), at(x - 0.8F, 0.9F)};
    if (direction < 0) std::swap(points[0], points[2]);  // anti-aliasing needs the same winding in both directions
    list.AddConvexPolyFilled(points.data(), 3, ink);
  };
  const auto bar = [&](float x) { list.AddLine(at(x, -0.9F), at(x, 0.9F), ink, 1.5F * stroke); };
  switch (icon) {
    case Icon::play:
      triangle(0.1F);
      break;
    case Icon::pause:
      bar(-0.45F);
      bar(0.45F);
      break;
    case Icon::wavefront:
      list.AddLine(at(-0.5F, -0.8F), at(0.5F, 0), ink, 1.3F * stroke);
      list.AddLine(at(0.5F, 0), at(-0.5F, 0.8F), ink, 1.3F * stroke);
      break;
    case Icon::access:
      triangle(-0.3F);
      bar(0.8F);
      break;
    case Icon::barrier:
      triangle(-0.9F);
      triangle(0.2F);
      bar(1.25F);
      break;
    case Icon::loop:
      list.PathArcTo(centre, 0.85F * r, 0.6F, 5.6F, 20);
      list.PathStroke(ink, ImDrawFlags_None, 1.2F * stroke);
      list.AddTriangleFilled(at(0.25F, -0.75F), at(1.2F, -0.9F), at(0.85F, 0.1F), ink);
      break;
  }
}

/// Shows, over the last item, what the action does, its key, and the `reason` why it is not possible, if any.
void help_of_item(const Frame& frame, const Action& action, const std::string& reason) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled | ImGuiHoveredFlags_DelayShort)) return;
  std::string words = title_of(frame.state, action) + ". " + help_of(frame.state, action);
  if (!action.shortcut.empty()) words.append(" (").append(action.shortcut).append(")");
  if (!reason.empty()) words.append("\n").append(not_now(frame, reason));
  tooltip(frame, words);
}

void icon_button(const Bar& bar, const char* name, Icon icon, float direction, bool on) {
  const Frame& frame = bar.frame;
  const Action* action = find_action(name);
  const std::string reason = bar.why_not(*action);
  ImGui::BeginDisabled(!reason.empty());
  const ImVec2 from = ImGui::GetCursorScreenPos(), size{button_width * frame.em, row * frame.em};
  if (on) ImGui::PushStyleColor(ImGuiCol_Button, frame.theme.pressed);
  const bool pressed = ImGui::Button((std::string("##") + name).c_str(), size);
  if (on) ImGui::PopStyleColor();
  draw_icon(*ImGui::GetWindowDrawList(), icon, {from.x + size.x / 2, from.y + size.y / 2}, 1.25F * frame.em,
            packed(faded(on ? frame.theme.accent : frame.theme.text, reason.empty() ? 1 : 0.4F)), direction);
  ImGui::EndDisabled();
  bar.name(name);
  if (on) underline_item(frame);
  if (pressed) bar.emit(Invoke(name));
  help_of_item(frame, *action, reason);
}

void text_button(const Bar& bar, const char* name, const char* label) {
  const Action* action = find_action(name);
  if (ImGui::Button(fmt::format("{}##{}", label, name).c_str(), {1.5F * bar.frame.em, row * bar.frame.em})) {
    bar.emit(Invoke(name));
  }
  bar.name(name);
  help_of_item(bar.frame, *action, "");
}

void draw_buttons(const Bar& bar) {
  struct Button {
    const char* action;
    Icon icon;
    float direction;
  };
  const bool playing = bar.playback.playing;
  for (const auto& [action, icon, direction] :
       {Button{"previous_barrier", Icon::barrier, -1}, Button{"previous_access", Icon::access, -1},
        Button{"previous_wavefront", Icon::wavefront, -1},
        Button{"toggle_playing", playing ? Icon::pause : Icon::play, 1}, Button{"next_wavefront", Icon::wavefront, 1},
        Button{"next_access", Icon::access, 1}, Button{"next_barrier", Icon::barrier, 1}}) {
    icon_button(bar, action, icon, direction, icon == Icon::pause);
    ImGui::SameLine(0, icon == Icon::barrier && direction > 0 ? bar.frame.em : 0.2F * bar.frame.em);
  }
  icon_button(bar, "toggle_loop", Icon::loop, 1, bar.playback.loop);
}

void draw_speed(const Bar& bar) {
  const Frame& frame = bar.frame;
  text_button(bar, "slower", "-");
  ImGui::SameLine(0, 0.3F * frame.em);
  const double speed = bar.playback.speed(bar.view);
  const std::string words = frame.say("transport.speed", speed < 10 ? fmt::format("{:.2g}", speed) : grouped(speed, 0));
  const float width = std::max(size_of(words).x, 4.6F * frame.em);
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4());
  if (ImGui::Button((words + "##speed").c_str(), {width, row * frame.em})) bar.emit(Invoke("automatic_speed"));
  ImGui::PopStyleColor();
  bar.name("speed");
  if (ImGui::IsItemHovered()) tooltip(frame, frame.say("transport.speed_help"));
  ImGui::SameLine(0, 0.3F * frame.em);
  text_button(bar, "faster", "+");
}

std::string name_of_site(const Frame& frame, const analysis::AccessSequence& sequence, std::uint32_t site) {
  const trace::Site& at = sequence.traced->trace.sites[site];
  if (at.space == trace::Space::registers) {
    return frame.say("transport.exchange", at.line, at.operation == trace::Operation::load ? "shfl" : "redux");
  }
  return frame.say("transport.site", at.line, words_of(frame.language(), at.space, at.operation),
                   sequence.bytes_per_lane_of(site));
}

/// Begins a selector that shows `preview`. It returns false when the selector is closed.
bool begin_choice(const Bar& bar, const char* name, const std::string& preview, float width) {
  ImGui::SetNextItemWidth(width);
  const bool open = ImGui::BeginCombo((std::string("##") + name).c_str(), preview.c_str(), ImGuiComboFlags_HeightLarge);
  bar.name(name);
  return open;
}

void choice(const Bar& bar, const std::string& name, const std::string& label, bool chosen, const Command& command) {
  if (ImGui::Selectable((label + "##" + name).c_str(), chosen)) bar.emit(command);
  bar.name(name);
}

void choose_site_from(const Bar& bar, float width) {
  const Frame& frame = bar.frame;
  const analysis::AccessSequence& sequence = *bar.playback.sequence;
  const auto& traced = *sequence.traced;
  const auto& chosen = bar.playback.focus.site;
  const std::string all = frame.say("transport.all_sites");
  if (!begin_choice(bar, "site", chosen ? name_of_site(frame, sequence, *chosen) : all, width)) return;
  choice(bar, "site/all", all, !chosen, ChooseSite{});
  for (std::uint32_t site = 0; site < traced.trace.sites.size(); ++site) {
    const bool led = sequence.executed && model::is_merged_into_leader(traced.vectorization, site);
    if (led || !shows(bar.view, traced.trace.sites[site].space)) continue;
    choice(bar, fmt::format("site/{}", site), name_of_site(frame, sequence, site), chosen == site, ChooseSite{site});
  }
  ImGui::EndCombo();
}

std::string name_of_block(const Frame& frame, const analysis::AccessSequence& sequence, const analysis::WarpId& id) {
  return sequence.traced->launches.size() > 1 ? frame.say("transport.block_of_launch", id.block, id.launch)
                                              : frame.say("transport.block", id.block);
}

bool same_block(const analysis::WarpId& one, const analysis::WarpId& other) {
  return one.launch == other.launch && one.block == other.block;
}

void choose_block_from(const Bar& bar, float width) {
  const Frame& frame = bar.frame;
  const analysis::AccessSequence& sequence = *bar.playback.sequence;
  const std::string all = frame.say("transport.all_warps");
  const auto& chosen = bar.playback.focus.warp;
  if (!begin_choice(bar, "block", chosen ? name_of_block(frame, sequence, *chosen) : all, width)) return;
  choice(bar, "block/all", all, !chosen, ChooseWarp{});
  for (std::size_t index = 0; index < sequence.warps.size(); ++index) {
    const analysis::WarpId& id = sequence.warps[index];
    if (index > 0 && same_block(id, sequence.warps[index - 1])) continue;
    choice(bar, fmt::format("block/{}", index), name_of_block(frame, sequence, id), chosen && same_block(*chosen, id),
           ChooseWarp{index});
  }
  ImGui::EndCombo();
}

void choose_warp_from(const Bar& bar, float width) {
  const Frame& frame = bar.frame;
  const auto& chosen = bar.playback.focus.warp;
  ImGui::BeginDisabled(!chosen);
  const std::string preview = chosen ? frame.say("transport.warp", chosen->warp) : std::string("-");
  if (begin_choice(bar, "warp", preview, width)) {
    const auto& warps = bar.playback.sequence->warps;
    for (std::size_t index = 0; index < warps.size(); ++index) {
      if (!same_block(warps[index], *chosen)) continue;
      choice(bar, fmt::format("warp/{}", warps[index].warp), frame.say("transport.warp", warps[index].warp),
             warps[index] == *chosen, ChooseWarp{index});
    }
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
}

/// Draws two words for the order of the program and the clock of the GPU. The chosen one is raised.
void draw_order(const Bar& bar) {
  const Frame& frame = bar.frame;
  const Action* action = find_action("toggle_clock");
  const std::string reason = action->why_not(frame.state);
  const bool by_clock = bar.playback.sequence->order == analysis::AccessOrder::instrumented;
  const auto word = [&](const char* key, const char* name, bool on, const std::string& why_not) {
    ImGui::BeginDisabled(!why_not.empty());
    ImGui::PushStyleColor(ImGuiCol_Button, on ? frame.theme.pressed : frame.theme.raised);
    ImGui::PushStyleColor(ImGuiCol_Text, on ? frame.theme.text : frame.theme.quiet);
    if (ImGui::Button(frame.say(key).c_str(), {0, row * frame.em}) && !on) bar.emit("toggle_clock");
    ImGui::PopStyleColor(2);
    ImGui::EndDisabled();
    bar.name(name);
    if (on) underline_item(frame);
    help_of_item(frame, *action, why_not);
  };
  word("transport.logical", "logical", !by_clock, "");
  ImGui::SameLine(0, 0);
  word("transport.instrumented", "instrumented", by_clock, reason);
}

float width_of_order(const Frame& frame) {
  return size_of(frame.say("transport.logical")).x + size_of(frame.say("transport.instrumented")).x +
         4 * ImGui::GetStyle().FramePadding.x;
}

/// Draws the choice of instruction, block and warp, over `width` pixels.
void draw_choices(const Bar& bar, float width) {
  const Frame& frame = bar.frame;
  const auto& warps = bar.playback.sequence->warps;
  const float gap = 0.4F * frame.em, room = width - 2 * gap;
  const float arrow = ImGui::GetFrameHeight() + 3 * ImGui::GetStyle().FramePadding.x;
  // They are as wide as their longest names, while enough is left for the name of the instruction.
  const auto wide = [&](const std::string& longest, float min_share, float max_share) {
    return std::clamp(size_of(longest).x + arrow, min_share * room, max_share * room);
  };
  const analysis::WarpId last = warps.empty() ? analysis::WarpId{} : warps.back();
  const float block = wide(name_of_block(frame, *bar.playback.sequence, last), 0.22F, 0.36F);
  const float warp = wide(frame.say("transport.warp", last.warp), 0.18F, 0.24F);
  choose_site_from(bar, room - block - warp);
  ImGui::SameLine(0, gap);
  choose_block_from(bar, block);
  ImGui::SameLine(0, gap);
  choose_warp_from(bar, warp);
}

// Widths, in text heights, from which one row holds all, or the first of two rows holds buttons, speed and order.
constexpr float one_row = 60, one_long_row = 72, two_rows = 38;

int rows_for(const Frame& frame, AnimatedView view, float width) {
  if (traits_of(view).own_clock) return 1;  // it has no instructions and warps to choose
  // With several launches, the names of blocks contain the launch and take a row of their own.
  const analysis::Traced* traced = frame.state.playback.traced();
  const bool has_long_names = traced != nullptr && traced->launches.size() > 1;
  if (width > (has_long_names ? one_long_row : one_row) * frame.em) return 1;
  return width > two_rows * frame.em ? 2 : 3;
}

}  // namespace

float transport_height(const Frame& frame, AnimatedView view, float width, float max_height) {
  const float each = row * frame.em + ImGui::GetStyle().ItemSpacing.y, scrub = scrub_height * frame.em;
  const float fitting = std::max(1.0F, std::floor((max_height - scrub) / each + 0.01F));
  return scrub + std::min(static_cast<float>(rows_for(frame, view, width)), fitting) * each;
}

void draw_transport_bar(const Frame& frame, AnimatedView view, float height) {
  const Playback& playback = frame.state.playback;
  const bool own_clock = traits_of(view).own_clock;
  if (own_clock ? playback.grid.times == nullptr : playback.sequence == nullptr) return;
  const Bar bar{frame, view, playback, own_clock ? nullptr : playback.track(view)};
  ImGui::PushID(name_of(view).data());
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.5F * frame.em, (row * frame.em - ImGui::GetFontSize()) / 2});
  const auto now = shown_access(playback, view);
  const auto steps = [&](const analysis::Track& track) {
    return now ? track.start(track.at(now->index)) + now->step + now->part : 0;
  };
  draw_scrub(bar, own_clock ? playback.grid.at : steps(*bar.track));
  const float gap = frame.em, width = ImGui::GetContentRegionAvail().x;
  const int rows = rows_for(frame, view, width);
  const float each = row * frame.em + ImGui::GetStyle().ItemSpacing.y;
  const int fitting = static_cast<int>((height - scrub_height * frame.em) / each + 0.01F);
  draw_buttons(bar);
  if (rows < 3) ImGui::SameLine(0, gap);
  if (rows < 3 || fitting > 1) {
    draw_speed(bar);
    ImGui::SameLine(0, gap);
  }
  if (own_clock) {
    ImGui::NewLine();
  } else if (rows == 1) {
    draw_choices(bar, std::max(12 * frame.em, ImGui::GetContentRegionAvail().x - width_of_order(frame) - gap));
    ImGui::SameLine(0, gap);
    draw_order(bar);
  } else if (rows == 2 || fitting > 1) {
    draw_order(bar);
    if (fitting >= rows) draw_choices(bar, width);
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
}

}  // namespace lanescope::gui
