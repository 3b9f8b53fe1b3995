#include "compiler/cubin.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace warpscope::compiler {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr int machine_cuda = 190;         // EM_CUDA
constexpr unsigned char is_entry = 0x10;  // STO_CUDA_ENTRY, in st_other
/// From compute capability 9.0 on .nv.shared.NAME begins with what the system keeps of each block's shared memory.
constexpr std::int64_t reserved_shared_bytes = 1024;

/// Attributes of .nv.info and .nv.info.NAME. Each is a byte for the form of its value, a byte for the attribute, and
/// either two bytes of value or two bytes of size with the value behind them.
enum class Attribute : std::uint8_t {
  max_threads = 0x05,         // EIATTR_MAX_THREADS: x, y, z
  required_threads = 0x10,    // EIATTR_REQNTID: x, y, z
  minimum_stack_size = 0x12,  // EIATTR_MIN_STACK_SIZE: symbol, bytes
  register_count = 0x2f       // EIATTR_REGCOUNT: symbol, registers
};
constexpr std::uint8_t form_sized = 0x04;  // EIFMT_SVAL

template <class T>
std::optional<T> read_at(Bytes bytes, std::uint64_t offset) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

std::string text_at(Bytes table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const auto* begin = table.data() + offset;
  const auto* end = std::find(begin, table.data() + table.size(), std::uint8_t{0});
  return {begin, end};
}

struct Section {
  std::string name;
  std::uint64_t size = 0;
  Bytes content;  ///< empty for sections that occupy nothing in the file, such as shared memory
};

Expected<std::vector<Section>> read_sections(Bytes cubin) {
  const auto header = read_at<Elf64_Ehdr>(cubin, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_ident[EI_CLASS] != ELFCLASS64 ||
      header->e_machine != machine_cuda) {
    return failure("the compiler's output is not a cubin");
  }
  std::vector<Section> sections;
  std::vector<std::uint64_t> names;
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto section = read_at<Elf64_Shdr>(cubin, header->e_shoff + i * header->e_shentsize);
    if (!section) return failure("the cubin ends within its section table");
    Bytes content;
    if (section->sh_type != SHT_NOBITS && section->sh_type != SHT_NULL) {
      if (section->sh_offset > cubin.size() || cubin.size() - section->sh_offset < section->sh_size) {
        return failure("the cubin ends within a section");
      }
      content = cubin.subspan(section->sh_offset, section->sh_size);
    }
    sections.push_back({{}, section->sh_size, content});
    names.push_back(section->sh_name);
  }
  if (header->e_shstrndx >= sections.size()) return failure("the cubin's sections have no names");
  for (std::size_t i = 0; i < sections.size(); ++i) {
    sections[i].name = text_at(sections[header->e_shstrndx].content, names[i]);
  }
  return sections;
}

const Section* find(const std::vector<Section>& sections, std::string_view name) {
  const auto found = std::find_if(sections.begin(), sections.end(), [&](const Section& s) { return s.name == name; });
  return found == sections.end() ? nullptr : &*found;
}

/// Calls visit(attribute, value bytes) for each note whose value has a size of its own.
template <class Visit>
void for_each_note(Bytes notes, Visit visit) {
  std::uint64_t offset = 0;
  while (const auto size = read_at<std::uint16_t>(notes, offset + 2)) {
    const std::uint8_t form = notes[offset];
    const std::uint8_t attribute = notes[offset + 1];
    offset += 4;
    if (form != form_sized) continue;
    if (notes.size() - offset < *size) return;
    visit(static_cast<Attribute>(attribute), notes.subspan(offset, *size));
    offset += *size;
  }
}

std::map<std::uint32_t, std::string> entries_by_symbol(const std::vector<Section>& sections) {
  std::map<std::uint32_t, std::string> entries;
  const Section* symbols = find(sections, ".symtab");
  const Section* names = find(sections, ".strtab");
  if (symbols == nullptr || names == nullptr) return entries;
  for (std::uint32_t i = 0;; ++i) {
    const auto symbol = read_at<Elf64_Sym>(symbols->content, std::uint64_t{i} * sizeof(Elf64_Sym));
    if (!symbol) return entries;
    if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && (symbol->st_other & is_entry) != 0) {
      entries[i] = text_at(names->content, symbol->st_name);
    }
  }
}

/// x * y * z, 0 when that is not a size of a block.
int threads_of(Bytes value) {
  std::uint64_t product = 1;
  for (const std::uint64_t offset : {0, 4, 8})
    product *= std::min(read_at<std::uint32_t>(value, offset).value_or(0), 1u << 20);
  return product <= 1u << 20 ? static_cast<int>(product) : 0;
}

}  // namespace

Expected<std::map<std::string, Resources>> read_resources(Bytes cubin, int compute_major) {
  TRY(const auto sections, read_sections(cubin));
  const auto entries = entries_by_symbol(sections);

  std::map<std::uint32_t, std::uint32_t> registers;
  std::map<std::uint32_t, std::uint32_t> stack;
  if (const Section* notes = find(sections, ".nv.info")) {
    for_each_note(notes->content, [&](Attribute attribute, Bytes value) {
      const auto symbol = read_at<std::uint32_t>(value, 0);
      const auto number = read_at<std::uint32_t>(value, 4);
      if (!symbol || !number) return;
      if (attribute == Attribute::register_count) registers[*symbol] = *number;
      if (attribute == Attribute::minimum_stack_size) stack[*symbol] = *number;
    });
  }

  std::map<std::string, Resources> resources;
  for (const auto& [symbol, name] : entries) {
    if (!registers.contains(symbol) || !stack.contains(symbol)) {
      return failure(fmt::format("the cubin does not say how many registers entry {} needs", name));
    }
    Resources& entry = resources[name];
    entry.registers = static_cast<int>(registers[symbol] & 0xffff);
    entry.local_bytes = stack[symbol];
    if (const Section* shared = find(sections, ".nv.shared." + name)) {
      const auto bytes = static_cast<std::int64_t>(std::min<std::uint64_t>(shared->size, 1u << 30));
      entry.shared_bytes = std::max<std::int64_t>(0, bytes - (compute_major >= 9 ? reserved_shared_bytes : 0));
    }
    if (const Section* notes = find(sections, ".nv.info." + name)) {
      for_each_note(notes->content, [&entry](Attribute attribute, Bytes value) {
        if (attribute == Attribute::max_threads || attribute == Attribute::required_threads) {
          entry.max_threads = threads_of(value);
        }
      });
    }
  }
  return resources;
}

}  // namespace warpscope::compiler
