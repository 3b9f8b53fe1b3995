#include "gui/support/matrices_fixture.h"

#include <gtest/gtest.h>

#include <bit>

#include "gui/screens/matrices/matrices_view_model.h"

namespace lanescope::gui::test {

namespace {

trace::Site site(const std::string& file, trace::Operation operation) {
  trace::Site site;
  site.entry = "transpose";
  site.file = file;
  site.line = copy_line;
  site.space = trace::Space::global;
  site.operation = operation;
  site.bytes_per_lane = 4;
  return site;
}

struct Where {
  std::uint32_t block = 0, warp = 0, row = 0, column = 0;  // of the tile's row that is read
};

void record(trace::Trace& trace, std::uint32_t site, const Where& where) {
  trace::Header header;
  header.site = site;
  header.block = where.block;
  header.warp = where.warp;
  header.active_mask = 0xffffffffu;
  header.buffer = site == row_load ? 1 : 0;
  header.order_low = static_cast<std::uint32_t>(trace.headers.size());
  trace::Offsets offsets{};
  trace::Lanes values{};
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    const std::uint32_t column = where.column + lane;
    offsets[lane] = site == row_load ? 4 * (naive_columns * where.row + column) : 4 * (naive_rows * column + where.row);
    values[lane] = std::bit_cast<std::uint32_t>(static_cast<float>(100 * where.row + column));
  }
  trace.headers.push_back(header);
  trace.offsets.push_back(offsets);
  trace.values.push_back(values);
}

}  // namespace

std::shared_ptr<const analysis::Traced> naive_trace(const State& state, bool again) {
  auto traced = std::make_shared<analysis::Traced>();
  trace::Trace& trace = traced->trace;
  const std::string& file = state.definition()->source.path;
  trace.sites = {site(file, trace::Operation::load), site(file, trace::Operation::store),
                 site(file, trace::Operation::store)};
  trace.buffers = {{"out", 4 * naive_rows * naive_columns, 1}, {"in", 4 * naive_rows * naive_columns, 1}};
  for (std::uint32_t block = 0; block < 2; ++block) {
    const std::uint32_t column = 32 * block;
    for (std::uint32_t step = 0; step < 4; ++step) {
      for (std::uint32_t warp = 0; warp < 8; ++warp) {
        record(trace, row_load, {block, warp, 8 * step + warp, column});
        record(trace, column_store, {block, warp, 8 * step + warp, column});
      }
    }
    if (again) record(trace, second_store, {block, 0, 24, column});
  }
  trace.blocks = 2;
  trace.grid_blocks = 6;
  for (std::uint32_t index = 0; index < trace.sites.size(); ++index)
    traced->vectorization.push_back({1, index, true, ""});
  traced->buffers = {{"out", catalogue::Role::out, catalogue::ElementType::f32, {naive_columns, naive_rows}},
                     {"in", catalogue::Role::in, catalogue::ElementType::f32, {naive_rows, naive_columns}}};
  traced->launches = {{"transpose", {3, 2, 1}, {32, 8, 1}, 0}};
  for (const auto& [name, value] : emulated(state).sizes) traced->sizes[name] = value;
  return traced;
}

experiments::Result with_naive_trace(const State& state, bool again) {
  experiments::Result result = emulated(state);
  result.traced = naive_trace(state, again);
  return result;
}

experiments::Result with_whole_grid(const State& state) {
  experiments::Result result = with_naive_trace(state);
  const analysis::Traced& traced = *result.traced;
  trace::Trace all = traced.trace;
  all.headers.clear();
  all.offsets.clear();
  all.values.clear();
  for (std::uint32_t block = 0; block < 6; ++block) {
    for (std::uint32_t row = 0; row < 32; ++row) {
      const Where where{block, row % 8, 32 * (block / 3) + row, 32 * (block % 3)};
      record(all, row_load, where);
      record(all, column_store, where);
    }
  }
  const model::Touches touches = model::touches_of(all, analysis::grids_of(traced), trace::in_order(all));
  model::TouchCounter counter;
  counter.count_to(all, touches, static_cast<std::uint32_t>(touches.order.size()));
  experiments::HeatTrace& heat = result.heat.emplace();
  heat.sent = std::make_shared<const experiments::HeatRecords>(model::heat_records(all, touches));
  heat.records = heat.sent->size();
  heat.blocks = heat.grid_blocks = 6;
  heat.sites = all.sites;
  for (std::size_t buffer = 0; buffer < traced.buffers.size(); ++buffer) {
    heat.buffers.push_back({traced.buffers[buffer], 1, counter.totals()[buffer]});
  }
  return result;
}

experiments::Result with_wrong_element(const State& state) {
  experiments::Result result = with_naive_trace(state);
  catalogue::Verification verification;
  verification.method = "CPU reference";
  verification.checked = std::uint64_t{naive_rows} * naive_columns;
  verification.mismatches = 3;
  verification.first = catalogue::Mismatch{3 * naive_rows + 4, {3, 4}, "403", "7"};
  verification.wrong = {3 * naive_rows + 4, 3 * naive_rows + 5, 20 * naive_rows + 30};
  result.verification = verification;
  return result;
}

}  // namespace lanescope::gui::test
