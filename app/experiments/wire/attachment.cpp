#include "experiments/wire/attachment.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace lanescope::experiments {

std::vector<Attachment> detach(Result& result) {
  std::vector<Attachment> detached;
  if (result.preview && !result.preview->slot.used()) detached.emplace_back(*std::exchange(result.preview, {}));
  if (result.traced) detached.emplace_back(std::exchange(result.traced, {}));
  if (result.heat && !result.heat->slot.used()) detached.emplace_back(*std::exchange(result.heat, {}));
  if (result.block_times) detached.emplace_back(std::exchange(result.block_times, {}));
  for (const Attachment& attachment : detached) result.pending_attachments.push_back(kind_of(attachment));
  return detached;
}

void attach(Result& result, const Attachment& attachment) {
  std::visit(
      [&](const auto& value) {
        using Held = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Held, Preview>) {
          result.preview = value;
        } else if constexpr (std::is_same_v<Held, HeatTrace>) {
          result.heat = value;
        } else if constexpr (std::is_same_v<Held, std::shared_ptr<const trace::BlockTimes>>) {
          result.block_times = value;
        } else {
          result.traced = value;
        }
      },
      attachment);
  std::erase(result.pending_attachments, kind_of(attachment));
}

Generations generations_of(const Result& result) {
  Generations generations{};
  const auto note = [&](const auto& handed_over, AttachmentKind kind) {
    if (handed_over && handed_over->slot.used()) generations[index_of(kind)] = handed_over->slot.generation;
  };
  note(result.preview, AttachmentKind::preview);
  note(result.heat, AttachmentKind::heat);
  return generations;
}

}  // namespace lanescope::experiments
