#include "gui/panels/scope/scope_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>

#include "gui/panels/readout/rates.h"
#include "gui/panels/readout/readings.h"
#include "gui/state/numbers.h"
#include "lab/sweep/sweep_key.h"

namespace warpscope::gui {

namespace {

std::string origin_of(const State& state, const lab::Result& result) {
  if (result.recorded.empty()) return state.say("scope.measured_on", result.machine.device);
  return state.say("scope.recorded_on", result.recorded.substr(0, 10), result.machine.device);
}

/// The newest result of that kernel as close to the present setting as it can be: the knobs and sizes that both have
/// are the same, the others at their defaults.
lab::ResultIndex::Pointer like_present(const State& state, const catalogue::Kernel& kernel) {
  const catalogue::Values values = known_values(kernel, state.current_values());
  const auto plan = catalogue::resolve(kernel, values, state.selection.seed);
  if (!plan) return nullptr;
  const std::string setting = lab::setting_text(*plan);
  const auto fits = [&](const lab::ResultIndex::Pointer& found) {
    return found && found->time() != nullptr &&
           (!has_gpu(state) || found->machine.device == state.known.machine->device);
  };
  for (const lab::ResultIndex* index : {&state.scope.measured, &state.sweep.results, &state.known.recordings}) {
    if (auto found = index->find(kernel.source.id, setting); fits(found)) return found;
  }
  return nullptr;
}

void add_copy_bounds(const State& state, std::vector<ScopeBound>& bounds) {
  const auto definition = state.definition();
  if (!definition || definition->family.empty() || !state.known.catalogue) return;
  for (const auto& [name, kind, meaning] : {std::tuple{"copy_row", ScopeBound::Kind::row, "scope.copies_rows"},
                                            std::tuple{"copy_col", ScopeBound::Kind::column, "scope.copies_columns"}}) {
    const auto kernel = state.known.catalogue->kernels.find(definition->family + "/" + name);
    if (kernel == state.known.catalogue->kernels.end() || kernel->first == state.selection.kernel) continue;
    const auto result = like_present(state, *kernel->second);
    const auto rate = result ? rate_of(*result, false) : std::nullopt;
    if (!rate) continue;
    const std::string detail =
        state.say("scope.bound", kernel->first, state.say(meaning), grouped(rate->median, 0),
                  setting_text(*state.ui.language, known_values(*kernel->second, state.current_values())),
                  origin_of(state, *result));
    bounds.push_back({kind, rate->median, rate->low, rate->high, name, detail, source_of(*result)});
  }
}

void add_pins(const State& state, bool arithmetic, std::vector<ScopeBound>& bounds) {
  for (std::size_t i = 0; i < max_pins; ++i) {
    const auto& pin = state.pins.pins[i];
    if (!pin || !pin->timed) continue;
    const auto rate = rate_of(*pin->timed, arithmetic);
    if (!rate) continue;
    const std::string detail = state.say("scope.pin", pin_letters[i], pin->kernel,
                                         setting_text(*state.ui.language, pin->values), origin_of(state, *pin->timed));
    bounds.push_back({ScopeBound::Kind::pin, rate->median, rate->low, rate->high, std::string(pin_letters[i]), detail,
                      source_of(*pin->timed)});
  }
}

void add_recorded(const State& state, bool arithmetic, std::vector<ScopeBound>& bounds) {
  const lab::Result* recorded = has_gpu(state) ? nullptr : state.recorded();
  const auto rate = recorded != nullptr ? rate_of(*recorded, arithmetic) : std::nullopt;
  if (!rate) return;
  const std::string detail =
      fmt::format("{} {}\n{}", state.selection.kernel, setting_text(*state.ui.language, state.current_values()),
                  origin_of(state, *recorded));
  bounds.push_back({ScopeBound::Kind::recorded, rate->median, rate->low, rate->high, state.say("scope.this_setting"),
                    detail, Source::recorded});
}

/// The newest of what is known to be of the selected kernel.
const lab::Result* newest(const State& state) {
  if (const lab::Result* current = state.current(); current != nullptr && current->kernel == state.selection.kernel)
    return current;
  return state.known.measured ? state.known.measured.get() : state.recorded();
}

/// The newest result that knows of a copy. What is recorded counts only where nothing can be measured.
const lab::Result* with_copy(const State& state) {
  for (const lab::Result* result : {newest(state), state.known.measured ? state.known.measured.get() : nullptr,
                                    has_gpu(state) ? nullptr : state.recorded()}) {
    if (result != nullptr && result->best_copy && result->best_copy->gb_per_s > 0) return result;
  }
  return nullptr;
}

/// Of the GPU at hand, else of the one that a recording of this setting was made on.
void add_memory_bounds(const State& state, std::vector<ScopeBound>& bounds) {
  const lab::Result* recorded = has_gpu(state) ? nullptr : state.recorded();
  const double peak = recorded != nullptr   ? recorded->machine.peak_gb_per_s
                      : state.known.machine ? state.known.machine->peak_gb_per_s
                                            : 0;
  if (peak > 0) {
    bounds.push_back({ScopeBound::Kind::theory, peak, peak, peak, state.say("scope.theoretical"),
                      state.say("scope.memory_peak", grouped(peak, 0)),
                      recorded != nullptr ? Source::recorded : Source::driver});
  }
  if (const lab::Result* result = with_copy(state)) {
    const lab::CopyRate& copy = *result->best_copy;
    bounds.push_back({ScopeBound::Kind::copy, copy.gb_per_s, copy.gb_per_s, copy.gb_per_s, state.say("scope.best_copy"),
                      state.say("scope.copy_so_far", grouped(copy.gb_per_s, 0), copy.of, origin_of(state, *result)),
                      source_of(*result)});
  }
}

}  // namespace

ScopeQuantity scope_quantity(const State& state) {
  const lab::Result* result = newest(state);
  return result != nullptr && counts_operations(*result) ? ScopeQuantity::arithmetic : ScopeQuantity::bandwidth;
}

std::vector<ScopeBound> scope_bounds(const State& state) {
  std::vector<ScopeBound> bounds;
  const bool arithmetic = scope_quantity(state) == ScopeQuantity::arithmetic;
  const lab::Result* result = newest(state);
  if (!arithmetic) {
    add_memory_bounds(state, bounds);
    add_copy_bounds(state, bounds);
  } else if (result != nullptr && result->sheet && result->sheet->fp32_gflop_per_s > 0) {
    const double peak = result->sheet->fp32_gflop_per_s;
    bounds.push_back({ScopeBound::Kind::theory, peak, peak, peak, state.say("scope.theoretical"),
                      state.say("scope.single_peak", result->sheet->name, grouped(peak, 0)), Source::predicted});
  }
  add_pins(state, arithmetic, bounds);
  add_recorded(state, arithmetic, bounds);
  std::ranges::stable_sort(bounds, std::greater(), &ScopeBound::rate);
  return bounds;
}

}  // namespace warpscope::gui
