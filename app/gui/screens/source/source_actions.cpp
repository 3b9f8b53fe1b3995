// Actions of the Source and Occupancy panels.
#include <fmt/format.h>

#include <algorithm>

#include "gui/messages.h"
#include "gui/screens/source/listings.h"
#include "gui/screens/source/source_costs.h"
#include "gui/store/actions.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

std::string needs_excess(const State& state) {
  if (!present_costs(state).worst.empty()) return {};
  const std::string missing = why_no_costs(state);
  return missing.empty() ? state.say("reason.no_excess") : missing;
}

Effects go_to_worst_line(State& state) {
  const std::vector<int>& worst = present_costs(state).worst;
  const auto at = std::ranges::find(worst, state.playback.focus.line);
  const bool again = at != worst.end() && std::next(at) != worst.end();
  select_line(state.playback, again ? *std::next(at) : worst.front());
  return {ScrollSource{}, show_panel(state, PanelPlace::source, "source")};
}

Effects toggle_sass(State& state) {
  state.source.sass = !state.source.sass;
  Effects effects{ScrollSource{}};
  if (wants_sass(state) && state.known.connected) append(effects, measure(state.selection));
  return effects;
}

std::string needs_named_source(const State& state) {
  const NamedSource* const source = named_source(state);
  return source != nullptr && source->read ? std::string() : state.say("reason.no_named_source");
}

std::string needs_unread_source(const State& state) {
  const NamedSource* const source = named_source(state);
  const bool offered = source != nullptr && !source->read && !source->path.empty();
  return offered ? std::string() : state.say("reason.no_unread_source");
}

Effects toggle_ptx_lines(State& state, double seconds) {
  state.source.ptx_lines = !state.source.ptx_lines;
  name_other_lines(state, seconds);
  return {ScrollSource{}};
}

}  // namespace

Outcome SelectLine::apply(State& state, double) const {
  const SourceView& text = state.source.text;
  if (line < 0 || static_cast<std::size_t>(line) > text.lines.size()) {
    return failure(message<"source.no_line">(), text.path, message<"source.no_line_remedy">(text.lines.size()));
  }
  select_line(state.playback, line);
  return Effects{ScrollSource{}};
}

Outcome ChooseLaunch::apply(State& state, double) const {
  const auto& result = state.source.with_curves;
  if (!result || launch >= result->curves.size()) return failure(message<"source.no_launch">(), state.selection.kernel);
  state.source.launch = launch;
  return Effects();
}

std::span<const Action> source_actions() {
  static constexpr std::array table{
      Action{"worst_line", "Worst line", "F3", "Views/Source",
             "Goes to the line with the most sectors and wavefronts above the ideal; press again for the next one.",
             [](State& state) { return go_to_worst_line(state); }, needs_excess},
      Action{"toggle_as_written", "Accesses as written", "Ctrl+W", "Views/Source",
             "Counts accesses as written in the source, not as merged by the compiler.",
             [](State& state) {
               model::CountView& view = state.source.view;
               view = view == model::CountView::executed ? model::CountView::written : model::CountView::executed;
             },
             nullptr, [](const State& state) { return state.source.view == model::CountView::written; }},
      Action{"toggle_percent", "Costs in percent", "", "Views/Source",
             "Shows the cost of each line as a share of the whole kernel.",
             [](State& state) {
               CostUnit& unit = state.source.unit;
               unit = unit == CostUnit::absolute ? CostUnit::percent : CostUnit::absolute;
             },
             nullptr, [](const State& state) { return state.source.unit == CostUnit::percent; }},
      Action{"toggle_by_excess", "Lines by excess", "Ctrl+E", "Views/Source",
             "Lists only the lines that access memory, the most wasteful first.",
             [](State& state) {
               state.source.by_excess = !state.source.by_excess;
               return ScrollSource{};
             },
             nullptr, [](const State& state) { return state.source.by_excess; }},
      Action{"clear_traffic", "All lines", "", "Views/Source",
             "Shows all lines again after you clicked an arrow of the memory chart.",
             [](State& state) {
               state.source.traffic.reset();
               return ScrollSource{};
             },
             [](const State& state) { return state.source.traffic ? std::string() : state.say("reason.all_lines"); }},
      Action{"toggle_front_matter", "Front matter", "", "Views/Source",
             "Shows or hides the comment at the top of the source that describes the kernel to lanescope.",
             [](State& state) { state.source.front_matter = !state.source.front_matter; }, nullptr,
             [](const State& state) { return state.source.front_matter; }},
      Action{"toggle_ptx", "PTX", "Ctrl+T", "Views/Source", "Shows the PTX beside the source, linked line by line.",
             [](State& state) {
               state.source.ptx = !state.source.ptx;
               return ScrollSource{};
             },
             nullptr, [](const State& state) { return state.source.ptx; }},
      Action{"toggle_ptx_lines", "Lines of the PTX", "", "Views/Source",
             "Shows a PTX file itself with the cost of each of its lines, instead of the source that it names.",
             [](State& state, double seconds) { return toggle_ptx_lines(state, seconds); }, needs_named_source,
             [](const State& state) { return state.source.ptx_lines; }},
      Action{"read_named_source", "Read the source", "", "Views/Source",
             "Reads the source that the PTX file names from the path that the Source panel shows.",
             [](State& state) { return ReadSource{named_source(state)->path}; }, needs_unread_source},
      Action{"toggle_sass", "SASS", "Ctrl+G", "Views/Source",
             "Shows the machine code beside the source, linked line by line.",
             [](State& state) { return toggle_sass(state); }, nullptr,
             [](const State& state) { return state.source.sass; }},
  };
  return table;
}

}  // namespace lanescope::gui
