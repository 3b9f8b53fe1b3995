#include "gpu/counters/permission.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/text.h"
#include "gpu/messages.h"

namespace lanescope::gpu {
namespace {

namespace fs = std::filesystem;

bool exists(const char* path) {
  std::error_code error;
  return fs::exists(path, error);
}

/// Programs that hold the counters of a GPU while they run, by the name of their process.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> profilers = {{{"nv-hostengine", "DCGM"},
                                                                                     {"dcgm-exporter", "DCGM"},
                                                                                     {"ncu", "Nsight Compute"},
                                                                                     {"ncu-ui", "Nsight Compute"},
                                                                                     {"nsys", "Nsight Systems"},
                                                                                     {"nvprof", "nvprof"}}};

constexpr int oldest_cupti = 12;

}  // namespace

SystemFacts system_facts() {
  SystemFacts facts;
  if (auto parameters = read_file("/proc/driver/nvidia/params")) facts.driver_parameters = std::move(*parameters);
  facts.administrator = ::geteuid() == 0;
  facts.windows_subsystem = exists("/dev/dxg");
  facts.container = exists("/.dockerenv") || exists("/run/.containerenv") || exists("/run/systemd/container");
  return facts;
}

CounterPermission counter_permission(const SystemFacts& facts) {
  CounterPermission permission;
  const bool restricted = facts.driver_parameters.find("RmProfilingAdminOnly: 1") != std::string::npos;
  if (facts.driver_parameters.empty()) {
    permission.rule = CounterPermission::Rule::unknown;
  } else if (!restricted) {
    permission.rule = CounterPermission::Rule::everybody;
  } else {
    // The administrator of a container without the capability is not one for the driver, which only a call can tell.
    permission.rule = facts.administrator ? CounterPermission::Rule::administrator : CounterPermission::Rule::denied;
  }
  if (facts.windows_subsystem) {
    permission.remedy = message<"counters.permission_remedy_windows">();
  } else if (facts.container) {
    permission.remedy = message<"counters.permission_remedy_container">();
  } else {
    permission.remedy = message<"counters.permission_remedy">();
    permission.command =
        "echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' | "
        "sudo tee /etc/modprobe.d/nvidia-profiling.conf";
  }
  return permission;
}

std::string running_profilers(const fs::path& processes) {
  std::set<std::string> found;
  std::error_code error;
  for (fs::directory_iterator entry(processes, error), end; !error && entry != end; entry.increment(error)) {
    const auto name = read_file((entry->path() / "comm").string());
    if (!name) continue;
    for (const auto& [process, product] : profilers) {
      if (trim(*name) == process) found.insert(fmt::format("{} ({})", process, product));
    }
  }
  return join(std::vector<std::string>(found.begin(), found.end()), ", ");
}

std::vector<std::string> cupti_files(const std::vector<fs::path>& folders, int newest_major, bool with_loader) {
  std::vector<std::string> files;
  const auto add = [&](const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return;
    if (std::find(files.begin(), files.end(), file.string()) == files.end()) files.push_back(file.string());
  };
  for (int major = newest_major; major >= oldest_cupti; --major) {
    const std::string name = fmt::format("libcupti.so.{}", major);
    for (const fs::path& folder : folders) {
      add(folder / name);
      add(folder / "extras" / "CUPTI" / "lib64" / name);
    }
    if (with_loader) files.push_back(name);
  }
  return files;
}

}  // namespace lanescope::gpu
