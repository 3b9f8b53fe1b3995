// Layouts of shared memory that hardware is told: matrix descriptors of wgmma, and the boxes of tensor maps (TMA).
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "base/text.h"
#include "layout/messages.h"
#include "layout/read/forms.h"
#include "layout/read/read_mapping.h"

namespace lanescope::layout {
namespace {

constexpr std::int64_t chunk_bytes = 16;  ///< of which swizzles exchange places
constexpr std::int64_t core_rows = 8;     ///< of a matrix that wgmma reads at once

/// Reads 64x16.
Expected<std::vector<std::int64_t>> read_extents(Cursor& cursor) {
  std::vector<std::int64_t> extents;
  const std::size_t position = cursor.position();
  std::int64_t count = 1;
  for (const std::string_view part : split(cursor.word(), 'x')) {
    const auto extent = parse_integer(part);
    if (!extent || *extent < 1 || *extent > max_elements || (count *= *extent) > max_elements) {
      return cursor.refused(position, message<"memory_layout.extent">(),
                            message<"memory_layout.extent_remedy">(max_elements));
    }
    extents.push_back(*extent);
  }
  return extents;
}

/// Returns the bits of a byte address that a swizzle of 32, 64 or 128 bytes changes: 1, 2 or 3.
Expected<int> swizzle_bits(const Cursor& cursor, std::size_t position, std::int64_t bytes) {
  if (bytes == 0) return 0;
  if (bytes == 32 || bytes == 64 || bytes == 128) return std::bit_width(static_cast<std::uint64_t>(bytes)) - 5;
  return cursor.refused(position, message<"memory_layout.swizzle_bytes">(bytes),
                        message<"memory_layout.swizzle_bytes_remedy">());
}

/// Returns so many bytes in elements.
Expected<std::int64_t> in_elements(std::int64_t bytes, unsigned element_bits) {
  if (bytes * 8 % element_bits == 0) return bytes * 8 / element_bits;
  return failure(message<"memory_layout.no_whole_elements">(bytes, element_bits), {},
                 message<"memory_layout.element_remedy">());
}

struct Descriptor {
  std::int64_t start = 0, leading = 0, stride = 0;  ///< bytes
  int swizzle = 0;                                  ///< bits of the address that it changes
};

/// Takes a matrix descriptor apart. Source: PTX ISA, "Matrix Descriptor Format" of wgmma: addresses and offsets without
/// their lowest four bits, and the swizzle in the two highest bits.
Expected<Descriptor> descriptor_of(const Cursor& cursor, std::size_t position, std::uint64_t number) {
  const auto field = [&](unsigned first) { return static_cast<std::int64_t>(number >> first & 0x3fffu) * chunk_bytes; };
  if ((number >> 49 & 7u) != 0)
    return cursor.refused(position, message<"memory_layout.base_offset">(),
                          message<"memory_layout.base_offset_remedy">());
  constexpr std::array<int, 4> bits_of_mode{0, 3, 2, 1};
  return Descriptor{field(0), field(16), field(32), bits_of_mode.at(number >> 62)};
}

/// The layout of a matrix rows x columns, of which the columns (along k) are consecutive, or the rows. Source: PTX ISA,
/// "Strides" of wgmma: the leading dimension's offset is from one chunk (with a swizzle: from one of its widths) to the
/// next, the stride's from eight rows to the next eight; without a swizzle and with consecutive rows they change roles.
Expected<Mapping> descriptor_mapping(const Descriptor& from, const std::vector<std::int64_t>& extents,
                                     bool rows_are_consecutive, unsigned bits) {
  Mapping mapping;
  mapping.element_bits = bits;
  TRY(const std::int64_t chunk, in_elements(chunk_bytes, bits));
  TRY(const std::int64_t leading, in_elements(from.leading, bits));
  TRY(const std::int64_t stride, in_elements(from.stride, bits));
  TRY(mapping.start, in_elements(from.start, bits));
  const std::int64_t width = std::int64_t{1} << from.swizzle, pitch = chunk * width;
  const std::int64_t across = extents[rows_are_consecutive ? 0 : 1], down = extents[rows_are_consecutive ? 1 : 0];
  if (across % pitch != 0 || down % core_rows != 0) {
    return failure(message<"memory_layout.no_core_matrices">(across, pitch, down), {},
                   message<"memory_layout.no_core_matrices_remedy">());
  }
  const bool exchanged = rows_are_consecutive && from.swizzle == 0;
  Layout rows{1, 0, {{core_rows, pitch, {}}, {down / core_rows, exchanged ? leading : stride, {}}}};
  Layout columns{1, 0, {{pitch, 1, {}}, {across / pitch, exchanged ? stride : leading, {}}}};
  if (rows_are_consecutive) std::swap(rows, columns);
  TRY(mapping.layout, checked({1, 0, {std::move(rows), std::move(columns)}}));
  if (from.swizzle != 0) {
    TRY(mapping.swizzle, of_elements({from.swizzle, 4, 3}, bits));
  }
  return mapping;
}

}  // namespace

Expected<Mapping> read_descriptor(std::string_view text, std::optional<unsigned> wanted) {
  Cursor cursor(text);
  cursor.skip("descriptor");
  Descriptor descriptor;
  std::vector<std::int64_t> extents;
  std::optional<unsigned> bits;
  bool rows_are_consecutive = false;
  while (!cursor.at_end()) {
    const std::size_t position = cursor.position();
    Cursor ahead = cursor;
    const std::string_view word = ahead.word();
    if (word == "start" || word == "lbo" || word == "sbo" || word == "swizzle") {
      cursor = ahead;
      TRY_STATUS(cursor.expect("="));
      TRY(const std::int64_t bytes, cursor.number());
      if (word == "swizzle") {
        TRY(descriptor.swizzle, swizzle_bits(cursor, position, bytes));
      } else if (bytes < 0 || bytes % chunk_bytes != 0 || bytes >= 0x4000 * chunk_bytes) {
        return cursor.refused(position, message<"memory_layout.descriptor_bytes">(bytes),
                              message<"memory_layout.descriptor_bytes_remedy">());
      } else {
        (word == "start" ? descriptor.start : word == "lbo" ? descriptor.leading : descriptor.stride) = bytes;
      }
    } else if (word == "mn" || word == "k") {  // which of the two is consecutive: the major one
      cursor = ahead;
      rows_are_consecutive = word == "mn";
      TRY_STATUS(cursor.expect("-major"));
    } else if (word.starts_with("0x")) {
      cursor = ahead;
      const auto number = parse_number<std::uint64_t>(word.substr(2), 16);
      if (!number) return cursor.refused(position, message<"memory_layout.number_too_large">());
      TRY(descriptor, descriptor_of(cursor, position, *number));
    } else if (word.find('x') != word.npos && is_digit(word.front())) {
      TRY(extents, read_extents(cursor));
    } else {
      cursor = ahead;
      TRY(bits, element_bits(word));
    }
  }
  if (extents.size() != 2) {
    return cursor.refused(text.size(), message<"memory_layout.no_extents">(),
                          message<"memory_layout.descriptor_remedy">());
  }
  TRY(const unsigned agreed, agreed_bits(bits, wanted));
  return descriptor_mapping(descriptor, extents, rows_are_consecutive, agreed);
}

/// The box of a tensor map as it lies in shared memory. Source: the documentation of cuTensorMapEncodeTiled in CUDA's
/// driver API, whose order of dimensions this is: the innermost first.
Expected<Mapping> read_tensor_map(std::string_view text, std::optional<unsigned> wanted) {
  Cursor cursor(text);
  cursor.skip("tensor_map");
  std::vector<std::int64_t> box;
  std::optional<unsigned> said;
  std::int64_t swizzle = 0;
  std::size_t swizzle_position = 0;
  while (!cursor.at_end()) {
    const std::string_view word = cursor.word();
    if (word == "box") {
      TRY_STATUS(cursor.expect("="));
      TRY(box, read_extents(cursor));
    } else if (word == "swizzle") {
      TRY_STATUS(cursor.expect("="));
      swizzle_position = cursor.position();
      if (!cursor.skip("none")) {
        TRY(swizzle, cursor.number());
      }
    } else if (word.empty()) {
      TRY_STATUS(cursor.expect_end());
    } else {
      TRY(said, element_bits(word));
    }
  }
  if (box.empty() || box.size() > 5) {
    return cursor.refused(text.size(), message<"memory_layout.no_extents">(),
                          message<"memory_layout.tensor_map_remedy">());
  }
  TRY(const unsigned bits, agreed_bits(said, wanted));
  TRY(const int swizzle_of, swizzle_bits(cursor, swizzle_position, swizzle));
  const std::int64_t row_bits = box.front() * bits;
  if (row_bits % (chunk_bytes * 8) != 0 || (swizzle != 0 && row_bits > swizzle * 8)) {
    return failure(message<"memory_layout.box_row">(box.front(), row_bits / 8), {},
                   message<"memory_layout.box_row_remedy">());
  }
  Mapping mapping;
  mapping.element_bits = bits;
  std::vector<Layout> rows;
  std::int64_t next = box.front();
  for (std::size_t i = 1; i < box.size(); ++i) {
    rows.push_back({box[i], next, {}});
    next *= box[i];
  }
  mapping.layout = {1, 0, {of_modes(std::move(rows)), {box.front(), 1, {}}}};
  if (swizzle_of != 0) {
    TRY(mapping.swizzle, of_elements({swizzle_of, 4, 3}, bits));
  }
  return mapping;
}

}  // namespace lanescope::layout
