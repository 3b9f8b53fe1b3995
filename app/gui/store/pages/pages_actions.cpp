// Actions of the pages of Nsight Compute, and what a click on them does.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gui/messages.h"
#include "gui/store/actions.h"
#include "gui/store/pages/pages_commands.h"
#include "gui/store/pages/show_page.h"
#include "gui/store/pages/traffic_lines.h"
#include "gui/store/pages/wanted_counters.h"

namespace lanescope::gui {
namespace {

/// Asks for what the visible pages need and was not counted yet.
Effects count_pages(State& state) {
  return wants_counters(state) && !state.selection.cancelled ? measure(state.selection) : Effects();
}

}  // namespace

Effects show_page(State& state, CounterPage page) {
  Effects effects{show_panel(state, PanelPlace::section, name_of(page))};
  state.pages.visible.at(static_cast<std::size_t>(page)) = true;
  append(effects, count_pages(state));
  return effects;
}

Outcome SetPageVisible::apply(State& state, double) const {
  state.pages.visible.at(static_cast<std::size_t>(page)) = visible;
  return visible ? count_pages(state) : Effects();
}

Outcome ShowTraffic::apply(State& state, double) const {
  const std::vector<TrafficLine> lines = traffic_lines(state, traffic);
  if (lines.empty()) {
    return failure(message<"pages.no_line">(), state.selection.kernel, message<"pages.no_line_remedy">());
  }
  state.source.traffic = traffic;
  select_line(state.playback, lines.front().line);
  return Effects{ScrollSource{}, show_panel(state, PanelPlace::source, "source")};
}

Outcome FollowFinding::apply(State& state, double seconds) const {
  const explanations::Summary& summary = kernel_summary(state);
  if (index > summary.causes.size()) return failure(message<"pages.no_finding">(), state.selection.kernel);
  const explanations::Finding& finding = index == 0 ? summary.verdict : summary.causes[index - 1];
  const bool has_line = finding.place && finding.place->line > 0 &&
                        same_source(finding.place->file, state.source.text.path) &&
                        static_cast<std::size_t>(finding.place->line) <= state.source.text.lines.size();
  // The line is selected in any case, so that the page or the view and the source show the same.
  Effects effects;
  if (has_line) {
    select_line(state.playback, finding.place->line);
    state.source.traffic.reset();
    effects.push_back(ScrollSource{});
  }
  const std::string panel = target == FindingTarget::line ? "source"
                            : target == FindingTarget::page
                                ? std::string(finding.page ? name_of(page_of(*finding.page)) : "")
                                : std::string(name_of(finding.view));
  if (panel.empty() || panel == "none") return failure(message<"pages.nothing_shows">(), state.selection.kernel);
  if (target == FindingTarget::line && !has_line)
    return failure(message<"pages.finding_without_line">(), state.selection.kernel);
  TRY(Effects shown, Invoke("show_" + panel).apply(state, seconds));
  append(effects, std::move(shown));
  return effects;
}

}  // namespace lanescope::gui
