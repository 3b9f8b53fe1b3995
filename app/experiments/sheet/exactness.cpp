#include "experiments/sheet/exactness.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "counters/quantity.h"
#include "predict/metrics/metrics.h"

namespace lanescope::experiments {
namespace {

using trace::Operation;
using trace::Space;

constexpr std::string_view unproven = "the cubin does not show how it is executed";

/// What the counter of a page counts otherwise than the quantity says. Measured on an H200, 2026-11-30, with the
/// kernels and settings of bench/foreign/small_settings.txt and bench/blind/small_settings.txt.
struct OtherMeaning {
  std::string_view ending, why;
};
constexpr std::array other_meanings{
    OtherMeaning{".sectors_ideal",
                 "the counter takes the bytes of all lanes; here bytes that several lanes want count once"},
    OtherMeaning{".wavefronts_ideal", "the counter's ideal knows of no lanes that want the same word"},
    OtherMeaning{".conflicts", "the counter has the conflicts by arbitration between accesses too"},
    OtherMeaning{"shared.read.wavefronts", "the counter has what arbitration between accesses costs too"},
    OtherMeaning{"shared.write.wavefronts", "the counter has what arbitration between accesses costs too"},
    OtherMeaning{"global.reduce.sectors", "the counter has more sectors where lanes of a warp meet at one address"},
    OtherMeaning{"global.atomic.sectors", "the counter has more sectors where lanes of a warp meet at one address"},
    OtherMeaning{"shared.atomic.wavefronts", "some operations on shared memory serve all lanes at one address at once"},
};

std::string reason_of(const model::SiteMetrics& site) {
  const std::string_view why = site.reason.empty() ? unproven : std::string_view(site.reason);
  return site.line > 0 ? fmt::format("line {}: {}", site.line, why) : std::string(why);
}

/// Adds a reason for each quantity to which the site adds something.
void add_site(Approximations& found, const model::SiteMetrics& site, const std::string& why) {
  const std::array totals{model::TotalMetrics{site.space, site.operation, site.counts}};
  counters::Values values = predict::access_counts(totals);
  values.merge(predict::access_sums(totals));
  for (const auto& [id, value] : values.by_id) {
    if (value != 0) found.emplace(id, why);
  }
}

}  // namespace

Approximations approximations_of(const model::Metrics& metrics, const counters::Values& derived) {
  Approximations found;
  for (const model::SiteMetrics& site : metrics.executed.sites) {
    if (site.counts.requests == 0) continue;
    if (!site.proven) add_site(found, site, reason_of(site));
    const bool copies = trace::is_asynchronous_copy(site.operation) && site.space == Space::global;
    if (copies) {
      constexpr std::string_view why = "the counter may have more sectors of asynchronous copies than they address";
      found.emplace("global.load.sectors", why);
      found.emplace("global.load.sectors_per_request", why);
    }
    if (site.space == Space::shared && site.operation == Operation::matrix_store)
      found.emplace("shared.store.instructions", "whether the counter has stmatrix is not known");
    const bool partly = site.counts.lanes + site.counts.out_of_bounds_lanes < 32 * site.counts.requests;
    if (site.space == Space::shared && site.bytes_per_lane >= 16 && partly) {
      const std::string_view id =
          site.operation == Operation::store ? "shared.store.wavefronts" : "shared.load.wavefronts";
      found.emplace(id, "how lanes of a partly active warp share wavefronts of 16 bytes each is not known");
    }
    if (site.space == Space::local && site.counts.sectors > 4 * site.counts.requests) {
      const std::string_view id = site.operation == Operation::store ? "local.store.requests" : "local.load.requests";
      found.emplace(id, "the L1 counts a request for each line that lanes access at different places");
    }
  }
  for (const counters::Quantity& quantity : counters::quantities()) {
    if (quantity.pages.empty()) continue;
    const auto meaning = std::ranges::find_if(
        other_meanings, [&](const OtherMeaning& each) { return quantity.id.ends_with(each.ending); });
    if (meaning != other_meanings.end()) found.emplace(quantity.id, meaning->why);
  }
  std::erase_if(found, [&](const auto& each) { return derived.find(each.first).value_or(0) == 0; });
  return found;
}

void add_those_counted_otherwise(const counters::Counted& counted, const counters::Values& derived,
                                 Approximations& approximate) {
  constexpr double six_digits = 1e-5;  // that a recording keeps of a number
  if (counted.instructions.empty()) return;
  for (const counters::Quantity& quantity : counters::quantities()) {
    const auto found = derived.find(quantity.id), judge = counted.values.find(quantity.id);
    if (!quantity.exact || !found || !judge || std::abs(*found - *judge) <= six_digits * *judge) continue;
    approximate.emplace(quantity.id, fmt::format("the counter has {:.6g}", *judge));
  }
}

std::optional<model::ExactSites> exact_instructions(const Result& result) {
  if (!result.metrics) return std::nullopt;
  const model::ExactSites sites = model::exact_sites(result.metrics->executed.sites);
  return sites.all > 0 ? std::optional(sites) : std::nullopt;
}

std::map<std::pair<std::int32_t, std::string>, std::uint64_t> approximate_lines(const Result& result) {
  std::map<std::pair<std::int32_t, std::string>, std::uint64_t> lines;
  if (!result.metrics) return lines;
  for (const model::SiteMetrics& site : result.metrics->executed.sites) {
    if (site.counts.requests == 0 || site.proven) continue;
    ++lines[{site.line, site.reason.empty() ? std::string(unproven) : site.reason}];
  }
  return lines;
}

}  // namespace lanescope::experiments
