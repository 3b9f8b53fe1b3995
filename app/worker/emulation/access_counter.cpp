#include "worker/emulation/access_counter.h"

#include <algorithm>
#include <utility>

namespace warpscope::worker {
namespace {

/// So many executions are enough to see how the addresses of sites relate to each other.
constexpr std::size_t vectorization_records = 32768;

/// Returns the records of the blocks that lie wholly among the first `most` records.
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
    : vectorization_(std::move(vectorization)),
      sites_(like.sites.size()),
      buffers_(std::max<std::size_t>(like.buffers.size(), 1)),
      written_(like) {
  const bool differs = std::any_of(vectorization_.sites.begin(), vectorization_.sites.end(),
                                   [](const model::SiteVectorization& site) { return site.merged > 1; });
  if (differs) executed_.emplace(like, &vectorization_);
}

void AccessCounter::take(const trace::Header& header, const trace::Offsets& offsets) {
  if (header.site >= sites_ || header.buffer >= buffers_) {
    ++dropped_;
    return;
  }
  written_.take(header, offsets);
  if (executed_) executed_->take(header, offsets);
}

model::Metrics AccessCounter::finish(std::uint64_t blocks, std::uint64_t grid_blocks, bool scale) const {
  model::Metrics metrics;
  metrics.blocks = blocks;
  metrics.grid_blocks = grid_blocks;
  metrics.dropped = dropped_;
  metrics.written = written_.metrics();
  metrics.executed = executed_ ? executed_->metrics() : metrics.written;
  if (!executed_) {
    // The counts are the same for each site; only the knowledge of vectorization differs.
    for (std::size_t site = 0; site < sites_; ++site) {
      metrics.executed.sites[site].proven = vectorization_.sites.at(site).proven;
      metrics.executed.sites[site].reason = vectorization_.sites.at(site).reason;
    }
  }
  // There is no estimate when some of the executed blocks are not whole.
  if (scale && blocks != grid_blocks) static_cast<void>(model::scale_to_grid(metrics));
  return metrics;
}

model::Vectorization vectorization_of(const trace::Trace& trace, const EmulatedProgram& program) {
  if (!program.cubin) return model::as_written(trace, program.without_cubin);
  const trace::Trace part = shortened(trace, vectorization_records);
  return model::find_vectorization(part, model::site_blocks(part.sites, program.module), *program.cubin);
}

}  // namespace warpscope::worker
