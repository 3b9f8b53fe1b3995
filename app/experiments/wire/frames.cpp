#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "experiments/messages.h"
#include "experiments/wire/wire.h"

namespace lanescope::experiments {
namespace {

constexpr std::array<std::uint8_t, 10> magic = {'l', 'a', 'n', 'e', 's', 'c', 'o', 'p', 'e', 1};

void put(std::vector<std::uint8_t>& bytes, std::uint64_t value, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::uint64_t get(const std::uint8_t* bytes, std::size_t width) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  return value;
}

bool is_known(std::uint64_t type) {
  return type >= static_cast<std::uint64_t>(FrameType::hello) &&
         type <= static_cast<std::uint64_t>(FrameType::received);
}

/// Returns how many bytes the body of a frame may have; `largest` is for what carries buffers.
std::uint64_t limit_of(FrameType type, std::uint64_t largest) {
  switch (type) {
    case FrameType::request:
    case FrameType::result:
      return largest;
    case FrameType::attachment:
      return std::min<std::uint64_t>(largest, 2 * max_part_bytes);
    case FrameType::hello:
    case FrameType::progress:
      return std::min<std::uint64_t>(largest, 64 * 1024);
    case FrameType::cancel:
    case FrameType::acknowledge:
    case FrameType::goodbye:
    case FrameType::received:
      break;
  }
  return 0;
}

}  // namespace

std::vector<std::uint8_t> handshake() {
  std::vector<std::uint8_t> bytes(magic.begin(), magic.end());
  put(bytes, protocol_version, 4);
  return bytes;
}

std::vector<std::uint8_t> encode_frame(FrameType type, std::uint64_t request, const std::vector<std::uint8_t>& body) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(frame_header_bytes + body.size());
  put(bytes, static_cast<std::uint32_t>(type), 4);
  put(bytes, 0, 4);
  put(bytes, request, 8);
  put(bytes, body.size(), 8);
  bytes.insert(bytes.end(), body.begin(), body.end());
  return bytes;
}

Status FrameReader::feed(const std::uint8_t* bytes, std::size_t count) {
  if (broken_) return failure(*broken_);
  pending_.insert(pending_.end(), bytes, bytes + count);
  Status status;
  if (!handshake_done_) status = find_handshake();
  if (status && handshake_done_) status = split_frames();
  if (!status) {
    broken_ = status.error();
    pending_.clear();
  }
  return status;
}

Status FrameReader::find_handshake() {
  const auto found = std::search(pending_.begin(), pending_.end(), magic.begin(), magic.end());
  // Without a match, everything except a possible beginning of the magic is noise.
  std::size_t noise = static_cast<std::size_t>(found - pending_.begin());
  if (found == pending_.end()) noise -= std::min(noise, magic.size() - 1);
  skipped_ += noise;
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(noise));
  if (skipped_ > max_noise_before_handshake) {
    return failure(message<"wire.no_handshake">(max_noise_before_handshake / 1024), "pipe",
                   message<"wire.no_handshake_remedy">());
  }
  if (pending_.size() < magic.size() + 4 || !std::equal(magic.begin(), magic.end(), pending_.begin())) return {};
  const std::uint64_t version = get(pending_.data() + magic.size(), 4);
  if (version != protocol_version) {
    return failure(message<"wire.other_protocol">(version, protocol_version), "pipe", same_version_remedy());
  }
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(magic.size() + 4));
  handshake_done_ = true;
  return {};
}

Status FrameReader::split_frames() {
  std::size_t position = 0;
  Status status;
  while (pending_.size() - position >= frame_header_bytes) {
    const std::uint8_t* header = pending_.data() + position;
    const std::uint64_t type = get(header, 4), reserved = get(header + 4, 4), length = get(header + 16, 8);
    if (!is_known(type)) {
      status = failure(message<"wire.unknown_frame">(type), "pipe", same_version_remedy());
    } else if (reserved != 0) {
      status = failure(message<"wire.reserved_word">(reserved), "pipe", same_version_remedy());
    } else if (const std::uint64_t limit = limit_of(static_cast<FrameType>(type), max_body_bytes_); length > limit) {
      status = failure(message<"wire.frame_too_large">(length, limit), "pipe",
                       limit == max_body_bytes_ ? message<"wire.frame_too_large_remedy">() : same_version_remedy());
    }
    if (!status || pending_.size() - position - frame_header_bytes < length) break;
    const std::uint8_t* body = header + frame_header_bytes;
    frames_.push_back({static_cast<FrameType>(type), get(header + 8, 8), {body, body + length}});
    position += frame_header_bytes + static_cast<std::size_t>(length);
  }
  pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(position));
  return status;
}

std::optional<WireFrame> FrameReader::next() {
  if (taken_ == frames_.size()) return std::nullopt;
  WireFrame frame = std::move(frames_[taken_++]);
  if (taken_ == frames_.size()) {
    frames_.clear();
    taken_ = 0;
  }
  return frame;
}

}  // namespace lanescope::experiments
