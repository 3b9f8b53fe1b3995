#include "gui/readings/comparison_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>

#include "analysis/median_ratio.h"
#include "counters/unit_text.h"
#include "experiments/sheet/sheet.h"
#include "gui/readings/readings.h"
#include "gui/readings/readout_view_model.h"
#include "gui/store/lines.h"
#include "gui/store/target.h"
#include "gui/store/words/numbers.h"
#include "gui/store/words/quantity_names.h"

namespace lanescope::gui {
namespace {

using Judgement = ComparedRow::Judgement;

std::string change_with_interval(const analysis::MedianRatio& ratio) {
  if (ratio.basis == analysis::MedianRatio::Basis::none) return {};
  std::string low = percent_change(ratio.low);
  low.resize(low.rfind(' '));  // the second number has the unit
  return fmt::format("{} … {}", low, percent_change(ratio.high));
}

analysis::MedianRatio inverse(const analysis::MedianRatio& ratio, double factor) {
  return {factor / ratio.ratio, factor / ratio.high, factor / ratio.low, ratio.basis};
}

/// Returns a sentence about how the interval was found.
std::string basis_text(const State& state, const analysis::MedianRatio& ratio, const catalogue::Samples& first,
                       const catalogue::Samples& second) {
  if (ratio.basis == analysis::MedianRatio::Basis::samples) return state.say("compare.by_samples");
  return state.say(ratio.basis == analysis::MedianRatio::Basis::quartiles ? "compare.by_quartiles" : "compare.too_few",
                   first.samples, second.samples);
}

/// Judges a change. `more_is_better` says which direction is good.
void judge(ComparedRow& row, const analysis::MedianRatio& ratio, bool more_is_better) {
  row.difference = percent_change(ratio.ratio);
  row.uncertainty = change_with_interval(ratio);
  if (ratio.basis == analysis::MedianRatio::Basis::none) return;
  const bool more = ratio.ratio > 1;
  row.judgement = !ratio.differs() ? Judgement::same : more == more_is_better ? Judgement::better : Judgement::worse;
}

void put(ComparedRow::Cell& cell, std::string value, experiments::Origin origin) {
  cell.value = std::move(value);
  cell.origin = origin;
}

using counters::CacheState;

/// Returns the time of a side as it is shown, which may be predicted.
std::optional<experiments::PlanTime> time_of(const Pin& pin, CacheState caches) {
  return pin.timed == nullptr ? std::nullopt : experiments::time_of(*pin.timed, caches);
}

/// Returns the ratio of the medians of times of that kind, if both are known. The single samples are those of hot runs.
std::optional<analysis::MedianRatio> ratio_of(const std::array<Pin, 2>& pins, CacheState caches) {
  const auto first = time_of(pins[0], caches), second = time_of(pins[1], caches);
  if (!first || !second || first->ms.number <= 0 || second->ms.number <= 0) return std::nullopt;
  const double ratio = second->ms.number / first->ms.number;
  if (first->samples == nullptr || second->samples == nullptr)
    return analysis::MedianRatio{ratio, ratio, ratio, analysis::MedianRatio::Basis::none};
  const auto samples = [&](const Pin& pin) {
    return caches == CacheState::hot ? std::span<const float>(pin.timed->recent) : std::span<const float>();
  };
  return analysis::median_ratio(*first->samples, samples(pins[0]), *second->samples, samples(pins[1]));
}

/// Returns the time that both rates are based on, which is the cold one if both have it, and otherwise the hot one.
CacheState common_caches(const std::array<Pin, 2>& pins) {
  const bool cold =
      std::ranges::all_of(pins, [](const Pin& pin) { return !pin.timed || time_of(pin, CacheState::cold); });
  return cold ? CacheState::cold : CacheState::hot;
}

/// Returns the ratio of the second rate to the first, if both are known.
std::optional<analysis::MedianRatio> rate_ratio(const std::array<Pin, 2>& pins, bool operations) {
  const auto times = ratio_of(pins, common_caches(pins));
  if (!times) return std::nullopt;
  const auto work = [&](const Pin& pin) { return experiments::work_of(*pin.timed, work_in(operations)); };
  if (work(pins[0]) <= 0 || work(pins[1]) <= 0) return std::nullopt;
  return inverse(*times, work(pins[1]) / work(pins[0]));
}

/// Judges a ratio that is based on times of that kind.
void judge_times(const State& state, const std::array<Pin, 2>& pins, CacheState caches,
                 const std::optional<analysis::MedianRatio>& ratio, bool more_is_better, ComparedRow& row) {
  if (!ratio) return;
  judge(row, *ratio, more_is_better);
  const catalogue::Samples *const first = time_of(pins[0], caches)->samples, *const second =
                                                                                 time_of(pins[1], caches)->samples;
  row.detail = first == nullptr || second == nullptr ? state.say("compare.by_prediction")
                                                     : basis_text(state, *ratio, *first, *second);
}

ComparedRow rate_row(const State& state, const std::array<Pin, 2>& pins, bool operations) {
  ComparedRow row{state.say(operations ? "reading.arithmetic" : "reading.bandwidth"), rate_unit(operations)};
  row.is_speed = true;
  const CacheState caches = common_caches(pins);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto rate = pins[i].timed ? experiments::rate_of(*pins[i].timed, work_in(operations), caches) : std::nullopt;
    if (rate) put(row.cells[i], figures(rate->number, 4), rate->origin);
  }
  judge_times(state, pins, caches, rate_ratio(pins, operations), true, row);
  return row;
}

void add_time(const State& state, const std::array<Pin, 2>& pins, std::string label, CacheState caches,
              std::vector<ComparedRow>& rows) {
  ComparedRow row{std::move(label)};
  row.is_speed = true;
  double least = std::numeric_limits<double>::infinity();
  for (const Pin& side : pins) {
    if (const auto time = time_of(side, caches)) least = std::min(least, time->ms.number);
  }
  if (!std::isfinite(least)) return;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto time = time_of(pins[i], caches);
    if (!time) continue;
    const NumberText text = duration(time->ms.number, least);
    row.unit = text.unit;
    put(row.cells[i], text.value, time->ms.origin);
  }
  judge_times(state, pins, caches, ratio_of(pins, caches), false, row);
  rows.push_back(std::move(row));
}

