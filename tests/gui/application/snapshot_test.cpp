// The picture of the window on a machine without a display.
#include "gui/application/snapshot.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/file.h"
#include "base/process.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
#include "images.h"
#include "recordings/recording.h"
#include "sanitized.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

/// Returns the command of the shell that makes the program draw an experiment.
std::string snapshot_command(const fs::path& file) {
  return fmt::format(
      "env -u DISPLAY -u WAYLAND_DISPLAY '{}' snapshot transpose/smem_tile --view sectors --size 1280x720 "
      "--timeout 600 -o '{}'",
      LANESCOPE_PROGRAM, file.string());
}

TEST(Snapshot, OfAnExperimentIsMadeByTheProgramWithoutADisplayAndIsAlwaysTheSameFile) {
  if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
  const TemporaryFolder folder;
  const fs::path first = folder.path() / "first.png", second = folder.path() / "second.png";
  // Both run at once, so that each finds the machine busy at other moments.
  const std::string both = fmt::format("{} & {} && wait $!", snapshot_command(first), snapshot_command(second));
  const auto done = run_process({"sh", "-c", both}, ample_time);
  ASSERT_TRUE(done) << done.error().text();
  ASSERT_EQ(done->state.status, 0) << done->error;
  const auto image = render::read_png(first);
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->width, 1280U);
  EXPECT_EQ(image->height, 720U);
  const auto bytes = read_file(first), others = read_file(second);
  ASSERT_TRUE(bytes && others);
  EXPECT_TRUE(*bytes == *others) << "the same command wrote two different files";
}

TEST(Snapshot, ShowsTheViewThatWasAskedForWithItsAccesses) {
  const TemporaryFolder folder;
  std::vector<std::string> pictures;
  for (const std::string view : {"source", "banks", "warps", "window"}) {
    const fs::path file = folder.path() / (view + ".png");
    const auto done = run_process(
        {"env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", LANESCOPE_PROGRAM, "snapshot", "transpose/smem_tile",
         "--view", view, "--size", "960x540", "--timeout", "600", "-o", file.string()},
        ample_time);
    ASSERT_TRUE(done) << done.error().text();
    ASSERT_EQ(done->state.status, 0) << done->error;
    for (const std::string& other : pictures) {
      EXPECT_FALSE(*read_file(file) == other) << view << " looks like another view";
    }
    pictures.push_back(*read_file(file));
  }
}

/// Kernels whose accesses are of every kind, and the views that show them.
class EveryAccess : public testing::TestWithParam<std::tuple<const char*, const char*>> {};

TEST_P(EveryAccess, IsShownInEveryView) {
  if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
  const auto [kernel, view] = GetParam();
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "snapshot.png";
  const std::string text = std::string(LANESCOPE_TEST_DATA) + "/kernels/" + kernel + ".cu";
  const auto done = run_process({"env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", LANESCOPE_PROGRAM, "snapshot", text,
                                 "--view", view, "--size", "960x540", "-o", file.string()},
                                std::chrono::minutes(2));
  ASSERT_TRUE(done) << done.error().text();
  EXPECT_EQ(done->state.status, 0) << done->state.text() << ": " << done->error;
  EXPECT_TRUE(render::read_png(file));
}

INSTANTIATE_TEST_SUITE_P(Views, EveryAccess,
                         testing::Combine(testing::Values("matrix_rows", "bulk_copies", "cluster_shared", "surfaces",
                                                          "async_copy", "heap_lists", "warpgroup_product"),
                                          testing::Values("banks", "sectors", "matrices", "warps")),
                         [](const auto& given) {
                           return std::string(std::get<0>(given.param)) + "_" + std::get<1>(given.param);
                         });

TEST(Snapshot, OfARecordingShowsItsNumbersAndRunsNothing) {
  const recordings::Recording recording = test::recording_of(test::refined(test::state_with_kernels()));
  const TemporaryFolder temporary;
  SnapshotOptions options;
  options.recording = temporary.path() / "recording.jsonl";
  options.width = 1280;
  options.height = 720;
  ASSERT_TRUE(recordings::write_recording(options.recording, recording));
  const auto image = snapshot(options);
  ASSERT_TRUE(image) << image.error().text();
  const fs::path folder = fs::path(LANESCOPE_PROGRAM).parent_path() / "pictures";
  EXPECT_TRUE(render::write_png(*image, folder / "window_recorded_720.png"));

  options.view = "summary";
  const auto window = snapshot(options);
  options.alone = true;
  const auto panel = snapshot(options);
  ASSERT_TRUE(window && panel);
  EXPECT_NE(window->pixels, panel->pixels) << "the panel alone fills the picture";
}

TEST(OffscreenWindow, SaysWhatTheDriverDoesNotComeBackFrom) {
  std::mutex mutex;
  std::set<std::string> late;
  OffscreenWindowOptions options;
  options.interface.shaders = fs::path(LANESCOPE_SOURCES) / "shaders";
  options.width = 3840;
  options.height = 2160;
  options.limit = std::chrono::milliseconds(1);  // less than any driver needs
  options.late = [&](const std::string& doing) {
    const std::lock_guard lock(mutex);
    late.insert(doing);
  };
  const auto window = OffscreenWindow::open(options);
  if (!window) GTEST_SKIP() << window.error().text();
  const auto said = [&](const std::string& doing) {
    const std::lock_guard lock(mutex);
    return late.contains(doing);
  };
  const State state = test::state_with_kernels();
  const auto end = std::chrono::steady_clock::now() + ample_time;
  while (!(said("drawing a frame") && said("reading the picture back")) && std::chrono::steady_clock::now() < end) {
    static_cast<void>((*window)->draw(state));
    static_cast<void>((*window)->image());
  }
  EXPECT_TRUE(said("opening OpenGL without a display"));
  EXPECT_TRUE(said("drawing a frame"));
  EXPECT_TRUE(said("reading the picture back"));
}

TEST(Snapshot, OfAFileThatIsNoRecordingIsRefused) {
  SnapshotOptions options;
  options.recording = fs::path(LANESCOPE_SOURCES) / "LICENSE";
  EXPECT_FALSE(snapshot(options));
}

}  // namespace
}  // namespace lanescope::gui
