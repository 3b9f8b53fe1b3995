#include "sass/elf.h"

#include <elf.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "sass/messages.h"

namespace lanescope::sass {
namespace {

constexpr std::uint16_t machine_cuda = 190;   // EM_CUDA
constexpr unsigned char entry_symbol = 0x10;  // STO_CUDA_ENTRY, in st_other
/// From this version of the ABI on (e_ident[EI_ABIVERSION]), the architecture is in bits 8 to 15 of e_flags; in older
/// versions it is in bits 0 to 7. Observed versions: 8 on all cubins of CUDA 13.0 and on those of CUDA 12.9 for compute
/// capability 10.0 and newer; 7 on the others.
constexpr unsigned char abi_with_shifted_architecture = 8;

template <class T>
std::optional<T> value_at(Bytes bytes, std::uint64_t offset) {
  ByteReader reader(bytes, offset);
  const T value = reader.read<T>();
  if (reader.failed()) return std::nullopt;
  return value;
}

std::string text_at(Bytes table, std::uint64_t offset) {
  return ByteReader(table, offset).read_text();
}

Status read_sections(Bytes cubin, const Elf64_Ehdr& header, Elf& elf) {
  std::vector<std::uint64_t> names;
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    const auto section = value_at<Elf64_Shdr>(cubin, header.e_shoff + i * header.e_shentsize);
    if (!section) return failure(message<"cubin.ends_in_sections">());
    Bytes content;
    if (section->sh_type != SHT_NOBITS && section->sh_type != SHT_NULL) {
      ByteReader reader(cubin, section->sh_offset);
      content = reader.read_part(section->sh_size);
      if (reader.failed()) return failure(message<"cubin.ends_in_section">(i));
    }
    elf.sections.push_back({{}, section->sh_type, section->sh_info, section->sh_size, content});
    names.push_back(section->sh_name);
  }
  if (header.e_shstrndx >= elf.sections.size()) return failure(message<"cubin.no_section_names">());
  const Bytes table = elf.sections[header.e_shstrndx].content;
  for (std::size_t i = 0; i < elf.sections.size(); ++i) elf.sections[i].name = text_at(table, names[i]);
  return {};
}

void read_symbols(Elf& elf) {
  const ElfSection* table = elf.find(".symtab");
  const ElfSection* names = elf.find(".strtab");
  if (table == nullptr || names == nullptr) return;
  for (std::uint64_t offset = 0; const auto symbol = value_at<Elf64_Sym>(table->content, offset);
       offset += sizeof(Elf64_Sym)) {
    elf.symbols.push_back({text_at(names->content, symbol->st_name), symbol->st_value, symbol->st_size,
                           symbol->st_shndx, ELF64_ST_TYPE(symbol->st_info) == STT_FUNC,
                           (symbol->st_other & entry_symbol) != 0});
  }
}

}  // namespace

const ElfSection* Elf::find(std::string_view name) const {
  const auto found = std::find_if(sections.begin(), sections.end(), [&](const auto& s) { return s.name == name; });
  return found == sections.end() ? nullptr : &*found;
}

std::map<std::uint64_t, ElfRelocation> Elf::relocations_of(std::string_view name) const {
  std::map<std::uint64_t, ElfRelocation> result;
  const auto add = [&](std::uint64_t place, std::uint64_t symbol, std::uint64_t addend, bool in_place) {
    if (symbol >= symbols.size()) return;
    result[place] = {symbols[symbol].section, symbols[symbol].value + addend, in_place};
  };
  for (const ElfSection& section : sections) {
    if (section.applies_to >= sections.size() || sections[section.applies_to].name != name) continue;
    if (section.type == SHT_RELA) {
      for (std::uint64_t at = 0; const auto entry = value_at<Elf64_Rela>(section.content, at); at += sizeof *entry) {
        add(entry->r_offset, ELF64_R_SYM(entry->r_info), static_cast<std::uint64_t>(entry->r_addend), false);
      }
    } else if (section.type == SHT_REL) {
      for (std::uint64_t at = 0; const auto entry = value_at<Elf64_Rel>(section.content, at); at += sizeof *entry) {
        add(entry->r_offset, ELF64_R_SYM(entry->r_info), 0, true);
      }
    }
  }
  return result;
}

Expected<Elf> read_elf(Bytes cubin) {
  const auto header = value_at<Elf64_Ehdr>(cubin, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
      header->e_ident[EI_DATA] != ELFDATA2LSB || header->e_machine != machine_cuda ||
      header->e_shentsize != sizeof(Elf64_Shdr)) {
    return failure(message<"cubin.not_one">(), {}, message<"cubin.not_one_remedy">());
  }
  Elf elf;
  const bool shifted = header->e_ident[EI_ABIVERSION] >= abi_with_shifted_architecture;
  elf.architecture = (shifted ? header->e_flags >> 8 : header->e_flags) & 0xffu;
  TRY_STATUS(read_sections(cubin, *header, elf));
  read_symbols(elf);
  return elf;
}

}  // namespace lanescope::sass
