#include "worker/pipelines/target.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"
#include "worker/messages.h"

namespace lanescope::worker {

Expected<Target> target_named(const std::string& text) {
  if (const model::DeviceSheet* named = model::device_sheet(text)) {
    return Target{{named->compute_major, named->compute_minor}, named};
  }
  if (const auto capability = compiler::compute_capability(text)) return Target{*capability, nullptr};
  std::vector<std::string> names;
  for (const model::DeviceSheet& sheet : model::device_sheets()) names.emplace_back(sheet.name);
  return failure(message<"target.unknown">(text), "target", message<"target.unknown_remedy">(join(names, ", ")));
}

}  // namespace lanescope::worker
