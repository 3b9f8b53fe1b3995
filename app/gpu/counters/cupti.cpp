#include "gpu/counters/cupti.h"

#include <fmt/format.h>

#include <filesystem>

#include "gpu/counters/permission.h"

namespace lanescope::gpu {
namespace {

// Codes of cupti_result.h. They are numbers here, because older headers do not name all of them.
enum Code {
  invalid_device = 2,
  out_of_memory = 8,
  hardware_busy = 26,
  not_supported = 27,
  virtual_device = 33,
  compiler_too_old = 34,
  insufficient_privileges = 35,
  legacy_only = 38,
  several_subscribers = 39,
  virtual_device_privileges = 40,
  confidential_computing = 41,
  mining_device = 42,
  partitioned_device = 43,
  linked_device = 44,
  windows_subsystem = 45,
  unknown_chip = 46
};

struct Cause {
  FaultKind kind;
  const char* what;  ///< in words, behind CUPTI's own; empty when that is all that is known
  std::string remedy;
};

Cause cause_of(int code) {
  switch (code) {
    case insufficient_privileges:
      return {FaultKind::no_permission, "the driver lets only the administrator read hardware counters",
              counter_permission().remedy};
    case virtual_device_privileges:
      return {FaultKind::no_permission,
              "the host of this virtual machine does not let its guests read hardware counters",
              "let the administrator of the host enable profiling for this virtual GPU"};
    case hardware_busy:
    case several_subscribers: {
      const std::string holder = running_profilers();
      return {FaultKind::counters_busy, "another profiler holds the hardware counters",
              holder.empty() ? "end the other profiler (ncu, nsys, DCGM: `dcgmi profstat --pause`)"
                             : "end what runs: " + holder + " (DCGM pauses with `dcgmi profstat --pause`)"};
    }
    case out_of_memory:
      return {FaultKind::out_of_memory, "there is no memory for counting",
              "choose a smaller problem, or end other programs that use the GPU"};
    case invalid_device:
    case not_supported:
    case legacy_only:
      return {FaultKind::no_counters, "this CUPTI does not count on this GPU with this driver",
              "use a GPU of compute capability 7.5 or later, and a CUPTI that is no newer than the driver"};
    case compiler_too_old:
      return {FaultKind::no_counters, "the driver is too old for this CUPTI",
              "install a newer driver, or an older CUPTI"};
    case unknown_chip:
      return {FaultKind::no_counters, "this CUPTI does not know the GPU", "install a newer CUPTI"};
    case virtual_device:
      return {FaultKind::no_counters, "a virtual GPU of this kind has no hardware counters", "use the whole GPU"};
    case confidential_computing:
      return {FaultKind::no_counters, "the GPU is in the mode of confidential computing, which hides its counters",
              "switch that mode off where the machine is administered"};
    case mining_device:
      return {FaultKind::no_counters, "a mining processor has no hardware counters", "use another GPU"};
    case partitioned_device:
      return {FaultKind::no_counters, "counters of this part of a GPU (MIG) cannot be read", "use the whole GPU"};
    case linked_device:
      return {FaultKind::no_counters, "linked GPUs (SLI) have no hardware counters", "switch SLI off"};
    case windows_subsystem:
      return {FaultKind::no_counters, "hardware counters cannot be read under WSL on this system",
              "update Windows and its NVIDIA driver"};
    default:
      return {FaultKind::no_counters, "", "`lanescope doctor` says what this machine has"};
  }
}

}  // namespace

Error cupti_error(int code, const std::string& function, const std::string& name) {
  Cause cause = cause_of(code);
  std::string words = fmt::format("{}: {}", function, name.empty() ? "error" : name);
  if (name.find(std::to_string(code)) == std::string::npos) words += fmt::format(" ({})", code);
  Error error;
  error.what = *cause.what == '\0' ? "counting failed: " + words : fmt::format("{} ({})", cause.what, words);
  error.remedy = std::move(cause.remedy);
  error.kind = cause.kind;
  return error;
}

#if LANESCOPE_HAS_CUPTI

namespace {

/// Opens a library that CUPTI opens by its bare name later, so that it takes the one of its own folder.
SharedLibrary sibling_library(const std::string& file, const char* name) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  auto opened = SharedLibrary::open({folder.empty() ? std::string(name) : (folder / name).string()});
  return opened ? std::move(*opened) : SharedLibrary();
}

}  // namespace

Expected<std::shared_ptr<const Cupti>> Cupti::open(const std::vector<std::string>& files) {
  std::string reason = "there is no file to try";
  for (const std::string& file : files) {
    SharedLibrary target = sibling_library(file, "libnvperf_target.so");
    SharedLibrary host = sibling_library(file, "libnvperf_host.so");
    auto opened = SharedLibrary::open({file});
    if (!opened) {
      reason = opened.error().what;
      continue;
    }
    // CUPTI has threads and callbacks in the driver of its own, and ends after everything else. So it and what it calls
    // stay to the end of the process.
    opened->pin();
    for (const SharedLibrary* called : {&host, &target}) {
      if (*called) called->pin();
    }
    return std::make_shared<const Cupti>(std::move(host), std::move(target), std::move(*opened));
  }
  return failure(FaultKind::no_counters, "CUPTI cannot be opened: " + reason, "",
                 "install it with the CUDA Toolkit (cuda-cupti), or: pip install nvidia-cuda-cupti (for CUDA 12: "
                 "nvidia-cuda-cupti-cu12)");
}

std::string Cupti::name_of(CUptiResult code) const {
  const char* name = nullptr;
  if (cuptiGetResultString.call_noexcept(code, &name) != CUPTI_SUCCESS || name == nullptr) return {};
  return name;
}

unsigned Cupti::version() const {
  std::uint32_t number = 0;
  return cuptiGetVersion(&number) ? number : 0;
}

#else

Expected<std::shared_ptr<const Cupti>> Cupti::open(const std::vector<std::string>& /*files*/) {
  return failure(FaultKind::no_counters, "this program was built without the headers of CUPTI", "",
                 "install CUPTI's headers of CUDA 12.6 update 2 or later (cuda-cupti-dev), and build it again");
}

#endif

}  // namespace lanescope::gpu
