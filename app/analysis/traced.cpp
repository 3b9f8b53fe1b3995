#include "analysis/traced.h"

#include <fmt/format.h>

namespace lanescope::analysis {

std::string defect(const Traced& traced) {
  const trace::Trace& trace = traced.trace;
  if (std::string wrong = trace::defect(trace); !wrong.empty()) return wrong;
  if (traced.vectorization.size() != trace.sites.size()) {
    return fmt::format("vectorization of {1} sites, not {0}", trace.sites.size(), traced.vectorization.size());
  }
  if (!traced.registers.empty() && traced.registers.size() != trace.sites.size()) {
    return fmt::format("registers of {} sites, not {}", traced.registers.size(), trace.sites.size());
  }
  if (traced.buffers.size() != trace.buffers.size()) {
    return fmt::format("{} buffers but {} shapes", trace.buffers.size(), traced.buffers.size());
  }
  if (!traced.levels.empty() && traced.levels.size() != trace.headers.size()) {
    return fmt::format("{} records but levels of {}", trace.headers.size(), traced.levels.size());
  }
  for (std::size_t site = 0; site < traced.vectorization.size(); ++site) {
    if (traced.vectorization[site].leader >= trace.sites.size()) {
      return fmt::format("site {} is led by site {} of {}", site, traced.vectorization[site].leader,
                         trace.sites.size());
    }
  }
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    if (trace.headers[record].launch >= traced.launches.size()) {
      return fmt::format("record {} names launch {} of {}", record, trace.headers[record].launch,
                         traced.launches.size());
    }
  }
  return {};
}

std::vector<std::optional<model::ElementGrid>> grids_of(const Traced& traced) {
  std::vector<std::optional<model::ElementGrid>> grids;
  for (std::size_t n = 0; n < traced.trace.buffers.size(); ++n) {
    std::optional<model::ElementGrid>& grid = grids.emplace_back();
    if (n >= traced.buffers.size()) continue;
    const TracedBuffer& buffer = traced.buffers[n];
    const auto bytes = static_cast<std::uint32_t>(catalogue::size_of(buffer.type));
    grid = model::element_grid(buffer.shape, bytes, traced.trace.buffers[n].granule);
  }
  return grids;
}

}  // namespace lanescope::analysis
