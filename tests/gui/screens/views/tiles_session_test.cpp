// The Tiles view of real kernels, recorded by the real worker in the emulator.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "gui/screens/tiles/tiles_view_model.h"
#include "gui/shell/session.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/support/session_runner.h"

namespace lanescope::gui {
namespace {

class TilesOf : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
  }
  /// Records the kernel and finds what its block does. False: there is no compiler.
  [[nodiscard]] bool record(const std::string& kernel, catalogue::Values values) {
    SessionOptions options = runner_.options();
    options.kernels = LANESCOPE_SOURCES "/kernels";
    options.profiles = LANESCOPE_SOURCES "/assets/gpus";
    if (kernel.ends_with(".cu")) {
      options.files = {std::filesystem::path(LANESCOPE_TEST_DATA) / "kernels" / kernel};
    }
    options.kernel = kernel.ends_with(".cu") ? kernel.substr(0, kernel.size() - 3) : kernel;
    options.values = std::move(values);
    options.target = "T4";
    session_ = std::make_unique<Session>(std::move(options));
    session_->perform({"show_tiles"});
    session_->perform(SetViewVisible{AnimatedView::tiles, true});
    EXPECT_TRUE(runner_.run_until(*session_, [](const State& state) {
      const experiments::Result* result = state.current();
      return state.playback.sequence || (result != nullptr && (result->failed() || test::ended(state)));
    }));
    sequence_ = session_->state().playback.sequence;
    if (!sequence_ || sequence_->records.empty()) return false;
    const trace::Header& header = sequence_->header(0);
    flow_ = analysis::tile_flow(*sequence_, header.launch, header.block);
    return true;
  }
  [[nodiscard]] analysis::TileMoment end() const {
    analysis::TileMoment moment;
    moment.run_to(*sequence_, flow_, flow_.steps.size());
    return moment;
  }
  /// The most elements that thread 0 of the block has in registers.
  [[nodiscard]] std::size_t max_in_registers() const {
    std::size_t most = 0;
    for (std::size_t steps = 0; steps <= flow_.steps.size(); steps += 1 + flow_.steps.size() / 500) {
      most = std::max(most, analysis::elements_in_registers(*sequence_, flow_, steps, 0).size());
    }
    return most;
  }
  /// How many lanes read a number from shared memory that is not the one of the element which is said to be there; and
  /// in all, of the elements whose number is known from a load of 4 bytes.
  struct Compared {
    std::size_t wrong = 0, all = 0;
  };
  [[nodiscard]] Compared compare() const {
    const trace::Trace& trace = sequence_->traced->trace;
    std::vector<std::optional<std::uint32_t>> numbers(flow_.elements.size());
    Compared compared;
    for (const analysis::TileStep& step : flow_.steps) {
      if (step.units != 1 || flow_.unit != 4 || step.action == analysis::TileAction::place) continue;
      const std::uint32_t record = sequence_->records[step.index];
      std::uint32_t at = step.first;
      trace::for_each_lane(trace.headers[record].active_mask, [&](std::uint32_t lane) {
        const std::uint32_t element = flow_.moved[at++];
        const std::uint32_t number = trace.values[record].at(lane);
        if (element == analysis::no_element) return;
        if (step.action != analysis::TileAction::read) {
          numbers[element] = number;
        } else if (numbers[element]) {
          ++compared.all;
          compared.wrong += *numbers[element] == number ? 0 : 1;
        }
      });
    }
    return compared;
  }
  test::SessionRunner runner_;
  std::unique_ptr<Session> session_;
  std::shared_ptr<const analysis::AccessSequence> sequence_;
  analysis::TileFlow flow_;
};

using Number = std::int64_t;

