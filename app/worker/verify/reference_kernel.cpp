#include "worker/verify/reference_kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/reference/reference.h"
#include "worker/emulation/preflight.h"
#include "worker/report/report.h"
#include "worker/verify/verify_on_host.h"

namespace warpscope::worker {
namespace {

using catalogue::Buffer;
using catalogue::LaunchPlan;

/// The experiment of the reference kernel itself: nothing is measured, drawn or looked into.
lab::Experiment experiment_of(const lab::Experiment& original) {
  lab::Experiment experiment = original;
  experiment.kernel = *original.same_as;
  experiment.same_as.reset();
  experiment.values.clear();
  experiment.inputs.clear();
  experiment.dump.clear();
  experiment.analyse = experiment.preview = experiment.disassemble = false;
  return experiment;
}

/// Its progress is that of the experiment as a whole, which tells of it.
Listener quiet(const Listener& listener) {
  Listener quiet;
  quiet.publish = [](const lab::Result&) {};
  quiet.abandoned = listener.abandoned;
  return quiet;
}

Error check_error(const LaunchPlan& own, std::string what, std::string remedy) {
  return {"[check] same_as: " + std::move(what), fmt::format(":{}", own.check.line), std::move(remedy)};
}

/// Every size of one is one of the other.
Expected<catalogue::Values> sizes_for(const catalogue::Kernel& reference, const LaunchPlan& own) {
  catalogue::Values values;
  for (const auto& [name, value] : own.sizes) {
    const bool known = std::any_of(reference.sizes.begin(), reference.sizes.end(),
                                   [&, wanted = &name](const catalogue::Size& size) { return size.name == *wanted; });
    if (!known) {
      return failure(check_error(own, fmt::format("{} has no size '{}'", reference.source.id, name),
                                 "give both kernels sizes of the same names"));
    }
    values[name] = value;
  }
  for (const catalogue::Size& size : reference.sizes) {
    if (values.contains(size.name)) continue;
    return failure(
        check_error(own, fmt::format("{} needs a size '{}', which this kernel lacks", reference.source.id, size.name),
                    "give both kernels sizes of the same names"));
  }
  return values;
}

std::string text_of(const Buffer& buffer) {
  return fmt::format("{} ({} [{}])", buffer.name, name_of(buffer.type), fmt::join(buffer.shape, ", "));
}

bool alike(const Buffer& one, const Buffer& other) {
  return one.type == other.type && one.shape == other.shape;
}

Status check_outputs(const LaunchPlan& reference, const LaunchPlan& own) {
  if (!reference.check.present()) {
    return failure(check_error(own, reference.kernel + " has no [check] that names its output", "add one to it"));
  }
  const Buffer& theirs = reference.buffers.at(reference.check.output);
  const Buffer& ours = own.buffers.at(own.check.output);
  if (alike(theirs, ours)) return {};
  return failure(check_error(own, fmt::format("its output is {}, here it is {}", text_of(theirs), text_of(ours)),
                             "compare outputs of one type and shape"));
}

bool is_input(const Buffer& buffer) {
  return buffer.role == catalogue::Role::in || buffer.role == catalogue::Role::inout;
}

bool filled_alike(const LaunchPlan& one, std::size_t first, const LaunchPlan& other, std::size_t second) {
  const Buffer &a = one.buffers[first], &b = other.buffers[second];
  // Random elements depend on the place of the buffer among all.
  return a.fill == b.fill && a.fill_value == b.fill_value && (a.fill != catalogue::Fill::random || first == second);
}

bool calls_a_library(const LaunchPlan& plan) {
  return std::any_of(plan.launches.begin(), plan.launches.end(),
                     [](const catalogue::Launch& launch) { return launch.call == catalogue::Launch::Call::library; });
}

}  // namespace

ReferenceKernel::ReferenceKernel(const lab::Experiment& experiment, lab::Backend backend, WorkerContext& context,
                                 const Listener& listener)
    : original_(experiment),
      experiment_(experiment_of(experiment)),
      context_(context),
      listener_(quiet(listener)),
      steps_(experiment_, backend, 0, context, listener_) {}

tl::unexpected<Stop> ReferenceKernel::told(Stop stop) const {
  for (lab::Fault& fault : stop.faults) {
    fault.message = fmt::format("{}, with which the output is compared: {}: {}", experiment_.kernel.id,
                                name_of(fault.kind), fault.message);
    fault.kind = FaultKind::partner;
  }
  return tl::unexpected(std::move(stop));
}

/// At the line of the check.
tl::unexpected<Stop> ReferenceKernel::refused(const Error& error) const {
  Error placed = error;
  if (placed.where.starts_with(':')) placed.where = original_.kernel.path + placed.where;
  return stopped({fault_of(FaultKind::partner, placed, original_.kernel)});
}

Step<std::unique_ptr<ReferenceKernel>> ReferenceKernel::make(const lab::Experiment& experiment, lab::Backend backend,
                                                             Steps& own, WorkerContext& context,
                                                             const Listener& listener) {
  const std::string& named = own.plan().check.same_as;
  if (!experiment.same_as || experiment.same_as->id != named) {
    return stopped({fault_of(FaultKind::partner,
                             {fmt::format("{}, with which the output is compared, is not at hand", named),
                              fmt::format("{}:{}", experiment.kernel.path, own.plan().check.line),
                              "name a kernel of the catalogue that has a CPU reference: family/name"},
                             experiment.kernel)});
  }
  std::unique_ptr<ReferenceKernel> reference(new ReferenceKernel(experiment, backend, context, listener));
  own.tell(lab::Progress::Activity::compiling, "compiling " + named);
  TRY_STATUS(reference->prepare(own));
  return reference;
}

Step<void> ReferenceKernel::prepare(const Steps& own) {
  // Its sizes have names only once it was read, so it is first read alone.
  const auto kernel = catalogue::read_kernel(experiment_.kernel);
  if (kernel) {
    auto values = sizes_for(*kernel, own.plan());
    if (!values) return refused(values.error());
    experiment_.values = std::move(*values);
  }
  if (auto resolved = steps_.resolve(); !resolved) return told(resolved.error());
  if (auto fits = check_outputs(steps_.plan(), own.plan()); !fits) return refused(fits.error());
  if (auto compiled = steps_.compile(); !compiled) return told(compiled.error());
  return {};
}

/// The other kernel's sizes may have been reduced since.
Status ReferenceKernel::take_sizes(const Steps& own) {
  if (steps_.plan().sizes == own.plan().sizes) return {};
  TRY(auto values, sizes_for(steps_.kernel(), own.plan()));
  TRY(auto plan, catalogue::resolve(steps_.kernel(), values, experiment_.seed));
  steps_.replace_plan(std::move(plan));
  return check_outputs(steps_.plan(), own.plan());
}

/// What both call by one name holds the same in both: as it was given, or as the other kernel fills it.
Status ReferenceKernel::take_inputs(const Steps& own) {
  const LaunchPlan &theirs = steps_.plan(), &ours = own.plan();
  experiment_.inputs.clear();
  for (std::size_t i = 0; i < theirs.buffers.size(); ++i) {
    const Buffer& buffer = theirs.buffers[i];
    if (!is_input(buffer)) continue;
    const auto same = std::find_if(ours.buffers.begin(), ours.buffers.end(),
                                   [&](const Buffer& candidate) { return candidate.name == buffer.name; });
    if (same == ours.buffers.end()) {
      return failure(
          check_error(ours, fmt::format("{} reads a buffer '{}', which this kernel lacks", theirs.kernel, buffer.name),
                      "call the inputs of both kernels by the same names"));
    }
    if (!alike(buffer, *same)) {
      return failure(check_error(ours, fmt::format("its input is {}, here it is {}", text_of(buffer), text_of(*same)),
                                 "give the inputs of both kernels one type and shape"));
    }
    const auto place = static_cast<std::size_t>(same - ours.buffers.begin());
    if (original_.inputs.contains(buffer.name) || !filled_alike(theirs, i, ours, place)) {
      experiment_.inputs[buffer.name] = initial_bytes(ours, place, original_.inputs);
    }
  }
  return {};
}

/// As before any launch of what is new.
Step<void> ReferenceKernel::examine() {
  if (experiment_.proceed) return {};
  TRY(auto faults, preflight(steps_, context_, experiment_, false));
  if (!faults) return {};
  return stopped(std::move(*faults));
}

Step<ReferenceOutput> ReferenceKernel::run_on_device(const Steps& own) {
  if (auto taken = take_inputs(own); !taken) return refused(taken.error());
  if (auto examined = examine(); !examined) return told(examined.error());
  if (auto opened = steps_.open(); !opened) return told(opened.error());
  if (auto prepared = steps_.prepare(); !prepared) return told(prepared.error());
  if (auto ran = steps_.execution().run(); !ran) return told(steps_.stop_for(ran.error()));
  const LaunchPlan& plan = steps_.plan();
  auto bytes = steps_.execution().read(plan.buffers.at(plan.check.output).name);
  if (!bytes) return told(steps_.stop_for(bytes.error()));
  return ReferenceOutput{std::move(*bytes), "output of " + plan.kernel, {}};
}

Step<ReferenceOutput> ReferenceKernel::run_in_emulator(const Steps& own, const Deadline& deadline) {
  if (auto taken = take_sizes(own); !taken) return refused(taken.error());
  if (auto taken = take_inputs(own); !taken) return refused(taken.error());
  const LaunchPlan& plan = steps_.plan();
  if (calls_a_library(plan)) return reference_output();
  const auto program = steps_.program();
  if (!program) return told(program.error());
  emulator::Options options = options_for(experiment_);
  options.step_budget = step_budget_for(experiment_);
  auto outcome = emulate((*program)->module, plan, options, deadline);
  if (!outcome) return told(Stop{false, false, {fault_of(FaultKind::emulator, outcome.error(), experiment_.kernel)}});
  if (outcome->cancelled) {
    if (deadline.is_abandoned()) return tl::unexpected(Stop{true, false, {}});
    return told(Stop{false,
                     false,
                     {fault_of(FaultKind::timeout,
                               {"the emulator was not done with it in the time that is left", "",
                                "choose smaller sizes, or give more time with --timeout"},
                               experiment_.kernel)}});
  }
  std::vector<lab::Fault> faults;
  for (const emulator::Fault& fault : outcome->faults) faults.push_back(fault_of(fault, experiment_.kernel));
  if (!faults.empty()) return told(Stop{false, false, std::move(faults)});
  return ReferenceOutput{std::move(outcome->buffers.at(plan.check.output)), "output of " + plan.kernel, {}};
}

Step<ReferenceOutput> ReferenceKernel::reference_output() {
  const LaunchPlan& plan = steps_.plan();
  auto bytes = catalogue::compute_reference(plan, reference_inputs(plan, experiment_.inputs));
  if (!bytes) return told(Stop{false, false, {fault_of(FaultKind::resolve, bytes.error(), experiment_.kernel)}});
  return ReferenceOutput{
      std::move(*bytes), "CPU reference of " + plan.kernel,
      fmt::format("compared with the CPU reference of {}, which calls a library that runs on a GPU only", plan.kernel)};
}

}  // namespace warpscope::worker
