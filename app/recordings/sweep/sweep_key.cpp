#include "recordings/sweep/sweep_key.h"

#include <fmt/format.h>

#include "base/file.h"
#include "experiments/names.h"
#include "experiments/setting_text.h"

namespace lanescope::recordings {
namespace {

using experiments::Backend;

std::string setting_of(const catalogue::LaunchPlan& plan, const catalogue::Values& asked, Backend backend) {
  std::string text;
  for (const auto& [name, value] : catalogue::settings_of(plan))
    experiments::append_setting(text, name, catalogue::to_text(value));
  for (const auto& [name, value] : plan.sizes) {
    const bool may_shrink = backend == Backend::emulator && !asked.contains(name);
    experiments::append_setting(text, name, may_shrink ? "default" : std::to_string(value));
  }
  return text;
}

}  // namespace

std::string SweepKey::digest() const {
  std::string whole = fmt::format("{};", seed);
  for (const std::string* part : {&kernel, &source, &setting, &backend, &place, &options}) {
    whole += fmt::format("{}:{};", part->size(), *part);
  }
  return fingerprint(whole);
}

const std::string& place_of(const experiments::Machine& machine) {
  return machine.uuid.empty() ? machine.device : machine.uuid;
}

Backend backend_on(const experiments::Machine& machine, Backend asked) {
  if (asked != Backend::automatic) return asked;
  return machine.device.empty() ? Backend::emulator : Backend::gpu;
}

std::string source_fingerprint(const catalogue::KernelSource& source) {
  std::string whole = fmt::format("{}:{};", source.text.size(), source.text);
  for (const auto& [name, text] : source.headers) {
    whole += fmt::format("{}:{};{}:{};", name.size(), name, text.size(), text);
  }
  for (const auto& [name, bytes] : source.data) {
    whole += fmt::format("{}:{};{}:", name.size(), name, bytes.size());
    whole.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  return fingerprint(whole);
}

Expected<SweepKey> key_of(const catalogue::Kernel& kernel, const experiments::Experiment& experiment,
                          const experiments::Machine& machine) {
  TRY(const auto plan, catalogue::resolve(kernel, experiment.values, experiment.seed));
  const Backend backend = backend_on(machine, experiment.backend);
  SweepKey key;
  key.kernel = kernel.source.id;
  key.source = source_fingerprint(kernel.source);
  key.setting = setting_of(plan, experiment.values, backend);
  key.backend = name_of(backend);
  if (backend == Backend::gpu) key.place = place_of(machine);
  if (backend == Backend::cpu) key.place = machine.host;
  key.seed = experiment.seed;
  key.options = fmt::format("target={} schedule={}", experiment.target, experiment.schedule);
  return key;
}

}  // namespace lanescope::recordings