/// Judges numbers without spread, which are either equal or different.
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

void add_accesses(const State& state, const std::array<Pin, 2>& pins, std::vector<ComparedRow>& rows) {
  std::array<AccessReadings, 2> readings;
  for (std::size_t i = 0; i < 2; ++i) {
    if (pins[i].counted != nullptr) readings[i] = access_readings(state.language(), *pins[i].counted->metrics);
  }
  std::vector<std::string> labels;  // labels of both, in the order of the first
  for (const AccessReadings& side : readings) {
    for (const AccessReading& line : side.lines) {
      if (line.known()) add_once(labels, line.label);
    }
  }
  for (const std::string& label : labels) {
    ComparedRow row{label};
    std::array<std::optional<double>, 2> amounts;
    for (std::size_t i = 0; i < 2; ++i) {
      for (const AccessReading& line : readings[i].lines) {
        if (line.label != label || !line.known()) continue;
        row.unit = line.unit;
        row.space = line.space;
        amounts[i] = line.amount;
        put(row.cells[i], line.value, experiments::origin_in(*pins[i].counted, experiments::Origin::derived));
      }
    }
    if (amounts[0] && amounts[1]) judge_exact(state, row, *amounts[0], *amounts[1], false);
    rows.push_back(std::move(row));
  }
}

/// Adds the resources of the main launch, which the Readout shows too.
void add_resources(const State& state, const std::array<Pin, 2>& pins, std::vector<ComparedRow>& rows) {
  std::array<const experiments::LaunchInfo*, 2> launches{};
  for (std::size_t i = 0; i < 2; ++i)
    launches[i] = pins[i].compiled ? experiments::main_launch(*pins[i].compiled) : nullptr;
  const auto add = [&](const char* label, std::string unit, const auto& amount_of, const auto& origin_at) {
    ComparedRow row{state.say(label), std::move(unit)};
    std::array<std::optional<double>, 2> amounts;
    for (std::size_t i = 0; i < 2; ++i) {
      if (launches[i] == nullptr || !(amounts[i] = amount_of(*launches[i]))) continue;
      put(row.cells[i], grouped(*amounts[i], 0),
          experiments::origin_in(*pins[i].compiled, origin_at(*pins[i].compiled)));
    }
    if (!amounts[0] && !amounts[1]) return;
    if (amounts[0] && amounts[1]) judge_exact(state, row, *amounts[0], *amounts[1], {});
    rows.push_back(std::move(row));
  };
  const auto compiler = [](const experiments::Result&) { return experiments::Origin::compiler; };
  add(
      "reading.registers", state.say("reading.a_thread"),
      [](const experiments::LaunchInfo& launch) { return std::optional<double>(launch.registers); }, compiler);
  add(
      "reading.shared", state.say("reading.bytes_a_block"),
      [](const experiments::LaunchInfo& launch) { return std::optional<double>(launch.shared_bytes); }, compiler);
  add(
      "reading.occupancy", "%",
      [](const experiments::LaunchInfo& launch) {
        return launch.occupancy ? std::optional(std::round(100 * *launch.occupancy)) : std::nullopt;
      },
      [](const experiments::Result& result) {
        return experiments::has_driver_occupancy(result) ? experiments::Origin::driver : experiments::Origin::predicted;
      });
}

