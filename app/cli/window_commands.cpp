// The commands whose pictures the window draws: on a display, or as files.
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "cli/commands.h"
#include "cli/messages.h"
#include "cli/options/files.h"
#include "cli/perform.h"
#include "cli/print/table.h"
#include "recordings/recording.h"

namespace lanescope::cli {
namespace {

/// Fails on a recording that cannot be shown, before anything is drawn or run.
Expected<recordings::Recording> usable_recording(const std::filesystem::path& file) {
  TRY(auto recording, recordings::read_recording(file));
  if (recording.results.empty()) {
    return failure(message<"recording.empty">(), file.string(), message<"recording.empty_remedy">());
  }
  return recording;
}

/// Ends the program: nothing can interrupt the thread that waits for the driver.
[[noreturn]] void end_for_driver(const std::string& doing) {
  const int status = report({message<"driver.no_answer">(doing), "", message<"driver.no_answer_remedy">()}, run_failed);
  std::cerr.flush();
  std::_Exit(status);
}

bool has_display() {
  return !environment("DISPLAY").empty() || !environment("WAYLAND_DISPLAY").empty();
}

}  // namespace

Expected<int> snapshot(const Window& window, SnapshotRequest request, const ExperimentOptions& options) {
  Worker worker(options);
  TRY(request.experiment, make_experiment(options, worker));
  if (!request.against.empty()) {
    if (!request.recording.empty() || request.frames > 1) {
      return failure(message<"snapshot.comparison">(), "--against", message<"snapshot.comparison_remedy">());
    }
    ExperimentOptions other = options;
    other.settings.insert(other.settings.end(), request.against.begin(), request.against.end());
    TRY(experiments::Experiment compared, make_experiment(other, worker));
    request.compared = std::move(compared.values);
  }
  TRY_STATUS(check_outputs({{"-o", request.output}},
                           {{"the kernel", request.experiment.kernel.path}, {"the recording", request.recording}}));
  if (!request.recording.empty()) TRY_STATUS(usable_recording(request.recording));
  request.remote = remote_of(options.remote);
  request.late = end_for_driver;
  const auto shown = window.snapshot(request);
  if (!shown) return report(shown.error(), run_failed);
  if (*shown == nullptr) return done;
  // The picture says it too, but a script looks at the exit status.
  const int status = status_of(**shown);
  if (status != done) {
    std::cerr << fmt::format("{} shows a run that failed\n", request.output.string()) << diagnostics(**shown)
              << faults_text(**shown);
  }
  return status;
}

Expected<int> open_window(const Window& window, WindowRequest request, const RemoteOptions& remote) {
  TRY(const auto client, client_options(remote));
  request.remote = client.remote;
  if (!request.recording.empty()) {
    TRY(const auto recording, usable_recording(request.recording));
    if (!has_display()) {
      std::cerr << "No display: neither DISPLAY nor WAYLAND_DISPLAY is set, so the window cannot open. "
                   "The first result of the recording instead:\n\n";
      std::cout << table(recording.results.front()) << std::flush;
      return done;
    }
  }
  if (!has_display()) {
    std::cerr << "No display: neither DISPLAY nor WAYLAND_DISPLAY is set, so the window cannot open. "
                 "The default experiment instead:\n\n";
    ExperimentOptions options;
    options.kernel = request.kernel.string();
    if (options.kernel.empty()) {
      options.kernel = catalogue::default_kernel;
      for (const auto& [name, value] : catalogue::default_values()) {
        options.settings.push_back(name + "=" + catalogue::to_text(value));
      }
    }
    options.device = request.device;
    options.remote = remote;
    return run(options, false, false);
  }
  auto status = window.open(request);
  return status ? *status : report(status.error(), run_failed);
}

}  // namespace lanescope::cli
