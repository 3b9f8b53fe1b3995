#include "worker/verify/reference_kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/reference/reference.h"
#include "worker/emulation/preflight.h"
#include "worker/report/report.h"
#include "worker/verify/verify_on_host.h"

namespace lanescope::worker {
namespace {

using catalogue::Buffer;
using catalogue::LaunchPlan;

/// Returns the experiment of the reference kernel, which measures, draws and analyses nothing.
lab::Experiment experiment_of(const lab::Experiment& original) {
  lab::Experiment experiment = original;
  if (original.reference_kernel) experiment.kernel = *original.reference_kernel;
  experiment.reference_kernel.reset();
  experiment.expect.reset();
  experiment.values.clear();
  experiment.inputs.clear();
  experiment.dump.clear();
  experiment.analyse = experiment.preview = experiment.disassemble = false;
  return experiment;
}

/// Returns a listener without progress, because the progress of the whole experiment already includes this kernel.
Listener quiet(const Listener& listener) {
  Listener quiet;
  quiet.publish = [](const lab::Result&) {};
  quiet.abandoned = listener.abandoned;
  return quiet;
}

/// Fails at the line of the check in the file of `own`.
tl::unexpected<Error> check_failure(const Steps& own, const std::string& what, std::string remedy) {
  return failure(FaultKind::reference_kernel, "[check] same_as: " + what,
                 fmt::format("{}:{}", own.experiment().kernel.path, own.plan().check.line), std::move(remedy));
}

/// Returns the sizes of `own` for the reference. It fails when one kernel has a size that the other lacks.
Expected<catalogue::Values> sizes_for(const catalogue::Kernel& reference, const Steps& own) {
  constexpr const char* remedy = "give both kernels sizes of the same names";
  const catalogue::Values values(own.plan().sizes.begin(), own.plan().sizes.end());
  for (const auto& [name, value] : values) {
    if (std::ranges::find(reference.sizes, name, &catalogue::Size::name) != reference.sizes.end()) continue;
    return check_failure(own, fmt::format("{} has no size '{}'", reference.source.id, name), remedy);
  }
  for (const catalogue::Size& size : reference.sizes) {
    if (values.contains(size.name)) continue;
    return check_failure(
        own, fmt::format("{} needs a size '{}', which this kernel lacks", reference.source.id, size.name), remedy);
  }
  return values;
}

std::string text_of(const Buffer& buffer) {
  return fmt::format("{} ({} [{}])", buffer.name, name_of(buffer.type), fmt::join(buffer.shape, ", "));
}

bool alike(const Buffer& one, const Buffer& other) {
  return one.type == other.type && one.shape == other.shape;
}

/// Returns the buffer whose contents are compared: the checked output, or, of a kernel that checks nothing, the buffer
/// that is called like ours.
Expected<std::size_t> output_of(const LaunchPlan& reference, const Steps& own) {
  if (reference.check.present()) return reference.check.output;
  const Buffer& ours = own.plan().buffers.at(own.plan().check.output);
  const auto same = std::ranges::find(reference.buffers, ours.name, &Buffer::name);
  if (same != reference.buffers.end()) return static_cast<std::size_t>(same - reference.buffers.begin());
  return check_failure(
      own, fmt::format("{} has no [check] that names its output, and no buffer '{}'", reference.kernel, ours.name),
      "add one to it");
}

Status check_outputs(const LaunchPlan& reference, const Steps& own) {
  TRY(const std::size_t output, output_of(reference, own));
  const Buffer& theirs = reference.buffers.at(output);
  const Buffer& ours = own.plan().buffers.at(own.plan().check.output);
  if (alike(theirs, ours)) return {};
  return check_failure(own, fmt::format("its output is {}, here it is {}", text_of(theirs), text_of(ours)),
                       "compare outputs of one type and shape");
}

bool is_input(const Buffer& buffer) {
  return buffer.role == catalogue::Role::in || buffer.role == catalogue::Role::inout;
}

bool filled_alike(const LaunchPlan& one, std::size_t first, const LaunchPlan& other, std::size_t second) {
  const Buffer &a = one.buffers[first], &b = other.buffers[second];
  // Random elements depend on the number of the buffer.
  return a.fill == b.fill && a.fill_value == b.fill_value && (a.fill != catalogue::Fill::random || first == second);
}

}  // namespace

ReferenceKernel::ReferenceKernel(Steps& own)
    : own_(own),
      experiment_(experiment_of(own.experiment())),
      listener_(quiet(own.listener())),
      steps_(experiment_, own.result().backend, 0, own.context(), listener_) {}

std::unique_ptr<ReferenceKernel> ReferenceKernel::of(Steps& own) {
  const catalogue::Check& check = own.plan().check;
  if (!own.experiment().verify || (check.reference_kernel.empty() && check.reference_entry.empty())) return nullptr;
  std::unique_ptr<ReferenceKernel> reference(new ReferenceKernel(own));
  reference->ready_ = reference->prepare();
  return reference;
}

Status ReferenceKernel::prepare() {
  const lab::Experiment& original = own_.experiment();
  const std::string& named = own_.plan().check.reference_kernel;
  if (!own_.plan().check.reference_entry.empty()) return prepare_entry();
  if (!original.reference_kernel || original.reference_kernel->id != named) {
    return failure(FaultKind::reference_kernel,
                   fmt::format("{}, with which the output is compared, is not at hand", named),
                   fmt::format("{}:{}", original.kernel.path, own_.plan().check.line),
                   "name a kernel of the catalogue that has a CPU reference: family/name");
  }
  own_.tell(lab::Progress::Activity::compiling, "compiling " + named);
  // The names of its sizes are known only after its file is read, so the file is read first.
  if (const auto kernel = catalogue::read_kernel(experiment_.kernel)) {
    TRY(experiment_.values, sizes_for(*kernel, own_));
  }
  TRY_STATUS(steps_.resolve());
  TRY_STATUS(check_outputs(steps_.plan(), own_));
  return steps_.compile();
}

/// Prepares another entry of the same file, with the knobs and sizes of the other.
Status ReferenceKernel::prepare_entry() {
  const LaunchPlan& ours = own_.plan();
  own_.tell(lab::Progress::Activity::compiling, "compiling " + ours.check.reference_entry);
  experiment_.kernel = own_.experiment().kernel;
  experiment_.values = own_values();
  TRY_STATUS(steps_.resolve());
  TRY_STATUS(as_kind(FaultKind::reference_kernel, steps_.use_entry(ours.check.reference_entry)));
  return steps_.compile();
}

catalogue::Values ReferenceKernel::own_values() const {
  catalogue::Values values = catalogue::settings_of(own_.plan());
  for (const auto& [name, size] : own_.plan().sizes) values[name] = size;
  return values;
}

Expected<ReferenceOutput> ReferenceKernel::told(Expected<ReferenceOutput> output) {
  if (output || output.error().kind == FaultKind::abandoned || output.error().kind == FaultKind::reference_kernel)
    return output;
  steps_.fail(output.error());
  for (lab::Fault& fault : steps_.result().faults) {
    fault.message = fmt::format("{}, with which the output is compared: {}: {}", experiment_.kernel.id,
                                name_of(fault.kind), fault.message);
    fault.kind = FaultKind::reference_kernel;
    own_.result().faults.push_back(std::move(fault));
  }
  output.error().kind = FaultKind::none;
  return output;
}

/// Takes the sizes of the other kernel again, because they may have been reduced since.
Status ReferenceKernel::take_sizes() {
  if (steps_.plan().sizes == own_.plan().sizes) return {};
  const bool same_file = !own_.plan().check.reference_entry.empty();
  TRY(const auto values, same_file ? own_values() : sizes_for(steps_.kernel(), own_));
  TRY(auto plan, as_kind(FaultKind::reference_kernel, catalogue::resolve(steps_.kernel(), values, experiment_.seed)));
  steps_.replace_plan(std::move(plan));
  return check_outputs(steps_.plan(), own_);
}

/// Gives inputs of the same name the same contents in both kernels: those that were given, or the other kernel's fill.
Status ReferenceKernel::take_inputs() {
  const LaunchPlan &theirs = steps_.plan(), &ours = own_.plan();
  const auto& given = own_.experiment().inputs;
  experiment_.inputs.clear();
  for (std::size_t i = 0; i < theirs.buffers.size(); ++i) {
    const Buffer& buffer = theirs.buffers[i];
    if (!is_input(buffer)) continue;
    const auto same = std::ranges::find(ours.buffers, buffer.name, &Buffer::name);
    if (same == ours.buffers.end()) {
      return check_failure(own_,
                           fmt::format("{} reads a buffer '{}', which this kernel lacks", theirs.kernel, buffer.name),
                           "call the inputs of both kernels by the same names");
    }
    if (!alike(buffer, *same)) {
      return check_failure(own_, fmt::format("its input is {}, here it is {}", text_of(buffer), text_of(*same)),
                           "give the inputs of both kernels one type and shape");
    }
    const auto place = static_cast<std::size_t>(same - ours.buffers.begin());
    if (given.contains(buffer.name) || !filled_alike(theirs, i, ours, place)) {
      experiment_.inputs[buffer.name] = initial_bytes(ours, place, given);
    }
  }
  return {};
}

Expected<ReferenceOutput> ReferenceKernel::run_on_device() {
  return told(output_on_device());
}

Expected<ReferenceOutput> ReferenceKernel::run_in_emulator(const Deadline& deadline) {
  return told(output_in_emulator(deadline));
}

Expected<ReferenceOutput> ReferenceKernel::output_on_device() {
  TRY_STATUS(ready_);
  own_.tell(lab::Progress::Activity::verifying, "running " + experiment_.kernel.id + " to compare with it");
  TRY_STATUS(take_inputs());
  // The preflight comes before the first launch of any new program.
  if (!experiment_.proceed) TRY_STATUS(preflight(steps_, false));
  TRY_STATUS(steps_.open());
  TRY_STATUS(steps_.prepare());
  TRY_STATUS(steps_.execution().run());
  const LaunchPlan& plan = steps_.plan();
  TRY(const std::size_t output, output_of(plan, own_));
  TRY(auto bytes, steps_.execution().read(plan.buffers.at(output).name));
  return ReferenceOutput{std::move(bytes), own_.plan().check.reference_name(), {}};
}

Expected<ReferenceOutput> ReferenceKernel::output_in_emulator(const Deadline& deadline) {
  TRY_STATUS(ready_);
  own_.tell(lab::Progress::Activity::emulating, "emulating " + experiment_.kernel.id);
  TRY_STATUS(take_sizes());
  TRY_STATUS(take_inputs());
  const LaunchPlan& plan = steps_.plan();
  const bool calls = std::ranges::count(plan.launches, catalogue::Launch::Call::library, &catalogue::Launch::call) > 0;
  if (calls && !plan.check.reference.empty()) {
    TRY(auto bytes, catalogue::compute_reference(plan, reference_inputs(plan, experiment_.inputs)));
    return ReferenceOutput{
        std::move(bytes), "CPU reference of " + plan.kernel,
        fmt::format("compared with the CPU reference of {}, which calls a library that runs on a GPU only",
                    plan.kernel)};
  }
  TRY(const auto program, steps_.program());
  emulator::Options options = options_for(experiment_);
  options.step_budget = step_budget_for(experiment_);
  TRY(auto outcome, as_kind(FaultKind::emulator, emulate(program->module, plan, options, deadline)));
  if (outcome.cancelled) {
    TRY_STATUS(steps_.still_wanted());
    return failure(FaultKind::timeout, "the emulator was not done with it in the time that is left", "",
                   "choose smaller sizes, or give more time with --timeout");
  }
  steps_.report(outcome.faults);
  if (!outcome.faults.empty()) return reported();
  TRY(const std::size_t output, output_of(plan, own_));
  const emulator::LazyBytes bytes = std::move(outcome.buffers.at(output));
  outcome.buffers.clear();  // before the copy takes as much again
  return ReferenceOutput{{bytes.begin(), bytes.end()}, own_.plan().check.reference_name(), {}};
}

}  // namespace lanescope::worker
