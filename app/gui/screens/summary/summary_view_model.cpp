#include "gui/screens/summary/summary_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "gui/readings/readings.h"
#include "gui/readings/stall_words.h"
#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

using explanations::Finding, explanations::FindingKind;
namespace names = explanations::number_names;

/// Writes findings in one language.
class Words {
 public:
  Words(const Language& language, const Finding& finding) : language_(language), finding_(finding) {}

  [[nodiscard]] double value(std::string_view name) const {
    const explanations::FindingNumber* number = finding_.number(name);
    return number == nullptr ? 0 : number->value;
  }
  [[nodiscard]] std::string text(std::string_view name) const {
    const explanations::FindingNumber* number = finding_.number(name);
    return number == nullptr ? "—" : text_of(language_, number->unit, number->value);
  }
  [[nodiscard]] double first() const { return finding_.numbers.empty() ? 0 : finding_.numbers.front().value; }

  template <class... Arguments>
  [[nodiscard]] std::string say(const char* key, const Arguments&... arguments) const {
    return language_.say(key, arguments...);
  }

  [[nodiscard]] std::string title() const {
    switch (finding_.kind) {
      case FindingKind::unknown:
        return say("summary.unknown");
      case FindingKind::memory_bound:
        return say("summary.memory_bound", first());
      case FindingKind::l2_bound:
        return say("summary.l2_bound", first());
      case FindingKind::l1_bound:
        return say("summary.l1_bound", first());
      case FindingKind::compute_bound:
        return say("summary.compute_bound", first());
      case FindingKind::latency_bound:
        return say("summary.latency_bound", unit_of_first(), first());
      case FindingKind::launch_bound:
        return say("summary.launch_bound", first());
      case FindingKind::block_start_bound:
        return say("summary.block_start_bound", first());
      case FindingKind::atomics_bound:
        return say("summary.atomics_bound", first());
      case FindingKind::busy:
        return say("summary.busy", unit_of_first(), first());
      case FindingKind::bank_conflicts:
        return say("summary.bank_conflicts", accesses(), value(names::excess));
      case FindingKind::uncoalesced_loads:
        return say("summary.uncoalesced_loads", value(names::excess));
      case FindingKind::scattered_stores:
        return say("summary.scattered_stores", value(names::excess));
      case FindingKind::extra_traffic:
        return say("summary.extra_traffic", value(names::excess));
      case FindingKind::local_memory:
        return say("summary.local_memory");
      case FindingKind::low_occupancy:
        return say("summary.low_occupancy", value("occupancy.theoretical"));
      case FindingKind::few_blocks:
        return say("summary.few_blocks", text(names::blocks), text(names::multiprocessors));
      case FindingKind::tail:
        return say("summary.tail", value(names::waves));
      case FindingKind::few_issued:
        return say("summary.few_issued", 100 * value("warps.issued"));
      case FindingKind::stall:
        return say("summary.stall", value(names::share), stall_name(language_, finding_.reason));
      case FindingKind::divergence:
        return say("summary.divergence", value("instructions.threads"));
      case FindingKind::arbitration:
        return say("summary.arbitration", value(names::excess));
    }
    return {};
  }

  [[nodiscard]] std::string detail() const {
    switch (finding_.kind) {
      case FindingKind::memory_bound:
      case FindingKind::l2_bound:
      case FindingKind::l1_bound:
      case FindingKind::compute_bound:
      case FindingKind::latency_bound:
      case FindingKind::launch_bound:
      case FindingKind::block_start_bound:
      case FindingKind::atomics_bound:
      case FindingKind::busy:
        return shares();
      case FindingKind::bank_conflicts:
        return say("summary.bank_conflicts_detail", value(names::per_request), value(names::ideal_per_request)) +
               worst_line("summary.line_wavefronts");
      case FindingKind::uncoalesced_loads:
      case FindingKind::scattered_stores:
        return say("summary.sectors_detail", value(names::per_request), value(names::ideal_per_request)) +
               worst_line("summary.line_sectors");
      case FindingKind::extra_traffic:
        return say("summary.extra_traffic_detail", text("memory.read.bytes"), text("memory.write.bytes"),
                   text(names::needed_bytes));
      case FindingKind::local_memory:
        return finding_.number(names::local_bytes) != nullptr
                   ? say("summary.local_memory_detail", text(names::local_bytes))
                   : say("summary.local_memory_accesses", value(names::excess));
      case FindingKind::low_occupancy:
        return say("summary.low_occupancy_detail", limits());
      case FindingKind::few_blocks:
        return say("summary.few_blocks_detail");
      case FindingKind::tail:
        return say("summary.tail_detail", text(names::blocks), text(names::multiprocessors));
      case FindingKind::few_issued:
        return say("summary.few_issued_detail", value("warps.active"), value("warps.eligible"));
      case FindingKind::stall:
        return stall_help(language_, finding_.reason);
      case FindingKind::divergence:
        return say("summary.divergence_detail");
      case FindingKind::arbitration:
        return say("summary.arbitration_detail", text(names::counted_conflicts), text(names::derived_conflicts));
      case FindingKind::unknown:
        break;
    }
    return {};
  }

