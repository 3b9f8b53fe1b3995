// The ELF file around a cubin: sections, symbols, relocations of the debug sections.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sass/byte_reader.h"

namespace warpscope::sass {

struct ElfSection {
  std::string name;
  std::uint32_t type = 0;
  std::uint32_t applies_to = 0;  ///< relocations: index of the section whose bytes they change
  std::uint64_t size = 0;        ///< bytes, also of what occupies nothing in the file, such as shared memory
  Bytes content;                 ///< empty for sections that occupy nothing in the file
};

struct ElfSymbol {
  std::string name;
  std::uint64_t value = 0, size = 0;
  std::uint32_t section = 0;
  bool function = false;
  bool entry = false;  ///< marked as an entry point (STO_CUDA_ENTRY)
};

/// A place in the bytes of a section that stands for an address in another one.
struct ElfRelocation {
  std::uint32_t section = 0;  ///< that the address is in
  std::uint64_t offset = 0;   ///< from the start of that section; what a REL entry has in place is not in it
  bool addend_in_place = false;
};

struct Elf {
  unsigned architecture = 0;  ///< 75, 90, 120: what e_flags names
  std::vector<ElfSection> sections;
  std::vector<ElfSymbol> symbols;

  [[nodiscard]] const ElfSection* find(std::string_view name) const;
  /// By position in the named section.
  [[nodiscard]] std::map<std::uint64_t, ElfRelocation> relocations_of(std::string_view name) const;
};

/// Keeps views into the bytes, which must outlive it. Error: no 64-bit ELF file for CUDA, or one that names bytes it
/// does not have.
[[nodiscard]] Expected<Elf> read_elf(Bytes cubin);

}  // namespace warpscope::sass
