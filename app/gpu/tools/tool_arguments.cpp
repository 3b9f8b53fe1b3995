#include "gpu/tools/tool_arguments.h"

#include "catalogue/reference/fill.h"
#include "catalogue/reference/reference.h"

namespace lanescope::gpu {

Filling filling_of(const catalogue::LaunchPlan& plan, std::size_t buffer) {
  const catalogue::Buffer& filled = plan.buffers.at(buffer);
  Filling filling;
  filling.type = static_cast<std::uint64_t>(filled.type);
  switch (filled.fill) {
    case catalogue::Fill::random:
      filling.mode = Filling::random;
      if (is_integer(filled.type) && filled.fill_below != filled.fill_from) {
        filling.bits = static_cast<std::uint64_t>(filled.fill_below - filled.fill_from);
        filling.number = static_cast<std::uint64_t>(filled.fill_from);
      }
      filling.key = catalogue::mix(plan.seed + catalogue::golden_step * (buffer + 1));
      break;
    case catalogue::Fill::index:
      filling.mode = Filling::index;
      filling.number = static_cast<std::uint64_t>(filled.fill_step);
      break;
    case catalogue::Fill::poison:
    case catalogue::Fill::zero:
    case catalogue::Fill::value:
      filling.bits = catalogue::fill_bits(plan, buffer, 0);
      break;
  }
  return filling;
}

}  // namespace lanescope::gpu