  /// Returns what to do about a cause.
  [[nodiscard]] std::string remedy() const {
    switch (finding_.kind) {
      case FindingKind::bank_conflicts:
        return say("summary.bank_conflicts_remedy");
      case FindingKind::uncoalesced_loads:
      case FindingKind::scattered_stores:
        return say("summary.sectors_remedy");
      case FindingKind::extra_traffic:
        return say("summary.extra_traffic_remedy");
      case FindingKind::local_memory:
        return say("summary.local_memory_remedy");
      case FindingKind::low_occupancy:
        return say("summary.low_occupancy_remedy");
      case FindingKind::few_blocks:
      case FindingKind::tail:
        return say("summary.blocks_remedy");
      case FindingKind::few_issued:
        return say("summary.few_issued_remedy");
      case FindingKind::divergence:
        return say("summary.divergence_remedy");
      default:
        return {};
    }
  }

 private:
  [[nodiscard]] std::string accesses() const {
    switch (finding_.operation) {
      case trace::Operation::store:
        return say("chart.shared_stores");
      case trace::Operation::atomic:
        return say("chart.shared_atomics");
      default:
        return say("chart.shared_loads");
    }
  }

  static constexpr std::array<std::pair<std::string_view, const char*>, 4> units{{{"sol.compute", "light.compute"},
                                                                                  {"sol.l1", "summary.l1"},
                                                                                  {"sol.l2", "chart.l2"},
                                                                                  {"sol.dram", "chart.device_memory"}}};

  [[nodiscard]] std::string name_of_unit(std::string_view id) const {
    const auto* found = std::ranges::find(units, id, &std::pair<std::string_view, const char*>::first);
    return found == units.end() ? std::string() : say(found->second);
  }
  [[nodiscard]] std::string unit_of_first() const {
    const std::string name = finding_.numbers.empty() ? std::string() : name_of_unit(finding_.numbers.front().name);
    return name.empty() ? say("summary.busiest") : name;
  }

  /// Returns the shares of the other units.
  [[nodiscard]] std::string shares() const {
    std::vector<std::string> parts;
    for (std::size_t i = 1; i < finding_.numbers.size(); ++i) {
      const std::string name = name_of_unit(finding_.numbers[i].name);
      if (!name.empty()) parts.push_back(say("summary.unit_share", name, finding_.numbers[i].value));
    }
    return parts.empty() ? std::string() : say("summary.others", join(parts, say("summary.comma")));
  }

  [[nodiscard]] std::string worst_line(const char* key) const {
    if (!finding_.place || finding_.place->line <= 0) return {};
    return " " + say(key, finding_.place->line, value(names::line_per_request), value(names::line_ideal),
                     value(names::line_share));
  }

  [[nodiscard]] std::string limits() const {
    std::vector<std::string> words;
    for (const model::Limit limit : finding_.limits) words.push_back(limit_word(language_, limit));
    return words.empty() ? say("summary.unknown_limit") : join(words, say("occupancy.and"));
  }

  const Language& language_;
  const Finding& finding_;
};

void add_links(const State& state, const Finding& finding, SummaryItem& item) {
  if (finding.page) {
    const std::string panel(name_of(page_of(*finding.page)));
    item.links.push_back({FindingTarget::page, state.say("panel." + panel)});
  }
  if (finding.view != explanations::FindingView::none && finding.view != explanations::FindingView::source) {
    item.links.push_back({FindingTarget::view, state.say("panel." + std::string(name_of(finding.view)))});
  }
  if (item.line > 0) item.links.push_back({FindingTarget::line, state.say("summary.line", item.line)});
}

void add_gain(const State& state, const Finding& finding, SummaryItem& item) {
  if (!finding.gain || finding.gain->share <= 0) return;
  item.gain_share = finding.gain->share;
  item.gain = finding.gain->ms ? state.say("summary.gain_ms", 100 * item.gain_share, duration(*finding.gain->ms).text())
                               : state.say("summary.gain", 100 * item.gain_share);
  constexpr std::array keys{"summary.by_time_model", "summary.by_counters", "summary.by_count"};
  item.gain_help = state.say(keys.at(static_cast<std::size_t>(finding.gain->basis)));
}

SummaryItem item_of(const State& state, const Finding& finding) {
  const Words words(state.language(), finding);
  SummaryItem item;
  item.kind = finding.kind;
  item.title = words.title();
  item.detail = words.detail();
  item.remedy = words.remedy();
  if (!finding.numbers.empty()) item.origin = finding.numbers.front().origin;
  const SourceView& text = state.source.text;
  if (finding.place && finding.place->line > 0 && same_source(finding.place->file, text.path) &&
      static_cast<std::size_t>(finding.place->line) <= text.lines.size()) {
    item.line = finding.place->line;
    if (!text.named || !state.ui.hide_private_words)
      item.code = std::string(trim(text.lines[static_cast<std::size_t>(item.line) - 1].text));
  }
  add_links(state, finding, item);
  add_gain(state, finding, item);
  return item;
}

}  // namespace

SummaryViewModel summary_view_model(const State& state) {
  SummaryViewModel view_model;
  view_model.heading = page_heading(state, CounterPage::summary);
  if (!view_model.heading.missing.empty()) return view_model;
  const explanations::Summary& summary = kernel_summary(state);
  view_model.verdict = item_of(state, summary.verdict);
  if (summary.verdict.kind == FindingKind::unknown && !summary.without.empty()) {
    view_model.verdict.detail = summary.without;
  }
  if (summary.time) {
    view_model.time = duration(summary.time->number).text();
    view_model.time_origin = summary.time->origin;
  }
  for (const Finding& cause : summary.causes) {
    if (view_model.causes.size() == max_causes) break;
    view_model.causes.push_back(item_of(state, cause));
  }
  if (view_model.causes.empty()) view_model.nothing = state.say("summary.nothing");
  return view_model;
}

}  // namespace lanescope::gui
