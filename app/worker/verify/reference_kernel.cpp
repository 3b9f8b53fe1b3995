#include "worker/verify/reference_kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "catalogue/reference/reference.h"
#include "simulator/plan/emulate.h"
#include "worker/emulation/preflight.h"
#include "worker/messages.h"
#include "worker/report/report.h"
#include "worker/verify/verify_on_host.h"

namespace lanescope::worker {
namespace {

using catalogue::Buffer;
using catalogue::LaunchPlan;

/// Returns the experiment of the reference kernel, which measures, draws and analyses nothing.
experiments::Experiment experiment_of(const experiments::Experiment& original) {
  experiments::Experiment experiment = original;
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
  quiet.publish = [](const experiments::Result&) {};
  quiet.abandoned = listener.abandoned;
  return quiet;
}

/// Fails at the line of the check in the file of `checked`.
tl::unexpected<Error> check_failure(const ExperimentRun& checked, const Message& what, Message remedy) {
  return failure(FaultKind::reference_kernel, message<"reference_kernel.check">(what),
                 {checked.experiment().kernel.path, checked.plan().check.line}, std::move(remedy));
}

/// Returns the sizes of `checked` for the reference. It fails when one kernel has a size that the other lacks.
Expected<catalogue::Values> sizes_for(const catalogue::Kernel& reference, const ExperimentRun& checked) {
  const Message remedy = message<"reference_kernel.sizes_remedy">();
  const catalogue::Values values(checked.plan().sizes.begin(), checked.plan().sizes.end());
  for (const auto& [name, value] : values) {
    if (std::ranges::find(reference.sizes, name, &catalogue::Size::name) != reference.sizes.end()) continue;
    return check_failure(checked, message<"reference_kernel.lacks_size">(reference.source.id, name), remedy);
  }
  for (const catalogue::Size& size : reference.sizes) {
    if (values.contains(size.name)) continue;
    return check_failure(checked, message<"reference_kernel.needs_size">(reference.source.id, size.name), remedy);
  }
  return values;
}

std::string text_of(const Buffer& buffer) {
  return fmt::format("{} ({} [{}])", buffer.name, name_of(buffer.type), fmt::join(buffer.shape, ", "));
}

bool has_same_shape(const Buffer& one, const Buffer& other) {
  return one.type == other.type && one.shape == other.shape;
}

/// Returns the buffer whose contents are compared: the checked output, or, of a kernel that checks nothing, the buffer
/// that is called like ours.
Expected<std::size_t> output_of(const LaunchPlan& reference, const ExperimentRun& checked) {
  if (reference.check.present()) return reference.check.output;
  const Buffer& ours = checked.plan().buffers.at(checked.plan().check.output);
  const auto same = std::ranges::find(reference.buffers, ours.name, &Buffer::name);
  if (same != reference.buffers.end()) return static_cast<std::size_t>(same - reference.buffers.begin());
  return check_failure(checked, message<"reference_kernel.no_output">(reference.kernel, ours.name),
                       message<"reference_kernel.no_output_remedy">());
}

Status check_outputs(const LaunchPlan& reference, const ExperimentRun& checked) {
  TRY(const std::size_t output, output_of(reference, checked));
  const Buffer& theirs = reference.buffers.at(output);
  const Buffer& ours = checked.plan().buffers.at(checked.plan().check.output);
  if (has_same_shape(theirs, ours)) return {};
  return check_failure(checked, message<"reference_kernel.output_type">(text_of(theirs), text_of(ours)),
                       message<"reference_kernel.output_type_remedy">());
}

bool is_input(const Buffer& buffer) {
  return buffer.role == catalogue::Role::in || buffer.role == catalogue::Role::inout;
}

bool has_same_fill(const LaunchPlan& one, std::size_t first, const LaunchPlan& other, std::size_t second) {
  const Buffer &a = one.buffers[first], &b = other.buffers[second];
  // Random elements depend on the number of the buffer.
  return a.fill == b.fill && a.fill_value == b.fill_value && a.fill_from == b.fill_from &&
         a.fill_below == b.fill_below && a.fill_step == b.fill_step &&
         (a.fill != catalogue::Fill::random || first == second);
}

}  // namespace

ReferenceKernel::ReferenceKernel(ExperimentRun& checked)
    : checked_(checked),
      experiment_(experiment_of(checked.experiment())),
      listener_(quiet(checked.listener())),
      run_(experiment_, checked.result().backend, 0, checked.context(), listener_) {}

std::unique_ptr<ReferenceKernel> ReferenceKernel::of(ExperimentRun& checked) {
  const catalogue::Check& check = checked.plan().check;
  if (!checked.experiment().verify || (check.reference_kernel.empty() && check.reference_entry.empty())) return nullptr;
  std::unique_ptr<ReferenceKernel> reference(new ReferenceKernel(checked));
  reference->ready_ = reference->prepare();
  return reference;
}

Status ReferenceKernel::prepare() {
  const experiments::Experiment& original = checked_.experiment();
  const std::string& named = checked_.plan().check.reference_kernel;
  if (!checked_.plan().check.reference_entry.empty()) return prepare_entry();
  if (!original.reference_kernel || original.reference_kernel->id != named) {
    return failure(FaultKind::reference_kernel, message<"reference_kernel.missing">(named),
                   {original.kernel.path, checked_.plan().check.line}, message<"reference_kernel.missing_remedy">());
  }
  checked_.report_progress(experiments::Progress::Activity::compiling, "compiling " + named);
  // The names of its sizes are known only after its file is read, so the file is read first.
  if (const auto kernel = catalogue::read_kernel(experiment_.kernel)) {
    TRY(experiment_.values, sizes_for(*kernel, checked_));
  }
  TRY_STATUS(run_.resolve());
  TRY_STATUS(check_outputs(run_.plan(), checked_));
  return run_.compile();
}

/// Prepares another entry of the same file, with the knobs and sizes of the checked one.
Status ReferenceKernel::prepare_entry() {
  const LaunchPlan& ours = checked_.plan();
  checked_.report_progress(experiments::Progress::Activity::compiling, "compiling " + ours.check.reference_entry);
  experiment_.kernel = checked_.experiment().kernel;
  experiment_.values = checked_values();
  TRY_STATUS(run_.resolve());
  TRY_STATUS(with_kind(FaultKind::reference_kernel, run_.use_entry(ours.check.reference_entry)));
  return run_.compile();
}

catalogue::Values ReferenceKernel::checked_values() const {
  catalogue::Values values = catalogue::settings_of(checked_.plan());
  for (const auto& [name, size] : checked_.plan().sizes) values[name] = size;
  return values;
}

Expected<ReferenceOutput> ReferenceKernel::with_faults_reported(Expected<ReferenceOutput> output) {
  if (output || output.error().kind == FaultKind::abandoned || output.error().kind == FaultKind::reference_kernel)
    return output;
  run_.mark_failed(output.error());
  for (experiments::Fault& fault : run_.result().faults) {
    fault.message = message<"reference_kernel.fault">(experiment_.kernel.id, name_of(fault.kind), fault.message);
    fault.kind = FaultKind::reference_kernel;
    checked_.result().faults.push_back(std::move(fault));
  }
  output.error().kind = FaultKind::none;
  return output;
}

/// Takes the sizes of the checked kernel again, because they may have been reduced since.
Status ReferenceKernel::copy_sizes() {
  if (run_.plan().sizes == checked_.plan().sizes) return {};
  const bool same_file = !checked_.plan().check.reference_entry.empty();
  TRY(const auto values, same_file ? checked_values() : sizes_for(run_.kernel(), checked_));
  TRY(auto plan, with_kind(FaultKind::reference_kernel, catalogue::resolve(run_.kernel(), values, experiment_.seed)));
  run_.replace_plan(std::move(plan));
  return check_outputs(run_.plan(), checked_);
}

/// Gives inputs of the same name the same contents in both kernels: those that were given, or the fill of the checked
/// kernel.
Status ReferenceKernel::copy_inputs() {
  const LaunchPlan &theirs = run_.plan(), &ours = checked_.plan();
  const auto& given = checked_.experiment().inputs;
  experiment_.inputs.clear();
  for (std::size_t i = 0; i < theirs.buffers.size(); ++i) {
    const Buffer& buffer = theirs.buffers[i];
    if (!is_input(buffer)) continue;
    const auto same = std::ranges::find(ours.buffers, buffer.name, &Buffer::name);
    if (same == ours.buffers.end()) {
      return check_failure(checked_, message<"reference_kernel.reads_other_buffer">(theirs.kernel, buffer.name),
                           message<"reference_kernel.reads_other_buffer_remedy">());
    }
    if (!has_same_shape(buffer, *same)) {
      return check_failure(checked_, message<"reference_kernel.input_type">(text_of(buffer), text_of(*same)),
                           message<"reference_kernel.input_type_remedy">());
    }
    const auto place = static_cast<std::size_t>(same - ours.buffers.begin());
    if (given.contains(buffer.name) || !has_same_fill(theirs, i, ours, place)) {
      experiment_.inputs[buffer.name] = initial_bytes(ours, place, given);
    }
  }
  return {};
}

Expected<ReferenceOutput> ReferenceKernel::run_on_device() {
  return with_faults_reported(output_on_device());
}

Expected<ReferenceOutput> ReferenceKernel::run_in_emulator(const simulator::Deadline& deadline) {
  return with_faults_reported(output_in_emulator(deadline));
}

Expected<ReferenceOutput> ReferenceKernel::output_on_device() {
  TRY_STATUS(ready_);
  checked_.report_progress(experiments::Progress::Activity::verifying,
                           message<"reference_kernel.to_compare">(experiment_.kernel.id));
  TRY_STATUS(copy_inputs());
  // The preflight comes before the first launch of any new program.
  if (!experiment_.proceed) TRY_STATUS(preflight(run_, false));
  TRY_STATUS(run_.open());
  TRY_STATUS(run_.prepare());
  TRY_STATUS(run_.execution().run());
  const LaunchPlan& plan = run_.plan();
  TRY(const std::size_t output, output_of(plan, checked_));
  TRY(auto bytes, run_.execution().read(plan.buffers.at(output).name));
  return ReferenceOutput{std::move(bytes), checked_.plan().check.reference_name(), {}};
}

Expected<ReferenceOutput> ReferenceKernel::output_in_emulator(const simulator::Deadline& deadline) {
  TRY_STATUS(ready_);
  checked_.report_progress(experiments::Progress::Activity::emulating, "emulating " + experiment_.kernel.id);
  TRY_STATUS(copy_sizes());
  TRY_STATUS(copy_inputs());
  const LaunchPlan& plan = run_.plan();
  const bool calls = std::ranges::count(plan.launches, catalogue::Launch::Call::library, &catalogue::Launch::call) > 0;
  if (calls && !plan.check.reference.empty()) {
    TRY(auto bytes, catalogue::compute_reference(plan, reference_inputs(plan, experiment_.inputs)));
    return ReferenceOutput{std::move(bytes), message<"method.cpu_reference_of">(plan.kernel),
                           message<"note.reference_of_cpu">(plan.kernel)};
  }
  TRY(const auto program, run_.program());
  emulator::Options options = options_for(experiment_);
  options.step_budget = step_budget_for(experiment_);
  TRY(auto outcome, with_kind(FaultKind::emulator, simulator::emulate(program->module, plan, options, deadline)));
  if (outcome.cancelled) {
    TRY_STATUS(run_.fail_if_abandoned());
    return failure(FaultKind::timeout, message<"reference_kernel.time_limit">(), "",
                   message<"reference_kernel.time_limit_remedy">());
  }
  run_.add_faults(outcome.faults);
  if (!outcome.faults.empty()) return already_reported();
  TRY(const std::size_t output, output_of(plan, checked_));
  const emulator::LazyBytes bytes = std::move(outcome.buffers.at(output));
  outcome.buffers.clear();  // before the copy takes as much again
  return ReferenceOutput{{bytes.begin(), bytes.end()}, checked_.plan().check.reference_name(), {}};
}

}  // namespace lanescope::worker
