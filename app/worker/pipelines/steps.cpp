#include "worker/pipelines/steps.h"

#include <fmt/format.h>

#include "base/text.h"
#include "worker/report/occupancy_of.h"
#include "worker/report/report.h"

namespace warpscope::worker {
namespace {

/// The settings as a user would give them: names for named values, numbers for the others.
catalogue::Values settings_of(const catalogue::LaunchPlan& plan) {
  catalogue::Values values;
  for (const auto& [name, number] : plan.parameters) values[name] = number;
  for (const auto& [name, choice] : plan.choices) values[name] = choice;
  return values;
}

compiler::ComputeCapability capability_of(const cuda::DeviceInfo& info) {
  return {info.compute_major, info.compute_minor};
}

bool promises_a_fault(const catalogue::KernelSource& source) {
  const auto kernel = catalogue::read_kernel(source);
  if (!kernel) return false;
  const auto plan = catalogue::resolve(*kernel, {}, 1);
  return plan && plan->expect != FaultKind::none;
}

std::string known_sheets() {
  std::vector<std::string> names;
  for (const model::DeviceSheet& sheet : model::device_sheets()) names.emplace_back(sheet.name);
  return join(names, ", ");
}

}  // namespace

lab::Backend backend_for(const lab::Experiment& experiment, const WorkerContext& context) {
  if (experiment.backend != lab::Backend::automatic) return experiment.backend;
  // A device that was asked for by its number is meant, whether it is there or not.
  if (!context.device(experiment.device) && experiment.device < 0) return lab::Backend::emulator;
  return promises_a_fault(experiment.kernel) && !experiment.proceed ? lab::Backend::emulator : lab::Backend::gpu;
}

Steps::Steps(const lab::Experiment& experiment, lab::Backend backend, std::uint64_t request, WorkerContext& context,
             const Listener& listener)
    : experiment_(experiment), context_(context), listener_(listener) {
  result_.request = request;
  result_.kernel = experiment.kernel.id;
  result_.backend = backend;
  result_.parameters = experiment.values;
  result_.seed = experiment.seed;
  result_.schedule = experiment.schedule;
  result_.source = experiment.kernel.text;
}

void Steps::tell(lab::Progress::Activity step, std::string text) const {
  if (listener_.progress) listener_.progress({step, std::move(text)});
}

Stop Steps::stop_for(const Error& error) const {
  if (error.kind == FaultKind::abandoned) return {true, false, {}};
  return {false, error.context_lost, {lab::fault_of(error, experiment_.kernel)}};
}

Step<void> Steps::resolve() {
  result_.machine = context_.machine(experiment_.device);
  auto kernel = catalogue::read_kernel(experiment_.kernel);
  if (!kernel) {
    std::vector<lab::Fault> faults;
    for (const Error& error : kernel.error()) faults.push_back(fault_of(FaultKind::resolve, error, experiment_.kernel));
    return stopped(std::move(faults));
  }
  kernel_ = std::move(*kernel);
  auto plan = catalogue::resolve(kernel_, experiment_.values, experiment_.seed);
  if (!plan) return stopped({fault_of(FaultKind::resolve, plan.error(), experiment_.kernel)});
  plan_ = std::move(*plan);
  result_.parameters = settings_of(plan_);
  result_.expected = plan_.expect;
  report_plan();
  return {};
}

void Steps::report_plan() {
  result_.sizes = plan_.sizes;
  result_.work_bytes = plan_.work.bytes;
  result_.work_flops = plan_.work.flops;
}

void Steps::replace_plan(catalogue::LaunchPlan plan) {
  plan_ = std::move(plan);
  report_plan();
  report_launches();
}

/// Launches with what compiler and data sheet say of them.
void Steps::report_launches() {
  result_.launches = launches_of(plan_, compiled_);
  result_.curves.clear();
  const auto info = context_.device(experiment_.device);
  const bool for_device = info && capability_of(*info) == target_;
  if (const auto limits = limits_of(sheet_, for_device ? &*info : nullptr)) {
    add_occupancy(plan_, compiled_, *limits, result_);
  }
}

Step<const EmulatedProgram*> Steps::program() {
  if (!program_) {
    auto program = read_program(compiled_.ptx, compiled_.cubin);
    if (!program) return stopped({fault_of(FaultKind::emulator, program.error(), experiment_.kernel)});
    program_ = std::move(*program);
  }
  return &*program_;
}

std::filesystem::path Steps::nvdisasm() {
  const auto compiler = context_.compiler_for(target_);
  return compiler ? (*compiler)->toolkit().nvdisasm : std::filesystem::path();
}

Status Steps::choose_target() {
  const auto info = context_.device(experiment_.device);
  if (experiment_.target.empty()) {
    target_ = info ? capability_of(*info) : compiler::ComputeCapability{9, 0};
    sheet_ = info ? model::device_sheet(info->name) : nullptr;
  } else if (const model::DeviceSheet* named = model::device_sheet(experiment_.target)) {
    target_ = {named->compute_major, named->compute_minor};
    sheet_ = named;
  } else {
    const auto target = compiler::compute_capability(experiment_.target);
    if (!target) {
      return failure(fmt::format("'{}' is neither a compute capability nor a known GPU", experiment_.target), "target",
                     "write 9.0, or one of " + known_sheets());
    }
    target_ = *target;
  }
  if (sheet_ == nullptr) sheet_ = model::device_sheet(target_.major, target_.minor);
  if (sheet_ != nullptr) result_.sheet = sheet_of(*sheet_);
  return {};
}

Step<compiler::Compiled> Steps::compile_with_cache(const compiler::Request& request, const std::string& doing) {
  // Opening NVRTC may itself read 100 MB from a cold disk: it counts as compiling.
  if (!context_.has_compiler_for(request.target)) tell(lab::Progress::Activity::compiling, "opening the compiler");
  const auto compiler = context_.compiler_for(request.target);
  if (!compiler) return stopped({fault_of(FaultKind::no_compiler, compiler.error(), experiment_.kernel)});
  if (auto cached = (*compiler)->cached(request)) return std::move(*cached);
  tell(lab::Progress::Activity::compiling, doing);
  auto answer = context_.compile_thread().compile(**compiler, request, [this] { return abandoned(); });
  if (!answer) return tl::unexpected(Stop{true, false, {}});
  if (!*answer) {
    result_.diagnostics = answer->error().diagnostics;
    return tl::unexpected(stop_for(answer->error()));
  }
  return std::move(**answer);
}

Step<void> Steps::compile() {
  if (const auto chosen = choose_target(); !chosen) {
    return stopped({fault_of(FaultKind::resolve, chosen.error(), experiment_.kernel)});
  }
  result_.target = target_.text();
  compiler::Request request;
  request.file = experiment_.kernel.path.empty() ? experiment_.kernel.id + ".cu" : experiment_.kernel.path;
  request.text = experiment_.kernel.text;
  request.headers = experiment_.kernel.headers;
  std::erase_if(request.headers, [](const auto& file) { return file.first.ends_with(".toml"); });  // no source code
  request.options = plan_.defines;
  request.target = target_;
  TRY(compiled_,
      compile_with_cache(request, fmt::format("compiling {} for {}", experiment_.kernel.id, target_.text())));
  result_.machine.nvrtc = compiled_.nvrtc;
  result_.ptx = compiled_.ptx;
  result_.diagnostics = compiled_.messages;
  report_launches();
  result_.compile_ms = compiled_.milliseconds;
  result_.compile_cached = compiled_.cached;
  return {};
}

/// A cubin runs on devices of its own major version from its own minor version on.
Step<void> Steps::check_target(const cuda::DeviceInfo& info) const {
  const compiler::ComputeCapability device = capability_of(info);
  if (target_.major == device.major && target_.minor <= device.minor) return {};
  const Error error{fmt::format("compiled for {}, which {} (compute capability {}) does not run", target_.text(),
                                info.name, device.text()),
                    "", "leave the target away to run on this device"};
  return stopped({fault_of(FaultKind::launch, error, experiment_.kernel)});
}

/// The tools are compiled before the device is opened, so that every step of the progress comes only once.
Step<void> Steps::open_device(const cuda::DeviceInfo& info) {
  device_ = context_.opened(experiment_.device);
  if (device_ != nullptr && device_->tools_loaded) return {};
  compiler::Request request;
  request.file = "warpscope_device.cu";
  request.text = gpu::device_source();
  request.target = capability_of(info);
  TRY(const auto tools, compile_with_cache(request, "compiling the tools for " + info.name));
  tell(lab::Progress::Activity::opening, "opening " + info.name);
  const auto device = context_.open(experiment_.device);
  if (!device) return tl::unexpected(stop_for(device.error()));
  device_ = *device;
  if (auto loaded = device_->session->load_tools(tools.cubin); !loaded) {
    return tl::unexpected(stop_for(loaded.error()));
  }
  device_->tools_loaded = true;
  return {};
}

Step<gpu::HeatGatherer*> Steps::gatherer() {
  if (device_->gatherer) return &*device_->gatherer;
  const auto info = context_.device(experiment_.device);
  if (!info) return stopped({fault_of(FaultKind::no_device, info.error(), experiment_.kernel)});
  compiler::Request request;
  request.file = "warpscope_heat.cu";
  request.text = gpu::heat_source();
  request.target = capability_of(*info);
  TRY(const auto compiled, compile_with_cache(request, "compiling what gathers accesses on " + info->name));
  auto loaded = gpu::HeatGatherer::load(context_.functions(), compiled.cubin);
  if (!loaded) return tl::unexpected(stop_for(loaded.error()));
  device_->gatherer = std::move(*loaded);
  return &*device_->gatherer;
}

Step<void> Steps::open() {
  const auto info = context_.device(experiment_.device);
  if (!info) return stopped({fault_of(FaultKind::no_device, info.error(), experiment_.kernel)});
  TRY_STATUS(check_target(*info));
  return open_device(*info);
}

Step<void> Steps::prepare() {
  tell(lab::Progress::Activity::launching, "launching " + experiment_.kernel.id);
  return prepare_again();
}

Step<void> Steps::prepare_again() {
  auto execution = device_->session->prepare(plan_, compiled_.ptx, compiled_.cubin, experiment_.inputs);
  if (!execution) return tl::unexpected(stop_for(execution.error()));
  execution_ = std::move(*execution);
  const std::vector<gpu::Occupancy> occupancy = execution_->occupancy();
  for (std::size_t i = 0; i < occupancy.size() && i < result_.launches.size(); ++i) {
    if (occupancy[i].blocks_per_sm == 0) continue;
    result_.launches[i].blocks_per_sm = occupancy[i].blocks_per_sm;
    result_.launches[i].occupancy = occupancy[i].occupancy;
  }
  return {};
}

}  // namespace warpscope::worker
