#include "gui/screens/tree/tree_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>

#include "gui/readings/lane_words.h"
#include "gui/store/state.h"
#include "gui/store/words/numbers.h"

namespace lanescope::gui {
namespace {

/// Returns the operation of most steps.
analysis::FlowOperation main_operation(const TreeViewModel& view_model) {
  std::array<std::uint32_t, 9> counts{};
  for (const analysis::FlowStep& step : view_model.flow.steps) {
    if (step.operation != analysis::FlowOperation::unknown)
      counts.at(static_cast<std::size_t>(step.operation)) += step.threads;
  }
  return static_cast<analysis::FlowOperation>(std::ranges::max_element(counts) - counts.begin());
}

constexpr std::array title_keys{"tree.title_start",   "tree.title_add",     "tree.title_multiply",
                                "tree.title_minimum", "tree.title_maximum", "tree.title_bit_and",
                                "tree.title_bit_or",  "tree.title_bit_xor", "tree.title_unknown"};
constexpr std::array does_keys{"tree.does_start",   "tree.does_add",     "tree.does_multiply",
                               "tree.does_minimum", "tree.does_maximum", "tree.does_bit_and",
                               "tree.does_bit_or",  "tree.does_bit_xor", "tree.does_unknown"};
constexpr std::array noun_keys{"tree.noun_start",   "tree.noun_add",     "tree.noun_multiply",
                               "tree.noun_minimum", "tree.noun_maximum", "tree.noun_bit_and",
                               "tree.noun_bit_or",  "tree.noun_bit_xor", "tree.noun_unknown"};

std::string operation_text(const State& state, const std::array<const char*, 9>& keys,
                           analysis::FlowOperation operation) {
  return state.say(keys.at(static_cast<std::size_t>(operation)));
}

std::string origin_text_of(const State& state, const analysis::FlowStep& step) {
  if (!step.distance || *step.distance == 0) return state.say("tree.of_another");
  return state.say(*step.distance > 0 ? "tree.of_further" : "tree.of_before", std::abs(*step.distance));
}

/// Returns whether all combining threads of the step take part for nothing, or some.
std::string idle_text(const State& state, const TreeViewModel& view_model, const analysis::FlowStep& step) {
  const std::uint32_t all = view_model.flow.threads;
  std::string text;
  if (step.used < step.threads) text += " " + state.say("tree.for_nothing", step.threads - step.used);
  if (step.threads < all) text += " " + state.say("tree.idle", all - step.threads);
  if (view_model.warps() > 1) text += " " + state.say("tree.busy_warps", step.warps, view_model.warps());
  return text;
}

}  // namespace

void renew(TreeViewModel& view_model, const State& state) {
  const Playback& playback = state.playback;
  const auto now = shown_access(playback, AnimatedView::tree);
  if (!playback.sequence || !now) {
    view_model = {};
    return;
  }
  const trace::Header& header = playback.sequence->header(now->index);
  const bool same = view_model.sequence == playback.sequence && view_model.flow.launch == header.launch &&
                    view_model.flow.block == header.block;
  if (!same) {
    view_model = {};
    view_model.sequence = playback.sequence;
    view_model.flow = analysis::value_flow(*playback.sequence, header.launch, header.block);
    view_model.flow.launch = header.launch;
    view_model.flow.block = header.block;
    view_model.rows.resize(view_model.flow.steps.size());
    for (std::uint32_t node = 0; node < view_model.flow.nodes.size(); ++node) {
      const analysis::FlowNode& of = view_model.flow.nodes[node];
      if (!of.hidden) view_model.rows[of.step].push_back(node);
    }
    for (std::vector<std::uint32_t>& row : view_model.rows) {
      std::ranges::stable_sort(row, {}, [&](std::uint32_t node) { return view_model.flow.nodes[node].thread; });
    }
  }
  view_model.index = now->index;
  view_model.part = now->now ? now->part : 1;
  const analysis::FlowNode* newest = nullptr;
  for (const analysis::FlowNode& node : view_model.flow.nodes) {
    if (view_model.is_made(node) && (newest == nullptr || node.index >= newest->index)) newest = &node;
  }
  view_model.step = newest == nullptr ? 0 : newest->step;
  const bool one = state.tree.one_warp && view_model.warps() > 1;
  const std::uint32_t warp = playback.focus.warp ? playback.focus.warp->warp : header.warp;
  view_model.first = one ? std::min(warp, view_model.warps() - 1) * trace::lanes_per_warp : 0;
  view_model.lanes = one ? trace::lanes_per_warp : std::max(view_model.flow.threads, 1u);
}

VisibleStep visible_step(const TreeViewModel& view_model, std::size_t step) {
  std::set<std::uint32_t> threads, used;
  for (const std::uint32_t node : view_model.rows[step]) {
    const analysis::FlowNode& of = view_model.flow.nodes[node];
    if (!view_model.is_visible(of.thread)) continue;
    threads.insert(of.thread);
    if (of.used) used.insert(of.thread);
  }
  return {static_cast<std::uint32_t>(threads.size()), static_cast<std::uint32_t>(used.size())};
}

std::string why_no_tree(const State& state, const TreeViewModel& view_model) {
  if (!view_model.sequence) return state.say("views.not_chosen");
  const trace::Trace& trace = view_model.sequence->traced->trace;
  if (!trace.has_values()) return state.say("tree.no_values");
  if (view_model.flow.has_flow()) return {};
  if (trace.has_clock()) return state.say("tree.none_on_gpu", view_model.flow.block);
  const analysis::ValueFlow& flow = view_model.flow;
  const bool moves = std::ranges::any_of(flow.results, [&](const analysis::FlowResult& result) {
    return flow.nodes[result.node].thread != result.thread;
  });
  const char* const key = flow.unexplained == 0 && moves                ? "tree.only_moved"
                          : flow.unexplained + flow.reads_of_others > 0 ? "tree.not_understood"
                                                                        : "tree.none";
  return state.say(key, view_model.flow.block);
}

std::string title_of(const State& state, const TreeViewModel& view_model) {
  return operation_text(state, title_keys, main_operation(view_model));
}

std::string path_word(const State& state, analysis::FlowPath path) {
  constexpr std::array keys{"tree.path_own", "tree.path_shared", "tree.path_shuffle", "tree.path_global",
                            "tree.path_atomic"};
  return state.say(keys.at(static_cast<std::size_t>(path)));
}

std::string summary(const State& state, const TreeViewModel& view_model) {
  const analysis::ValueFlow& flow = view_model.flow;
  std::string text =
      state.say("tree.summary", fmt::arg("block", flow.block), fmt::arg("threads", flow.threads),
                fmt::arg("steps", flow.steps.size() - 1), fmt::arg("count", grouped(std::uint64_t{flow.combinations})));
  if (flow.unexplained > 0) text += " · " + state.say("tree.unexplained", flow.unexplained);
  const std::uint64_t dropped = view_model.sequence->traced->trace.dropped;
  if (dropped > 0) text += " · " + state.say("tree.dropped", grouped(dropped));
  return text;
}

std::string tree_caption(const State& state, const TreeViewModel& view_model) {
  const analysis::ValueFlow& flow = view_model.flow;
  if (view_model.step >= flow.steps.size()) return {};
  const analysis::FlowStep& step = flow.steps[view_model.step];
  if (view_model.step == 0) {
    std::uint32_t loads = 0;
    for (const std::uint32_t node : view_model.rows[0]) loads = std::max(loads, flow.nodes[node].loads);
    return state.say("tree.caption_start", step.threads) +
           (loads > 1 ? " " + state.say("tree.caption_loads", loads) : std::string());
  }
  constexpr std::array how{"tree.how_own", "tree.how_shared", "tree.how_shuffle", "tree.how_global", "tree.how_atomic"};
  return state.say("tree.caption", fmt::arg("step", view_model.step), fmt::arg("steps", flow.steps.size() - 1),
                   fmt::arg("threads", step.threads), fmt::arg("all", flow.threads),
                   fmt::arg("does", operation_text(state, does_keys, step.operation)),
                   fmt::arg("whom", origin_text_of(state, step)),
                   fmt::arg("how", state.say(how.at(static_cast<std::size_t>(step.path))))) +
         idle_text(state, view_model, step);
}

std::string sentence_of_value(const State& state, const TreeViewModel& view_model, std::uint32_t index) {
  const analysis::FlowNode& node = view_model.flow.nodes[index];
  const trace::Site& site = view_model.sequence->site(node.index);
  std::string text =
      state.say("tree.thread", fmt::arg("thread", node.thread), fmt::arg("warp", node.thread / trace::lanes_per_warp),
                fmt::arg("lane", node.thread % trace::lanes_per_warp)) +
      " ";
  constexpr int digits = 9;
  const std::string value = value_of(view_model, node, digits);
  if (!node.combines()) {
    text += node.loads > 1   ? state.say("tree.value_of_loads", node.loads, value)
            : node.loads > 0 ? state.say("tree.value_loaded", value)
                             : state.say("tree.value_begun", value);
  } else {
    constexpr std::size_t max_terms = 4;
    std::string terms;
    for (std::size_t at = 0; at < std::min(node.inputs.size(), max_terms); ++at) {
      const analysis::FlowNode& from = view_model.flow.nodes[node.inputs[at].node];
      if (at > 0) terms += state.say("watch.comma");
      terms += state.say(node.inputs[at].path == analysis::FlowPath::shared ? "tree.term_of_word" : "tree.term",
                         fmt::arg("value", value_of(view_model, from, digits)), fmt::arg("thread", from.thread),
                         fmt::arg("word", node.inputs[at].word));
    }
    if (node.inputs.size() > max_terms) terms += state.say("tree.more_terms", node.inputs.size() - max_terms);
    text += state.say("tree.value_made", fmt::arg("value", value),
                      fmt::arg("of", operation_text(state, noun_keys, node.operation)), fmt::arg("terms", terms));
  }
  if (node.word) text += " " + state.say("tree.stored_in", *node.word);
  if (!node.used) text += " " + state.say("tree.nobody_uses");
  if (site.line > 0) text += " " + state.say("tree.at_line", site.line);
  return text;
}

std::string sentence_of_idle(const State& state, std::uint32_t thread, std::uint32_t step) {
  return state.say("tree.thread_idle", fmt::arg("thread", thread), fmt::arg("warp", thread / trace::lanes_per_warp),
                   fmt::arg("lane", thread % trace::lanes_per_warp), fmt::arg("step", step));
}

std::string short_value_of(const TreeViewModel& view_model, const analysis::FlowNode& node) {
  if (!node.known) return {};
  const bool is_real = view_model.flow.type == catalogue::ElementType::f32;
  const bool is_unsigned = view_model.flow.type == catalogue::ElementType::u32;
  double value = is_real       ? static_cast<double>(std::bit_cast<float>(node.bits))
                 : is_unsigned ? static_cast<double>(node.bits)
                               : static_cast<double>(std::bit_cast<std::int32_t>(node.bits));
  constexpr double next_unit = 1000, two_digits = 10, three_digits = 100, longest_integer = 10000;
  if (!std::isfinite(value)) return value_of(view_model, node, 2);
  if (!is_real && std::abs(value) < longest_integer) return fmt::format("{:.0f}", value);
  constexpr std::array units{"", "k", "M", "G", "T"};
  std::size_t unit = 0;
  for (; std::abs(value) >= next_unit && unit + 1 < units.size(); ++unit) value /= next_unit;
  if (std::abs(value) >= next_unit) return value_of(view_model, node, 2);
  const int decimals = (std::abs(value) < two_digits ? 2 : std::abs(value) < three_digits ? 1 : 0) - (unit > 0 ? 1 : 0);
  return fmt::format("{:.{}f}{}", value, std::max(0, decimals), units.at(unit));
}

std::string value_of(const TreeViewModel& view_model, const analysis::FlowNode& node, int digits) {
  if (!node.known) return "?";
  std::string text = value_text(view_model.flow.type, node.bits, digits);
  return text.empty() ? "?" : text;
}

}  // namespace lanescope::gui
