#include "layout/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "layout/messages.h"
#include "layout/read/read_mapping.h"

namespace lanescope::layout {
namespace {

constexpr std::array<int, 4> hardware_swizzles = {0, 32, 64, 128};  ///< bytes

class Search {
 public:
  Search(const Matrix& tile, unsigned bits, const std::vector<Access>& accesses)
      : tile_(tile), bits_(bits), accesses_(accesses) {}

  Expected<FoundLayouts> found() {
    for (const bool by_rows : {true, false}) {
      const std::int64_t line = by_rows ? tile_.columns : tile_.rows, lines = by_rows ? tile_.rows : tile_.columns;
      const std::int64_t step = std::max<std::int64_t>(1, 32 / bits_), most = 1024 / bits_;
      for (std::int64_t padding = 0; padding <= most; padding += step) take({lines_of(by_rows, line + padding), {}});
      take_swizzles(lines_of(by_rows, line), line * lines);
      for (const int width : hardware_swizzles) {
        const std::int64_t part = width * 8 / bits_;
        if (part == 0 || line <= part || line % part != 0) continue;
        const Layout along{1, 0, {{part, 1}, {line / part, part * lines}}}, down{lines, part};
        const Layout layout{1, 0, by_rows ? std::vector{down, along} : std::vector{along, down}};
        take({layout, {}});
        take_swizzles(layout, line * lines);
      }
    }
    if (found_.best.empty()) return failure(*reason_);
    std::stable_sort(found_.best.begin(), found_.best.end(), [](const FoundLayout& a, const FoundLayout& b) {
      const auto rank = [](const FoundLayout& each) {
        return std::tuple(each.total, each.wasted_bytes, each.tensor_map < 0, each.descriptor < 0);
      };
      return rank(a) < rank(b);
    });
    return std::move(found_);
  }

 private:
  [[nodiscard]] Layout lines_of(bool by_rows, std::int64_t pitch) const {
    return {1, 0, {{tile_.rows, by_rows ? pitch : 1}, {tile_.columns, by_rows ? 1 : pitch}}};
  }

  void take_swizzles(const Layout& layout, std::int64_t elements) {
    constexpr int most_bits = 5;  // as many as banks have
    for (int bits = 1; bits <= most_bits; ++bits) {
      for (int base = 0; elements >> (base + 2 * bits) > 0; ++base) {
        for (int shift = bits; elements >> (base + shift + bits) > 0; ++shift) take({layout, {bits, base, shift}});
      }
    }
  }

  void take(Mapping mapping) {
    ++found_.tried;
    mapping.element_bits = static_cast<unsigned>(bits_);
    FoundLayout candidate;
    std::uint64_t bound = 0;
    for (const Access& access : accesses_) {
      auto cost = cost_of(mapping, access);
      if (!cost) {
        if (!reason_) reason_ = std::move(cost.error());
        return;
      }
      candidate.counts.push_back(cost->count);
      candidate.total += cost->count;
      bound += cost->ideal;
    }
    const std::int64_t count = tile_.rows * tile_.columns;
    candidate.wasted_bytes = (mapping.cosize() - count) * bits_ / 8;
    found_.bound = found_.best.empty() ? bound : std::min(found_.bound, bound);
    find_hardware_forms(mapping, candidate);
    candidate.mapping = std::move(mapping);
    found_.best.push_back(std::move(candidate));
  }

  /// What TMA and wgmma could write or read is compared offset by offset.
  void find_hardware_forms(const Mapping& mapping, FoundLayout& candidate) const {
    if (mapping.cosize() != tile_.rows * tile_.columns || bits_ < 8) return;
    const std::vector<std::int64_t> offsets = mapping.offsets();
    for (const int swizzle : hardware_swizzles) {
      if (candidate.tensor_map < 0 && are_boxes(offsets, swizzle)) candidate.tensor_map = swizzle;
      if (candidate.descriptor < 0 && is_descriptor(offsets, swizzle)) candidate.descriptor = swizzle;
    }
  }

  /// Whether boxes of all lines and the width of the swizzle, or of whole lines, one after the other, are the tile.
  [[nodiscard]] bool are_boxes(const std::vector<std::int64_t>& offsets, int swizzle) const {
    for (const bool by_rows : {true, false}) {
      const std::int64_t line = by_rows ? tile_.columns : tile_.rows, lines = by_rows ? tile_.rows : tile_.columns;
      const std::int64_t width = swizzle == 0 ? line : std::min<std::int64_t>(line, swizzle * 8 / bits_);
      const auto box = read_mapping(fmt::format("tensor_map b{} box={}x{} swizzle={}", bits_, width, lines, swizzle));
      if (!box || line % width != 0) continue;
      bool same = true;
      for (std::int64_t i = 0; i < line * lines && same; ++i) {
        const std::int64_t down = i % lines, along = i / lines;
        const std::int64_t at = by_rows ? down + tile_.rows * along : along + tile_.rows * down;
        same = offsets[static_cast<std::size_t>(at)] ==
               along / width * width * lines + box->at(down + lines * (along % width));
      }
      if (same) return true;
    }
    return false;
  }

  /// Whether a descriptor with the distances that the tile has itself describes it.
  [[nodiscard]] bool is_descriptor(const std::vector<std::int64_t>& offsets, int swizzle) const {
    for (const bool k_major : {true, false}) {
      const std::int64_t part = std::max(swizzle, 16) * 8 / bits_;  // that lies side by side
      const std::int64_t down_step = k_major ? 1 : tile_.rows, along_step = k_major ? tile_.rows : 1;
      const std::int64_t line = k_major ? tile_.columns : tile_.rows, lines = k_major ? tile_.rows : tile_.columns;
      const auto bytes_at = [&](bool exists, std::int64_t element) {
        return exists ? offsets[static_cast<std::size_t>(element)] * bits_ / 8 : 16;
      };
      std::int64_t leading = bytes_at(part < line, part * along_step), stride = bytes_at(lines > 8, 8 * down_step);
      if (!k_major && swizzle == 0) std::swap(leading, stride);
      const auto descriptor =
          read_mapping(fmt::format("descriptor start=0 lbo={} sbo={} swizzle={} {}x{} b{} {}-major", leading, stride,
                                   swizzle, tile_.rows, tile_.columns, bits_, k_major ? "k" : "mn"));
      if (descriptor && descriptor->offsets() == offsets) return true;
    }
    return false;
  }

  Matrix tile_;
  std::int64_t bits_;
  const std::vector<Access>& accesses_;
  FoundLayouts found_;
  std::optional<Error> reason_;  ///< of the first candidate that does not allow an access
};

}  // namespace

Expected<FoundLayouts> find_layouts(const Matrix& tile, unsigned element_bits, const std::vector<Access>& accesses) {
  if (accesses.empty())
    return failure(message<"memory_layout.no_access">(), {}, message<"memory_layout.access_remedy">());
  return Search(tile, element_bits, accesses).found();
}

}  // namespace lanescope::layout
