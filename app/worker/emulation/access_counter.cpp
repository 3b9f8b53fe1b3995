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

template <class Row, class SameKey>
void add_row(std::vector<Row>& to, const Row& from, const SameKey& same_key) {
  const auto known = std::find_if(to.begin(), to.end(), [&](const Row& row) { return same_key(row, from); });
  if (known == to.end()) {
    to.push_back(from);
  } else {
    known->counts += from.counts;
  }
}

void add(model::Metrics& to, const model::Metrics& from) {
  if (to.sites.empty()) {
    to = from;
    return;
  }
  for (std::size_t site = 0; site < from.sites.size(); ++site) to.sites[site].counts += from.sites[site].counts;
  for (const auto& row : from.lines) {
    add_row(to.lines, row, [](const model::LineMetrics& a, const model::LineMetrics& b) {
      return a.line == b.line && a.space == b.space && a.operation == b.operation && a.file == b.file;
    });
  }
  for (const auto& row : from.buffers) {
    add_row(to.buffers, row, [](const model::BufferMetrics& a, const model::BufferMetrics& b) {
      return a.buffer == b.buffer && a.operation == b.operation;
    });
  }
  for (const auto& row : from.totals) {
    add_row(to.totals, row, [](const model::TotalMetrics& a, const model::TotalMetrics& b) {
      return a.space == b.space && a.operation == b.operation;
    });
  }
}

lab::ViewMetrics view_of(model::Metrics metrics, const trace::Trace& trace) {
  std::sort(metrics.lines.begin(), metrics.lines.end(), [](const auto& a, const auto& b) {
    return std::tie(a.file, a.line, a.space, a.operation) < std::tie(b.file, b.line, b.space, b.operation);
  });
  std::sort(metrics.buffers.begin(), metrics.buffers.end(), [](const auto& a, const auto& b) {
    return std::tie(a.buffer, a.operation) < std::tie(b.buffer, b.operation);
  });
  std::sort(metrics.totals.begin(), metrics.totals.end(), [](const auto& a, const auto& b) {
    return std::tie(a.space, a.operation) < std::tie(b.space, b.operation);
  });
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
