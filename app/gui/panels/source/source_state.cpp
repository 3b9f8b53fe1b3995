#include "gui/panels/source/source_state.h"

#include "gui/state/state.h"

namespace warpscope::gui {

namespace {

void learn(SourceState& source, const State& state) {
  // What was said of another kernel is not an earlier state of this one.
  for (auto* kept : {&source.compiled, &source.disassembled, &source.with_curves}) {
    if (*kept && (*kept)->kernel != state.selection.kernel) kept->reset();
  }
  const auto& result = state.known.result;
  if (!result || state.stale() || result->kernel != state.selection.kernel) return;
  if (!result->ptx.empty()) source.compiled = result;
  if (!result->curves.empty()) source.with_curves = result;
  if (result->sass) {
    source.disassembled = result;
    source.disassembled_revision = state.selection.revision;
  }
}

Listing listing_of_sass(const State& state, const std::string& path) {
  if (state.source.disassembled) return sass_listing(*state.source.disassembled->sass, path);
  if (state.known.connected) return {{}, state.say("source.sass_next"), {}};
  return {{}, state.say("source.recording_no_sass"), state.say("source.open_kernel")};
}

}  // namespace

void refresh_source(State& state) {
  SourceState& source = state.source;
  const std::string before = source.compiled ? source.compiled->ptx : std::string();
  learn(source, state);
  const std::string& path = state.source.text.path;
  source.costs = {};
  source.costs_stale = state.known.counted && state.known.counted_revision != state.selection.revision;
  if (state.known.counted && state.known.counted->kernel == state.selection.kernel) {
    source.costs = source_costs(state.language(), *state.known.counted->metrics, source.view, path);
  }
  refresh_pinned_costs(state);
  source.listings_stale = state.stale();
  if (!source.ptx || !source.compiled) {
    source.ptx_lines = {};
    if (source.ptx) source.ptx_lines.missing = state.say("source.not_compiled");
  } else if (source.ptx_lines.lines.empty() || before != source.compiled->ptx) {
    source.ptx_lines = ptx_listing(source.compiled->ptx, path);
  }
  source.sass_lines = source.sass ? listing_of_sass(state, path) : Listing();
}

bool wants_sass(const State& state) {
  return state.source.sass && state.source.disassembled_revision != state.selection.revision;
}

std::string why_no_costs(const State& state) {
  if (!state.source.costs.lines.empty()) return {};
  if (!state.source.costs.missing.empty()) return state.source.costs.missing;
  const lab::Result* result = state.current();
  if (result == nullptr || (result->stage != lab::Stage::refined && !result->failed())) {
    return state.say(state.known.connected ? "source.counting" : "source.no_result");
  }
  return state.say(result->failed() ? "source.ended_early" : "source.no_counts");
}

}  // namespace warpscope::gui
