#include "explanations/findings.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

#include "experiments/sheet/lines.h"
#include "experiments/sheet/rates.h"
#include "explanations/access_excess.h"
#include "explanations/unit_shares.h"

namespace lanescope::explanations {
namespace {

using counters::Page;
using counters::Unit;
using experiments::Origin;
using trace::Operation;
using trace::Space;

/// Blocks of the whole plan at the sizes that the times are of, and how the GPU takes them.
struct GridShape {
  double blocks = 0;  ///< of the largest launch
  double multiprocessors = 0;
  double blocks_per_sm = 0;
};

class Explanation {
 public:
  Explanation(const experiments::Result& result, const experiments::Sheet& known, const experiments::Result& timed)
      : result_(result), known_(known), units_(result, known) {
    if (const auto time = experiments::time_of(timed.time() != nullptr ? timed : result)) summary_.time = time->ms;
    if (result.metrics) view_ = &result.metrics->executed;
    counted_ = result.counted ? &*result.counted : timed.counted ? &*timed.counted : nullptr;
    launch_ = experiments::main_launch(result);
    experiments::LineSources sources;
    sources.prediction = result.predicted ? &result.predicted->prediction : nullptr;
    sources.counted = counted_;
    lines_ = experiments::lines_of(sources);
  }

  Summary run() && {
    find_verdict();
    find_conflicts();
    find_sectors();
    find_extra_traffic();
    find_local_memory();
    find_occupancy();
    find_waves();
    find_issue();
    find_stalls();
    find_divergence();
    find_arbitration();
    std::ranges::stable_sort(summary_.causes, std::greater<>(),
                             [](const Finding& finding) { return finding.gain ? finding.gain->share : -1.0; });
    return std::move(summary_);
  }

 private:
  // Numbers.

  static void add(Finding& finding, std::string_view name, double value, Unit unit, Origin origin) {
    if (std::isfinite(value)) finding.numbers.push_back({std::string(name), value, unit, origin});
  }
  /// Adds a quantity's best value, where there is one.
  void add(Finding& finding, counters::QuantityId id) const {
    if (const auto best = known_.best(id))
      add(finding, id.text(), best->number, counters::quantity(id.text())->unit, best->origin);
  }
  /// Adds the unit's share, under the name of its quantity where it has one.
  void add_share(Finding& finding, LimitingUnit unit) const {
    const std::string_view id = element_of(unit);
    add(finding, id.empty() ? number_names::share : id, 100 * units_.of(unit), Unit::percent, units_.origin_of(unit));
  }

  [[nodiscard]] FindingGain gain(double share, FindingGain::Basis basis) const {
    share = std::clamp(share, 0.0, 1.0);
    return {share, summary_.time ? std::optional(summary_.time->number * share) : std::nullopt, basis};
  }
  [[nodiscard]] FindingGain::Basis basis() const {
    return units_.counted() ? FindingGain::Basis::counters : FindingGain::Basis::time_model;
  }
  [[nodiscard]] std::optional<FindingGain> max_gain_of_reducing(LimitingUnit unit, double part) const {
    if (!units_.known()) return std::nullopt;
    return gain(units_.max_gain_of_reducing(unit, part), basis());
  }
  void add(Finding finding) { summary_.causes.push_back(std::move(finding)); }

  // What limits the kernel as a whole.

  static FindingKind bound_by(LimitingUnit unit) {
    switch (unit) {
      case LimitingUnit::compute:
        return FindingKind::compute_bound;
      case LimitingUnit::l1:
        return FindingKind::l1_bound;
      case LimitingUnit::l2:
        return FindingKind::l2_bound;
      case LimitingUnit::memory:
        return FindingKind::memory_bound;
      case LimitingUnit::atomics:
        return FindingKind::atomics_bound;
      case LimitingUnit::block_starts:
        return FindingKind::block_start_bound;
      case LimitingUnit::launch:
        break;
    }
    return FindingKind::launch_bound;
  }

