// DWARF line programs of a cubin: .debug_line (lines of the kernel's source) and .nv_debug_line_sass (lines of the
// PTX).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sass/byte_reader.h"
#include "sass/elf.h"

namespace lanescope::sass {

/// Code from `address` up to the next row belongs to this line.
struct LineRow {
  std::uint64_t address = 0;    ///< in the text section
  std::uint32_t file = 0;       ///< index into LineTable::files, from 1; 0 for none
  std::int32_t line = 0;        ///< from 1; 0 for none
  std::int32_t inlined_at = 0;  ///< row of the same sequence (from 1) at which this code was inlined; 0 when it was not
  bool end = false;             ///< whether the row is after the sequence's last instruction
};

/// The code of one text section in the order of the program, which is the order of addresses.
struct LineSequence {
  std::uint32_t section = 0;  ///< index into Elf::sections
  std::vector<LineRow> rows;

  /// Returns the row of an address. Of several rows at one address the last counts, because they go from the caller to
  /// the innermost inlined function. Returns null before the first row and past the end.
  [[nodiscard]] const LineRow* at(std::uint64_t address) const;
};

struct LineTable {
  std::vector<std::string> files;  ///< [0] is empty; the files of all units, one unit after another
  std::vector<LineSequence> sequences;
};

/// Reads all units of the section; the table is empty when there is none. It reads DWARF 2 to 4, and NVIDIA's extended
/// opcodes 0x90 (DW_LNE_NVIDIA_inlined_call: row of the call in this sequence, name in .debug_str; 0 0 ends it) and
/// 0x91 (DW_LNE_NVIDIA_set_function_name). An error says what is malformed, and where in the section.
[[nodiscard]] Expected<LineTable> read_line_table(const Elf& elf, std::string_view section);

}  // namespace lanescope::sass
