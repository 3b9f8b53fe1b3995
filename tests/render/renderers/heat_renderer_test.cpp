#include "render/renderers/heat_renderer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "golden.h"
#include "render/drawing.h"
#include "render/renderers/heat_painter.h"

namespace lanescope::render {
namespace {

using model::ElementGrid;
using model::GridPart;
using model::HeatWindow;
using trace::Operation;
using trace::Space;

constexpr Colour paper{12, 34, 56, 255};

trace::Site site(Space space, Operation operation, std::uint32_t bytes) {
  trace::Site result;
  result.space = space;
  result.operation = operation;
  result.bytes_per_lane = bytes;
  return result;
}

void record(trace::Trace& trace, std::uint32_t site, std::uint32_t buffer, std::uint32_t mask,
            const std::function<std::uint32_t(std::uint32_t)>& offset) {
  trace::Header header;
  header.site = site;
  header.buffer = buffer;
  header.active_mask = mask;
  header.order_low = static_cast<std::uint32_t>(trace.headers.size());
  trace::Offsets offsets;
  offsets.fill(trace::no_offset);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    if ((mask >> lane & 1u) != 0) offsets[lane] = offset(lane);
  }
  trace.headers.push_back(header);
  trace.offsets.push_back(offsets);
}

/// Everything that a trace may hold, scattered over two buffers, the second one of 8-byte elements in units of 16.
trace::Trace scattered(std::uint32_t records) {
  trace::Trace trace;
  trace.buffers = {{"a", 97 * 61 * 4, 1}, {"b", 4000 * 8, 16}};
  trace.sites = {site(Space::global, Operation::load, 4),   site(Space::global, Operation::store, 4),
                 site(Space::global, Operation::load, 16),  site(Space::global, Operation::atomic, 8),
                 site(Space::texture, Operation::load, 16), site(Space::shared, Operation::load, 4)};
  std::mt19937 random(11);
  for (std::uint32_t n = 0; n < records; ++n) {
    const auto which = static_cast<std::uint32_t>(random() % 6), buffer = static_cast<std::uint32_t>(random() % 2);
    const std::uint32_t units = buffer == 1 ? 2000 : 97 * 61 * 4 / 16 * 4;
    const std::uint32_t unit = buffer == 1 ? 1 : 4;
    const auto first = static_cast<std::uint32_t>(random()), stride = static_cast<std::uint32_t>(random() % 3);
    record(trace, which, buffer, static_cast<std::uint32_t>(random()), [&](std::uint32_t lane) {
      if (random() % 16 == 0) return trace::no_offset;
      const std::uint32_t place = stride == 2 ? static_cast<std::uint32_t>(random()) : first + stride * lane;
      return place % units * unit;
    });
  }
  return trace;
}

class HeatTest : public Drawing {
 protected:
  void SetUp() override {
    Drawing::SetUp();
    if (HasFatalFailure()) return;
    picture_ = std::make_unique<HeatRenderer>(shaders_folder());
  }
  void TearDown() override { picture_.reset(); }

  Image drawn(const HeatBins& bins, const GridPart& part, std::uint32_t width, std::uint32_t height,
              const HeatStyle& style) {
    const Framebuffer target = Framebuffer::create(width, height).value();
    target.clear(paper);
    const Status done =
        picture_->draw(target, {0, 0, static_cast<int>(width), static_cast<int>(height)}, bins, part, style);
    EXPECT_TRUE(done) << done.error().text();
    return target.read();
  }

