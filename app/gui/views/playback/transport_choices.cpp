// What plays: instruction, block, warp; and in which order.
#include <fmt/format.h>
#include <algorithm>

#include "gui/views/playback/transport_parts.h"

namespace warpscope::gui::transport {

namespace {

std::string name_of_site(const Frame& frame, const AccessSequence& sequence, std::uint32_t site) {
  const lab::Traced& traced = *sequence.traced;
  const trace::Site& at = traced.trace.sites[site];
  const bool merged = sequence.executed && site < traced.vectorization.size();
  const std::uint32_t bytes = at.bytes_per_lane * (merged ? traced.vectorization[site].merged : 1);
  return frame.say("transport.site", at.line, name_of(at.space), name_of(at.operation), bytes);
}

/// Begins a selector that shows `preview`; false: it is closed.
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
  const AccessSequence& sequence = *bar.playback.sequence;
  const auto& traced = *sequence.traced;
  const std::string all = frame.say("transport.all_sites");
  const std::string preview = bar.playback.site ? name_of_site(frame, sequence, *bar.playback.site) : all;
  if (!begin_choice(bar, "site", preview, width)) return;
  choice(bar, "site/all", all, !bar.playback.site, ChooseSite{});
  for (std::uint32_t site = 0; site < traced.trace.sites.size(); ++site) {
    const bool led = sequence.executed && model::is_led_by_another(traced.vectorization, site);
    if (led || !shows(bar.view, traced.trace.sites[site].space)) continue;
    choice(bar, fmt::format("site/{}", site), name_of_site(frame, sequence, site), bar.playback.site == site,
           ChooseSite{site});
  }
  ImGui::EndCombo();
}

std::string name_of_block(const Frame& frame, const AccessSequence& sequence, const WarpId& id) {
  return sequence.traced->launches.size() > 1 ? frame.say("transport.block_of_launch", id.block, id.launch)
                                              : frame.say("transport.block", id.block);
}

bool same_block(const WarpId& one, const WarpId& other) {
  return one.launch == other.launch && one.block == other.block;
}

void choose_block_from(const Bar& bar, float width) {
  const Frame& frame = bar.frame;
  const AccessSequence& sequence = *bar.playback.sequence;
  const std::string all = frame.say("transport.all_warps");
  const auto& chosen = bar.playback.warp;
  if (!begin_choice(bar, "block", chosen ? name_of_block(frame, sequence, *chosen) : all, width)) return;
  choice(bar, "block/all", all, !chosen, ChooseWarp{});
  for (std::size_t index = 0; index < sequence.warps.size(); ++index) {
    const WarpId& id = sequence.warps[index];
    if (index > 0 && same_block(id, sequence.warps[index - 1])) continue;
    choice(bar, fmt::format("block/{}", index), name_of_block(frame, sequence, id), chosen && same_block(*chosen, id),
           ChooseWarp{index});
  }
  ImGui::EndCombo();
}

void choose_warp_from(const Bar& bar, float width) {
  const Frame& frame = bar.frame;
  const auto& chosen = bar.playback.warp;
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

}  // namespace

void draw_sort(const Bar& bar) {
  const Frame& frame = bar.frame;
  const Action* action = find_action("toggle_clock");
  const std::string reason = action->why_not(frame.state);
  const bool by_clock = bar.playback.sequence->order == AccessOrder::instrumented;
  const auto word = [&](const char* key, const char* name, bool on, const std::string& why_not) {
    ImGui::BeginDisabled(!why_not.empty());
    ImGui::PushStyleColor(ImGuiCol_Button, on ? frame.theme.pressed : frame.theme.raised);
    ImGui::PushStyleColor(ImGuiCol_Text, on ? frame.theme.text : frame.theme.quiet);
    if (ImGui::Button(frame.say(key).c_str(), {0, row * frame.em}) && !on) bar.emit("toggle_clock");
    ImGui::PopStyleColor(2);
    ImGui::EndDisabled();
    bar.name(name);
    help_of_item(frame, *action, why_not);
  };
  word("transport.logical", "logical", !by_clock, "");
  ImGui::SameLine(0, 0);
  word("transport.instrumented", "instrumented", by_clock, reason);
}

float width_of_sort(const Frame& frame) {
  return size_of(frame.say("transport.logical")).x + size_of(frame.say("transport.instrumented")).x +
         4 * ImGui::GetStyle().FramePadding.x;
}

bool has_long_names(const Playback& playback) {
  return playback.sequence && playback.sequence->traced->launches.size() > 1;
}

void draw_choices(const Bar& bar, float width) {
  const Frame& frame = bar.frame;
  const auto& warps = bar.playback.sequence->warps;
  const float gap = 0.4F * frame.em, room = width - 2 * gap;
  const float arrow = ImGui::GetFrameHeight() + 3 * ImGui::GetStyle().FramePadding.x;
  // As wide as their longest names, while enough is left for the instruction's.
  const auto wide = [&](const std::string& longest, float least, float most) {
    return std::clamp(size_of(longest).x + arrow, least * room, most * room);
  };
  const WarpId last = warps.empty() ? WarpId{} : warps.back();
  const float block = wide(name_of_block(frame, *bar.playback.sequence, last), 0.22F, 0.36F);
  const float warp = wide(frame.say("transport.warp", last.warp), 0.18F, 0.24F);
  choose_site_from(bar, room - block - warp);
  ImGui::SameLine(0, gap);
  choose_block_from(bar, block);
  ImGui::SameLine(0, gap);
  choose_warp_from(bar, warp);
}

}  // namespace warpscope::gui::transport
