#include "recordings/sweep/sweep_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "recordings/messages.h"
#include "recordings/sweep/sweep_key.h"

namespace lanescope::recordings {
namespace {

using Kernels = std::vector<std::shared_ptr<const catalogue::Kernel>>;

/// Some kernel must have the setting of the axis, and some kernel must take each of its items.
Status check_axis(const SweepAxis& axis, const Kernels& kernels) {
  bool known = false;
  for (const auto& kernel : kernels) known = known || has_setting(*kernel, axis.name);
  // resolve() finds the nearest name for the error.
  if (!known) return failure(catalogue::resolve(*kernels.front(), {{axis.name, std::int64_t{0}}}, 1).error());
  for (const SweepAxis::Item& item : axis.items) {
    bool taken = false;
    Error why;
    for (const auto& kernel : kernels) {
      if (!has_setting(*kernel, axis.name)) continue;
      AxisValues along = values_along({axis.name, {item}}, *kernel);
      if (along.refused.empty()) {
        taken = true;
      } else {
        why = std::move(along.refused.front());
        why.where = kernel->source.id;
      }
    }
    if (!taken) return failure(std::move(why));
  }
  return {};
}

/// The axes of one kernel, with the values that it takes.
struct KernelAxes {
  std::vector<std::pair<std::string, std::vector<catalogue::Value>>> axes;
  std::vector<Message> refused;
  /// Returns the number of combinations; it stops counting beyond max_sweep_points.
  [[nodiscard]] std::size_t count() const {
    std::size_t product = 1;
    for (const auto& [name, values] : axes) product = std::min(product * values.size(), max_sweep_points + 1);
    return product;
  }
};

KernelAxes axes_of(const catalogue::Kernel& kernel, const std::vector<SweepAxis>& axes) {
  KernelAxes found;
  for (const SweepAxis& axis : axes) {
    if (!has_setting(kernel, axis.name)) continue;
    AxisValues along = values_along(axis, kernel);
    for (const Error& error : along.refused) found.refused.push_back(error.what);
    found.axes.emplace_back(axis.name, std::move(along.values));
  }
  return found;
}

/// Returns the combination with this number; the last axis changes fastest.
catalogue::Values combination(const KernelAxes& kernel, std::size_t number) {
  catalogue::Values values;
  for (auto axis = kernel.axes.rbegin(); axis != kernel.axes.rend(); ++axis) {
    const auto& [name, along] = *axis;
    values[name] = along[number % along.size()];
    number /= along.size();
  }
  return values;
}

}  // namespace

Expected<SweepPlan> plan_sweep(Kernels kernels, const std::vector<SweepAxis>& axes,
                               const catalogue::Snapshot& catalogue) {
  if (kernels.empty()) return failure(message<"sweep.no_kernel">(), "", message<"sweep.no_kernel_remedy">());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (axes[i].name == axes[j].name) {
        return failure(message<"sweep.axis_twice">(axes[i].name), "-p", message<"sweep.axis_twice_remedy">());
      }
    }
    TRY_STATUS(check_axis(axes[i], kernels));
  }

  SweepPlan plan;
  plan.kernels = std::move(kernels);
  std::size_t combinations = 0;
  for (std::size_t index = 0; index < plan.kernels.size(); ++index) {
    const catalogue::Kernel& kernel = *plan.kernels[index];
    // A reference kernel that cannot be found is an error of the kernel's file, which the worker reports too.
    plan.reference_kernels.push_back(catalogue::find_reference_kernel(kernel, catalogue).value_or(nullptr));
    const KernelAxes own = axes_of(kernel, axes);
    const std::size_t count = own.count();
    combinations += count;
    if (combinations > max_sweep_points) {
      return failure(message<"sweep.too_many_combinations">(max_sweep_points), "",
                     message<"sweep.too_many_combinations_remedy">());
    }
    for (const Message& reason : own.refused) plan.omissions.push_back({{index, {}}, reason});
    for (std::size_t number = 0; number < count; ++number) {
      SweepPoint point{index, combination(own, number)};
      if (auto legal = catalogue::resolve(kernel, point.values, 1); !legal) {
        plan.omissions.push_back({std::move(point), legal.error().what});
      } else {
        plan.points.push_back(std::move(point));
      }
    }
  }
  if (plan.points.empty()) {
    return failure(message<"sweep.nothing_runs">(), "",
                   plan.omissions.empty() ? "" : message<"sweep.first_omission">(plan.omissions.front().reason));
  }
  return plan;
}

std::vector<std::pair<std::string, std::size_t>> omission_counts(const SweepPlan& plan) {
  std::map<std::string, std::size_t> by_reason;
  for (const SweepOmission& omission : plan.omissions) ++by_reason[omission.reason];
  std::vector<std::pair<std::string, std::size_t>> counts(by_reason.begin(), by_reason.end());
  std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return counts;
}

experiments::Experiment experiment_at(const SweepPlan& plan, const SweepPoint& point,
                                      const experiments::Experiment& base) {
  experiments::Experiment experiment = base;
  experiment.kernel = plan.kernels.at(point.kernel)->source;
  if (const auto& reference = plan.reference_kernels.at(point.kernel)) experiment.reference_kernel = reference->source;
  experiment.values = point.values;
  return experiment;
}

experiments::Result with_setting(experiments::Result result, const catalogue::Kernel& kernel,
                                 const experiments::Experiment& experiment, const experiments::Machine& machine) {
  if (result.kernel.empty()) result.kernel = kernel.source.id;
  if (result.source.empty()) result.source = kernel.source.text;
  if (result.backend == experiments::Backend::automatic) result.backend = backend_on(machine, experiment.backend);
  if (result.machine == experiments::Machine{}) result.machine = machine;
  const auto plan = catalogue::resolve(kernel, experiment.values, experiment.seed);
  if (!plan) return result;
  // The sizes may differ from those asked for (the emulator reduces defaults). Only missing ones mean that the answer
  // came before the worker had read the kernel.
  if (result.parameters.size() == plan->parameters.size() && result.sizes.size() == plan->sizes.size()) return result;
  result.seed = experiment.seed;
  result.sizes = plan->sizes;
  result.parameters = catalogue::settings_of(*plan);
  return result;
}

}  // namespace lanescope::recordings
