#include "worker/pipelines/experiment_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/messages.h"
#include "catalogue/reference/number_file.h"
#include "compiler/host/kernel_names.h"
#include "compiler/messages/messages.h"
#include "gpu/prepare/limits.h"
#include "ptx/assembler_limits.h"
#include "ptx/modules.h"
#include "ptx/signature.h"
#include "ptx/source_files.h"
#include "worker/emulation/guesses.h"
#include "worker/messages.h"
#include "worker/pipelines/check_plan.h"
#include "worker/pipelines/lower_symbols.h"
#include "worker/pipelines/ptx_lines.h"
#include "worker/pipelines/removed_arrays.h"
#include "worker/pipelines/target.h"
#include "worker/report/report.h"

namespace lanescope::worker {
namespace {

compiler::ComputeCapability capability_of(const cuda::DeviceInfo& info) {
  return {info.compute_major, info.compute_minor};
}

bool promises_a_fault(const catalogue::KernelSource& source) {
  const auto kernel = catalogue::read_kernel(source);
  if (!kernel) return false;
  const auto plan = catalogue::resolve(*kernel, {}, 1);
  return plan && plan->expect != FaultKind::none;
}

/// Whether the target names a GPU, and another one than the device.
bool is_other_gpu(const std::string& target, const cuda::DeviceInfo& device) {
  const model::DeviceSheet* const named = model::device_sheet(target);
  return named != nullptr && named != model::device_sheet(device.name);
}

}  // namespace

experiments::Backend backend_for(const experiments::Experiment& experiment, const WorkerContext& context) {
  if (experiment.backend != experiments::Backend::automatic) return experiment.backend;
  const auto device = context.device(experiment.device);
  // A device that was asked for by its number is used even when it does not exist, which is an error.
  if (!device && experiment.device < 0) return experiments::Backend::emulator;
  // The time of another GPU cannot be measured on this one, but predicted.
  if (device && is_other_gpu(experiment.target, *device)) return experiments::Backend::emulator;
  return promises_a_fault(experiment.kernel) && !experiment.proceed ? experiments::Backend::emulator
                                                                    : experiments::Backend::gpu;
}

ExperimentRun::ExperimentRun(const experiments::Experiment& experiment, experiments::Backend backend,
                             std::uint64_t request, WorkerContext& context, const Listener& listener)
    : experiment_(experiment), context_(context), listener_(listener) {
  result_.request = request;
  result_.kernel = experiment.kernel.id;
  result_.backend = backend;
  result_.parameters = experiment.values;
  result_.seed = experiment.seed;
  result_.schedule = experiment.schedule;
  result_.source = experiment.kernel.text;
}

void ExperimentRun::report_progress(experiments::Progress::Activity step, std::string text) const {
  if (listener_.progress) listener_.progress({step, std::move(text)});
}

void ExperimentRun::publish(experiments::ResultStage stage) {
  result_.stage = stage;
  listener_.publish(result_);
}

void ExperimentRun::mark_failed(const Error& error) {
  result_.stage = experiments::ResultStage::failed;
  if (error.kind != FaultKind::none) result_.faults.push_back(experiments::fault_of(error, experiment_.kernel));
}

void ExperimentRun::add_faults(const std::vector<emulator::Fault>& faults) {
  for (const emulator::Fault& fault : faults) result_.faults.push_back(fault_of(fault, experiment_.kernel));
}

Status ExperimentRun::fail_if_abandoned() const {
  if (abandoned()) return failure(FaultKind::abandoned, message<"run.abandoned">());
  return {};
}

simulator::Deadline ExperimentRun::deadline(std::chrono::milliseconds limit) const {
  const std::shared_ptr<ProcessClock>& clock = context_.clock();
  return {clock, clock->now() + limit, [this] { return abandoned(); }};
}

Message ExperimentRun::message_of(const Error& error) const {
  return experiments::fault_of(error, experiment_.kernel).message;
}

Status ExperimentRun::resolve() {
  result_.machine = context_.machine(experiment_.device);
  auto kernel = catalogue::read_kernel(experiment_.kernel);
  if (!kernel) {
    for (const Error& error : kernel.error()) mark_failed(error);
    return already_reported();
  }
  kernel_ = std::move(*kernel);
  TRY(plan_, catalogue::resolve(kernel_, experiment_.values, experiment_.seed));
  TRY_STATUS(apply_overrides(plan_));
  result_.parameters = catalogue::settings_of(plan_);
  result_.expected = plan_.expect;
  report_plan();
  return {};
}

Status ExperimentRun::use_entry(const std::string& entry) {
  entry_ = entry;
  return apply_overrides(plan_);
}

Status ExperimentRun::apply_overrides(catalogue::LaunchPlan& plan) const {
  if (!entry_.empty()) {
    for (catalogue::Launch& launch : plan.launches) {
      if (launch.entry != plan.launches.front().entry) {
        return failure(message<"reference_kernel.several_entries">(entry_), {experiment_.kernel.path, plan.check.line},
                       message<"check.another_kernel_remedy">());
      }
    }
    for (catalogue::Launch& launch : plan.launches) launch.entry = entry_;
  }
  if (!experiment_.expect) return {};
  const experiments::ExpectedBuffer& expected = *experiment_.expect;
  const auto buffer = std::ranges::find(plan.buffers, expected.buffer, &catalogue::Buffer::name);
  if (buffer == plan.buffers.end()) {
    return failure(message<"buffer.unknown_output">(expected.buffer), "expect",
                   message<"buffer.unknown_output_remedy">());
  }
  catalogue::Check& check = plan.check;
  check.reference.clear();
  check.reference_kernel.clear();
  check.reference_entry.clear();
  check.sampled_rows = 0;
  check.file = expected.file;
  check.output = static_cast<std::size_t>(buffer - plan.buffers.begin());
  const bool relative = expected.tolerance > 0 && !is_integer(buffer->type);
  check.compare = relative ? catalogue::Check::Compare::relative : catalogue::Check::Compare::exact;
  check.tolerance = relative ? expected.tolerance : 0;
  return {};
}

Expected<std::vector<std::byte>> ExperimentRun::reference_file_bytes() const {
  const catalogue::Check& check = plan_.check;
  const auto found = kernel_.source.data.find(check.file);
  if (!experiment_.expect && found == kernel_.source.data.end()) {
    return failure(FaultKind::reference_kernel, message<"check.file_missing">(check.file),
                   {experiment_.kernel.path, check.line}, message<"check.file_missing_remedy">());
  }
  const std::vector<std::byte>& file = experiment_.expect ? experiment_.expect->bytes : found->second;
  return with_kind(FaultKind::reference_kernel,
                   catalogue::elements_in_file(file, plan_.buffers.at(check.output), check.file));
}

void ExperimentRun::report_plan() {
  result_.sizes = plan_.sizes;
  result_.work_bytes = plan_.work.bytes;
  result_.work_flops = plan_.work.flops;
}

void ExperimentRun::set_served(simulator::ServedPlan served) {
  served_ = std::move(served);
  if (!result_.traced) return;
  analysis::Traced traced = *result_.traced;
  traced.levels = levels_of(traced.trace);
  result_.traced = std::make_shared<const analysis::Traced>(std::move(traced));
}

std::vector<predict::LaneLevels> ExperimentRun::levels_of(const trace::Trace& shown) const {
  return served_ ? simulator::levels_of(shown, *served_) : std::vector<predict::LaneLevels>{};
}

void ExperimentRun::replace_plan(catalogue::LaunchPlan plan) {
  plan_ = std::move(plan);
  // It depends on no size, so what was possible for the plan before is possible for this one.
  static_cast<void>(apply_overrides(plan_));
  lower_entries(plan_, compiled_);
  report_plan();
  report_launches();
}

/// Reports the launches with what the compiler and the data sheet say of them.
void ExperimentRun::report_launches() {
  result_.launches = launches_of(plan_, compiled_);
  result_.curves.clear();
  const auto info = context_.device(experiment_.device);
  const bool for_device = info && capability_of(*info) == target_;
  if (const auto limits = limits_of(sheet_, for_device ? &*info : nullptr)) {
    add_occupancy(plan_, compiled_, *limits, result_);
  }
}

void ExperimentRun::disassemble() {
  if (!experiment_.disassemble) return;
  const auto compiler = context_.compiler_for(target_);
  result_.sass = sass_of(compiled_.cubin, compiler ? (*compiler)->toolkit().nvdisasm : std::filesystem::path());
}

Expected<const simulator::Program*> ExperimentRun::program() {
  if (!program_) {
    TRY(program_,
        with_kind(FaultKind::emulator, simulator::read_program(compiled_.ptx, compiled_.cubin, compiler::source_root)));
  }
  return &*program_;
}

Expected<Emulation> ExperimentRun::emulation() {
  TRY(const auto program, this->program());
  return Emulation{*program, kernel_, plan_, experiment_};
}

Status ExperimentRun::choose_target() {
  const auto info = context_.device(experiment_.device);
  if (experiment_.target.empty()) {
    target_ = info ? capability_of(*info) : compiler::ComputeCapability{9, 0};
    sheet_ = info ? model::device_sheet(info->name) : nullptr;
  } else {
    TRY(const Target named, target_named(experiment_.target));
    target_ = named.capability;
    sheet_ = named.sheet;
  }
  if (sheet_ == nullptr) sheet_ = model::device_sheet(target_.major, target_.minor);
  if (sheet_ != nullptr) result_.sheet = *sheet_;
  return {};
}

Expected<compiler::Compiled> ExperimentRun::compile_with_cache(const compiler::Request& request,
                                                               const std::string& doing) {
  // Opening NVRTC may read 100 MB from a cold disk, so it counts as compiling.
  if (!context_.has_compiler_for(request.target))
    report_progress(experiments::Progress::Activity::compiling, "opening the compiler");
  TRY(const auto compiler, with_kind(FaultKind::no_compiler, context_.compiler_for(request.target)));
  if (auto cached = compiler->cached(request)) return std::move(*cached);
  report_progress(experiments::Progress::Activity::compiling, doing);
  auto answer = context_.compile_thread().compile(*compiler, request, [this] { return abandoned(); });
  if (!answer) return failure(FaultKind::abandoned, message<"run.abandoned">());
  if (!*answer) result_.diagnostics = answer->error().diagnostics;
  return std::move(*answer);
}

Expected<std::string> ExperimentRun::module_of_kernels() {
  const std::string& text = experiment_.kernel.text;
  const auto modules = ptx::modules_of(text);
  if (modules.empty()) return text;
  if (modules.size() == 1) return ptx::module_alone(text, modules.front());
  const std::vector<std::string> kernels = entries_of(plan_);
  const auto [module, others_differ] = ptx::module_with(text, modules, kernels, 10 * target_.major + target_.minor);
  if (module == nullptr) {
    return failure(FaultKind::compile, message<"ptx.no_module">(modules.size(), join(kernels, ", ")),
                   experiment_.kernel.path, message<"ptx.no_module_remedy">());
  }
  if (others_differ) add_note(message<"note.ptx_module">(join(kernels, ", "), module->line, module->target));
  return ptx::module_alone(text, *module);
}

Expected<compiler::Compiled> ExperimentRun::assemble_ptx() {
  TRY(const std::string module, module_of_kernels());
  TRY_STATUS(with_kind(FaultKind::compile, ptx::read_signatures(module)));
  TRY_STATUS(with_kind(FaultKind::compile, ptx::check_assembler_limits(module)));
  const auto files = experiment_.ptx_lines ? std::vector<ptx::SourceFile>() : ptx::source_files(module);
  compiler::Compiled taken;
  taken.ptx = files.empty() ? with_own_lines(module, std::string(compiler::source_root) + experiment_.kernel.path)
                            : ptx::with_source_names(module, files, compiler::source_root);
  const auto compiler = with_kind(FaultKind::no_compiler, context_.compiler_for(target_));
  CompileThread::Answer assembled = tl::unexpected(compiler ? Error() : compiler.error());
  if (compiler) {
    report_progress(experiments::Progress::Activity::compiling,
                    fmt::format("compiling {} for {}", experiment_.kernel.id, target_.text()));
    auto answer = context_.compile_thread().assemble(**compiler, taken.ptx, target_, [this] { return abandoned(); });
    if (!answer) return failure(FaultKind::abandoned, message<"run.abandoned">());
    assembled = std::move(*answer);
  }
  if (assembled) {
    assembled->ptx = std::move(taken.ptx);
    return std::move(*assembled);
  }
  // The emulator needs no cubin. Only registers, and which accesses ptxas merges, are then not known.
  if (result_.backend != experiments::Backend::emulator) return tl::unexpected(std::move(assembled).error());
  add_note(message<"note.not_assembled">(message_of(assembled.error())));
  return taken;
}

compiler::Request ExperimentRun::source_request() const {
  compiler::Request request;
  request.file = experiment_.kernel.path.empty() ? experiment_.kernel.id + ".cu" : experiment_.kernel.path;
  request.text = experiment_.kernel.text;
  request.headers = experiment_.kernel.headers;
  // A front matter of its own is no source code. With it stand files as their projects have them, of many kernels.
  const bool foreign =
      std::erase_if(request.headers, [](const auto& file) { return file.first.ends_with(".toml"); }) > 0;
  request.options = plan_.defines;
  request.target = target_;
  request.kernels = compiler::name_expressions(entries_of(plan_));
  if (foreign) request.only = entries_of(plan_);
  return request;
}

Expected<compiler::Compiled> ExperimentRun::compile_source() {
  if (catalogue::is_ptx(experiment_.kernel)) return assemble_ptx();
  return compile_with_cache(source_request(),
                            fmt::format("compiling {} for {}", experiment_.kernel.id, target_.text()));
}

Status ExperimentRun::compile() {
  TRY_STATUS(choose_target());
  result_.target = target_.text();
  TRY(compiled_, compile_source());
  result_.machine.nvrtc = compiled_.nvrtc;
  result_.ptx = compiled_.ptx;
  result_.diagnostics = compiled_.messages;
  result_.left_out = compiled_.left_out;
  for (const RemovedArray& array : removed_arrays(experiment_.kernel, entries_of(plan_), compiled_.ptx)) {
    add_note(message<"note.removed_array">(array.name, array.line));
  }
  lower_entries(plan_, compiled_);
  TRY_STATUS(refuse_overloads(plan_, compiled_.ptx, experiment_.kernel));
  TRY_STATUS(with_kind(FaultKind::compile, check_types(plan_, experiment_.kernel)));
  TRY_STATUS(check_threads(plan_, compiled_, experiment_.kernel));
  TRY_STATUS(lower_symbols(plan_, compiled_.ptx, experiment_.kernel));
  if (plan_.has_guesses()) {
    TRY(const auto emulation, this->emulation());
    settle_guesses(emulation, plan_, deadline(experiment_.timeout));
    report_plan();
  }
  report_launches();
  result_.compile_ms = compiled_.milliseconds;
  result_.compile_cached = compiled_.cached;
  return {};
}

Status ExperimentRun::find_parameter_types() {
  TRY_STATUS(choose_target());
  result_.target = target_.text();
  report_progress(experiments::Progress::Activity::compiling, "reading the types of " + experiment_.kernel.id);
  TRY(const auto compiler, with_kind(FaultKind::no_compiler, context_.compiler_for(target_)));
  compiler::Request request = source_request();
  request.options = catalogue::compile_options(experiment_.kernel);
  auto types = compiler->parameter_types(std::move(request), experiment_.types_of.value_or(""));
  if (!types) result_.diagnostics = types.error().diagnostics;
  TRY(result_.parameter_types, std::move(types));
  publish(experiments::ResultStage::refined);
  return {};
}

Expected<compiler::Compiled> ExperimentRun::compile_device_source(const char* file, std::string_view text,
                                                                  const cuda::DeviceInfo& device,
                                                                  const std::string& doing) {
  compiler::Request request;
  request.file = file;
  request.text = text;
  request.target = capability_of(device);
  return compile_with_cache(request, doing + device.name);
}

Expected<cuda::DeviceInfo> ExperimentRun::device_info() const {
  return with_kind(FaultKind::no_device, context_.device(experiment_.device));
}

Expected<gpu::HeatGatherer*> ExperimentRun::gatherer() {
  if (device_->gatherer) return &*device_->gatherer;
  TRY(const auto info, device_info());
  TRY(const auto compiled,
      compile_device_source("lanescope_heat.cu", gpu::heat_source(), info, "compiling what gathers accesses on "));
  TRY(device_->gatherer, gpu::HeatGatherer::load(context_.functions(), compiled.cubin));
  return &*device_->gatherer;
}

/// The tools are compiled before the device is opened, so that every step of the progress comes only once.
Status ExperimentRun::open() {
  TRY(const auto info, device_info());
  // A cubin runs on devices of the same major version and of the same or a higher minor version.
  const compiler::ComputeCapability device = capability_of(info);
  if (target_.major != device.major || target_.minor > device.minor) {
    return failure(FaultKind::launch, message<"target.not_of_device">(target_.text(), info.name, device.text()), "",
                   message<"target.not_of_device_remedy">());
  }
  device_ = context_.find_open(experiment_.device);
  if (device_ != nullptr && device_->tools_loaded) return {};
  TRY(const auto tools,
      compile_device_source("lanescope_device.cu", gpu::device_source(), info, "compiling the tools for "));
  report_progress(experiments::Progress::Activity::opening, "opening " + info.name);
  TRY(device_, context_.open(experiment_.device));
  TRY_STATUS(device_->session->load_tools(tools.cubin));
  device_->tools_loaded = true;
  return {};
}

Status ExperimentRun::prepare() {
  report_progress(experiments::Progress::Activity::launching, "launching " + experiment_.kernel.id);
  return prepare_again();
}

Status ExperimentRun::prepare_again() {
  TRY(execution_, device_->session->prepare(plan_, compiled_.ptx, compiled_.cubin, experiment_.inputs));
  const std::vector<int> blocks = execution_->blocks_per_sm();
  for (std::size_t i = 0; i < blocks.size() && i < result_.launches.size(); ++i) {
    if (blocks[i] == 0) continue;
    experiments::LaunchInfo& launch = result_.launches[i];
    launch.blocks_per_sm = blocks[i];
    launch.occupancy = gpu::occupancy_of(blocks[i], launch.block.count(), device_->session->device());
  }
  return {};
}

}  // namespace lanescope::worker
