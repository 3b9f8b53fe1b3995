#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "cli/commands.h"
#include "compiler/compiler.h"
#include "cuda/driver.h"
#include "render/offscreen.h"

namespace warpscope::cli {
namespace {

using nlohmann::json;

/// One thing that the program needs or likes to have.
struct Finding {
  std::string name;
  bool present = false;
  std::vector<std::string> details;  ///< what there is, or why there is nothing
  std::string remedy;                ///< empty when present
};

struct Diagnosis {
  std::vector<Finding> findings;
  int driver_version = 0;
  std::vector<cuda::DeviceInfo> devices;
};

std::string version_text(int driver_version) {
  return fmt::format("{}.{}", driver_version / 1000, driver_version % 1000 / 10);
}

Finding kernels_finding() {
  auto data = data_folder();
  if (!data) return {"kernels", false, {data.error().text()}, data.error().remedy};
  const catalogue::Catalogue kernels(*data / "kernels");
  const auto snapshot = kernels.snapshot();
  Finding finding{"kernels", true, {fmt::format("{} in {}", snapshot->kernels.size(), data->string())}, ""};
  for (const auto& [path, errors] : snapshot->errors) {
    for (const Error& error : errors) finding.details.push_back(error.text());
  }
  return finding;
}

Finding driver_finding(Diagnosis& diagnosis) {
  auto driver = cuda::Driver::open();
  if (!driver) return {"GPU", false, {driver.error().what}, driver.error().remedy};
  diagnosis.driver_version = driver->version();
  auto devices = driver->devices();
  if (!devices) return {"GPU", false, {devices.error().text}, "restart the machine, or reinstall the NVIDIA driver"};
  diagnosis.devices = *devices;
  Finding finding{"GPU", true, {}, ""};
  finding.details.push_back(fmt::format("driver for CUDA {}", version_text(diagnosis.driver_version)));
  for (const cuda::DeviceInfo& device : diagnosis.devices) {
    std::string line =
        fmt::format("{}: {}, compute capability {}.{}, {} SMs, {}", device.ordinal, device.name, device.compute_major,
                    device.compute_minor, device.sm_count, human_bytes(device.memory_bytes));
    if (device.peak_gb_per_s > 0) line += fmt::format(", {:.0f} GB/s in theory", device.peak_gb_per_s);
    finding.details.push_back(line);
  }
  return finding;
}

Finding compiler_finding(const Diagnosis& diagnosis) {
  compiler::ComputeCapability target{9, 0};
  if (!diagnosis.devices.empty()) {
    target = {diagnosis.devices.front().compute_major, diagnosis.devices.front().compute_minor};
  }
  const auto toolkits = compiler::find_toolkits();
  auto chosen = compiler::choose_toolkit(toolkits, target, diagnosis.driver_version);
  Finding finding{"compiler", chosen.has_value(), {}, ""};
  for (const compiler::Toolkit& toolkit : toolkits) {
    const bool taken = chosen && chosen->nvrtc == toolkit.nvrtc;
    finding.details.push_back(fmt::format("NVRTC {}.{} ({}){}", toolkit.major, toolkit.minor, toolkit.origin,
                                          taken ? fmt::format(", used for {}", target.text()) : ""));
  }
  if (!chosen) {
    finding.details.push_back(chosen.error().what);
    finding.remedy = chosen.error().remedy;
    return finding;
  }
  finding.details.push_back(chosen->nvjitlink.empty() ? "nvJitLink: none, cubins come from NVRTC"
                                                      : "nvJitLink: " + chosen->nvjitlink.string());
  finding.details.push_back(chosen->include.empty() ? "headers: none, kernels may include only their own"
                                                    : "headers: " + chosen->include.string());
  finding.details.push_back(chosen->nvdisasm.empty() ? "nvdisasm: none, SASS is shown without its text"
                                                     : "nvdisasm: " + chosen->nvdisasm.string());
  return finding;
}

/// Part of the program: it is always there. What it likes to have comes with the compiler.
Finding emulator_finding(const Finding& compiler) {
  Finding finding{"emulator", true, {}, ""};
  finding.details.push_back(fmt::format("executes the compiler's PTX on {} cores, no GPU needed",
                                        std::max(1u, std::thread::hardware_concurrency())));
  if (!compiler.present) finding.details.emplace_back("without a compiler there is nothing to execute");
  return finding;
}

Finding graphics_finding() {
  auto context = render::Offscreen::open();
  if (!context) return {"OpenGL", false, {context.error().what}, context.error().remedy};
  const render::ContextInfo& info = (*context)->info();
  Finding finding{"OpenGL", true, {fmt::format("{}.{}: {}", info.major, info.minor, info.renderer)}, ""};
  finding.details.push_back("offscreen by " + info.platform);
  if (info.is_software) {
    finding.details.push_back("drawn by the processor: pictures travel as bytes, not by CUDA-OpenGL interop");
  }
  return finding;
}

Finding display_finding() {
  for (const char* variable : {"WAYLAND_DISPLAY", "DISPLAY"}) {
    const std::string value = environment(variable);
    if (!value.empty()) return {"display", true, {fmt::format("{}={}", variable, value)}, ""};
  }
  return {"display", false, {"neither DISPLAY nor WAYLAND_DISPLAY is set"}, "start it on a desktop, or over ssh -X"};
}

}  // namespace

int doctor(bool as_json) {
  Diagnosis diagnosis;
  diagnosis.findings.push_back(kernels_finding());
  diagnosis.findings.push_back(driver_finding(diagnosis));
  diagnosis.findings.push_back(compiler_finding(diagnosis));
  diagnosis.findings.push_back(emulator_finding(diagnosis.findings.back()));
  diagnosis.findings.push_back(graphics_finding());
  diagnosis.findings.push_back(display_finding());
  diagnosis.findings.push_back(
      {"folders", true, {"cache: " + cache_folder().string(), "settings: " + config_folder().string()}, ""});
  if (as_json) {
    json document = {{"schema", "warpscope.doctor/1"}, {"version", WARPSCOPE_VERSION}, {"findings", json::array()}};
    for (const Finding& finding : diagnosis.findings) {
      document["findings"].push_back({{"name", finding.name},
                                      {"present", finding.present},
                                      {"details", finding.details},
                                      {"remedy", finding.remedy}});
    }
    std::cout << document.dump(2) << '\n';
    return done;
  }
  std::cout << fmt::format("warpscope {}\n", WARPSCOPE_VERSION);
  for (const Finding& finding : diagnosis.findings) {
    std::string name = fmt::format("{} {}", finding.present ? "✓" : "✗", finding.name);
    for (const std::string& detail : finding.details) {
      std::cout << fmt::format("  {:<12}{}\n", name, detail);
      name.clear();
    }
    if (!finding.remedy.empty()) std::cout << fmt::format("  {:<12}→ {}\n", "", finding.remedy);
  }
  return done;
}

}  // namespace warpscope::cli
