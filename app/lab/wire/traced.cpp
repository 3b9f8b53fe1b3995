#include "lab/wire/traced.h"

#include <fmt/format.h>

#include "lab/wire/heat_trace.h"

namespace lanescope::lab {

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

std::string defect(const HeatTrace& heat) {
  if (heat.slot.used()) return {};
  if (!heat.sent) return heat.records == 0 ? "" : fmt::format("{} records lie nowhere", heat.records);
  if (heat.sent->size() != heat.records) {
    return fmt::format("{} records where {} were announced", heat.sent->size(), heat.records);
  }
  return model::defect(*heat.sent, heat.sites.size(), heat.buffers.size());
}

}  // namespace lanescope::lab
