#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "cli/commands.h"
#include "cli/doctor_finding.h"
#include "cli/messages.h"
#include "cli/print/report.h"
#include "compiler/compiler.h"
#include "cuda/driver.h"
#include "experiments/wire/message_json.h"
#include "gpu/counters/permission.h"
#include "gpu/counters/profiler.h"
#include "gpu/session.h"
#include "render/context/offscreen.h"
#include "worker/counters/count_plan.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;

/// The newest major version of CUPTI that this program knows; without a driver there is no reason for an older one.
constexpr int newest_cupti = 13;

/// Makes a finding of what is missing, and why.
Finding missing(std::string name, const Error& error) {
  return {std::move(name), false, {error.what}, error.remedy, {}, error.kind};
}

/// Opens those whose version no file name tells, because the table names it.
std::vector<compiler::Toolkit> with_versions(std::vector<compiler::Toolkit> toolkits) {
  for (compiler::Toolkit& toolkit : toolkits) {
    if (toolkit.minor < 0) toolkit = compiler::inspect(std::move(toolkit));
  }
  return toolkits;
}

struct Diagnosis {
  std::vector<Finding> findings;
  int driver_version = 0;
  std::vector<cuda::DeviceInfo> devices;
  std::vector<compiler::Toolkit> toolkits = with_versions(compiler::find_toolkits());

  /// Returns the target of the first device, or a common one.
  [[nodiscard]] compiler::ComputeCapability target() const {
    if (devices.empty()) return {9, 0};
    return {devices.front().compute_major, devices.front().compute_minor};
  }
  [[nodiscard]] Expected<compiler::Toolkit> toolkit() const {
    return compiler::choose_toolkit(toolkits, target(), driver_version);
  }
};

std::string version_text(int driver_version) {
  return fmt::format("{}.{}", driver_version / 1000, driver_version % 1000 / 10);
}

Finding kernels_finding() {
  auto data = data_folder();
  if (!data) return {"kernels", false, {data.error().text()}, data.error().remedy};
  const catalogue::Catalogue kernels(*data / "kernels");
  const auto snapshot = kernels.snapshot();
  Finding finding{"kernels", true, {fmt::format("{} in {}", snapshot->kernels.size(), data->string())}};
  for (const auto& [path, errors] : snapshot->errors) {
    for (const Error& error : errors) finding.details.push_back(error.text());
  }
  return finding;
}

Finding driver_finding(Diagnosis& diagnosis) {
  auto driver = cuda::Driver::open();
  if (!driver) return missing("GPU", driver.error());
  diagnosis.driver_version = driver->version();
  auto devices = driver->devices();
  if (!devices) return {"GPU", false, {devices.error().what}, message<"doctor.devices_remedy">()};
  diagnosis.devices = *devices;
  Finding finding{"GPU", true, {fmt::format("driver for CUDA {}", version_text(diagnosis.driver_version))}};
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
  const auto chosen = diagnosis.toolkit();
  Finding finding{"compiler", chosen.has_value()};
  for (const compiler::Toolkit& toolkit : diagnosis.toolkits) {
    const bool taken = chosen && chosen->nvrtc == toolkit.nvrtc;
    if (!toolkit.problem.empty()) {
      finding.details.push_back(fmt::format("{} ({}): {}", toolkit.nvrtc.string(), toolkit.origin, toolkit.problem));
      continue;
    }
    finding.details.push_back(fmt::format("NVRTC {}.{} ({}){}", toolkit.major, toolkit.minor, toolkit.origin,
                                          taken ? fmt::format(", used for {}", diagnosis.target().text()) : ""));
  }
  if (!chosen) {
    finding.details.push_back(chosen.error().what);
    finding.remedy = chosen.error().remedy;
    return finding;
  }
  const auto add = [&](const char* part, const std::filesystem::path& path, const char* without) {
    finding.details.push_back(fmt::format("{}: {}", part, path.empty() ? without : path.string()));
  };
  add("nvJitLink", chosen->nvjitlink, "none, cubins come from NVRTC");
  add("headers", chosen->include, "none, kernels may include only their own");
  add("nvdisasm", chosen->nvdisasm, "none, so SASS is not disassembled");
  return finding;
}

