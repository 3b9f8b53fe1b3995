#include "client/incoming.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "client/messages.h"
#include "experiments/wire/wire.h"

namespace lanescope::client {

Expected<bool> Incoming::add(std::uint64_t request, const experiments::AttachmentPart& part) {
  Arriving& arriving = kinds_[experiments::index_of(part.kind)];
  if (arriving.request != request || arriving.whole) arriving = {request, part.total, {}, {}, arriving.completed};
  if (arriving.bytes.empty()) arriving.total = part.total;
  std::vector<std::uint8_t>& bytes = arriving.bytes;
  // A wrong number must not make us request so much memory.
  if (part.total == 0 || part.total > experiments::max_attachment_bytes || part.total != arriving.total ||
      part.first != bytes.size() || part.bytes.empty() || part.bytes.size() > part.total - bytes.size()) {
    return failure(
        message<"client.attachment_part">(part.bytes.size(), part.total, part.first, bytes.size(), arriving.total),
        "attachment frame", experiments::same_version_remedy());
  }
  std::transform(part.bytes.begin(), part.bytes.end(), std::back_inserter(bytes),
                 [](std::byte byte) { return std::to_integer<std::uint8_t>(byte); });
  if (bytes.size() < part.total) return false;
  TRY(arriving.whole, experiments::decode_attachment(part.kind, bytes));
  bytes = {};
  arriving.completed = std::max(arriving.completed, request);
  return true;
}

bool Incoming::has(std::uint64_t request, experiments::AttachmentKind kind) const {
  return kinds_[experiments::index_of(kind)].completed >= request;
}

void Incoming::fill(experiments::Result& result) const {
  for (const Arriving& arriving : kinds_) {
    if (!arriving.whole || arriving.request != result.request) continue;
    const auto kind = experiments::kind_of(*arriving.whole);
    const bool awaited = std::find(result.pending_attachments.begin(), result.pending_attachments.end(), kind) !=
                         result.pending_attachments.end();
    if (awaited) experiments::attach(result, *arriving.whole);
  }
}

}  // namespace lanescope::client
