// The ELF file of a cubin: sections, symbols, relocations of the debug sections.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sass/byte_reader.h"

namespace lanescope::sass {

struct ElfSection {
  std::string name;
  std::uint32_t type = 0;
  std::uint32_t applies_to = 0;  ///< of relocations: index of the section whose bytes they change
  std::uint64_t size = 0;        ///< bytes, also for sections without content in the file, such as shared memory
  Bytes content;                 ///< empty for sections without content in the file
};

struct ElfSymbol {
  std::string name;
  std::uint64_t value = 0, size = 0;
  std::uint32_t section = 0;
  bool function = false;
  bool entry = false;  ///< marked as an entry point (STO_CUDA_ENTRY)
};

/// A place in the bytes of a section that stands for an address in another section.
struct ElfRelocation {
  std::uint32_t section = 0;  ///< which contains the address
  std::uint64_t offset = 0;   ///< from the start of that section, without the addend that a REL entry has in place
  bool addend_in_place = false;
};

struct Elf {
  unsigned architecture = 0;  ///< 75, 90, 120, from e_flags
  std::vector<ElfSection> sections;
  std::vector<ElfSymbol> symbols;

  [[nodiscard]] const ElfSection* find(std::string_view name) const;
  /// Returns the relocations of the named section by position.
  [[nodiscard]] std::map<std::uint64_t, ElfRelocation> relocations_of(std::string_view name) const;
};

/// Reads an ELF file and keeps views into the bytes, which must outlive it. It fails when the bytes are not a 64-bit
/// ELF file for CUDA, or when it names bytes that it does not have.
[[nodiscard]] Expected<Elf> read_elf(Bytes cubin);

}  // namespace lanescope::sass