/// Adds the quantities that are listed in rows of their own.
void add_listed(const State& state, const std::array<Pin, 2>& pins, std::vector<ComparedRow>& rows) {
  for (const counters::Quantity& quantity : counters::quantities()) {
    if (!quantity.listed) continue;
    std::array<std::optional<experiments::Value>, 2> values;
    for (std::size_t i = 0; i < 2; ++i) {
      for (const auto* result : {&pins[i].timed, &pins[i].counted, &pins[i].compiled}) {
        if (*result && !values[i]) values[i] = experiments::value_of(**result, counters::QuantityId(quantity));
      }
    }
    if (!values[0] && !values[1]) continue;
    ComparedRow row{title_of(state.language(), quantity)};
    std::array<NumberText, 2> texts;
    for (std::size_t i = 0; i < 2; ++i) {
      if (values[i]) texts[i] = counters::text_of(quantity.unit, values[i]->number, number_style(state.language()));
    }
    const bool one_unit = !values[0] || !values[1] || texts[0].unit == texts[1].unit;
    if (one_unit) row.unit = values[0] ? texts[0].unit : texts[1].unit;
    for (std::size_t i = 0; i < 2; ++i) {
      if (values[i]) put(row.cells[i], one_unit ? texts[i].value : texts[i].text(), values[i]->origin);
    }
    if (values[0] && values[1]) judge_exact(state, row, values[0]->number, values[1]->number, {});
    rows.push_back(std::move(row));
  }
}

std::string origin_text(const State& state, const Pin& pin) {
  const experiments::Result* result = pin.timed ? pin.timed.get() : pin.counted.get();
  if (result == nullptr) return {};
  if (experiments::origin_of_times(*result) == experiments::Origin::predicted)
    return where_obtained(state.language(), *result);
  if (result->recorded.empty()) return {};
  return state.say("readout.recorded", result->recorded.substr(0, 10), result->machine.device);
}

ComparedSide side_of(const State& state, const Pin& pin, std::string letter) {
  ComparedSide side;
  side.letter = std::move(letter);
  side.kernel = pin.kernel;
  side.setting = setting_text(state.language(), pin.values);
  side.origin = origin_text(state, pin);
  return side;
}

/// Returns all knobs and sizes of a pin by name; only those that it keeps where its kernel is gone.
std::map<std::string, std::string> values_of(const State& state, const Pin& pin) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, value] : pin.values) texts[name] = catalogue::to_text(value);
  const auto& kernels = state.known.catalogue->kernels;
  const auto kernel = kernels.find(pin.kernel);
  if (kernel == kernels.end()) return texts;
  for (const Knob& knob : knobs_of(*kernel->second, pin.values)) texts[knob.name] = knob.labels[knob.index];
  for (const SizeField& size : sizes_of(*kernel->second, pin.values)) texts[size.name] = std::to_string(size.value);
  return texts;
}

std::string gpu_of(const Pin& pin) {
  if (pin.timed == nullptr) return {};
  return experiments::origin_of_times(*pin.timed) == experiments::Origin::predicted
             ? pin.timed->predicted->prediction.profile
             : pin.timed->machine.device;
}

/// Says of each side what the other has not.
void tell_apart(const State& state, const std::array<Pin, 2>& pins, std::array<ComparedSide, 2>& sides) {
  const std::array gpus{gpu_of(pins[0]), gpu_of(pins[1])};
  const bool two_gpus = !gpus[0].empty() && !gpus[1].empty() && !same_model(gpus[0], gpus[1]);
  const bool one_kernel = pins[0].kernel == pins[1].kernel && state.known.catalogue;
  const std::array values{one_kernel ? values_of(state, pins[0]) : std::map<std::string, std::string>(),
                          one_kernel ? values_of(state, pins[1]) : std::map<std::string, std::string>()};
  for (std::size_t i = 0; i < 2; ++i) {
    if (two_gpus) sides[i].gpu = gpus[i];
    if (!one_kernel) sides[i].knobs = sides[i].setting;
    for (const auto& [name, text] : values[i]) {
      const auto other = values[1 - i].find(name);
      if (other != values[1 - i].end() && other->second == text) continue;
      sides[i].knobs += (sides[i].knobs.empty() ? "" : " ") + name + "=" + text;
    }
  }
}

