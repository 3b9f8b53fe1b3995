#include "simulator/plan/access_counter.h"

#include <algorithm>
#include <utility>

namespace lanescope::simulator {
namespace {

/// So many different accesses are kept before they are counted, in 170 bytes each.
constexpr std::size_t max_different = std::size_t{1} << 17;

}  // namespace

AccessCounter::AccessCounter(const trace::Trace& like, model::Vectorization vectorization) {
  describe(like, std::move(vectorization));
}

void AccessCounter::describe(const trace::Trace& like, model::Vectorization vectorization) {
  const bool differs =
      std::any_of(vectorization.sites.begin(), vectorization.sites.end(),
                  [](const model::SiteVectorization& site) { return site.merged > 1 || site.reduces; });
  fresh_ = Program{std::move(vectorization), like.sites.size(), std::max<std::size_t>(like.buffers.size(), 1),
                   model::ViewCounter(like), std::nullopt};
  if (differs) fresh_->executed.emplace(like, &fresh_->vectorization);
  counted_ = fresh_;
}

void AccessCounter::on_begin() {
  tally_.clear();
  counted_ = fresh_;
  dropped_ = lost_ = 0;
}

void AccessCounter::on_accesses(const trace::AccessTally::Entry& accesses) {
  count_if_full();
  tally_.add(tally_.find_or_add(accesses.site, accesses.buffer, accesses.active_mask, accesses.offsets,
                                accesses.source_degrees),
             accesses.times);
}

void AccessCounter::add(const trace::Header& header, const trace::Offsets& offsets) {
  count_if_full();
  tally_.add(tally_.find_or_add(header.site, header.buffer, header.active_mask, offsets, header.source_degrees));
}

void AccessCounter::count_if_full() {
  if (tally_.entries().size() < max_different) return;
  if (counted_) return count();
  for (const trace::AccessTally::Entry& entry : tally_.entries()) lost_ += entry.times;
  tally_.clear();
}

/// Adds what the tally holds to both views.
void AccessCounter::count() {
  for (const trace::AccessTally::Entry& entry : tally_.entries()) {
    if (entry.site >= counted_->sites || entry.buffer >= counted_->buffers) {
      dropped_ += entry.times;
      continue;
    }
    trace::Header header;
    header.site = entry.site;
    header.buffer = entry.buffer;
    header.active_mask = entry.active_mask;
    header.source_degrees = entry.source_degrees;
    counted_->written.add(header, entry.offsets, entry.times);
    if (counted_->executed) counted_->executed->add(header, entry.offsets, entry.times);
  }
  tally_.clear();
}

model::Metrics AccessCounter::finish(std::uint64_t blocks, std::uint64_t grid_blocks, bool scale) {
  count();
  const Program& all = *counted_;
  model::Metrics metrics;
  metrics.blocks = blocks;
  metrics.grid_blocks = grid_blocks;
  metrics.dropped = dropped_;
  metrics.written = all.written.metrics();
  metrics.executed = all.executed ? all.executed->metrics() : metrics.written;
  if (!all.executed) {
    // The counts are the same for each site; only the knowledge of vectorization differs.
    for (std::size_t site = 0; site < all.sites; ++site) {
      metrics.executed.sites[site].proven = all.vectorization.sites.at(site).proven;
      metrics.executed.sites[site].reason = all.vectorization.sites.at(site).reason;
    }
  }
  // There is no estimate when some of the executed blocks are not whole.
  if (scale && blocks != grid_blocks) static_cast<void>(model::scale_to_grid(metrics));
  return metrics;
}

}  // namespace lanescope::simulator
