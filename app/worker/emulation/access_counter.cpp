#include "worker/emulation/access_counter.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace warpscope::worker {
namespace {

/// Small enough for the cache, large enough that the sums of a batch cost nothing beside its records.
constexpr std::size_t batch_records = 2048;
/// As many executions as it takes to see how sites lie to each other.
constexpr std::size_t vectorization_records = 32768;

/// What tells rows of each list apart, and orders them.
constexpr auto line_key = [](const model::LineMetrics& row) {
  return std::tie(row.file, row.line, row.space, row.operation);
};
constexpr auto buffer_key = [](const model::BufferMetrics& row) { return std::tie(row.buffer, row.operation); };
constexpr auto total_key = [](const model::TotalMetrics& row) { return std::tie(row.space, row.operation); };

template <class Row, class Key>
void add_rows(std::vector<Row>& to, const std::vector<Row>& from, const Key& key) {
  for (const Row& row : from) {
    const auto known = std::find_if(to.begin(), to.end(), [&](const Row& other) { return key(other) == key(row); });
    if (known == to.end()) {
      to.push_back(row);
    } else {
      known->counts += row.counts;
    }
  }
}

void add(model::Metrics& to, const model::Metrics& from) {
  if (to.sites.empty()) {
    to = from;
    return;
  }
  for (std::size_t site = 0; site < from.sites.size(); ++site) to.sites[site].counts += from.sites[site].counts;
  add_rows(to.lines, from.lines, line_key);
  add_rows(to.buffers, from.buffers, buffer_key);
  add_rows(to.totals, from.totals, total_key);
}

lab::ViewMetrics view_of(model::Metrics metrics, const trace::Trace& trace) {
  std::ranges::sort(metrics.lines, {}, line_key);
  std::ranges::sort(metrics.buffers, {}, buffer_key);
  std::ranges::sort(metrics.totals, {}, total_key);
  lab::ViewMetrics view;
  for (model::SiteMetrics& row : metrics.sites) {
    const trace::Site& site = trace.sites[row.site];
    view.sites.push_back({site.entry, site.file, site.line, site.column, site.ptx_line, site.space, site.operation,
                          row.bytes_per_lane, row.merged, row.leader, row.proven, std::move(row.reason), row.counts});
  }
  for (model::LineMetrics& row : metrics.lines) {
    view.lines.push_back({std::move(row.file), row.line, row.space, row.operation, row.counts});
  }
  for (const model::BufferMetrics& row : metrics.buffers) {
    view.buffers.push_back({trace.buffers[row.buffer].name, row.operation, row.counts});
  }
  for (const model::TotalMetrics& row : metrics.totals) view.totals.push_back({row.space, row.operation, row.counts});
  return view;
}

/// The records of the blocks that lie wholly among the first `most`.
trace::Trace shortened(const trace::Trace& trace, std::size_t most) {
  trace::Trace part;
  part.sites = trace.sites;
  part.buffers = trace.buffers;
  std::size_t end = std::min(trace.headers.size(), most);
  if (end < trace.headers.size()) {
    const auto same_block = [&](std::size_t record) {
      return trace.headers[record].block == trace.headers[end].block &&
             trace.headers[record].launch == trace.headers[end].launch;
    };
    std::size_t whole = end;
    while (whole > 0 && same_block(whole - 1)) --whole;
    if (whole > 0) end = whole;
  }
  const auto last = static_cast<std::ptrdiff_t>(end);
  part.headers.assign(trace.headers.begin(), trace.headers.begin() + last);
  part.offsets.assign(trace.offsets.begin(), trace.offsets.begin() + last);
  return part;
}

}  // namespace

AccessCounter::AccessCounter(const trace::Trace& like, model::Vectorization vectorization)
    : vectorization_(std::move(vectorization)) {
  batch_.sites = like.sites;
  batch_.buffers = like.buffers;
  batch_.headers.reserve(batch_records);
  batch_.offsets.reserve(batch_records);
  vectorized_ = std::any_of(vectorization_.sites.begin(), vectorization_.sites.end(),
                            [](const model::SiteVectorization& site) { return site.merged > 1; });
  // Also without a single record there is a row for each site.
  written_ = model::metrics_as_written(batch_);
  executed_ = model::metrics_as_executed(batch_, vectorization_);
}

void AccessCounter::take(const trace::Header& header, const trace::Offsets& offsets) {
  if (header.site >= batch_.sites.size() || header.buffer >= std::max<std::size_t>(batch_.buffers.size(), 1)) {
    ++dropped_;
    return;
  }
  batch_.headers.push_back(header);
  batch_.offsets.push_back(offsets);
  if (batch_.headers.size() == batch_records) flush();
}

void AccessCounter::flush() {
  add(written_, model::metrics_as_written(batch_));
  if (vectorized_) add(executed_, model::metrics_as_executed(batch_, vectorization_));
  batch_.headers.clear();
  batch_.offsets.clear();
}

lab::Metrics AccessCounter::finish(std::uint64_t blocks, std::uint64_t grid_blocks, bool scale) {
  flush();
  if (!vectorized_) {
    // Site for site the same counts; only what is known of vectorization differs.
    model::Metrics executed = written_;
    for (std::size_t site = 0; site < executed.sites.size(); ++site) {
      executed.sites[site].proven = executed_.sites[site].proven;
      executed.sites[site].reason = executed_.sites[site].reason;
    }
    executed_ = std::move(executed);
  }
  lab::Metrics metrics;
  metrics.blocks = blocks;
  metrics.grid_blocks = grid_blocks;
  metrics.dropped = dropped_;
  for (model::Metrics* view : {&written_, &executed_}) {
    view->blocks = static_cast<std::uint32_t>(blocks);
    view->grid_blocks = static_cast<std::uint32_t>(grid_blocks);
    if (!scale || dropped_ != 0 || blocks == grid_blocks) continue;
    if (auto scaled = model::scaled_to_grid(*view)) {
      *view = std::move(*scaled);
      metrics.scaled = true;
    }
  }
  metrics.written = view_of(std::move(written_), batch_);
  metrics.executed = view_of(std::move(executed_), batch_);
  return metrics;
}

model::Vectorization vectorization_of(const trace::Trace& trace, const EmulatedProgram& program) {
  if (!program.cubin) return model::as_written(trace, program.without_cubin);
  const trace::Trace part = shortened(trace, vectorization_records);
  return model::find_vectorization(part, model::site_blocks(part.sites, program.module), *program.cubin);
}

}  // namespace warpscope::worker