/// Fills gaps of the pin with the newest results of its kernel. It returns whether these are of an earlier setting.
bool fill_from_earlier(const State& state, Pin& pin) {
  const std::shared_ptr<const experiments::Result>& earlier =
      state.known.measured ? state.known.measured : state.known.predicted;
  const bool timed = !pin.timed && earlier, counted = !pin.counted && state.known.counted;
  if (timed) pin.timed = earlier;
  if (counted) pin.counted = state.known.counted;
  return timed || counted;
}

std::string sentence_of(const State& state, const Comparison& comparison, const analysis::MedianRatio& ratio,
                        bool any_predicted) {
  const std::string &first = comparison.sides[0].letter, &second = comparison.sides[1].letter;
  const double percent = 100 * std::fabs(ratio.ratio - 1);
  const std::string amount = fmt::format("{:.{}f} %", percent, percent < 1 ? 2 : percent < 100 ? 1 : 0);
  const bool more = ratio.ratio > 1;
  if (any_predicted) {
    return state.say(more ? "compare.more_predicted" : "compare.less_predicted", second, amount, first);
  }
  if (ratio.basis == analysis::MedianRatio::Basis::none) {
    return state.say(more ? "compare.more_perhaps" : "compare.less_perhaps", second, amount, first);
  }
  if (!ratio.differs()) return state.say("compare.not_told_apart", second, first);
  return state.say(more ? "compare.more" : "compare.less", second, amount, first);
}

}  // namespace

std::string percent_change(double ratio) {
  const double percent = 100 * (ratio - 1), size = std::fabs(percent);
  const std::string text = grouped(size, size < 1 ? 2 : size < 100 ? 1 : 0);
  const bool none = text.find_first_of("123456789") == std::string::npos;
  return fmt::format("{}{} %", none ? "±" : percent < 0 ? "−" : "+", text);
}

const ComparedRow* Comparison::headline() const {
  const auto known = std::ranges::find_if(
      rows, [](const ComparedRow& row) { return row.is_speed && (row.cells[0].origin || row.cells[1].origin); });
  return known == rows.end() ? nullptr : &*known;
}

std::optional<Comparison> comparison_of(const State& state) {
  if (!state.pins.any()) return std::nullopt;
  Comparison comparison;
  std::array<Pin, 2> pins;
  std::size_t sides = 0;
  for (std::size_t i = 0; i < max_pins; ++i) {
    if (!state.pins.pins[i]) continue;
    pins[sides] = *state.pins.pins[i];
    comparison.sides[sides] = side_of(state, pins[sides], std::string(pin_letters[i]));
    ++sides;
  }
  if (sides == 1) {
    comparison.sides[1].letter = state.say("compare.now");
    if (auto present = pin_of(state)) {
      const bool stale = fill_from_earlier(state, *present);
      pins[1] = *std::move(present);
      comparison.sides[1] = side_of(state, pins[1], comparison.sides[1].letter);
      comparison.sides[1].stale = stale || state.known.connection.trouble.has_value();
    }
  }

  tell_apart(state, pins, comparison.sides);

  const auto has_operations = [](const Pin& side) {
    return side.timed != nullptr && experiments::work_of(*side.timed, experiments::Work::flops) > 0;
  };
  const bool operations = has_operations(pins[0]) && has_operations(pins[1]);
  const bool operations_first = operations && is_compute_bound(*pins[0].timed) && is_compute_bound(*pins[1].timed);
  comparison.rows.push_back(rate_row(state, pins, operations_first));
  if (operations) comparison.rows.push_back(rate_row(state, pins, !operations_first));
  add_time(state, pins, state.say("reading.time_cold"), CacheState::cold, comparison.rows);
  add_time(state, pins, state.say("reading.time_hot"), CacheState::hot, comparison.rows);
  add_accesses(state, pins, comparison.rows);
  add_resources(state, pins, comparison.rows);
  add_listed(state, pins, comparison.rows);

  comparison.judgement = comparison.rows.front().judgement;
  if (const auto rate = rate_ratio(pins, operations_first)) {
    const bool any_predicted = std::ranges::any_of(pins, [](const Pin& pin) {
      return pin.timed && experiments::origin_of_times(*pin.timed) == experiments::Origin::predicted;
    });
    comparison.sentence = sentence_of(state, comparison, *rate, any_predicted);
  }
  return comparison;
}

}  // namespace lanescope::gui