  void find_verdict() {
    Finding& verdict = summary_.verdict;
    if (!units_.known()) {
      summary_.without = !result_.without_prediction.empty() ? result_.without_prediction
                         : !result_.faults.empty()           ? result_.faults.front().message
                                                             : "";
      return;
    }
    const LimitingUnit busiest = units_.busiest();
    const double share = 100 * units_.largest();
    const bool launch = busiest == LimitingUnit::launch;
    if (share >= threshold(launch ? FindingKind::launch_bound : FindingKind::memory_bound)) {
      verdict.kind = bound_by(busiest);
    } else {
      verdict.kind = share < threshold(FindingKind::latency_bound) ? FindingKind::latency_bound : FindingKind::busy;
    }
    add_share(verdict, busiest);
    for (const LimitingUnit unit : {LimitingUnit::compute, LimitingUnit::l1, LimitingUnit::l2, LimitingUnit::memory}) {
      if (unit != busiest) add_share(verdict, unit);
    }
    verdict.page = verdict.kind == FindingKind::latency_bound ? Page::warp_states : Page::speed_of_light;
    verdict.view = verdict.kind == FindingKind::latency_bound ? FindingView::warps : FindingView::roofline;
    if (verdict.kind == FindingKind::atomics_bound && view_ != nullptr)
      verdict.place = busiest_line(*view_, Space::global, {Operation::atomic, Operation::reduce});
    if (verdict.kind == FindingKind::block_start_bound || verdict.kind == FindingKind::launch_bound) {
      const GridShape grid = grid_shape();
      if (grid.blocks > 0) add(verdict, number_names::blocks, grid.blocks, Unit::count, Origin::derived);
      verdict.gain = gain(units_.max_gain_of_reducing(busiest, 1), basis());
    }
  }

  // Accesses.

  /// Adds the numbers of an operation and of its worst line.
  void add_excess(Finding& finding, const AccessSum& sum, Origin origin = Origin::derived) const {
    const auto number = [&](std::string_view name, double value, Unit unit) {
      add(finding, name, value, unit, origin);
    };
    number(number_names::excess, 100 * sum.part(), Unit::percent);
    number(number_names::per_request, sum.cost / sum.requests, Unit::ratio);
    number(number_names::ideal_per_request, sum.ideal / sum.requests, Unit::ratio);
    if (!sum.worst) return;
    number(number_names::line_per_request, sum.line_cost / sum.line_requests, Unit::ratio);
    number(number_names::line_ideal, sum.line_ideal / sum.line_requests, Unit::ratio);
    number(number_names::line_share, 100 * sum.line_excess / sum.excess, Unit::percent);
    finding.place = sum.worst;
  }

  /// Everything that goes through the load/store pipe, in its passes: wavefronts of shared memory, and of global memory
  /// at least one for each line of 128 bytes.
  [[nodiscard]] double pipe_passes() const {
    const AccessSum shared = sum_of(*view_, Space::shared, every_operation, CostUnit::wavefronts);
    return shared.cost + sectors_of_all() / 4;
  }
  [[nodiscard]] double sectors_of_all() const {
    double sum = 0;
    for (const Space space : {Space::global, Space::local})
      sum += sum_of(*view_, space, every_operation, CostUnit::sectors).cost;
    return sum;
  }

  void find_conflicts() {
    if (view_ == nullptr) return find_counted_conflicts();
    find_conflicts_of(Operation::load, {Operation::load, Operation::matrix_load});
    find_conflicts_of(Operation::store, {Operation::store, Operation::matrix_store});
    find_conflicts_of(Operation::atomic, {Operation::atomic, Operation::reduce});
  }
  void find_conflicts_of(Operation operation, std::initializer_list<Operation> operations) {
    const AccessSum sum = sum_of(*view_, Space::shared, operations, CostUnit::wavefronts);
    add_conflicts(operation, sum, pipe_passes(), Origin::derived);
  }
  /// Where no block was executed, the counters say it.
  void find_counted_conflicts() {
    const auto passes = counted_passes(known_.counted);
    if (!passes || counted_ == nullptr) return;
    for (const Operation operation : {Operation::load, Operation::store}) {
      const auto sum = counted_sum(known_.counted, lines_, operation);
      if (sum) add_conflicts(operation, *sum, *passes, known_.counted.origin);
    }
  }
  void add_conflicts(Operation operation, const AccessSum& sum, double passes, Origin origin) {
    if (100 * sum.part() < threshold(FindingKind::bank_conflicts)) return;
    Finding finding;
    finding.kind = FindingKind::bank_conflicts;
    finding.operation = operation;
    add_excess(finding, sum, origin);
    if (operation == Operation::load) {
      add(finding, "shared.load.conflicts");
      add(finding, "shared.load.wavefronts");
      add(finding, "shared.load.wavefronts_ideal");
    } else if (operation == Operation::store) {
      add(finding, "shared.store.conflicts");
      add(finding, "shared.store.wavefronts");
      add(finding, "shared.store.wavefronts_ideal");
    } else {
      add(finding, "shared.atomic.wavefronts");
    }
    finding.page = Page::shared_table;
    finding.view = FindingView::banks;
    finding.gain = max_gain_of_reducing(LimitingUnit::l1, sum.excess / passes);
    add(std::move(finding));
  }