TEST_F(TilesOf, AProductUseEachElementOnceForEachThreadOfARow) {
  constexpr std::uint32_t tile = 8, size = 32;
  const catalogue::Values values{{"tile", Number{tile}}, {"m", Number{size}}, {"n", Number{size}}, {"k", Number{size}}};
  if (!record("matmul/tile", values)) GTEST_SKIP() << "nothing was recorded";
  ASSERT_EQ(flow_.buffers.size(), 2u);
  ASSERT_EQ(flow_.elements.size(), 2u * tile * size);
  const analysis::TileMoment all = end();
  for (const analysis::TileMoment::Element& element : all.elements()) EXPECT_EQ(element.uses, tile);
  EXPECT_EQ(uses_per_byte(flow_.totals.back()), tile);
  EXPECT_EQ(flow_.totals.back().computed, 2u * tile * tile * size);
  EXPECT_EQ(flow_.totals.back().stored, 4u * tile * tile);
  // After the first stores the block holds the first two tiles, and nothing else.
  const auto first_read = std::ranges::find(flow_.steps, analysis::TileAction::read, &analysis::TileStep::action);
  analysis::TileMoment moment;
  moment.run_to(*sequence_, flow_, static_cast<std::size_t>(first_read - flow_.steps.begin()));
  EXPECT_EQ(moment.elements_in_shared(), 2 * tile * tile);
  const std::uint32_t row = flow_.block / (size / tile) * tile, column = flow_.block % (size / tile) * tile;
  for (std::uint32_t y = 0; y < tile; ++y) {
    for (std::uint32_t x = 0; x < tile; ++x) {
      const std::uint32_t of_a = flow_.number_of(0, (row + y) * size + x);
      const std::uint32_t of_b = flow_.number_of(1, y * size + column + x);
      const std::uint32_t a = sequence_->traced->buffers[0].name == "a" ? 0 : 1;
      const std::uint32_t first = a == 0 ? of_a : flow_.number_of(1, (row + y) * size + x);
      const std::uint32_t second = a == 0 ? of_b : flow_.number_of(2, y * size + column + x);
      ASSERT_NE(first, analysis::no_element);
      ASSERT_NE(second, analysis::no_element);
      EXPECT_EQ(moment.elements()[first].shared_units, 1u);
      EXPECT_EQ(moment.elements()[second].shared_units, 1u);
    }
  }
  EXPECT_EQ(compare().wrong, 0u);
  EXPECT_EQ(compare().all, 2u * tile * tile * size) << "each thread reads a row and a column";
  EXPECT_GE(max_in_registers(), 2u);
  EXPECT_LE(max_in_registers(), 2u * tile);
}

TEST_F(TilesOf, AForeignProductInRegistersUseEachElementOnceForEachPatch) {
  const catalogue::Values values{{"m", Number{64}}, {"n", Number{64}}, {"k", Number{32}}};
  if (!record("matmul_registers.cu", values)) GTEST_SKIP() << "nothing was recorded";
  ASSERT_EQ(flow_.elements.size(), 2u * 64 * 32);
  EXPECT_EQ(uses_per_byte(flow_.totals.back()), 8) << "8 threads read each";
  EXPECT_EQ(flow_.totals.back().computed, 2u * 64 * 64 * 32);
  EXPECT_EQ(compare().wrong, 0u);
  EXPECT_GE(max_in_registers(), 9u) << "8 numbers of one matrix and at least one of the other";
  EXPECT_LE(max_in_registers(), 16u);
}

TEST_F(TilesOf, ALaplaceUseEachElementThreeTimes) {
  if (!record("laplace/shared", {{"n", Number{4096}}, {"block", Number{128}}})) GTEST_SKIP() << "nothing was recorded";
  ASSERT_EQ(flow_.buffers.size(), 1u);
  EXPECT_EQ(flow_.elements.size(), 130u) << "a block with its halo";
  const analysis::TileMoment all = end();
  EXPECT_EQ(all.elements_in_shared(), 130u);
  std::vector<std::uint32_t> uses;
  for (const analysis::TileMoment::Element& element : all.elements()) uses.push_back(element.uses);
  EXPECT_EQ(std::ranges::count(uses, 3u), 126);
  EXPECT_EQ(std::ranges::count(uses, 2u), 2);
  EXPECT_EQ(std::ranges::count(uses, 1u), 2);
  EXPECT_EQ(flow_.totals.back().computed, 3u * 128);
  EXPECT_EQ(compare().wrong, 0u);
  EXPECT_EQ(compare().all, 3u * 128);
}

TEST_F(TilesOf, ATransposeOfVectorsAreFoundInTheirWords) {
  if (!record("transpose/vec4_tile", {{"nx", Number{64}}, {"ny", Number{64}}})) GTEST_SKIP() << "nothing was recorded";
  EXPECT_EQ(flow_.elements.size(), 1024u);
  EXPECT_EQ(end().elements_in_shared(), 1024u) << "the compiler begins with zeros, which the loads replace";
  EXPECT_EQ(uses_per_byte(flow_.totals.back()), 1);
  EXPECT_EQ(max_in_registers(), 16u) << "four loads of 16 bytes are on their way together";
}

TEST_F(TilesOf, ACopyThatGoesPastRegistersAreFollowedToo) {
  if (!record("async_copy.cu", {{"n", Number{512}}, {"block", Number{32}}})) GTEST_SKIP() << "nothing was recorded";
  EXPECT_EQ(flow_.elements.size(), 512u);
  EXPECT_EQ(uses_per_byte(flow_.totals.back()), 1);
  const analysis::TileMoment all = end();
  EXPECT_EQ(all.elements_in_shared(), 256u) << "the last two stages";
}

}  // namespace
}  // namespace lanescope::gui
