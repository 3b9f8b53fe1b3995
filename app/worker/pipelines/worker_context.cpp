#include "worker/pipelines/worker_context.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "base/file.h"
#include "cuda/cublas.h"
#include "gpu/messages.h"
#include "worker/counters/count_plan.h"

namespace lanescope::worker {
namespace {

std::string host_name() {
  std::array<char, 256> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return {};
  return name.data();
}

/// Returns "13.0" for 13000, which is how the driver counts CUDA versions.
std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

Expected<std::vector<cuda::DeviceInfo>> devices_of(const Expected<cuda::Driver>& driver) {
  if (!driver) return failure(driver.error());
  TRY(auto devices, driver->devices());
  return devices;
}

}  // namespace

WorkerOptions usual_options() {
  const auto data = data_folder();
  return {{}, path_in(cache_folder(), "compiled"), data ? *data / "assets" / "gpus" : std::filesystem::path()};
}

std::vector<std::string> cublas_files(const compiler::Search& search, int newest_major) {
  const std::vector<std::filesystem::path> folders = compiler::search_folders(search);
  const bool with_loader = compiler::searches_system(search);
  std::vector<std::string> files;
  for (const std::string& name : cuda::cublas_library_names(newest_major)) {
    for (const std::filesystem::path& folder : folders) {
      std::error_code error;
      if (std::filesystem::is_regular_file(folder / name, error)) files.push_back((folder / name).string());
    }
    if (with_loader) files.push_back(name);
  }
  return files;
}

WorkerContext::WorkerContext(WorkerOptions options)
    : options_(std::move(options)),
      driver_(cuda::Driver::open()),
      devices_(devices_of(driver_)),
      toolkits_(compiler::find_toolkits(options_.search)) {}

WorkerContext::~WorkerContext() = default;

Expected<cuda::DeviceInfo> WorkerContext::device(int ordinal) const {
  if (!devices_) return failure(devices_.error());
  const auto index = static_cast<std::size_t>(std::max(ordinal, 0));
  if (index >= devices_->size()) {
    return failure(message<"device.unknown">(index, devices_->size()), "", message<"device.unknown_remedy">());
  }
  return (*devices_)[index];
}

experiments::Machine WorkerContext::machine(int ordinal) {
  experiments::Machine machine;
  machine.host = host_name();
  if (driver_) machine.driver = version_text(driver_->version());
  const auto info = device(ordinal);
  compiler::ComputeCapability target{9, 0};
  if (info) {
    target = {info->compute_major, info->compute_minor};
    machine.device = info->name;
    machine.uuid = info->uuid;
    machine.compute_capability = target.text();
    machine.sm_count = info->sm_count;
    machine.memory_bytes = info->memory_bytes;
    machine.l2_bytes = info->l2_bytes;
    machine.peak_gb_per_s = info->peak_gb_per_s;
  }
  const auto& toolkit = toolkit_for(target);
  if (toolkit) machine.nvrtc = fmt::format("{}.{}", toolkit->major, toolkit->minor);
  return machine;
}

const Expected<compiler::Toolkit>& WorkerContext::toolkit_for(compiler::ComputeCapability target) {
  const auto known = chosen_.find(target);
  if (known != chosen_.end()) return known->second;
  const int version = driver_ ? driver_->version() : 0;
  return chosen_.emplace(target, compiler::choose_toolkit(toolkits_, target, version)).first->second;
}

Expected<const predict::GpuProfile*> WorkerContext::profile_of(const std::string& sheet) {
  if (options_.gpus.empty()) return nullptr;
  if (const auto known = profiles_.find(sheet); known != profiles_.end()) return &known->second;
  TRY(auto profile, predict::read_profile_of(sheet, options_.gpus));
  return &profiles_.emplace(sheet, std::move(profile)).first->second;
}

Expected<const compiler::Compiler*> WorkerContext::compiler_for(compiler::ComputeCapability target) {
  if (const auto known = nvrtc_for_.find(target); known != nvrtc_for_.end()) return &compilers_.at(known->second);
  const auto& toolkit = toolkit_for(target);
  if (!toolkit) return failure(toolkit.error());
  const std::string key = toolkit->nvrtc.string();
  if (!compilers_.contains(key)) {
    TRY(auto opened, compiler::Compiler::open(*toolkit, options_.cache));
    compilers_.emplace(key, std::move(opened));
  }
  nvrtc_for_[target] = key;
  return &compilers_.at(key);
}

Expected<gpu::Profiler*> WorkerContext::profiler(OpenDevice& device) const {
  if (!device.profiler) {
    const std::vector<std::string> files = cupti_files(options_.search, driver_->version() / 1000);
    TRY(device.profiler, gpu::Profiler::open(files, *device.session));
  }
  return device.profiler.get();
}

OpenDevice* WorkerContext::find_open(int ordinal) const {
  return open_ordinal_ == std::max(ordinal, 0) ? open_.get() : nullptr;
}

Expected<OpenDevice*> WorkerContext::open(int ordinal) {
  if (OpenDevice* const device = find_open(ordinal)) return device;
  if (!driver_) throw MachineError(driver_.error());
  open_.reset();
  TRY(auto session, gpu::DeviceSession::open(*driver_, ordinal));
  session->set_cublas_files(cublas_files(options_.search, driver_->version() / 1000));
  open_ = std::make_unique<OpenDevice>(OpenDevice{std::move(session), SlotMemory(driver_->functions()),
                                                  SlotMemory(driver_->functions()), std::nullopt, nullptr, false, false,
                                                  std::nullopt});
  open_ordinal_ = std::max(ordinal, 0);
  return open_.get();
}

}  // namespace lanescope::worker
