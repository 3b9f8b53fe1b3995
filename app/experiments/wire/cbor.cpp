#include "experiments/wire/cbor.h"

#include <optional>

namespace lanescope::experiments {
namespace {

enum class Major : std::uint8_t { positive, negative, bytes, text, array, map, tag, simple };

/// The first byte of an item and the number that follows it.
struct Head {
  Major major = Major::positive;
  std::uint8_t information = 0;
  std::uint64_t argument = 0;
};

std::optional<Head> read_head(const std::vector<std::uint8_t>& bytes, std::size_t& position) {
  if (position >= bytes.size()) return std::nullopt;
  const std::uint8_t first = bytes[position++];
  Head head;
  head.major = static_cast<Major>(first >> 5);
  head.information = first & 31;
  if (head.information < 24) {
    head.argument = head.information;
    return head;
  }
  if (head.information > 27) return std::nullopt;  // reserved, or an indefinite length
  const std::size_t width = std::size_t{1} << (head.information - 24);
  if (bytes.size() - position < width) return std::nullopt;
  for (std::size_t i = 0; i < width; ++i) head.argument = head.argument << 8 | bytes[position++];
  return head;
}

/// Whether the item is false, true, null, or floating point of any width.
bool is_known_simple(const Head& head) {
  return (head.information >= 20 && head.information <= 22) || (head.information >= 25 && head.information <= 27);
}

}  // namespace

bool is_plain_cbor(const std::vector<std::uint8_t>& bytes) {
  std::vector<std::uint64_t> open;  // missing items of each open array or map
  std::size_t position = 0, all = 0;
  do {
    if (++all > max_cbor_items) return false;
    const auto head = read_head(bytes, position);
    if (!head) return false;
    std::uint64_t items = 0;
    switch (head->major) {
      case Major::positive:
      case Major::negative:
        break;
      case Major::bytes:
      case Major::text:
        if (bytes.size() - position < head->argument) return false;
        position += static_cast<std::size_t>(head->argument);
        break;
      case Major::array:
      case Major::map:
        // Every item takes at least one byte.
        if (head->argument > bytes.size() - position) return false;
        items = head->major == Major::map ? 2 * head->argument : head->argument;
        break;
      case Major::tag:
        return false;
      case Major::simple:
        if (!is_known_simple(*head)) return false;
        break;
    }
    if (items > 0) {
      if (open.size() == max_cbor_depth) return false;
      open.push_back(items);
      continue;
    }
    while (!open.empty() && --open.back() == 0) open.pop_back();
  } while (!open.empty());
  return position == bytes.size();
}

}  // namespace lanescope::experiments