  void find_sectors() {
    if (view_ == nullptr) return;
    const AccessSum loads =
        sum_of(*view_, Space::global, {Operation::load, Operation::asynchronous_copy, Operation::asynchronous_bypass},
               CostUnit::sectors);
    const AccessSum stores = sum_of(*view_, Space::global, {Operation::store}, CostUnit::sectors);
    if (100 * loads.part() >= threshold(FindingKind::uncoalesced_loads)) {
      Finding finding = sectors_finding(FindingKind::uncoalesced_loads, loads);
      add(finding, "global.load.sectors");
      add(finding, "global.load.sectors_ideal");
      add(finding, "global.load.hit_rate");
      add(std::move(finding));
    }
    if (100 * stores.part() >= threshold(FindingKind::scattered_stores)) {
      Finding finding = sectors_finding(FindingKind::scattered_stores, stores);
      add(finding, "global.store.sectors");
      add(finding, "global.store.sectors_ideal");
      add(std::move(finding));
    }
  }
  [[nodiscard]] Finding sectors_finding(FindingKind kind, const AccessSum& sum) const {
    Finding finding;
    finding.kind = kind;
    add_excess(finding, sum);
    finding.page = Page::l1_table;
    finding.view = FindingView::sectors;
    // In the pipe a line counts, however many of its sectors are asked for; in the L2 each sector.
    const auto pipe = max_gain_of_reducing(LimitingUnit::l1, sum.excess / (pipe_passes() + sum.excess));
    const auto l2 = max_gain_of_reducing(LimitingUnit::l2, sum.excess / sectors_of_all());
    finding.gain = pipe && l2 && l2->share > pipe->share ? l2 : pipe;
    return finding;
  }

  void find_extra_traffic() {
    const bool counted = known_.counted.get("memory.read.bytes").has_value();
    const auto read = known_.best("memory.read.bytes"), written = known_.best("memory.write.bytes");
    const std::int64_t needed = counted || !result_.predicted ? result_.work_bytes : result_.predicted->work_bytes;
    if (!read || !written || needed <= 0) return;
    const double moved = read->number + written->number, part = 1 - static_cast<double>(needed) / moved;
    if (moved <= 0 || 100 * part < threshold(FindingKind::extra_traffic)) return;
    Finding finding;
    finding.kind = FindingKind::extra_traffic;
    add(finding, number_names::excess, 100 * part, Unit::percent, read->origin);
    add(finding, "memory.read.bytes");
    add(finding, "memory.write.bytes");
    add(finding, number_names::needed_bytes, static_cast<double>(needed), Unit::bytes, Origin::derived);
    finding.page = Page::memory_chart;
    finding.view = FindingView::matrices;
    finding.gain = max_gain_of_reducing(LimitingUnit::memory, part);
    add(std::move(finding));
  }

  void find_local_memory() {
    const AccessSum local =
        view_ != nullptr ? sum_of(*view_, Space::local, every_operation, CostUnit::sectors) : AccessSum{};
    const double bytes = launch_ != nullptr ? static_cast<double>(launch_->local_bytes.value_or(0)) : 0;
    if (local.requests == 0 && bytes <= 0) return;
    Finding finding;
    finding.kind = FindingKind::local_memory;
    if (local.cost > 0) {
      const double all = sectors_of_all();
      if (100 * local.cost / all < threshold(FindingKind::local_memory)) return;
      add(finding, number_names::excess, 100 * local.cost / all, Unit::percent, Origin::derived);
      add(finding, "local.load.requests");
      add(finding, "local.store.requests");
      const auto pipe = max_gain_of_reducing(LimitingUnit::l1, local.cost / 4 / pipe_passes());
      const auto l2 = max_gain_of_reducing(LimitingUnit::l2, local.cost / all);
      finding.gain = pipe && l2 && l2->share > pipe->share ? l2 : pipe;
      finding.place = busiest_line(*view_, Space::local, every_operation);
    }
    if (bytes > 0) add(finding, number_names::local_bytes, bytes, Unit::bytes, Origin::derived);
    finding.page = Page::l1_table;
    finding.view = FindingView::source;
    add(std::move(finding));
  }

  // Warps and blocks.

  [[nodiscard]] bool latency_limits() const { return summary_.verdict.kind == FindingKind::latency_bound; }

