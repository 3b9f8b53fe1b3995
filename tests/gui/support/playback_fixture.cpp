#include "gui/support/playback_fixture.h"

#include <bit>

namespace lanescope::gui::test {

namespace {

trace::Site site(const std::string& file, int line, trace::Space space, trace::Operation operation) {
  trace::Site site;
  site.entry = "transpose";
  site.file = file;
  site.line = line;
  site.ptx_line = line + 100;
  site.space = space;
  site.operation = operation;
  site.bytes_per_lane = 4;
  return site;
}

template <class Address, class Value>
void record(trace::Trace& trace, std::uint32_t site, std::uint32_t warp, Address address, Value value) {
  trace::Header header;
  header.site = site;
  header.block = 5;
  header.warp = warp;
  header.active_mask = 0xffffffffu;
  header.buffer = site == global_store ? 1 : 0;
  header.order_low = static_cast<std::uint32_t>(trace.headers.size());
  trace::Offsets offsets{};
  trace::Lanes values{};
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    offsets[lane] = address(lane);
    values[lane] = std::bit_cast<std::uint32_t>(value(lane));
  }
  trace.headers.push_back(header);
  trace.offsets.push_back(offsets);
  trace.values.push_back(values);
}

}  // namespace

std::shared_ptr<const analysis::Traced> tile_trace(const State& state, std::uint32_t pad) {
  using trace::Operation;
  using trace::Space;
  auto traced = std::make_shared<analysis::Traced>();
  trace::Trace& trace = traced->trace;
  const std::string& file = state.definition()->source.path;
  trace.sites = {
      site(file, read_line, Space::global, Operation::load), site(file, read_line, Space::shared, Operation::store),
      site(file, write_line, Space::shared, Operation::load), site(file, write_line, Space::global, Operation::store)};
  trace.buffers = {{"in", 4096, 1}, {"out", 4096, 1}};
  const std::uint32_t row_words = 32 + pad;
  const auto element = [](std::uint32_t row, std::uint32_t column) { return static_cast<float>(100 * row + column); };
  for (std::uint32_t step = 0; step < tile_rows_per_warp; ++step) {
    for (std::uint32_t warp = 0; warp < tile_warps; ++warp) {
      const std::uint32_t row = tile_warps * step + warp;
      const auto value = [&](std::uint32_t lane) { return element(row, lane); };
      record(
          trace, global_load, warp, [&](std::uint32_t lane) { return 4 * (32 * row + lane); }, value);
      record(
          trace, tile_store, warp, [&](std::uint32_t lane) { return 4 * (row_words * row + lane); }, value);
    }
  }
  const auto released = static_cast<std::uint32_t>(trace.headers.size());
  for (std::uint32_t warp = 0; warp < tile_warps; ++warp) {
    trace::Barrier barrier;
    barrier.block = 5;
    barrier.warp = warp;
    barrier.active_mask = 0xffffffffu;
    barrier.arrived_order_low = released - tile_warps + warp;
    barrier.released_order_low = released;
    trace.barriers.push_back(barrier);
  }
  for (std::uint32_t step = 0; step < tile_rows_per_warp; ++step) {
    for (std::uint32_t warp = 0; warp < tile_warps; ++warp) {
      const std::uint32_t column = tile_warps * step + warp;
      const auto value = [&](std::uint32_t lane) { return element(lane, column); };
      record(
          trace, tile_load, warp, [&](std::uint32_t lane) { return 4 * (row_words * lane + column); }, value);
      record(
          trace, global_store, warp, [&](std::uint32_t lane) { return 4 * (32 * column + lane); }, value);
    }
  }
  trace.first_block = 5;
  trace.blocks = 1;
  trace.grid_blocks = 16;
  for (std::uint32_t index = 0; index < trace.sites.size(); ++index)
    traced->vectorization.push_back({1, index, true, ""});
  traced->buffers = {{"in", catalogue::Role::in, catalogue::ElementType::f32, {32, 32}},
                     {"out", catalogue::Role::out, catalogue::ElementType::f32, {32, 32}}};
  traced->launches = {{"transpose", {4, 4, 1}, {32, 4, 1}, 4 * 32 * row_words}};
  return traced;
}

experiments::Result with_trace(const State& state, std::uint32_t pad) {
  experiments::Result result = emulated(state);
  result.traced = tile_trace(state, pad);
  return result;
}

}  // namespace lanescope::gui::test
