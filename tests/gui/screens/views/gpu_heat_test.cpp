// The accesses of a whole grid on their way from a worker's GPU memory into the Matrices view, and the same as bytes.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>

#include "cuda/driver.h"
#include "gui/application/offscreen_capture.h"
#include "gui/application/snapshot.h"
#include "gui/shell/session.h"
#include "gui/support/session_runner.h"
#include "render/renderers/heat_renderer.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;
using test::ended;
using test::SessionRunner;

class WholeGrid : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto driver = cuda::Driver::open(); !driver) GTEST_SKIP() << driver.error().text();
    if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
    OffscreenWindowOptions options;
    options.width = 1280;
    options.height = 720;
    options.interface.shaders = fs::path(LANESCOPE_SOURCES) / "shaders";
    auto window = OffscreenWindow::open(options);
    if (!window) GTEST_SKIP() << window.error().text();
    window_ = std::move(*window);
  }

  [[nodiscard]] SessionOptions options(std::int64_t size, bool interop) {
    SessionOptions options = runner_.options();
    options.kernels = fs::path(LANESCOPE_SOURCES) / "kernels";
    options.kernel = "transpose/naive_row";
    options.values = {{"nx", size}, {"ny", size}};
    options.continuous = false;
    options.interop = interop;
    return options;
  }

  /// Draws as the application does, until the whole grid's accesses are in the window.
  void run_until_received(Session& session) {
    session.perform({"show_matrices"});
    const bool came = runner_.run_until(session, [&](const State& state) {
      for (const Command& command : window_->draw(state)) session.perform(command);
      Interface& interface = window_->interface();
      interface.carry_out(session.take_window_effects());
      bool copied = false;
      for (const AttachmentReceipt& receipt : interface.receipts()) {
        session.acknowledge_attachment(receipt);
        if (receipt.kind != experiments::AttachmentKind::heat) continue;
        std::cout << "accesses by " << receipt.transport << (receipt.refused ? ", refused" : "") << '\n';
        copied = !receipt.refused;
      }
      if (copied) return ended(state);
      return state.playback.heat != nullptr && !state.known.heat_transport.empty() && ended(state);
    });
    std::string notes;
    if (const experiments::Result* result = session.state().current()) {
      for (const std::string& note : result->notes) notes += note + "\n";
    }
    ASSERT_TRUE(came) << notes;
  }

  [[nodiscard]] render::Image picture_of(const State& state) {
    auto image = capture(window_->interface(), state, {"matrices", {1280, 720}});
    if (!image) throw MachineError(image.error());
    return *image;
  }

  SessionRunner runner_;
  std::unique_ptr<OffscreenWindow> window_;
};

TEST_F(WholeGrid, LooksTheSamePixelByPixelByIpcAndAsBytes) {
  if (!window_->context().cuda_device()) GTEST_SKIP() << "OpenGL is not rendered by a CUDA device";
  Session session(options(512, true));
  ASSERT_NO_FATAL_FAILURE(run_until_received(session));
  State by_ipc = session.state();
  const std::shared_ptr<const experiments::HeatTrace> heat = by_ipc.playback.heat;
  ASSERT_EQ(heat->slot.handle.size(), 64u) << by_ipc.known.heat_transport;
  EXPECT_TRUE(by_ipc.known.heat_transport.text().starts_with("CUDA IPC")) << by_ipc.known.heat_transport;
  EXPECT_EQ(heat->blocks, heat->grid_blocks);
  EXPECT_EQ(heat->records, 2u * 512 * 512 / 32);

  // The worker is at rest, so that its slot still holds the records: read back here, they are what would be sent.
  auto records = render::HeatRecords::create();
  ASSERT_TRUE(records) << records.error().text();
  const render::IpcSource source{heat->slot.handle, by_ipc.known.result->machine.uuid, 0,
                                 heat->records * sizeof(model::HeatRecord)};
  const Status copied = records->update(source, {});
  ASSERT_TRUE(copied) << copied.error().text();
  auto bytes = std::make_shared<experiments::HeatRecords>();
  for (std::uint32_t position = 0; position < records->positions(); ++position) {
    bytes->push_back(records->read(position));
  }
  auto sent = std::make_shared<experiments::HeatTrace>(*heat);
  sent->slot = {};
  sent->sent = bytes;
  ASSERT_EQ(experiments::defect(*sent), "");
  State as_bytes = by_ipc;
  as_bytes.playback.heat = sent;

  const auto all = static_cast<double>(by_ipc.playback.sequence->records.size());
  std::vector<render::Image> pictures;
  for (State* state : {&by_ipc, &as_bytes}) {
    std::size_t number = 0;
    for (const double part : {0.02, 0.4, 0.999, 0.1}) {
      state->playback.position = part * all;
      // by_ipc takes its slot again: nobody has written to it.
      const render::Image image = picture_of(*state);
      EXPECT_FALSE(render::is_uniform(image));
      if (state == &by_ipc) {
        pictures.push_back(image);
      } else {
        EXPECT_EQ(image, pictures[number]) << "at " << part;
      }
      ++number;
    }
  }
  EXPECT_NE(pictures[0], pictures[1]);
}

TEST_F(WholeGrid, LightsUpAMatrixOfSixteenMillionElements) {
  if (!window_->context().cuda_device()) GTEST_SKIP() << "OpenGL is not rendered by a CUDA device";
  Session session(options(4096, true));
  ASSERT_NO_FATAL_FAILURE(run_until_received(session));
  const experiments::HeatTrace& heat = *session.state().playback.heat;
  EXPECT_EQ(heat.blocks, heat.grid_blocks);
  EXPECT_EQ(heat.records, 2u * 4096 * 4096 / 32);
  EXPECT_EQ(heat.dropped, 0u);
  for (const experiments::HeatBuffer& buffer : heat.buffers) {
    if (buffer.what.role == catalogue::Role::scratch) continue;
    EXPECT_EQ(buffer.totals.touched, 4096u * 4096) << buffer.what.name;
    EXPECT_EQ(buffer.totals.rewritten, 0u);
  }
  State state = session.state();
  state.playback.position = 0.7 * static_cast<double>(state.playback.sequence->records.size());
  const render::Image image = picture_of(state);
  const fs::path folder = fs::path(LANESCOPE_PROGRAM).parent_path() / "pictures";
  EXPECT_TRUE(render::write_png(image, folder / "whole_grid.png"));
}

TEST_F(WholeGrid, ComesAsBytesWithoutInterop) {
  Session session(options(512, false));
  ASSERT_NO_FATAL_FAILURE(run_until_received(session));
  const experiments::HeatTrace& heat = *session.state().playback.heat;
  ASSERT_TRUE(heat.sent);
  EXPECT_EQ(heat.sent->size(), 2u * 512 * 512 / 32);
  EXPECT_TRUE(session.state().known.heat_transport.text().starts_with("bytes")) << session.state().known.heat_transport;
  EXPECT_TRUE(window_->interface().widgets().contains("matrices/grid") ||
              window_->interface().widgets().contains("matrices/show"));
}

}  // namespace
}  // namespace lanescope::gui
