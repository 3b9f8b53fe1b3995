#include "experiments/wire/heat_trace.h"

#include <fmt/format.h>

namespace lanescope::experiments {

std::string defect(const HeatTrace& heat) {
  if (heat.slot.used()) return {};
  if (!heat.sent) return heat.records == 0 ? "" : fmt::format("{} records lie nowhere", heat.records);
  if (heat.sent->size() != heat.records) {
    return fmt::format("{} records where {} were announced", heat.sent->size(), heat.records);
  }
  return model::defect(*heat.sent, heat.sites.size(), heat.buffers.size());
}

}  // namespace lanescope::experiments