  void find_occupancy() {
    const auto theoretical = known_.best("occupancy.theoretical");
    if (!latency_limits() || !theoretical || theoretical->number >= threshold(FindingKind::low_occupancy)) return;
    Finding finding;
    finding.kind = FindingKind::low_occupancy;
    add(finding, "occupancy.theoretical");
    add(finding, "occupancy.achieved");
    add(finding, "warps.theoretical");
    add(finding, "warps.maximum");
    if (launch_->registers)
      add(finding, number_names::registers, *launch_->registers, Unit::count, known_.compiler.origin);
    if (launch_->calculated) finding.limits = launch_->calculated->limits;
    finding.page = Page::scheduler;
    finding.view = FindingView::occupancy;
    // With so many times more warps as much less waiting, until the busiest unit limits.
    finding.gain = gain(std::min(units_.waiting(), 1 - theoretical->number / 100), basis());
    add(std::move(finding));
  }

  [[nodiscard]] GridShape grid_shape() const {
    GridShape grid;
    if (launch_ == nullptr) return grid;
    grid.blocks = experiments::blocks_of(result_, *launch_).value_or(0);
    grid.multiprocessors = experiments::multiprocessors_of(result_).value_or(0);
    grid.blocks_per_sm = launch_->blocks_per_sm.value_or(0);
    return grid;
  }

  void find_waves() {
    const GridShape grid = grid_shape();
    if (grid.blocks <= 0 || grid.multiprocessors <= 0 || grid.blocks_per_sm <= 0) return;
    const double of_sms = grid.blocks / grid.multiprocessors;
    const double waves = of_sms / grid.blocks_per_sm, idle = 1 - waves / std::ceil(waves);
    Finding finding;
    finding.page = Page::speed_of_light;
    finding.view = FindingView::occupancy;
    if (100 * of_sms < threshold(FindingKind::few_blocks)) {
      finding.kind = FindingKind::few_blocks;
      finding.gain = gain((1 - of_sms) * (1 - units_.of(LimitingUnit::launch)), FindingGain::Basis::count);
    } else if (waves > 1 && 100 * idle >= threshold(FindingKind::tail)) {
      finding.kind = FindingKind::tail;
      finding.gain = gain(idle * (1 - units_.of(LimitingUnit::launch)), FindingGain::Basis::count);
    } else {
      return;
    }
    add(finding, number_names::waves, waves, Unit::ratio, Origin::derived);
    add(finding, number_names::blocks, grid.blocks, Unit::count, Origin::derived);
    add(finding, number_names::multiprocessors, grid.multiprocessors, Unit::count, Origin::derived);
    add(std::move(finding));
  }

  void find_issue() {
    const auto issued = known_.best("warps.issued");
    if (!latency_limits() || !issued || 100 * issued->number >= threshold(FindingKind::few_issued)) return;
    Finding finding;
    finding.kind = FindingKind::few_issued;
    add(finding, "warps.issued");
    add(finding, "warps.eligible");
    add(finding, "warps.active");
    add(finding, "issue.no_eligible");
    finding.page = Page::scheduler;
    finding.view = FindingView::warps;
    finding.gain = gain(std::min(units_.waiting(), 1 - issued->number), basis());
    add(std::move(finding));
  }

  void find_stalls() {
    constexpr double enough_issued = 0.8;  // of an instruction a clock; as the rules of Nsight Compute have it
    const auto latency = known_.best("warp.cycles_per_instruction"), issued = known_.best("warps.issued");
    if (!latency || latency->number <= 0 || (issued && issued->number >= enough_issued)) return;
    for (const counters::Quantity& quantity : counters::quantities()) {
      constexpr std::string_view prefix = "stall.";
      if (!quantity.id.starts_with(prefix)) continue;
      const std::string_view reason = quantity.id.substr(prefix.size());
      const auto stalled = known_.find(quantity.id);
      // A warp that issues, or that could, does not wait.
      if (!stalled || reason == "selected" || reason == "not_selected") continue;
      const double share = stalled->number / latency->number;
      if (100 * share < threshold(FindingKind::stall)) continue;
      Finding finding;
      finding.kind = FindingKind::stall;
      finding.reason = reason;
      add(finding, number_names::share, 100 * share, Unit::percent, stalled->origin);
      add(finding, quantity.id, stalled->number, Unit::clocks, stalled->origin);
      add(finding, "warp.cycles_per_instruction");
      finding.place = waiting_line(finding.reason);
      finding.page = Page::warp_states;
      finding.view = FindingView::warps;
      finding.gain = gain(std::min(share, units_.waiting()), basis());
      add(std::move(finding));
    }
  }

