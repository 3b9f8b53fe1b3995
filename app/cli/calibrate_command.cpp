#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <variant>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/options/files.h"
#include "cli/perform.h"
#include "experiments/setting_text.h"
#include "model/hardware/devices.h"
#include "predict/calibrate/calibrate.h"
#include "recordings/recording.h"

namespace lanescope::cli {
namespace {

struct Measured {
  experiments::Machine machine;
  double clock_mhz = 0;  ///< 0: not known
  predict::ProbeTimes times;

  void add(const experiments::Result& result) {
    const std::string setting = result.kernel + " " + experiments::setting_text(result);
    const auto wanted = predict::calibration_settings();
    if (std::ranges::find(wanted, setting) == wanted.end()) return;
    times[setting] = {result.cold ? result.cold->median : 0, result.hot ? result.hot->median : 0};
    clock_mhz = std::max(clock_mhz, result.clock_mhz.value_or(0));
  }
};

Expected<Measured> from_recording(const std::filesystem::path& file) {
  TRY(const auto recording, recordings::read_recording(file));
  Measured measured{recording.machine, 0, {}};
  for (const experiments::Result& result : recording.results) measured.add(result);
  return measured;
}

/// Runs each setting. It returns the exit status when there is no GPU, or the first one fails.
std::variant<Measured, int> from_gpu(const ExperimentOptions& how) {
  Measured measured;
  const auto wanted = predict::calibration_settings();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    ExperimentOptions options = how;
    std::istringstream words{std::string(wanted[i])};
    words >> options.kernel;
    for (std::string word; words >> word;) options.settings.push_back(word);
    options.backend = "gpu";
    options.proceed = true;
    Worker worker(options);
    auto experiment = make_experiment(options, worker);
    if (!experiment) return report(experiment.error());
    experiment->analyse = false;
    std::cerr << fmt::format("{} of {}: {}\n", i + 1, wanted.size(), wanted[i]);
    const auto result = worker.perform(*experiment);
    if (!result) return run_failed;
    if (const int status = status_of(*result); status != done) {
      if (!result->faults.empty()) {
        return report({result->faults.front().message, std::string(wanted[i]), result->faults.front().remedy}, status);
      }
      return report(
          {message<"calibrate.probe_failed">(), std::string(wanted[i]), message<"calibrate.probe_failed_remedy">()},
          status);
    }
    measured.machine = result->machine;
    measured.add(*result);
  }
  return measured;
}

std::string time_text(double milliseconds) {
  return milliseconds > 0 ? fmt::format("{:.5g}", milliseconds * 1e3) : "";
}

std::string tables(const Measured& measured, const predict::GpuProfile& before,
                   const std::vector<predict::ConstantText>& found) {
  std::string text = fmt::format("{:<86}{:>10}{:>10}\n", "probe", "cold, us", "hot, us");
  for (const std::string_view setting : predict::calibration_settings()) {
    const auto at = measured.times.find(setting);
    const bool known = at != measured.times.end();
    text += fmt::format("{:<86}{:>10}{:>10}\n", setting, known ? time_text(at->second.cold_ms) : "not there",
                        known ? time_text(at->second.hot_ms) : "");
  }
  text += fmt::format("\n{:<26}{:>10}{:>10}   {}\n", "constant", "measured", "before", "range, unit, probe");
  for (const predict::ConstantText& constant : found) {
    const auto old = std::ranges::find(before.constants, constant.key, &predict::ConstantText::key);
    text += fmt::format("{:<26}{:>10.4g}{:>10.4g}   [{:.4g} ... {:.4g}] {}; {}\n", constant.key, constant.value,
                        old->value, constant.low, constant.high, constant.unit, constant.origin);
  }
  return text;
}

}  // namespace

Expected<int> calibrate(const CalibrateOptions& options) {
  TRY_STATUS(check_outputs({{"-o", options.output}}, {{"the recording", options.recording}}));
  TRY(const auto data, data_folder());
  Measured measured;
  if (!options.recording.empty()) {
    TRY(measured, from_recording(options.recording));
  } else {
    auto answer = from_gpu(options.how);
    if (const int* const status = std::get_if<int>(&answer)) return *status;
    measured = std::get<Measured>(std::move(answer));
  }
  const model::DeviceSheet* const sheet = model::device_sheet(measured.machine.device);
  if (sheet == nullptr) {
    return failure(message<"calibrate.no_sheet">(measured.machine.device), "", message<"calibrate.no_sheet_remedy">());
  }
  TRY(auto before, predict::read_profile_of(sheet->name, data / "assets" / "gpus"));
  const double clock = measured.clock_mhz > 0 ? measured.clock_mhz : before.value.clock_mhz;
  const double threads = sheet->limits && sheet->limits->max_threads > 0 ? sheet->limits->max_threads : 2048;
  const auto found =
      predict::fit_constants(measured.times, {sheet->name, sheet->compute_capability, before.value.sm_count, clock,
                                              threads, before.value.l2_latency, before.value.l2_request_clocks});
  if (found.empty()) {
    return failure(message<"calibrate.no_setting">(), options.recording.string(),
                   message<"calibrate.no_setting_remedy">());
  }
  TRY(const auto after, predict::with_constants(before, found));
  std::cout << tables(measured, before, found) << std::flush;
  if (options.output.empty()) {
    std::cerr << "nothing was written: -o FILE.toml writes the profile\n";
    return done;
  }
  const std::string head =
      fmt::format("# {}. Calibrated from {}; what was not measured is as in assets/gpus.\n", sheet->name,
                  options.recording.empty() ? "a run of the probes" : "a recording of the probes");
  TRY_STATUS(write_file(options.output, head + predict::profile_text(after)));
  return done;
}

}  // namespace lanescope::cli
