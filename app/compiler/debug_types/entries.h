// The entries of a DWARF section .debug_info: a tree of what the source declares. Source: DWARF Debugging Information
// Format, version 2, chapters 7.5 and 7.7; of versions 3 and 4 the further forms of attributes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "sass/byte_reader.h"

namespace lanescope::compiler {

/// The tags of DWARF that matter here.
enum class DebugTag : std::uint64_t {
  array_type = 0x01,
  class_type = 0x02,
  enumeration_type = 0x04,
  formal_parameter = 0x05,
  member = 0x0d,
  pointer_type = 0x0f,
  reference_type = 0x10,
  structure_type = 0x13,
  subroutine_type = 0x15,
  type_definition = 0x16,
  union_type = 0x17,
  inheritance = 0x1c,
  subrange_type = 0x21,
  base_type = 0x24,
  const_type = 0x26,
  enumerator = 0x28,
  subprogram = 0x2e,
  volatile_type = 0x35,
  restrict_type = 0x37,
};

/// An entry with those of its attributes that matter here.
struct DebugEntry {
  DebugTag tag{};
  std::uint64_t offset = 0;                   ///< of the entry in the section, by which others refer to it
  std::size_t end = 0;                        ///< index behind its last descendant; the first stands behind itself
  std::string name;                           ///< DW_AT_name
  std::string linkage_name;                   ///< the name in the PTX, where it differs
  std::optional<std::uint64_t> type;          ///< the offset of another entry
  std::optional<std::uint64_t> bytes;         ///< DW_AT_byte_size
  std::optional<std::uint64_t> bits;          ///< DW_AT_bit_size, of a bit-field
  std::optional<std::uint64_t> place;         ///< DW_AT_data_member_location, in bytes
  std::optional<std::uint64_t> encoding;      ///< DW_AT_encoding
  std::optional<std::int64_t> value;          ///< DW_AT_const_value
  std::optional<std::uint64_t> count, upper;  ///< DW_AT_count and DW_AT_upper_bound
  bool is_declaration = false;
};

/// The sections that hold the entries. `text` (.debug_str) may be empty.
struct DebugSections {
  sass::Bytes information, abbreviations, text;
};

/// Reads all entries, in the order of the section. It fails on what is not well formed, and on more than
/// 250,000 entries.
[[nodiscard]] Expected<std::vector<DebugEntry>> read_debug_entries(const DebugSections& sections);

}  // namespace lanescope::compiler
