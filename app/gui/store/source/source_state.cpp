#include "gui/store/source/source_state.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>

#include "gui/store/pages/traffic_lines.h"
#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

bool is_error(const Diagnostic& diagnostic) {
  return diagnostic.severity == Diagnostic::Severity::error;
}

/// Returns the view of the text as it is now, with its errors. `shown` is the result whose text and messages are shown;
/// null for none. The lines of `before` are taken when the text is the same.
SourceView view_of(const State& state, const catalogue::Kernel& definition, const experiments::Result* shown,
                   SourceView& before) {
  if (const std::vector<Error>* errors = state.front_matter_errors()) {
    if (const auto text = state.known.unusable.find(definition.source.path); text != state.known.unusable.end()) {
      return source_view(text->first, text->second, *errors);
    }
  }
  // What the compiler refuses is wrong in the PTX.
  const bool refused = shown != nullptr && std::ranges::any_of(shown->diagnostics, &is_error);
  if (shows_named_source(state) && !refused) return source_view(state.language(), *state.source.named, shown, &before);
  return source_view(state.language(), definition, shown, &before);
}

/// Returns the line of `after` that has the statement of a line of `before`: the nearest one with that text, else the
/// one of that number, which was edited. It is 0 when the file is another one.
int same_line(const SourceView& before, int line, const SourceView& after) {
  const auto has = [&](const SourceView& view, int number) {
    return number >= 1 && static_cast<std::size_t>(number) <= view.lines.size();
  };
  if (!has(before, line) || before.path != after.path) return 0;
  const std::string& text = before.lines[static_cast<std::size_t>(line) - 1].text;
  for (int distance = 0; distance < static_cast<int>(after.lines.size() + before.lines.size()); ++distance) {
    for (const int number : {line - distance, line + distance}) {
      if (has(after, number) && after.lines[static_cast<std::size_t>(number) - 1].text == text) return number;
    }
  }
  return has(after, line) ? line : 0;
}

void take_results(SourceState& source, const State& state) {
  // Results of another kernel are not an earlier state of this one.
  for (auto* kept : {&source.compiled, &source.disassembled, &source.with_curves}) {
    if (*kept && (*kept)->kernel != state.selection.kernel) kept->reset();
  }
  const auto& result = state.known.result;
  if (!result || state.stale() || result->kernel != state.selection.kernel) return;
  if (!result->ptx.empty() && (!source.compiled || source.compiled->ptx != result->ptx)) source.compiled = result;
  if (!result->curves.empty()) source.with_curves = result;
  if (result->sass) {
    source.disassembled = result;
    source.disassembled_revision = state.selection.revision;
  }
}

}  // namespace

void follow_source_text(State& state) {
  const auto definition = state.definition();
  const auto shown = state.runs_earlier_text() ? state.known.broken.result
                     : state.stale()           ? nullptr
                                               : state.known.result;
  if (!state.memo.renew<SourceView>(std::tuple(definition, state.known.catalogue, shown, state.ui.language,
                                               state.source.named, state.source.ptx_lines)))
    return;
  SourceView before = std::exchange(state.source.text, {});
  if (definition) state.source.text = view_of(state, *definition, shown.get(), before);
  const bool same = before.lines.empty() && !state.source.text.lines.empty() && before.path == state.source.text.path;
  const int line = state.playback.focus.line;
  select_line(state.playback, same ? line : same_line(before, line, state.source.text));
}

void follow_source(State& state) {
  take_results(state.source, state);
  if (state.source.traffic && shown_traffic_lines(state).empty()) state.source.traffic.reset();
}

const std::vector<int>& shown_traffic_lines(const State& state) {
  const SourceState& source = state.source;
  const auto make = [&] {
    std::vector<int> lines;
    if (!source.traffic) return lines;
    for (const TrafficLine& line : traffic_lines(state, *source.traffic)) lines.push_back(line.line);
    return lines;
  };
  return state.memo.get<std::vector<int>>(
      std::tuple(source.traffic, state.known.counted, state.selection.kernel, source.view, source.text.path), make);
}

bool wants_sass(const State& state) {
  return state.source.sass && state.source.disassembled_revision != state.selection.revision;
}

bool line_costs_are_stale(const State& state) {
  return state.known.counted && state.known.counted_revision != state.selection.revision;
}

}  // namespace lanescope::gui
