#include "compiler/cubin.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compiler/messages.h"
#include "sass/elf.h"

namespace lanescope::compiler {
namespace {

using sass::Bytes;

/// From compute capability 9.0 on, .nv.shared.NAME begins with each block's shared memory for the system.
constexpr std::int64_t reserved_shared_bytes = 1024;

/// Attributes of .nv.info and .nv.info.NAME. Each has a byte for the form of its value, a byte for the attribute, and
/// either two bytes of value or two bytes of size followed by the value.
enum class Attribute : std::uint8_t {
  max_threads = 0x05,         // EIATTR_MAX_THREADS: x, y, z
  required_threads = 0x10,    // EIATTR_REQNTID: x, y, z
  minimum_stack_size = 0x12,  // EIATTR_MIN_STACK_SIZE: symbol, bytes
  register_count = 0x2f       // EIATTR_REGCOUNT: symbol, registers
};
constexpr std::uint8_t form_sized = 0x04;  // EIFMT_SVAL

/// Calls visit(attribute, value bytes) for each attribute whose value has a size of its own.
template <class Visit>
void for_each_note(const sass::ElfSection* notes, Visit visit) {
  sass::ByteReader reader(notes == nullptr ? Bytes() : notes->content);
  while (!reader.at_end()) {
    const auto form = reader.read<std::uint8_t>();
    const auto attribute = static_cast<Attribute>(reader.read<std::uint8_t>());
    const auto size = reader.read<std::uint16_t>();
    if (form != form_sized) continue;
    const Bytes value = reader.read_part(size);
    if (!reader.failed()) visit(attribute, value);
  }
}

/// Returns x * y * z, or 0 when that is not a size of a block.
int threads_of(Bytes value) {
  sass::ByteReader reader(value);
  std::uint64_t product = 1;
  for (int axis = 0; axis < 3; ++axis) product *= std::min(reader.read<std::uint32_t>(), 1u << 20);
  return product <= 1u << 20 ? static_cast<int>(product) : 0;
}

}  // namespace

Expected<std::map<std::string, Resources>> read_resources(Bytes cubin, int compute_major) {
  TRY(const sass::Elf elf, sass::read_elf(cubin));
  std::map<std::uint32_t, std::uint32_t> registers, stack;  // by symbol
  for_each_note(elf.find(".nv.info"), [&](Attribute attribute, Bytes value) {
    sass::ByteReader reader(value);
    const auto symbol = reader.read<std::uint32_t>(), number = reader.read<std::uint32_t>();
    if (reader.failed()) return;
    if (attribute == Attribute::register_count) registers[symbol] = number;
    if (attribute == Attribute::minimum_stack_size) stack[symbol] = number;
  });

  std::map<std::string, Resources> resources;
  for (std::uint32_t symbol = 0; symbol < elf.symbols.size(); ++symbol) {
    const auto& [name, value, size, section, function, is_entry] = elf.symbols[symbol];
    if (!function || !is_entry) continue;
    if (!registers.contains(symbol) || !stack.contains(symbol)) {
      return failure(message<"cubin.no_registers">(name));
    }
    Resources& entry = resources[name];
    entry.registers = static_cast<int>(registers[symbol] & 0xffff);
    entry.local_bytes = stack[symbol];
    if (const sass::ElfSection* shared = elf.find(".nv.shared." + name)) {
      const auto bytes = static_cast<std::int64_t>(std::min<std::uint64_t>(shared->size, 1u << 30));
      entry.shared_bytes = std::max<std::int64_t>(0, bytes - (compute_major >= 9 ? reserved_shared_bytes : 0));
    }
    for_each_note(elf.find(".nv.info." + name), [&entry](Attribute attribute, Bytes threads) {
      if (attribute == Attribute::max_threads || attribute == Attribute::required_threads) {
        entry.max_threads = threads_of(threads);
      }
    });
  }
  return resources;
}

}  // namespace lanescope::compiler
