// Chooses between the window and the command line; knows nothing else.
#include "cli/commands.h"
#include "gui/application/application.h"
#include "gui/application/snapshot.h"
#include "gui/screens/dialogs/key_tables.h"
#include "gui/settings/settings.h"

namespace {

lanescope::gui::SnapshotOptions options_of(const lanescope::cli::SnapshotRequest& request) {
  lanescope::gui::SnapshotOptions options;
  options.experiment = request.experiment;
  options.recording = request.recording;
  options.width = request.width;
  options.height = request.height;
  options.remote = request.remote;
  options.late = request.late;
  options.view = request.view;
  options.seconds = request.seconds;
  options.theme = lanescope::gui::theme_named(request.theme).value_or(options.theme);
  options.language = request.language;
  options.alone = request.alone;
  options.levels = request.levels;
  options.names = request.names;
  options.line = request.line;
  options.against = request.compared;
  options.access = request.access;
  options.lane = request.lane;
  options.bank = request.bank;
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace lanescope;
  cli::Window window;
  window.open = [](const cli::WindowRequest& request) {
    gui::Options options;
    options.kernel = request.kernel;
    options.recording = request.recording;
    options.device = request.device;
    options.target = request.target;
    options.interop = request.interop;
    options.remote = request.remote;
    return gui::run(options);
  };
  window.snapshot = [](const cli::SnapshotRequest& request) -> Expected<std::shared_ptr<const experiments::Result>> {
    std::shared_ptr<const experiments::Result> shown;
    gui::SnapshotOptions options = options_of(request);
    options.shown = [&](const std::shared_ptr<const experiments::Result>& result) { shown = result; };
    if (request.frames > 1) {
      TRY_STATUS(gui::animate(options, {request.output, request.frames, request.fps}));
      return shown;
    }
    TRY(const auto image, gui::snapshot(options));
    TRY_STATUS(render::write_png(image, request.output));
    return shown;
  };
  window.caption = [](const cli::SnapshotRequest& request) -> Expected<std::string> {
    std::string caption;
    gui::SnapshotOptions options = options_of(request);
    options.captioned = [&](std::string said) { caption = std::move(said); };
    TRY_STATUS(gui::snapshot(options));
    return caption;
  };
  window.shareable_settings = [] { return gui::shareable_text(gui::read_settings(gui::settings_file()).settings); };
  window.key_tables = gui::key_tables;
  return cli::main(argc, argv, window);
}