  std::unique_ptr<HeatRenderer> picture_;
};

TEST_F(HeatTest, TheShaderBinsAsTheProcessorDoesAndDrawsTheSamePicture) {
  const trace::Trace trace = scattered(3000);
  const std::vector<std::optional<ElementGrid>> grids{model::element_grid(std::array<std::int64_t, 2>{97, 61}, 4),
                                                      model::element_grid(std::array<std::int64_t, 2>{100, 40}, 8, 16)};
  const model::Touches touches = model::touches_of(trace, grids, trace::in_order(trace));
  const std::vector<model::HeatRecord> flat = model::heat_records(trace, touches);
  HeatRecords records = HeatRecords::create().value();
  ASSERT_TRUE(records.update(flat, touches.sites));
  EXPECT_FALSE(records.by_ipc());
  EXPECT_EQ(records.positions(), flat.size());
  EXPECT_EQ(records.read(1234), flat[1234]);
  for (const std::uint32_t buffer : {0u, 1u}) {
    const ElementGrid& grid = *grids[buffer];
    for (const auto& [part, pixels] :
         {std::pair{GridPart{0, 0, 61, 97}, 640.0}, std::pair{GridPart{3, 5, 20, 20}, 200.0},
          std::pair{GridPart{0, 0, 61, 97}, 16.0}}) {
      const HeatWindow window = model::heat_window(grid, part, pixels, pixels);
      model::Heat heat(buffer, grid, window);
      HeatBins shader = HeatBins::create(buffer, grid, window).value();
      HeatBins processor = HeatBins::create(buffer, grid, window).value();
      // Forward in steps that are no multiple of a work group, and backward.
      for (const std::uint32_t end : {3u, 1000u, 3000u, 1777u}) {
        heat.run_to(flat, touches.sites, end);
        ASSERT_TRUE(picture_->run_to(shader, records, end));
        processor.copy(heat);
        const auto expected = heat.bins();
        const std::vector<model::HeatBin> bins = shader.read();
        ASSERT_TRUE(std::equal(bins.begin(), bins.end(), expected.begin(), expected.end()))
            << "buffer " << buffer << ", level " << window.level_x << ", end " << end;
        ASSERT_EQ(shader.end(), heat.end());
        for (const HeatMode mode : {HeatMode::cooling, HeatMode::touches, HeatMode::arrival}) {
          HeatStyle style;
          style.mode = mode;
          style.position = end;
          style.half_life = 300;
          style.max_value = mode == HeatMode::touches ? 8 : 3000;
          const Image by_shader = drawn(shader, part, 320, 240, style),
                      by_processor = drawn(processor, part, 320, 240, style);
          ASSERT_EQ(by_shader, by_processor);
          ASSERT_FALSE(is_uniform(by_shader));
        }
      }
    }
  }
}

/// One row of eight floats: 0 and 1 loaded, 2 and 3 stored, 4 stored twice, the others never touched.
struct Row {
  trace::Trace trace;
  std::vector<std::optional<ElementGrid>> grids;
  model::Touches touches;
  model::Heat heat;
};

Row row() {
  Row result;
  result.trace.buffers = {{"row", 32, 1}};
  result.trace.sites = {site(Space::global, Operation::load, 4), site(Space::global, Operation::store, 4)};
  record(result.trace, 0, 0, 0x1, [](std::uint32_t) { return 0u; });
  record(result.trace, 0, 0, 0x1, [](std::uint32_t) { return 4u; });
  record(result.trace, 1, 0, 0x3, [](std::uint32_t lane) { return 8 + 4 * lane; });
  record(result.trace, 1, 0, 0x3, [](std::uint32_t) { return 16u; });
  result.grids = {model::element_grid(std::array<std::int64_t, 1>{8}, 4)};
  result.touches = model::touches_of(result.trace, result.grids, trace::in_order(result.trace));
  result.heat = model::Heat(0, *result.grids[0], {0, 0, 0, 0, 8, 1});
  result.heat.run_to(model::heat_records(result.trace, result.touches), result.touches.sites, 4);
  return result;
}

TEST_F(HeatTest, WhatWasJustTouchedGlowsAndCoolsDownByHalvesToTheColourOfWhatItWas) {
  const Row row = render::row();
  HeatBins bins = HeatBins::create(0, row.heat.grid(), row.heat.window()).value();
  bins.copy(row.heat);
  HeatStyle style;
  style.shapes_from_pixels = 1000;
  style.half_life = 2;
  style.load_cold = {0, 0, 100, 255};
  style.load_hot = {200, 0, 100, 255};
  style.store_cold = {0, 100, 0, 255};
  style.store_hot = {0, 200, 0, 255};
  style.position = 2;
  const Image image = drawn(bins, {0, 0, 8, 1}, 8, 1, style);
  EXPECT_LE(distance(image.at(0, 0), {100, 0, 100, 255}), 1) << "two positions ago: half of it is gone";
  EXPECT_LE(distance(image.at(2, 0), {0, 200, 0, 255}), 1) << "now";
  EXPECT_EQ(image.at(6, 0), style.ground) << "never";
  style.position = 1000;
  const Image later = drawn(bins, {0, 0, 8, 1}, 8, 1, style);
  EXPECT_EQ(later.at(0, 0), style.load_cold);
  EXPECT_EQ(later.at(3, 0), style.store_cold);
}

TEST_F(HeatTest, ShapesSayWhatColoursSay) {
  const Row row = render::row();
  HeatBins bins = HeatBins::create(0, row.heat.grid(), row.heat.window()).value();
  bins.copy(row.heat);
  HeatStyle style;
  style.position = 4;
  constexpr std::uint32_t size = 20;
  const Image image = drawn(bins, {0, 0, 8, 1}, 8 * size, size, style);
  const auto at = [&](std::uint32_t element, std::uint32_t x, std::uint32_t y) {
    return image.at(element * size + x, y);
  };
  EXPECT_GT(distance(at(0, 2, 10), at(0, 10, 10)), 40) << "a load is an inset square";
  EXPECT_EQ(at(2, 2, 10), at(2, 10, 10)) << "a store fills its element";
  EXPECT_EQ(at(6, 10, 10), style.dot) << "an untouched element has a dot";
  EXPECT_EQ(at(6, 3, 3), style.ground);
  int hatched = 0, plain = 0;
  for (std::uint32_t y = 1; y < size; ++y) {
    for (std::uint32_t x = 1; x < size; ++x) (distance(at(4, x, y), style.hatch) <= 2 ? hatched : plain) += 1;
  }
  EXPECT_GT(hatched, 60) << "an element that is stored to twice is hatched";
  EXPECT_GT(plain, 60);
}

TEST_F(HeatTest, ThePainterDrawsWhatTheShaderDraws) {
  const std::vector<std::optional<ElementGrid>> grids{model::element_grid(std::array<std::int64_t, 2>{97, 61}, 4),
                                                      model::element_grid(std::array<std::int64_t, 2>{100, 40}, 8, 16)};
  trace::Trace trace = scattered(2000);
  const model::Touches touches = model::touches_of(trace, grids, trace::in_order(trace));
  std::vector<model::HeatRecord> flat = model::heat_records(trace, touches);
  for (model::HeatRecord& each : flat) each.rewriting = 0;
  ElementGrid short_grid = *grids[0];
  short_grid.elements -= 40;  // the last row is short
  HeatPainter painter;
  std::size_t pixels = 0, others = 0;
  for (const auto& [buffer, grid] : {std::pair{0u, *grids[0]}, std::pair{1u, *grids[1]}, std::pair{0u, short_grid}}) {
    for (const GridPart& part : {GridPart{0, 0, 61, 97}, GridPart{3.3, 5.7, 20, 20}, GridPart{-20, -9, 101, 130}}) {
      for (const double resolution : {640.0, 16.0}) {
        model::Heat heat(buffer, grid, model::heat_window(grid, part, resolution, resolution));
        heat.run_to(flat, touches.sites, 1500);
        HeatBins bins = HeatBins::create(buffer, grid, heat.window()).value();
        bins.copy(heat);
        for (const HeatMode mode : {HeatMode::cooling, HeatMode::touches, HeatMode::arrival}) {
          HeatStyle style;
          style.mode = mode;
          style.position = 1499.5;
          style.half_life = 100;
          style.max_value = mode == HeatMode::touches ? 8 : 3000;
          style.shapes_from_pixels = 1000;
          ASSERT_TRUE(HeatPainter::draws(heat, part, 320, 240, style));
          const Framebuffer target = Framebuffer::create(320, 240).value();
          painter.draw(target, heat, part, paper, style);
          const Image painted = target.read(), shown = drawn(bins, part, 320, 240, style);
          ASSERT_FALSE(is_uniform(painted));
          for (std::uint32_t y = 0; y < shown.height; ++y) {
            for (std::uint32_t x = 0; x < shown.width; ++x, ++pixels) {
              others += painted.at(x, y) == shown.at(x, y) ? 0 : 1;
            }
          }
        }
      }
    }
  }
  EXPECT_EQ(others, 0) << "of " << pixels;
}

TEST_F(HeatTest, ThePainterLeavesShapesAndHatchesToTheShader) {
  const Row row = render::row();
  HeatStyle style;
  EXPECT_FALSE(HeatPainter::draws(row.heat, {0, 0, 8, 1}, 160, 20, style)) << "elements are large";
  style.shapes_from_pixels = 1000;
  EXPECT_FALSE(HeatPainter::draws(row.heat, {0, 0, 8, 1}, 160, 20, style)) << "one was stored twice";
  model::Heat before(0, row.heat.grid(), row.heat.window());
  EXPECT_TRUE(HeatPainter::draws(before, {0, 0, 8, 1}, 160, 20, style));
}

TEST_F(HeatTest, OutsideTheGridNothingIsDrawn) {
  const Row row = render::row();
  HeatBins bins = HeatBins::create(0, row.heat.grid(), row.heat.window()).value();
  bins.copy(row.heat);
  const Image image = drawn(bins, {-2, 0, 12, 2}, 12, 2, {});
  for (std::uint32_t x = 0; x < 12; ++x) {
    EXPECT_EQ(image.at(x, 1), paper);
    EXPECT_EQ(image.at(x, 0) == paper, x < 2 || x >= 10);
  }
}

TEST_F(HeatTest, ATraceWithoutRecordsIsAPictureOfUntouchedElements) {
  trace::Trace trace;
  trace.buffers = {{"a", 64, 1}};
  const std::vector<std::optional<ElementGrid>> grids{model::element_grid(std::array<std::int64_t, 1>{16}, 4)};
  const model::Touches touches = model::touches_of(trace, grids, {});
  HeatRecords records = HeatRecords::create().value();
  ASSERT_TRUE(records.update(model::heat_records(trace, touches), touches.sites));
  HeatBins bins = HeatBins::create(0, *grids[0], {0, 0, 0, 0, 16, 1}).value();
  ASSERT_TRUE(picture_->run_to(bins, records, 100));
  for (const model::HeatBin& bin : bins.read()) EXPECT_FALSE(bin.touched());
}

TEST_F(HeatTest, RecordsThatNameASiteThatDoesNotExistTouchNothing) {
  const Row row = render::row();
  std::vector<model::HeatRecord> flat = model::heat_records(row.trace, row.touches);
  for (model::HeatRecord& record : flat) record.site = 1000;
  HeatRecords records = HeatRecords::create().value();
  ASSERT_TRUE(records.update(flat, row.touches.sites));
  HeatBins bins = HeatBins::create(0, row.heat.grid(), row.heat.window()).value();
  ASSERT_TRUE(picture_->run_to(bins, records, 4));
  for (const model::HeatBin& bin : bins.read()) EXPECT_FALSE(bin.touched());
}

TEST_F(HeatTest, AMissingShaderIsNamedWhenItIsNeeded) {
  const Row row = render::row();
  HeatRenderer missing(shaders_folder() / "missing");
  HeatBins bins = HeatBins::create(0, row.heat.grid(), row.heat.window()).value();
  HeatRecords records = HeatRecords::create().value();
  ASSERT_TRUE(records.update(model::heat_records(row.trace, row.touches), row.touches.sites));
  EXPECT_TRUE(missing.run_to(bins, records, 0)) << "nothing is to be done";
  const Status binned = missing.run_to(bins, records, 4);
  ASSERT_FALSE(binned);
  EXPECT_NE(binned.error().text().find("heat.comp"), std::string::npos) << binned.error().text();
  const Framebuffer target = Framebuffer::create(8, 1).value();
  EXPECT_FALSE(missing.draw(target, {0, 0, 8, 1}, bins, {0, 0, 8, 1}, {}));
}

// A naive transpose of 24 × 32 half done, and a store that writes elements twice.
TEST_F(HeatTest, LooksLikeItsGoldenPicture) {
  trace::Trace trace;
  trace.buffers = {{"out", 24 * 32 * 4, 1}, {"in", 24 * 32 * 4, 1}};
  trace.sites = {site(Space::global, Operation::load, 4), site(Space::global, Operation::store, 4)};
  for (std::uint32_t row = 0; row < 14; ++row) {
    record(trace, 0, 1, ~0u, [&](std::uint32_t lane) { return 4 * (32 * row + lane); });
    record(trace, 1, 0, ~0u, [&](std::uint32_t lane) { return 4 * (24 * lane + row); });
    if (row % 5 == 4) record(trace, 1, 0, 0xff00u, [&](std::uint32_t lane) { return 4 * (24 * lane + row); });
  }
  const std::vector<std::optional<ElementGrid>> grids{model::element_grid(std::array<std::int64_t, 2>{32, 24}, 4),
                                                      model::element_grid(std::array<std::int64_t, 2>{24, 32}, 4)};
  const model::Touches touches = model::touches_of(trace, grids, trace::in_order(trace));
  const auto end = static_cast<std::uint32_t>(trace.headers.size());
  HeatStyle style;
  style.position = end;
  style.half_life = 5;
  const Framebuffer target = Framebuffer::create(880, 432).value();
  target.clear({24, 25, 30, 255});
  for (const std::uint32_t buffer : {0u, 1u}) {
    const ElementGrid& grid = *grids[buffer];
    const HeatWindow window{0, 0, 0, 0, grid.columns, grid.rows};
    model::Heat heat(buffer, grid, window);
    heat.run_to(model::heat_records(trace, touches), touches.sites, end);
    HeatBins bins = HeatBins::create(buffer, grid, window).value();
    bins.copy(heat);
    const int scale = 12, width = scale * static_cast<int>(grid.columns), height = scale * static_cast<int>(grid.rows);
    const PixelArea area{buffer == 1 ? 24 : 480, 24, width, height};
    const Status done = picture_->draw(
        target, area, bins, {0, 0, static_cast<double>(grid.columns), static_cast<double>(grid.rows)}, style);
    ASSERT_TRUE(done) << done.error().text();
  }
  test::expect_golden(target.read(), "render/golden/heat", {4, 0.001});
}

}  // namespace
}  // namespace lanescope::render
