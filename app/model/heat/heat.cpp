#include "model/heat/heat.h"

#include <algorithm>
#include <bit>

namespace lanescope::model {

namespace {

/// Consecutive elements that fall into one bin, so that a row of lanes costs one update of a bin and not 32.
struct Run {
  std::size_t bin = 0;
  std::uint32_t elements = 0;
  bool rewritten = false;
};

void add_run(HeatBin& bin, const Run& run, std::uint32_t touch, std::uint32_t position) {
  const bool reads = (touch & TouchSite::reads) != 0, writes = (touch & TouchSite::writes) != 0;
  bin.loads += reads ? run.elements : 0;
  bin.stored += writes ? run.elements : 0;
  bin.stored |= run.rewritten ? HeatBin::rewritten_bit : 0;
  bin.first = std::max(bin.first, ~position);
  bin.last = std::max(bin.last, 2 * position + 2 + (writes ? 1u : 0u));
}

}  // namespace

Heat::Heat(std::uint32_t buffer, const ElementGrid& grid, const HeatWindow& window)
    : buffer_(buffer), grid_(grid), window_(window), bins_(window.bins()), changes_(window.height) {}

const HeatBin* Heat::bin_of(std::uint32_t column, std::uint32_t row) const {
  const std::uint32_t x = (column >> window_.level_x) - window_.first_x;
  const std::uint32_t y = (row >> window_.level_y) - window_.first_y;
  return x < window_.width && y < window_.height ? &bins_[std::size_t{y} * window_.width + x] : nullptr;
}

void Heat::run_to(std::span<const HeatRecord> records, std::span<const TouchSite> sites, std::uint32_t end) {
  end = std::min(end, static_cast<std::uint32_t>(records.size()));
  if (end < end_) {
    std::fill(bins_.begin(), bins_.end(), HeatBin{});
    std::fill(changes_.begin(), changes_.end(), 0u);
    has_rewritten_ = false;
    end_ = 0;
  }
  for (; end_ < end; ++end_) add(records[end_], sites[records[end_].site], end_);
}

void Heat::add(const HeatRecord& record, const TouchSite& site, std::uint32_t position) {
  if (site.touch == 0 || record.buffer != buffer_) return;
  const trace::Offsets& offsets = record.offsets;
  const std::uint32_t rewriting = record.rewriting;
  const std::uint32_t elements_per_lane = elements_of(site, grid_);
  const bool power = std::has_single_bit(grid_.columns);  // true for most matrices, which need no division
  const int shift = std::countr_zero(grid_.columns);
  Run run;
  const auto flush = [&] {
    if (run.elements == 0) return;
    add_run(bins_[run.bin], run, site.touch, position);
    has_rewritten_ = has_rewritten_ || run.rewritten;
    run = {};
  };
  std::uint32_t row = 0, row_begin = 0, row_end = 0;  // of the previous element; neighbours need no division
  for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    if (offsets[lane] == trace::no_offset) continue;
    const std::uint32_t first = grid_.element_at(offsets[lane]);
    if (first >= grid_.elements) continue;
    const std::uint32_t count = std::min(elements_per_lane, grid_.elements - first);
    for (std::uint32_t element = first; element < first + count; ++element) {
      if (element < row_begin || element >= row_end) {
        row = power ? element >> shift : element / grid_.columns;
        row_begin = row * grid_.columns;
        row_end = row_begin + std::min(grid_.columns, 0xffffffffu - row_begin);
      }
      const std::uint32_t x = ((element - row_begin) >> window_.level_x) - window_.first_x;
      const std::uint32_t y = (row >> window_.level_y) - window_.first_y;
      if (x >= window_.width || y >= window_.height) continue;  // also true when it lies before the first one
      const std::size_t bin = std::size_t{y} * window_.width + x;
      if (bin != run.bin) flush();
      run.bin = bin;
      changes_[y] = position + 1;
      ++run.elements;
      run.rewritten |= (rewriting >> lane & 1u) != 0;
    }
  }
  flush();
}

}  // namespace lanescope::model