/// The emulator is part of the program and always there. What it can use comes with the compiler.
Finding emulator_finding(const Finding& compiler) {
  Finding finding{"emulator",
                  true,
                  {fmt::format("executes the compiler's PTX on {} cores, no GPU needed",
                               std::max(1u, std::thread::hardware_concurrency()))}};
  if (!compiler.present) finding.details.emplace_back("needs a compiler");
  return finding;
}

/// A toolkit that is newer than the driver compiles PTX that the driver does not load, but a cubin for the device at
/// hand, as here, loads. A toolkit that dropped the device cannot compile for it at all.
Finding versions_finding(const Diagnosis& diagnosis) {
  Finding finding{"versions"};
  if (diagnosis.driver_version == 0 || diagnosis.devices.empty()) {
    finding.details.emplace_back("no driver to compare with: every toolkit works for the emulator");
    return finding;
  }
  const std::string driver = version_text(diagnosis.driver_version);
  for (const compiler::Toolkit& toolkit : diagnosis.toolkits) {
    if (!toolkit.problem.empty()) continue;
    const bool newer = toolkit.major * 1000 + toolkit.minor * 10 > diagnosis.driver_version;
    finding.details.push_back(fmt::format("NVRTC {}.{} is {} the driver's CUDA {}", toolkit.major, toolkit.minor,
                                          newer ? "newer than" : "no newer than", driver));
  }
  if (const auto chosen = diagnosis.toolkit(); !chosen) {
    finding.present = false;
    finding.details.push_back(chosen.error().what);
    finding.remedy = chosen.error().remedy;
  }
  return finding;
}

/// Tries what counting tries: CUPTI, the device, and the right to count, which only a call can tell (the administrator
/// of a container may lack it). Most drivers give it to the administrator alone.
Status try_to_count(const std::vector<std::string>& cupti_files) {
  TRY(const auto driver, cuda::Driver::open());
  TRY(const auto session, gpu::DeviceSession::open(driver, -1));
  TRY(const auto profiler, gpu::Profiler::open(cupti_files, *session));
  return profiler->check_permission();
}

Finding counters_finding(const Diagnosis& diagnosis) {
  Finding finding{"counters"};
  const std::vector<std::string> files =
      worker::cupti_files({}, diagnosis.driver_version == 0 ? newest_cupti : diagnosis.driver_version / 1000);
  const auto library = gpu::cupti_description(files);
  if (library) finding.details.push_back(*library);
  if (diagnosis.devices.empty()) {
    if (!library) finding.details.push_back(library.error().what);
    finding.details.emplace_back(
        "no GPU: counters are predicted, sectors and wavefronts are derived from executed addresses");
    return finding;
  }
  if (const std::string holders = gpu::running_profilers(); !holders.empty()) {
    finding.details.push_back(holders + " is running and may use the counters");
  }
  add_counter_access(finding, try_to_count(files), gpu::counter_permission());
  return finding;
}

/// Pictures go from CUDA to OpenGL without the processor only where one GPU does both.
Finding interop_finding(const Diagnosis& diagnosis, const Finding& graphics) {
  Finding finding{"interop"};
  if (diagnosis.devices.empty() || !graphics.present) {
    finding.details.emplace_back("pictures are copied through host memory: there is no CUDA GPU or no OpenGL");
    return finding;
  }
  const std::string& renderer = graphics.details.front();
  const bool by_nvidia = renderer.find("NVIDIA") != std::string::npos;
  finding.present = by_nvidia;
  if (by_nvidia) {
    finding.details.emplace_back("OpenGL and CUDA use NVIDIA GPUs: pictures stay on the GPU");
  } else {
    finding.details.emplace_back(
        "OpenGL does not run on the CUDA GPU: pictures are copied through host memory, which works");
    finding.remedy = message<"doctor.nvidia_gpu_remedy">();
    finding.command = "__NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia lanescope";
  }
  return finding;
}

Finding graphics_finding() {
  auto context = render::Offscreen::open();
  if (!context) return missing("OpenGL", context.error());
  const render::ContextInfo& info = (*context)->info();
  Finding finding{"OpenGL", true, {fmt::format("{}.{}: {}", info.major, info.minor, info.renderer)}};
  finding.details.push_back("offscreen by " + info.platform);
  if (info.is_software) {
    finding.details.push_back(
        "software rendering: pictures are copied through host memory, without CUDA-OpenGL interop");
  }
  if (!info.no_shader_cache.empty()) finding.details.push_back(info.no_shader_cache);
  return finding;
}

