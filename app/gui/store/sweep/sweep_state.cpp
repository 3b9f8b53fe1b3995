#include "gui/store/sweep/sweep_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "experiments/setting_text.h"
#include "gui/store/lines.h"
#include "gui/store/state.h"
#include "gui/store/target.h"
#include "recordings/recording.h"
#include "recordings/sweep/sweep_csv.h"
#include "recordings/sweep/sweep_key.h"
#include "recordings/sweep/sweep_row.h"

namespace lanescope::gui {
namespace {

constexpr std::size_t max_cells = 4096;                 ///< more could be neither drawn nor waited for
constexpr std::chrono::milliseconds point_budget{100};  ///< for refining the time of one point
constexpr std::int64_t size_reach = 8;                  ///< a size goes from an eighth to eight times its default

/// Returns the default values of an axis for which the user typed none.
std::string default_axis_values(const catalogue::Kernel& kernel, const std::string& name) {
  const catalogue::Size* size = find_by_name(kernel.sizes, name);
  if (size == nullptr) return "all";
  const std::int64_t first = std::max(size->minimum, size->default_value / size_reach);
  const std::int64_t last =
      size->default_value > size->maximum / size_reach ? size->maximum : size->default_value * size_reach;
  return first == last ? std::to_string(first) : fmt::format("{}..{}", first, last);
}

/// Returns the axis in use, which is the chosen one if the kernel has it.
SweepAxisChoice axis_in_use(const catalogue::Kernel& kernel, const SweepAxisChoice& chosen, bool first) {
  SweepAxisChoice axis = chosen;
  if (axis.name.empty() || !recordings::has_setting(kernel, axis.name)) {
    axis = {};
    if (first && !kernel.parameters.empty()) axis.name = kernel.parameters.front().name;
    if (first && kernel.parameters.empty() && !kernel.sizes.empty()) axis.name = kernel.sizes.front().name;
  }
  if (!axis.name.empty() && axis.values.empty()) axis.values = default_axis_values(kernel, axis.name);
  return axis;
}

/// Returns the grid as one that has nothing to draw: there is one label for each column and row of cells.
SweepGrid without_cells(SweepGrid grid, Message why) {
  grid.cells.clear();
  grid.labels = {};
  grid.missing = std::move(why);
  return grid;
}

/// Fills the cells in the order of the plan, whose points and omissions together are all combinations in one order.
Status fill_cells(const catalogue::Kernel& kernel, const catalogue::Values& fixed,
                  const std::array<std::vector<catalogue::Value>, 2>& values, SweepGrid& grid) {
  std::size_t point = 0, omission = 0;
  const std::size_t rows = grid.is_map() ? values[1].size() : 1;
  for (std::size_t row = 0; row < rows; ++row) {
    for (const catalogue::Value& column : values[0]) {
      SweepCell cell{fixed, {}, {}};
      cell.values[grid.names[0]] = column;
      if (grid.is_map()) cell.values[grid.names[1]] = values[1][row];
      if (point < grid.plan.points.size() && grid.plan.points[point].values == cell.values) {
        TRY(const auto plan, catalogue::resolve(kernel, cell.values, 1));
        cell.setting = experiments::setting_text(plan);
        ++point;
      } else if (omission < grid.plan.omissions.size()) {
        cell.illegal = grid.plan.omissions[omission++].reason;
      }
      grid.cells.push_back(std::move(cell));
    }
  }
  return {};
}

/// Returns the axes in use. The second one has no name when there is none.
std::array<SweepAxisChoice, 2> axis_in_use(const catalogue::Kernel& kernel,
                                           const std::array<SweepAxisChoice, 2>& chosen) {
  std::array<SweepAxisChoice, 2> axes{axis_in_use(kernel, chosen[0], true), axis_in_use(kernel, chosen[1], false)};
  if (axes[1].name == axes[0].name) axes[1] = {};
  return axes;
}

/// Returns the values of the kernel that are no axis.
catalogue::Values other_values(const catalogue::Kernel& kernel, const catalogue::Values& values,
                               const std::array<SweepAxisChoice, 2>& axes) {
  catalogue::Values others = known_values(kernel, values);
  for (const SweepAxisChoice& axis : axes) others.erase(axis.name);
  return others;
}

/// Returns the points along the chosen axes, for a kernel with these values.
SweepGrid grid_along(const State& state, const std::shared_ptr<const catalogue::Kernel>& kernel,
                     const catalogue::Values& present, const std::array<SweepAxisChoice, 2>& axes_chosen) {
  SweepGrid grid;
  grid.kernel = kernel->source.id;
  const std::array<SweepAxisChoice, 2> counting = axis_in_use(*kernel, axes_chosen);
  const auto& [first, second] = counting;
  if (first.name.empty()) return without_cells(std::move(grid), state.say("sweep.no_axes"));
  grid.names = {first.name, second.name};
  grid.typed = {first.values, second.values};

  const catalogue::Values fixed = other_values(*kernel, present, counting);
  grid.others = fixed.empty() ? std::string() : setting_text(fixed);
  std::vector<recordings::SweepAxis> axes;
  for (const auto& [name, value] : fixed) axes.push_back({name, {value}});

  std::array<std::vector<catalogue::Value>, 2> values;
  std::size_t cells = 1;
  for (const std::size_t index : {std::size_t{1}, std::size_t{0}}) {  // the last axis changes fastest
    if (grid.names[index].empty()) continue;
    const auto axis = recordings::read_axis(grid.names[index] + "=" + grid.typed[index]);
    if (!axis) return without_cells(std::move(grid), axis.error().text());
    const recordings::AxisValues along = recordings::values_along(*axis, *kernel);
    if (!along.refused.empty()) return without_cells(std::move(grid), along.refused.front().text());
    values[index] = along.values;
    for (const auto& value : along.values) grid.labels[index].push_back(catalogue::to_text(value));
    cells *= along.values.size();
    axes.push_back(*axis);
  }
  if (!grid.is_map()) grid.labels[1] = {""};
  if (cells > max_cells) return without_cells(std::move(grid), state.say("sweep.too_many", max_cells));
  auto plan = recordings::plan_sweep({kernel}, axes, *state.known.catalogue);
  if (!plan) return without_cells(std::move(grid), plan.error().text());
  grid.plan = std::move(*plan);
  if (auto put = fill_cells(*kernel, fixed, values, grid); !put)
    return without_cells(std::move(grid), put.error().text());
  return grid;
}

}  // namespace

const SweepGrid& sweep_grid(const State& state) {
  const auto kernel = state.running();
  // Thousands of points take milliseconds, so that a knob that is an axis must not make them anew.
  catalogue::Values others;
  if (kernel) others = other_values(*kernel, state.current_values(), axis_in_use(*kernel, state.sweep.axes));
  const auto make = [&] {
    if (!kernel) return without_cells(SweepGrid(), state.say("sweep.select"));
    return grid_along(state, kernel, state.current_values(), state.sweep.axes);
  };
  return state.memo.get<SweepGrid>(
      std::tuple(kernel, state.known.catalogue, state.ui.language, state.sweep.axes, std::move(others)), make);
}

const SweepGrid& pinned_grid(const State& state, std::size_t number) {
  const auto& pin = state.pins.pins.at(number);
  std::shared_ptr<const catalogue::Kernel> kernel;
  if (pin && state.known.catalogue) {
    const auto found = state.known.catalogue->kernels.find(pin->kernel);
    if (found != state.known.catalogue->kernels.end()) kernel = found->second;
  }
  // An axis that the user has not chosen is the one that the selected kernel's grid has.
  std::array<SweepAxisChoice, 2> axes = state.sweep.axes;
  for (std::size_t i = 0; kernel && i < axes.size(); ++i) axes[i].name = sweep_grid(state).names[i];
  const auto make = [&] {
    if (!kernel) return SweepGrid();
    for (const SweepAxisChoice& axis : axes) {
      if (axis.name.empty() || recordings::has_setting(*kernel, axis.name)) continue;
      return without_cells(SweepGrid(), state.say("sweep.lacks", kernel->source.id, axis.name));
    }
    return grid_along(state, kernel, pin->values, axes);
  };
  return state.memo.get<SweepGrid>(
      std::tuple(kernel, state.known.catalogue, state.ui.language, axes, kernel ? pin->values : catalogue::Values()),
      make, 1 + number);
}

std::optional<experiments::Experiment> sweep_experiment(const State& state) {
  const auto& run = state.sweep.run;
  if (!run || run->next >= run->plan.points.size()) return std::nullopt;
  experiments::Experiment base;
  base.seed = state.selection.seed;
  base.target = state.selection.target;
  base.budget = point_budget;
  return recordings::experiment_at(run->plan, run->plan.points[run->next], base);
}

void stop_sweep(State& state, double seconds) {
  const SweepRun& run = *state.sweep.run;
  show_notice(state,
              {Notice::Kind::refused, state.say("notice.sweep_stopped", run.subject, run.next, run.plan.points.size())},
              seconds);
  state.sweep.run.reset();
}

void accept_sweep_point(State& state, const experiments::Result& result, double seconds) {
  const auto experiment = sweep_experiment(state);
  if (!experiment) return;
  SweepRun& run = *state.sweep.run;
  run.latest = seconds;
  const catalogue::Kernel& kernel = run.kernel();
  const experiments::Machine machine = state.known.machine.value_or(experiments::Machine{});
  // Thousands of points stay as long as the window is open, so they keep only what the picture and the table need.
  experiments::Result kept =
      experiments::without_bulky_parts(recordings::with_setting(result, kernel, *experiment, machine));
  if (recordings::failure_of(kept)) ++run.failed;
  state.sweep.results.put(kernel.source.id, run.settings[run.next],
                          std::make_shared<const experiments::Result>(std::move(kept)));
  if (++run.next >= run.plan.points.size()) {
    const std::size_t points = run.plan.points.size();
    show_notice(
        state,
        {Notice::Kind::done, run.failed == 0 ? state.say("notice.swept", run.subject, points)
                                             : state.say("notice.swept_failed", run.subject, points, run.failed)},
        seconds);
    state.sweep.run.reset();
  }
}

void forget_sweeps(Sweep& sweep, const catalogue::Snapshot& before, const catalogue::Snapshot& after) {
  for (const auto& [id, kernel] : before.kernels) {
    const auto now = after.kernels.find(id);
    if (now != after.kernels.end() && now->second->source == kernel->source) continue;
    sweep.results.forget(id);
    const auto is_it = [&](const auto& swept) { return swept->source.id == id; };
    if (sweep.run && std::ranges::any_of(sweep.run->plan.kernels, is_it)) sweep.run.reset();
  }
}

bool is_of_this_machine(const State& state, const experiments::Result& result) {
  const auto& machine = state.known.machine;
  // What the emulator found names no GPU, whether there is one or not.
  const bool same_gpu =
      result.backend == experiments::Backend::emulator || !machine || result.machine.uuid == machine->uuid;
  return !machine || (result.machine.host == machine->host && same_gpu);
}

std::shared_ptr<const experiments::Result> swept_point(const State& state, const std::string& kernel,
                                                       const std::string& setting) {
  auto found = state.sweep.results.find(kernel, setting);
  return found && is_of_this_machine(state, *found) ? found : nullptr;
}

std::shared_ptr<const experiments::Result> known_point(const State& state, const SweepCell& cell) {
  return known_point(state, sweep_grid(state).kernel, cell);
}

std::shared_ptr<const experiments::Result> known_point(const State& state, const std::string& kernel,
                                                       const SweepCell& cell) {
  if (cell.setting.empty()) return nullptr;
  auto own = swept_point(state, kernel, cell.setting);
  if (own && (own->time() != nullptr || recordings::failure_of(*own))) return own;
  auto recorded = recorded_point(state, kernel, cell.setting);
  return recorded ? recorded : own;
}

std::string sweep_csv(const State& state) {
  std::string lines;
  const auto kernel = state.running();
  for (const SweepCell& cell : sweep_grid(state).cells) {
    const auto point = known_point(state, cell);
    if (!point || !kernel) continue;
    experiments::Experiment experiment;
    experiment.kernel = kernel->source;
    experiment.values = cell.values;
    experiment.seed = point->seed;
    const auto key = recordings::key_of(*kernel, experiment, point->machine);
    const std::string date = point->recorded.empty() ? recordings::current_date() : point->recorded;
    const recordings::CsvRow row = recordings::csv_row(recordings::point_json(*point, key ? key->digest() : "", date));
    std::vector<std::string> names, cells;
    for (const auto& [name, text] : row) {
      names.push_back(name);
      cells.push_back(text);
    }
    if (lines.empty()) lines = recordings::csv_line(names);
    lines += recordings::csv_line(cells);
  }
  return lines;
}

}  // namespace lanescope::gui
