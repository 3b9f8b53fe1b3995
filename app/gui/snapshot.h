// What the window shows, as a picture, on a machine without a display.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "base/error.h"
#include "client/remote.h"
#include "lab/experiment.h"
#include "render/image.h"

namespace warpscope::gui {

struct SnapshotOptions {
  lab::Experiment experiment;               ///< run, and waited for
  std::filesystem::path recording;          ///< shown instead; nothing is run then
  int width = 1920, height = 1080;          ///< pixels
  std::chrono::milliseconds limit{60'000};  ///< for the result
  std::optional<client::Remote> remote;     ///< where it runs; empty: here
  std::string view = "window";              ///< or "source", "occupancy", "sweep": that panel in the wide view
};

/// Error: no offscreen OpenGL, a driver that drew nothing, a recording that cannot be read, or no result within the
/// limit. A result that failed is a picture that says so.
[[nodiscard]] Expected<render::Image> snapshot(const SnapshotOptions& options);

}  // namespace warpscope::gui