Finding display_finding() {
  for (const char* variable : {"WAYLAND_DISPLAY", "DISPLAY"}) {
    const std::string value = environment(variable);
    if (!value.empty()) return {"display", true, {fmt::format("{}={}", variable, value)}};
  }
  return {"display", false, {"neither DISPLAY nor WAYLAND_DISPLAY is set"}, message<"doctor.display_remedy">()};
}

std::string place_of(const Expected<std::filesystem::path>& folder) {
  return folder ? folder->string() : "none, so nothing is saved: " + folder.error().text();
}

Finding folders_finding() {
  const auto pages = documentation_folder();
  return {"folders",
          true,
          {"cache: " + place_of(cache_folder()), "settings: " + place_of(config_folder()),
           "documentation: " + (pages ? pages->string() : "none: " + pages.error().text())}};
}

Diagnosis diagnose() {
  Diagnosis diagnosis;
  diagnosis.findings.push_back(kernels_finding());
  diagnosis.findings.push_back(driver_finding(diagnosis));
  diagnosis.findings.push_back(compiler_finding(diagnosis));
  diagnosis.findings.push_back(emulator_finding(diagnosis.findings.back()));
  diagnosis.findings.push_back(versions_finding(diagnosis));
  diagnosis.findings.push_back(counters_finding(diagnosis));
  diagnosis.findings.push_back(graphics_finding());
  diagnosis.findings.push_back(interop_finding(diagnosis, diagnosis.findings.back()));
  diagnosis.findings.push_back(display_finding());
  diagnosis.findings.push_back(folders_finding());
  return diagnosis;
}

std::string text_of(const Diagnosis& diagnosis) {
  std::string text = fmt::format("lanescope {}\n", LANESCOPE_VERSION);
  for (const Finding& finding : diagnosis.findings) {
    std::string name = fmt::format("{} {}", finding.present ? "✓" : "✗", finding.name);
    for (const std::string& detail : finding.details) {
      text += fmt::format("  {:<12}{}\n", name, detail);
      name.clear();
    }
    if (!finding.remedy.empty()) text += fmt::format("  {:<12}→ {}\n", "", finding.remedy);
    if (!finding.command.empty()) text += fmt::format("  {:<12}$ {}\n", "", finding.command);
  }
  return text;
}

}  // namespace

int doctor(bool as_json) {
  const Diagnosis diagnosis = diagnose();
  if (!as_json) {
    std::cout << text_of(diagnosis);
    return done;
  }
  json document = {{"schema", "lanescope.doctor/1"}, {"version", LANESCOPE_VERSION}, {"findings", json::array()}};
  for (const Finding& finding : diagnosis.findings) {
    json object{{"name", finding.name},
                {"present", finding.present},
                {"details", finding.details},
                {"command", finding.command},
                {"kind", std::string(name_of(finding.kind))}};
    experiments::add_message(object, "remedy", "remedy_", finding.remedy);
    if (finding.remedy.empty()) object["remedy"] = "";
    document["findings"].push_back(std::move(object));
  }
  std::cout << document.dump(2) << '\n';
  return done;
}

Expected<int> write_report(const std::filesystem::path& wanted, const Window& window) {
  const std::filesystem::path file = wanted.empty() ? free_report_file() : wanted;
  Diagnosis examination = diagnose();
  // The mistakes of kernel files name what is in them.
  std::vector<std::string>& kernels = examination.findings.front().details;
  if (const std::size_t mistakes = kernels.size() - 1; mistakes > 0) {
    kernels.resize(1);
    kernels.push_back(fmt::format("{} errors in kernel files", mistakes));
  }
  TRY_STATUS(write_file(file, report_text(text_of(examination), window.shareable_settings())));
  std::cout << fmt::format(
      "The report is in {}. Read it before you send it: names of people, machines and folders that lanescope knows are "
      "removed.\n",
      file.string());
  return done;
}

}  // namespace lanescope::cli
