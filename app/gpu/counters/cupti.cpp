#include "gpu/counters/cupti.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/messages.h"
#include "gpu/counters/permission.h"
#include "gpu/messages.h"

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
  Message what;  ///< in words, behind CUPTI's own; empty when that is all that is known
  Message remedy;
};

Cause cause_of(int code) {
  switch (code) {
    case insufficient_privileges:
      return {FaultKind::no_permission, message<"counters.administrator_only">(), counter_permission().remedy};
    case virtual_device_privileges:
      return {FaultKind::no_permission, message<"counters.guest_without_permission">(),
              message<"counters.guest_without_permission_remedy">()};
    case hardware_busy:
    case several_subscribers: {
      const std::string holder = running_profilers();
      return {FaultKind::counters_busy, message<"counters.held">(),
              holder.empty() ? message<"counters.held_remedy">() : message<"counters.held_by_remedy">(holder)};
    }
    case out_of_memory:
      return {FaultKind::out_of_memory, message<"counters.no_memory">(), message<"memory.gpu_remedy">()};
    case invalid_device:
    case not_supported:
    case legacy_only:
      return {FaultKind::no_counters, message<"counters.unsupported">(), message<"counters.unsupported_remedy">()};
    case compiler_too_old:
      return {FaultKind::no_counters, message<"counters.old_driver">(), message<"counters.old_driver_remedy">()};
    case unknown_chip:
      return {FaultKind::no_counters, message<"counters.unknown_gpu">(), message<"counters.unknown_gpu_remedy">()};
    case virtual_device:
      return {FaultKind::no_counters, message<"counters.virtual_gpu">(), message<"counters.whole_gpu_remedy">()};
    case confidential_computing:
      return {FaultKind::no_counters, message<"counters.confidential_computing">(),
              message<"counters.confidential_computing_remedy">()};
    case mining_device:
      return {FaultKind::no_counters, message<"counters.mining_processor">(), message<"counters.another_gpu_remedy">()};
    case partitioned_device:
      return {FaultKind::no_counters, message<"counters.partitioned_gpu">(), message<"counters.whole_gpu_remedy">()};
    case linked_device:
      return {FaultKind::no_counters, message<"counters.linked_gpus">(), message<"counters.linked_gpus_remedy">()};
    case windows_subsystem:
      return {FaultKind::no_counters, message<"counters.windows_subsystem">(),
              message<"counters.windows_subsystem_remedy">()};
    default:
      return {FaultKind::no_counters, "", message<"counters.doctor_remedy">()};
  }
}

}  // namespace

Error cupti_error(int code, const std::string& function, const std::string& name) {
  Cause cause = cause_of(code);
  std::string words = fmt::format("{}: {}", function, name.empty() ? "error" : name);
  if (name.find(std::to_string(code)) == std::string::npos) words += fmt::format(" ({})", code);
  Error error;
  error.what = cause.what.empty() ? message<"counters.failed">(words) : message<"error.with_remedy">(cause.what, words);
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
  Message reason = message<"cupti.no_file">();
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
  return failure(FaultKind::no_counters, message<"cupti.cannot_be_opened">(reason), "",
                 message<"cupti.cannot_be_opened_remedy">());
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
  return failure(FaultKind::no_counters, message<"cupti.not_built_in">(), "", message<"cupti.not_built_in_remedy">());
}

#endif

}  // namespace lanescope::gpu