  /// Returns the line with the most samples of a reason; without samples the one that asks most of what warps wait for.
  [[nodiscard]] std::optional<FindingPlace> waiting_line(const std::string& reason) const {
    const auto asked = [&](const experiments::LineSheet& line) {
      const experiments::Column& values = line.sheet.predicted;
      if (reason == "long_scoreboard") return values.get("l2.read.sectors").value_or(0);
      return reason == "short_scoreboard" ? values.get("shared.load.wavefronts").value_or(0) : 0.0;
    };
    const auto sampled = [&](const experiments::LineSheet& line) {
      const auto found = line.stall_samples.find(reason);
      return found == line.stall_samples.end() ? 0.0 : static_cast<double>(found->second);
    };
    const auto most_by = [&](const auto& amount) {
      const experiments::LineSheet* most = nullptr;
      for (const experiments::LineSheet& line : lines_) {
        if (line.line > 0 && amount(line) > (most == nullptr ? 0 : amount(*most))) most = &line;
      }
      return most;
    };
    const experiments::LineSheet* most = most_by(sampled);
    if (most == nullptr) most = most_by(asked);
    if (most == nullptr) return std::nullopt;
    return FindingPlace{most->file, most->line, 0, std::nullopt};
  }

  void find_divergence() {
    const auto threads = known_.best("instructions.threads");
    if (!threads || 100 * threads->number / 32 >= threshold(FindingKind::divergence)) return;
    Finding finding;
    finding.kind = FindingKind::divergence;
    add(finding, "instructions.threads");
    finding.page = Page::warp_states;
    finding.view = FindingView::source;
    finding.gain = max_gain_of_reducing(LimitingUnit::compute, 1 - threads->number / 32);
    if (result_.metrics) {
      const auto idle = [](const trace::LineExecution& line) {
        return 32.0 * static_cast<double>(line.instructions) - static_cast<double>(line.lanes);
      };
      const auto& lines = result_.metrics->lines;
      const auto worst = std::ranges::max_element(lines, {}, idle);
      if (worst != lines.end() && worst->line > 0)
        finding.place = FindingPlace{worst->file, worst->line, 0, std::nullopt};
    }
    add(std::move(finding));
  }

  /// The counter of conflicts also has what arbitration between accesses costs, which people take for conflicts.
  void find_arbitration() {
    if (!known_.whole || view_ == nullptr) return;
    double counted = 0, derived = 0, wavefronts = 0;
    const auto take = [&](counters::QuantityId conflicts, counters::QuantityId all) {
      const auto by_counter = known_.counted.get(conflicts), by_address = known_.derived.get(conflicts);
      if (!by_counter || !by_address) return;
      counted += *by_counter;
      derived += *by_address;
      wavefronts += known_.counted.get(all).value_or(0);
    };
    take("shared.load.conflicts", "shared.load.wavefronts");
    take("shared.store.conflicts", "shared.store.wavefronts");
    const double more = counted - derived;
    if (wavefronts <= 0 || 100 * more / wavefronts < threshold(FindingKind::arbitration)) return;
    Finding finding;
    finding.kind = FindingKind::arbitration;
    add(finding, number_names::excess, 100 * more / wavefronts, Unit::percent, known_.counted.origin);
    add(finding, "shared.arbitration");
    add(finding, number_names::counted_conflicts, counted, Unit::count, known_.counted.origin);
    add(finding, number_names::derived_conflicts, derived, Unit::count, Origin::derived);
    finding.page = Page::shared_table;
    add(std::move(finding));
  }

  static constexpr std::initializer_list<Operation> every_operation = {Operation::load,
                                                                       Operation::store,
                                                                       Operation::reduce,
                                                                       Operation::atomic,
                                                                       Operation::asynchronous_copy,
                                                                       Operation::matrix_load,
                                                                       Operation::matrix_store,
                                                                       Operation::bulk_load,
                                                                       Operation::bulk_store,
                                                                       Operation::asynchronous_bypass,
                                                                       Operation::matrix_operand};

  const experiments::Result& result_;
  const experiments::Sheet& known_;
  UnitShares units_;
  const model::ViewMetrics* view_ = nullptr;         ///< null when nothing was executed
  const counters::Counted* counted_ = nullptr;       ///< of the same setting; null when nothing was counted
  const experiments::LaunchInfo* launch_ = nullptr;  ///< the one with the most threads
  std::vector<experiments::LineSheet> lines_;        ///< what is predicted and counted of the lines
  Summary summary_;
};

}  // namespace

Summary summary_of(const experiments::Result& result, const experiments::Sheet& known,
                   const experiments::Result* timed) {
  return Explanation(result, known, timed != nullptr && result.time() == nullptr ? *timed : result).run();
}

}  // namespace lanescope::explanations
