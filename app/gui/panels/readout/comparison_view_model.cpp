#include "gui/panels/readout/comparison_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>

#include "gui/panels/readout/accesses_view_model.h"
#include "gui/panels/readout/median_ratio.h"
#include "gui/panels/readout/readings.h"
#include "gui/state/numbers.h"

namespace warpscope::gui {

namespace {

using Judgement = ComparedRow::Judgement;

/// What is known of one side.
struct SideResults {
  const lab::Result* timed = nullptr;
  const lab::Result* counted = nullptr;
  const lab::Result* compiled = nullptr;
};

SideResults known_of(const Pin& pin) {
  return {pin.timed.get(), pin.counted.get(), pin.compiled.get()};
}

Source source_of(const lab::Result& result, Source fresh) {
  return result.recorded.empty() ? fresh : Source::recorded;
}

bool by_driver(const lab::Result& result) {
  return result.backend == lab::name_of(lab::Backend::gpu) && result.time() != nullptr;
}

std::string change_with_interval(const MedianRatio& ratio) {
  if (ratio.basis == MedianRatio::Basis::none) return {};
  std::string low = percent_change(ratio.low);
  low.resize(low.rfind(' '));  // the second number has the unit
  return fmt::format("{} … {}", low, percent_change(ratio.high));
}

MedianRatio inverse(const MedianRatio& ratio, double factor) {
  return {factor / ratio.ratio, factor / ratio.high, factor / ratio.low, ratio.basis};
}

/// How the interval was found, in a sentence.
std::string basis_text(const State& state, const MedianRatio& ratio, const lab::Samples& first,
                       const lab::Samples& second) {
  switch (ratio.basis) {
    case MedianRatio::Basis::samples:
      return state.say("compare.by_samples");
    case MedianRatio::Basis::quartiles:
      return state.say("compare.by_quartiles", first.samples, second.samples);
    case MedianRatio::Basis::none:
      break;
  }
  return state.say("compare.too_few", first.samples, second.samples);
}

/// `more_is_better` turns a change into a judgement.
void judge(ComparedRow& row, const MedianRatio& ratio, bool more_is_better) {
  row.difference = percent_change(ratio.ratio);
  row.uncertainty = change_with_interval(ratio);
  if (ratio.basis == MedianRatio::Basis::none) return;
  const bool more = ratio.ratio > 1;
  row.judgement = !ratio.differs() ? Judgement::same : more == more_is_better ? Judgement::better : Judgement::worse;
}

void put(ComparedRow::Cell& cell, std::string value, Source source) {
  cell.value = std::move(value);
  cell.source = source;
}

/// Times of one kind on both sides, whose median ratio is known. The single samples are those of the hot runs.
std::optional<MedianRatio> ratio_of(const lab::Result* first, const lab::Result* second,
                                    std::optional<lab::Samples> lab::Result::*kind) {
  if (first == nullptr || second == nullptr || !(first->*kind) || !(second->*kind)) return std::nullopt;
  const lab::Samples &one = *(first->*kind), &other = *(second->*kind);
  if (one.median <= 0 || other.median <= 0) return std::nullopt;
  const bool hot = kind == &lab::Result::hot;
  const auto samples = [&](const lab::Result& result) {
    return hot ? std::span<const float>(result.recent) : std::span<const float>();
  };
  return median_ratio(one, samples(*first), other, samples(*second));
}

/// The time that both rates rest on: cold where both have it, else hot.
std::optional<lab::Samples> lab::Result::*common_time(const lab::Result& first, const lab::Result& second) {
  return first.cold && second.cold ? &lab::Result::cold : &lab::Result::hot;
}

ComparedRow rate_row(const State& state, const std::array<SideResults, 2>& known, bool operations) {
  ComparedRow row;
  row.label = operations ? state.say("reading.arithmetic") : state.say("reading.bandwidth");
  row.unit = operations ? "GFLOP/s" : "GB/s";
  const auto work = [operations](const lab::Result& result) {
    return static_cast<double>(operations ? result.work_flops : result.work_bytes);
  };
  const lab::Result *first = known[0].timed, *second = known[1].timed;
  const bool both = first != nullptr && second != nullptr;
  for (std::size_t i = 0; i < 2; ++i) {
    const lab::Result* result = known[i].timed;
    if (result == nullptr || work(*result) <= 0) continue;
    const auto kind = both ? common_time(*first, *second) : result->cold ? &lab::Result::cold : &lab::Result::hot;
    if (!(result->*kind) || (result->*kind)->median <= 0) continue;
    put(row.cells[i], figures(work(*result) / ((result->*kind)->median * 1e6), 4),
        source_of(*result, Source::measured));
  }
  if (!row.cells[0].source || !row.cells[1].source) return row;
  const auto kind = common_time(*first, *second);
  const auto times = ratio_of(first, second, kind);
  if (!times) return row;
  judge(row, inverse(*times, work(*second) / work(*first)), true);
  row.detail = basis_text(state, *times, *(first->*kind), *(second->*kind));
  return row;
}

void add_time(const State& state, const std::array<SideResults, 2>& known, std::string label,
              std::optional<lab::Samples> lab::Result::*kind, std::vector<ComparedRow>& rows) {
  ComparedRow row;
  row.label = std::move(label);
  double least = std::numeric_limits<double>::infinity();
  for (const SideResults& side : known) {
    if (side.timed != nullptr && side.timed->*kind) least = std::min(least, (side.timed->*kind)->median);
  }
  if (!std::isfinite(least)) return;
  for (std::size_t i = 0; i < 2; ++i) {
    const lab::Result* result = known[i].timed;
    if (result == nullptr || !(result->*kind)) continue;
    const Quantity time = duration((result->*kind)->median, least);
    row.unit = time.unit;
    put(row.cells[i], time.value, source_of(*result, Source::measured));
  }
  if (const auto ratio = ratio_of(known[0].timed, known[1].timed, kind)) {
    judge(row, *ratio, false);
    row.detail = basis_text(state, *ratio, *(known[0].timed->*kind), *(known[1].timed->*kind));
  }
  rows.push_back(std::move(row));
}

/// Numbers without spread: they differ or they do not.
void judge_exact(const State& state, ComparedRow& row, double first, double second,
                 std::optional<bool> more_is_better) {
  if (first == second) {
    row.difference = state.say("compare.equal");
    row.judgement = Judgement::same;
  } else if (first > 0) {
    row.difference = percent_change(second / first);
    if (more_is_better) row.judgement = (second > first) == *more_is_better ? Judgement::better : Judgement::worse;
  }
  row.detail = state.say("compare.exact");
}

void add_accesses(const State& state, const std::array<SideResults, 2>& known, std::vector<ComparedRow>& rows) {
  std::array<AccessReadings, 2> readings;
  for (std::size_t i = 0; i < 2; ++i) {
    if (known[i].counted != nullptr) readings[i] = access_readings(*state.ui.language, *known[i].counted->metrics);
  }
  std::vector<std::string> labels;  // of both, in the order of the first
  for (const AccessReadings& side : readings) {
    for (const AccessReading& line : side.lines) {
      if (line.known() && std::find(labels.begin(), labels.end(), line.label) == labels.end())
        labels.push_back(line.label);
    }
  }
  for (const std::string& label : labels) {
    ComparedRow row;
    row.label = label;
    std::array<std::optional<double>, 2> amounts;
    for (std::size_t i = 0; i < 2; ++i) {
      for (const AccessReading& line : readings[i].lines) {
        if (line.label != label || !line.known()) continue;
        row.unit = line.unit;
        amounts[i] = line.amount;
        put(row.cells[i], line.value, source_of(*known[i].counted, Source::derived));
      }
    }
    if (amounts[0] && amounts[1]) judge_exact(state, row, *amounts[0], *amounts[1], false);
    rows.push_back(std::move(row));
  }
}

const lab::LaunchInfo* largest_launch(const lab::Result* result) {
  const lab::LaunchInfo* largest = nullptr;
  if (result == nullptr) return largest;
  for (const lab::LaunchInfo& launch : result->launches) {
    if (launch.registers && (largest == nullptr || *launch.registers > *largest->registers)) largest = &launch;
  }
  return largest;
}

/// Of the step that needs most registers, as the Readout has it.
void add_resources(const State& state, const std::array<SideResults, 2>& known, std::vector<ComparedRow>& rows) {
  struct Resource {
    std::string label, unit;
    std::function<std::optional<double>(const lab::LaunchInfo&)> of;
    std::optional<bool> more_is_better;
  };
  const std::array<Resource, 3> resources{{
      {state.say("reading.registers"),
       state.say("reading.a_thread"),
       [](const lab::LaunchInfo& launch) { return std::optional<double>(launch.registers); },
       {}},
      {state.say("reading.shared"),
       state.say("reading.bytes_a_block"),
       [](const lab::LaunchInfo& launch) { return std::optional<double>(launch.shared_bytes); },
       {}},
      {state.say("reading.occupancy"),
       "%",
       [](const lab::LaunchInfo& launch) {
         return launch.occupancy ? std::optional(std::round(100 * *launch.occupancy)) : std::nullopt;
       },
       {}},
  }};
  for (std::size_t which = 0; which < resources.size(); ++which) {
    const Resource& resource = resources[which];
    ComparedRow row;
    row.label = resource.label;
    row.unit = resource.unit;
    std::array<std::optional<double>, 2> amounts;
    for (std::size_t i = 0; i < 2; ++i) {
      const lab::LaunchInfo* launch = largest_launch(known[i].compiled);
      if (launch == nullptr || !(amounts[i] = resource.of(*launch))) continue;
      const bool occupancy = which == 2;
      const Source fresh = !occupancy                      ? Source::compiler
                           : by_driver(*known[i].compiled) ? Source::driver
                                                           : Source::predicted;
      put(row.cells[i], grouped(*amounts[i], 0), source_of(*known[i].compiled, fresh));
    }
    if (!amounts[0] && !amounts[1]) continue;
    if (amounts[0] && amounts[1]) judge_exact(state, row, *amounts[0], *amounts[1], resource.more_is_better);
    rows.push_back(std::move(row));
  }
}

std::string origin_of(const State& state, const SideResults& known) {
  const lab::Result* result = known.timed != nullptr ? known.timed : known.counted;
  if (result == nullptr || result->recorded.empty()) return {};
  return state.say("readout.recorded", result->recorded.substr(0, 10), result->machine.device);
}

ComparedSide side_of(const State& state, const Pin& pin, std::string letter) {
  return {std::move(letter), pin.kernel, setting_text(*state.ui.language, pin.values), origin_of(state, known_of(pin)),
          false};
}

/// What is selected, with the newest that is known of its kernel.
struct Present {
  Pin pin;
  bool stale = false;
};
std::optional<Present> present_of(const State& state) {
  auto pin = pin_of(state);
  if (!pin) return std::nullopt;
  Present present{*std::move(pin), false};
  if (!present.pin.timed && state.known.measured) {
    present.pin.timed = state.known.measured;
    present.stale = true;
  }
  if (!present.pin.counted && state.known.counted) {
    present.pin.counted = state.known.counted;
    present.stale = true;
  }
  return present;
}

std::string sentence_of(const State& state, const Comparison& comparison, const MedianRatio& ratio) {
  const std::string &first = comparison.sides[0].letter, &second = comparison.sides[1].letter;
  const double percent = 100 * std::fabs(ratio.ratio - 1);
  const std::string amount = fmt::format("{:.{}f} %", percent, percent < 1 ? 2 : percent < 100 ? 1 : 0);
  if (ratio.basis == MedianRatio::Basis::none) {
    return ratio.ratio > 1 ? state.say("compare.more_perhaps", second, amount, first)
                           : state.say("compare.less_perhaps", second, amount, first);
  }
  if (!ratio.differs()) return state.say("compare.not_told_apart", second, first);
  return ratio.ratio > 1 ? state.say("compare.more", second, amount, first)
                         : state.say("compare.less", second, amount, first);
}

}  // namespace

std::string percent_change(double ratio) {
  const double percent = 100 * (ratio - 1);
  const double size = std::fabs(percent);
  const int decimals = size < 1 ? 2 : size < 100 ? 1 : 0;
  std::string text = grouped(size, decimals);
  const bool none = text.find_first_of("123456789") == std::string::npos;
  return fmt::format("{}{} %", none ? "±" : percent < 0 ? "−" : "+", text);
}

std::string cost_change(const LineCost& first, const LineCost& second, CostColumn column) {
  const auto cost = [column](const LineCost& line) {
    const model::Counts& counts = column == CostColumn::wavefronts ? line.shared : line.global;
    const auto amount = column == CostColumn::wavefronts ? counts.wavefronts : counts.sectors;
    return counts.requests > 0 ? static_cast<double>(amount) / static_cast<double>(counts.requests) : 0;
  };
  const double one = cost(first), other = cost(second);
  if (one <= 0 || other <= 0) return {};
  return one == other ? "=" : percent_change(other / one);
}

std::optional<Comparison> comparison_of(const State& state) {
  if (!state.pins.any()) return std::nullopt;
  Comparison comparison;
  std::array<Pin, 2> pins;
  std::array<SideResults, 2> known;
  if (state.pins.both()) {
    for (std::size_t i = 0; i < 2; ++i) {
      pins[i] = *state.pins.pins[i];
      comparison.sides[i] = side_of(state, pins[i], std::string(pin_letters[i]));
    }
  } else {
    const std::size_t index = state.pins.pins[0] ? 0 : 1;
    pins[0] = *state.pins.pins[index];
    comparison.sides[0] = side_of(state, pins[0], std::string(pin_letters[index]));
    comparison.sides[1].letter = state.say("compare.now");
    if (auto present = present_of(state)) {
      pins[1] = present->pin;
      comparison.sides[1] = side_of(state, pins[1], comparison.sides[1].letter);
      comparison.sides[1].stale = present->stale || state.known.connection.trouble.has_value();
    }
  }
  for (std::size_t i = 0; i < 2; ++i) known[i] = known_of(pins[i]);

  const auto has_operations = [](const SideResults& side) {
    return side.timed != nullptr && side.timed->work_flops > 0;
  };
  const bool operations = has_operations(known[0]) && has_operations(known[1]);
  const bool operations_first = operations && counts_operations(*known[0].timed) && counts_operations(*known[1].timed);
  comparison.rows.push_back(rate_row(state, known, operations_first));
  if (operations) comparison.rows.push_back(rate_row(state, known, !operations_first));
  add_time(state, known, state.say("reading.time_cold"), &lab::Result::cold, comparison.rows);
  add_time(state, known, state.say("reading.time_hot"), &lab::Result::hot, comparison.rows);
  add_accesses(state, known, comparison.rows);
  add_resources(state, known, comparison.rows);

  const ComparedRow& rate = comparison.rows.front();
  comparison.judgement = rate.judgement;
  if (rate.cells[0].source && rate.cells[1].source) {
    const auto kind = common_time(*known[0].timed, *known[1].timed);
    const auto work = [&](const SideResults& side) {
      return static_cast<double>(operations_first ? side.timed->work_flops : side.timed->work_bytes);
    };
    if (const auto times = ratio_of(known[0].timed, known[1].timed, kind)) {
      comparison.sentence = sentence_of(state, comparison, inverse(*times, work(known[1]) / work(known[0])));
    }
  }
  return comparison;
}

}  // namespace warpscope::gui
