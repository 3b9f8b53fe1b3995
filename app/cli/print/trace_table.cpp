#include <fmt/format.h>

#include <vector>

#include "cli/print/rows.h"
#include "cli/print/table.h"
#include "lab/names.h"

namespace warpscope::cli {
namespace {

using trace::Space;
using Cells = std::vector<std::string>;

bool counts_sectors(Space space) {
  return space == Space::global || space == Space::local;
}

/// The columns that sites and sums share. What a space has not, or what no rule is known for, is absent.
void add_counts(Cells& cells, Space space, const model::Counts& counts) {
  const bool known = counts.uncounted_requests < counts.requests;
  const bool sectors = known && counts_sectors(space), wavefronts = known && space == Space::shared;
  cells.push_back(grouped(counts.requests));
  cells.push_back(grouped(counts.lanes));
  cells.push_back(sectors ? grouped(counts.sectors) : absent);
  cells.push_back(sectors ? grouped(counts.sectors_ideal) : absent);
  cells.push_back(wavefronts ? grouped(counts.wavefronts) : absent);
  cells.push_back(wavefronts ? grouped(counts.wavefronts_ideal) : absent);
}

/// "16 = 4×4" for four accesses of four bytes that are executed as one.
std::string bytes_text(const model::SiteMetrics& site) {
  if (site.merged <= 1) return fmt::format("{}", site.bytes_per_lane);
  return fmt::format("{} = {}×{}", site.bytes_per_lane, site.merged, site.bytes_per_lane / site.merged);
}

std::string place_text(const model::SiteMetrics& site) {
  return site.line > 0 ? fmt::format("{}", site.line) : fmt::format("PTX {}", site.ptx_line);
}

std::string blocks_text(const model::Metrics& metrics) {
  std::string text = fmt::format("{} of {}", grouped(metrics.blocks), grouped(metrics.grid_blocks));
  if (metrics.scaled) text += ", counts scaled to the grid: an estimate";
  return text;
}

}  // namespace

std::string trace_table(const lab::Result& result, lab::View view) {
  std::string text = result.kernel + "\n" + settings_row(result) + device_row(result);
  if (result.metrics) {
    const model::Metrics& metrics = *result.metrics;
    const model::ViewMetrics& shown = view == lab::View::written ? metrics.written : metrics.executed;
    text += row("blocks", blocks_text(metrics));
    text += row("counts", fmt::format("{} from addresses, as {}", name_of(lab::Origin::derived), name_of(view)));
    if (metrics.dropped > 0) {
      text += row("", fmt::format("{} accesses are in no count: trace fewer blocks", grouped(metrics.dropped)));
    }
    std::vector<Cells> rows{
        {"line", "space", "operation", "bytes", "requests", "lanes", "sectors", "ideal", "wavefronts", "ideal"}};
    for (const model::SiteMetrics& site : shown.sites) {
      if (site.counts.requests == 0 || site.space == Space::parameter) continue;
      Cells cells{place_text(site), std::string(trace::name_of(site.space)),
                  std::string(trace::name_of(site.operation)), bytes_text(site)};
      add_counts(cells, site.space, site.counts);
      rows.push_back(std::move(cells));
    }
    for (bool first = true; const model::TotalMetrics& total : shown.totals) {
      if (total.space == Space::parameter) continue;
      if (first) rows.emplace_back();
      Cells cells{first ? "total" : "", std::string(trace::name_of(total.space)),
                  std::string(trace::name_of(total.operation)), ""};
      first = false;
      add_counts(cells, total.space, total.counts);
      rows.push_back(std::move(cells));
    }
    text += fmt::format("\n{}\n", columns(rows, 4));
  }
  return text + notes_rows(result) + faults_text(result);
}

}  // namespace warpscope::cli
