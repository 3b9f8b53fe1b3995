#include "gui/views/playback/view_panel.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "gui/panels/readout/readout_parts.h"

namespace warpscope::gui {

namespace {

constexpr float caption_size = 1.1F;  // of normal text
constexpr float missing_size = 1.25F;
constexpr float narrow = 46;                          // heights of text: a caption then needs more lines
constexpr float caption_lines = 2, narrow_lines = 3;  // kept free, so that the picture above does not move
constexpr int frames_to_settle = 3;
constexpr std::int64_t yes = 1, no = 0;

float caption_height(const Frame& frame, float width) {
  return (width < narrow * frame.em ? narrow_lines : caption_lines) * 1.25F * caption_size * frame.em;
}

bool shows_any_site(const Playback& playback, AnimatedView view) {
  if (!playback.sequence) return false;
  const std::vector<trace::Site>& sites = playback.sequence->traced->trace.sites;
  return std::any_of(sites.begin(), sites.end(), [view](const trace::Site& site) { return shows(view, site.space); });
}

}  // namespace

const char* panel_of(AnimatedView view) {
  switch (view) {
    case AnimatedView::banks:
      return panel::banks;
    case AnimatedView::sectors:
      return panel::sectors;
    case AnimatedView::matrices:
      return panel::matrices;
    case AnimatedView::warps:
      return panel::warps;
  }
  return panel::banks;
}

std::string why_nothing_to_show(const State& state, AnimatedView view) {
  const Playback& playback = state.playback;
  if (state.selection.kernel.empty()) return state.say("views.no_kernel");
  if (!playback.sequence) {
    if (!state.known.connected) return state.say("views.no_worker");
    if (playback.without_revision == state.selection.revision && !playback.without.empty()) return playback.without;
    const lab::Result* result = state.current();
    if (result != nullptr && result->failed()) return state.say("views.failed");
    return state.say("views.recording");
  }
  const trace::Trace& trace = playback.sequence->traced->trace;
  if (trace.headers.empty()) return state.say("views.no_access");
  const bool any = shows_any_site(playback, view);
  if (any && shown_access(playback, view)) return {};
  if (any) return state.say("views.not_chosen");
  return state.say(view == AnimatedView::banks ? "views.no_shared" : "views.no_global");
}

ViewPanel::ViewPanel(const Frame& frame, ViewMemory& memory, AnimatedView view) : frame_(frame), view_(view) {
  const std::size_t index = index_of(view);
  const Playback& playback = frame.state.playback;
  if (std::exchange(memory.fronted[index], playback.fronts_wanted[index]) != playback.fronts_wanted[index]) {
    ImGui::SetNextWindowFocus();
  }
  begin_panel(frame, panel_of(view));
  open_ = !ImGui::GetCurrentWindowRead()->SkipItems;
  const std::string name(name_of(view));
  // Tabs of Dear ImGui need a few frames until the right one is in front: nobody saw what was there in between.
  int& unlike = memory.unlike[index];
  unlike = open_ == playback.visible[index] ? 0 : unlike + 1;
  if (unlike > frames_to_settle) {
    frame.emit({"see_view", name, open_ ? yes : no});
  } else if (unlike > 0) {
    memory.moving = true;
  }
  if (!open_) return;
  // Below the tabs.
  const ImVec2 corner = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
  name_place(frame, name + "/panel", corner, {corner.x + size.x, corner.y + size.y});
  if (playback.front != view && ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows))
    frame.emit({"choose_view", name});

  const std::string missing = why_nothing_to_show(frame.state, view);
  if (!missing.empty()) {
    {
      const FontScope larger(frame, frame.fonts.text, missing_size);
      ImGui::Dummy({0, frame.em});
      wrapped(missing, frame.theme.text);
      name_item(frame, name + "/missing");
    }
    if (shows_any_site(playback, view)) {
      // The choice may be what leaves nothing to see.
      ImGui::Dummy({0, frame.em});
      draw_transport_bar(frame, view);
    }
    return;
  }
  const ImVec2 from = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const float below =
      caption_height(frame, room.x) + transport_height(frame, room.x) + 2 * ImGui::GetStyle().ItemSpacing.y;
  canvas_ = {from.x, from.y, from.x + room.x, from.y + std::max(4 * frame.em, room.y - below)};
  seen_ = true;
}

float ViewPanel::opacity() const {
  return trace_is_stale(frame_.state) ? stale_opacity : 1.0F;
}

ViewPanel::~ViewPanel() {
  if (seen_) {
    ImGui::SetCursorScreenPos({canvas_.Min.x, canvas_.Max.y + ImGui::GetStyle().ItemSpacing.y});
    const float top = ImGui::GetCursorScreenPos().y;
    {
      const FontScope larger(frame_, frame_.fonts.text, caption_size);
      wrapped(caption_, faded(frame_.theme.text, opacity()));
      name_item(frame_, std::string(name_of(view_)) + "/caption");
    }
    ImGui::SetCursorScreenPos({canvas_.Min.x, top + caption_height(frame_, canvas_.GetWidth())});
    draw_transport_bar(frame_, view_);
  }
  ImGui::End();
}

}  // namespace warpscope::gui
