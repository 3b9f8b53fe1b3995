#include "worker/steps.h"

#include <fmt/format.h>

#include "worker/report.h"

namespace warpscope::worker {
namespace {

tl::unexpected<Stop> stopped(std::vector<lab::Fault> faults) {
  return tl::unexpected(Stop{false, false, std::move(faults)});
}

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

}  // namespace

Steps::Steps(const lab::Experiment& experiment, std::uint64_t request, Bench& bench, const Listener& listener)
    : experiment_(experiment), bench_(bench), listener_(listener) {
  result_.request = request;
  result_.kernel = experiment.kernel.id;
  result_.backend = name_of(experiment.backend);
  result_.parameters = experiment.values;
  result_.seed = experiment.seed;
  result_.source = experiment.kernel.text;
}

void Steps::tell(lab::Progress::Step step, std::string text) const {
  if (listener_.progress) listener_.progress({step, std::move(text)});
}

Stop Steps::stop_for(const gpu::Failure& failure) const {
  if (failure.kind == "abandoned") return {true, false, {}};
  return {false, failure.context_lost, {fault_of(failure, experiment_.kernel)}};
}

Step<void> Steps::resolve() {
  result_.machine = bench_.machine(experiment_.device);
  auto kernel = catalogue::read_kernel(experiment_.kernel);
  if (!kernel) {
    std::vector<lab::Fault> faults;
    for (const Error& error : kernel.error()) faults.push_back(fault_of("resolve", error, experiment_.kernel));
    return stopped(std::move(faults));
  }
  auto plan = catalogue::resolve(*kernel, experiment_.values, experiment_.seed);
  if (!plan) return stopped({fault_of("resolve", plan.error(), experiment_.kernel)});
  plan_ = std::move(*plan);
  result_.parameters = settings_of(plan_);
  result_.sizes = plan_.sizes;
  result_.work_bytes = plan_.work.bytes;
  result_.work_flops = plan_.work.flops;
  return {};
}

Expected<compiler::ComputeCapability> Steps::choose_target() const {
  if (!experiment_.target.empty()) return compiler::compute_capability(experiment_.target);
  const auto info = bench_.device(experiment_.device);
  return info ? capability_of(*info) : compiler::ComputeCapability{9, 0};
}

Step<compiler::Compiled> Steps::compile_with_cache(const compiler::Request& request, const std::string& doing) {
  // Opening NVRTC may itself read 100 MB from a cold disk: it counts as compiling.
  if (!bench_.has_compiler_for(request.target)) tell(lab::Progress::Step::compiling, "opening the compiler");
  const auto compiler = bench_.compiler_for(request.target);
  if (!compiler) return stopped({fault_of("no_compiler", compiler.error(), experiment_.kernel)});
  if (auto cached = (*compiler)->cached(request)) return std::move(*cached);
  tell(lab::Progress::Step::compiling, doing);
  auto answer = bench_.compile_thread().compile(**compiler, request, [this] { return abandoned(); });
  if (!answer) return tl::unexpected(Stop{true, false, {}});
  if (!*answer) {
    const compiler::CompileFailure& compile_failure = answer->error();
    result_.diagnostics = diagnostics_of(compile_failure.messages);
    return stopped({fault_of(compile_failure, experiment_.kernel)});
  }
  return std::move(**answer);
}

Step<void> Steps::compile() {
  const auto target = choose_target();
  if (!target) return stopped({fault_of("resolve", target.error(), experiment_.kernel)});
  target_ = *target;
  result_.target = target_.text();
  compiler::Request request;
  request.file = experiment_.kernel.path.empty() ? experiment_.kernel.id + ".cu" : experiment_.kernel.path;
  request.text = experiment_.kernel.text;
  request.headers = experiment_.kernel.headers;
  request.options = plan_.defines;
  request.target = target_;
  auto compiled =
      compile_with_cache(request, fmt::format("compiling {} for {}", experiment_.kernel.id, target_.text()));
  if (!compiled) return tl::unexpected(compiled.error());
  compiled_ = std::move(*compiled);
  result_.machine.nvrtc = compiled_.nvrtc;
  result_.ptx = compiled_.ptx;
  result_.diagnostics = diagnostics_of(compiled_.messages);
  result_.launches = launches_of(plan_, compiled_);
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
  return stopped({fault_of("launch", error, experiment_.kernel)});
}

/// The tools are compiled before the device is opened, so that every step of the progress comes only once.
Step<void> Steps::open_device(const cuda::DeviceInfo& info) {
  device_ = bench_.opened(experiment_.device);
  if (device_ != nullptr && device_->tools_loaded) return {};
  compiler::Request request;
  request.file = "warpscope_device.cu";
  request.text = gpu::device_source();
  request.target = capability_of(info);
  const auto tools = compile_with_cache(request, "compiling the tools for " + info.name);
  if (!tools) return tl::unexpected(tools.error());
  tell(lab::Progress::Step::opening, "opening " + info.name);
  const auto device = bench_.open(experiment_.device);
  if (!device) return tl::unexpected(stop_for(device.error()));
  device_ = *device;
  if (auto loaded = device_->session->load_tools(tools->cubin); !loaded) {
    return tl::unexpected(stop_for(loaded.error()));
  }
  device_->tools_loaded = true;
  return {};
}

Step<void> Steps::prepare() {
  const auto info = bench_.device(experiment_.device);
  if (!info) return stopped({fault_of("no_device", info.error(), experiment_.kernel)});
  if (auto runs = check_target(*info); !runs) return runs;
  if (auto opened = open_device(*info); !opened) return opened;
  tell(lab::Progress::Step::launching, "launching " + experiment_.kernel.id);
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
