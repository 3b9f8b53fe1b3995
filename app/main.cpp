// Chooses between the window and the command line; knows nothing else.
#include "cli/commands.h"
#include "gui/application.h"
#include "gui/snapshot.h"

int main(int argc, char** argv) {
  using namespace warpscope;
  cli::Window window;
  window.open = [](const cli::WindowRequest& request) {
    gui::Options options;
    options.kernel = request.kernel;
    options.recording = request.recording;
    options.device = request.device;
    options.interop = request.interop;
    options.remote = request.remote;
    return gui::run(options);
  };
  window.snapshot = [](const cli::SnapshotRequest& request) -> Status {
    auto image = gui::snapshot({request.experiment, request.recording, request.width, request.height,
                                std::chrono::minutes(1), request.remote, request.view});
    if (!image) return failure(image.error());
    return render::write_png(*image, request.output);
  };
  return cli::main(argc, argv, window);
}
