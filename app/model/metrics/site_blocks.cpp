#include <unordered_map>

#include "model/metrics/vectorization.h"
#include "ptx/control_flow.h"

namespace warpscope::model {

std::vector<SiteBlock> site_blocks(std::span<const trace::Site> sites, const ptx::Module& module) {
  std::unordered_map<std::int32_t, SiteBlock> by_line;
  for (std::uint32_t f = 0; f < module.functions.size(); ++f) {
    const ptx::Function& function = module.functions[f];
    if (!function.has_body) continue;
    const ptx::ControlFlow flow = ptx::control_flow(function);
    for (std::uint32_t i = 0; i < function.instructions.size(); ++i) {
      by_line[function.instructions[i].ptx_line] = {f, flow.block_of[i], true};
    }
  }
  std::vector<SiteBlock> places;
  places.reserve(sites.size());
  for (const trace::Site& site : sites) {
    const auto found = by_line.find(site.ptx_line);
    places.push_back(found == by_line.end() ? SiteBlock{} : found->second);
  }
  return places;
}

}  // namespace warpscope::model
