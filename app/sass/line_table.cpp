#include "sass/line_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "sass/messages.h"

namespace lanescope::sass {
namespace {

// Standard and extended opcodes of the DWARF standard, version 4, section 6.2.5.
enum : std::uint8_t {
  extended = 0,
  copy = 1,
  advance_pc = 2,
  advance_line = 3,
  set_file = 4,
  set_column = 5,
  const_add_pc = 8,
  fixed_advance_pc = 9,
  end_sequence = 1,
  set_address = 2,
  define_file = 3,
  nvidia_inlined_call = 0x90,
};

std::int32_t to_line(std::uint64_t line) {
  return line <= std::numeric_limits<std::int32_t>::max() ? static_cast<std::int32_t>(line) : 0;
}

/// The head of a unit, which describes its program.
struct UnitHead {
  std::uint8_t minimum_instruction_length = 1;
  std::int8_t line_base = 0;
  std::uint8_t line_range = 1;
  std::uint8_t opcode_base = 1;
  std::array<std::uint8_t, 256> operands{};  ///< of the standard opcodes
  std::uint32_t first_file = 0;              ///< index into LineTable::files of this unit's file 1
};

class UnitReader {
 public:
  UnitReader(Bytes section, const std::map<std::uint64_t, ElfRelocation>& relocations, LineTable& table)
      : section_(section), relocations_(relocations), table_(table) {}

  /// Reads the unit at `position` and returns where the next one begins.
  Expected<std::uint64_t> read(std::uint64_t position);

 private:
  Status read_head(ByteReader& head, unsigned version);
  Status run(std::uint64_t begin, std::uint64_t end);
  Status run_extended(ByteReader& program);
  void emit(bool end);
  void add_file(std::string name, std::uint64_t folder);
  [[nodiscard]] tl::unexpected<Error> broken(Message what, std::uint64_t position) const {
    return failure(std::move(what), fmt::format("line table, byte {}", position));
  }

  /// The state machine of the standard. It is unsigned, so that invalid values wrap around and do no harm.
  struct Registers {
    std::uint64_t address = 0, line = 1, file = 1, inlined_at = 0;
  };

  Bytes section_;
  const std::map<std::uint64_t, ElfRelocation>& relocations_;
  LineTable& table_;
  UnitHead head_;
  std::vector<std::string> folders_;
  Registers registers_;
  LineSequence sequence_;
};

Expected<std::uint64_t> UnitReader::read(std::uint64_t position) {
  ByteReader reader(section_, position);
  const auto length = reader.read<std::uint32_t>();
  const auto begin = reader.position();
  if (reader.failed() || length > reader.left()) return broken(message<"line_table.unit_too_long">(), position);
  const auto end = begin + length;

  ByteReader unit(section_.first(end), begin);
  const auto version = unit.read<std::uint16_t>();
  const auto head_length = unit.read<std::uint32_t>();
  if (unit.failed()) return broken(message<"line_table.unit_head_ends">(), position);
  if (version < 2 || version > 4) return broken(message<"line_table.version">(version), position);
  if (head_length > unit.left()) return broken(message<"line_table.unit_head_too_long">(), position);
  const auto program = unit.position() + head_length;

  ByteReader head(section_.first(program), unit.position());
  TRY_STATUS(read_head(head, version));
  TRY_STATUS(run(program, end));
  return end;
}

Status UnitReader::read_head(ByteReader& head, unsigned version) {
  head_ = {};
  head_.minimum_instruction_length = head.read<std::uint8_t>();
  if (version >= 4) head.read<std::uint8_t>();  // operations of a VLIW instruction, which is 1
  head.read<std::uint8_t>();                    // default of is_stmt, which is ignored
  head_.line_base = head.read<std::int8_t>();
  head_.line_range = head.read<std::uint8_t>();
  head_.opcode_base = head.read<std::uint8_t>();
  if (head.failed() || head_.line_range == 0 || head_.opcode_base == 0) {
    return broken(message<"line_table.no_program">(), head.position());
  }
  for (unsigned opcode = 1; opcode < head_.opcode_base; ++opcode) {
    head_.operands[opcode] = head.read<std::uint8_t>();
  }
  folders_ = {""};
  for (std::string folder = head.read_text(); !folder.empty(); folder = head.read_text()) {
    folders_.push_back(std::move(folder));
  }
  head_.first_file = static_cast<std::uint32_t>(table_.files.size());
  for (std::string name = head.read_text(); !name.empty(); name = head.read_text()) {
    const auto folder = head.read_uleb128();
    head.read_uleb128();  // time of the last change
    head.read_uleb128();  // size
    add_file(std::move(name), folder);
  }
  if (head.failed()) return broken(message<"line_table.files_without_end">(), head.position());
  return {};
}

void UnitReader::add_file(std::string name, std::uint64_t folder) {
  const bool absolute = name.starts_with('/');
  if (!absolute && folder < folders_.size() && !folders_[folder].empty()) name = folders_[folder] + '/' + name;
  table_.files.push_back(std::move(name));
}

Status UnitReader::run(std::uint64_t begin, std::uint64_t end) {
  registers_ = {};
  sequence_ = {};
  ByteReader program(section_.first(end), begin);
  while (!program.at_end()) {
    const auto opcode = program.read<std::uint8_t>();
    if (opcode >= head_.opcode_base) {
      const unsigned special = opcode - head_.opcode_base;
      registers_.address += std::uint64_t{special / head_.line_range} * head_.minimum_instruction_length;
      registers_.line += static_cast<std::uint64_t>(head_.line_base + static_cast<int>(special % head_.line_range));
      emit(false);
      continue;
    }
    switch (opcode) {
      case extended:
        TRY_STATUS(run_extended(program));
        break;
      case copy:
        emit(false);
        break;
      case advance_pc:
        registers_.address += program.read_uleb128() * head_.minimum_instruction_length;
        break;
      case advance_line:
        registers_.line += static_cast<std::uint64_t>(program.read_sleb128());
        break;
      case set_file:
        registers_.file = program.read_uleb128();
        break;
      case const_add_pc:
        registers_.address +=
            std::uint64_t{(255u - head_.opcode_base) / head_.line_range} * head_.minimum_instruction_length;
        break;
      case fixed_advance_pc:
        registers_.address += program.read<std::uint16_t>();
        break;
      default:  // ignored or newer opcodes: the head gives the number of operands to skip
        for (unsigned operand = 0; operand < head_.operands[opcode]; ++operand) program.read_uleb128();
    }
    if (program.failed()) return broken(message<"line_table.ends_in_instruction">(), program.position());
  }
  if (!sequence_.rows.empty()) return broken(message<"line_table.sequence_without_end">(), end);
  return {};
}

Status UnitReader::run_extended(ByteReader& program) {
  const auto start = program.position();
  const auto length = program.read_uleb128();
  const auto operands = program.position() + 1;
  const Bytes part = program.read_part(length);
  if (program.failed() || part.empty()) return broken(message<"line_table.ends_in_instruction">(), start);
  ByteReader reader(part, 1);
  switch (part[0]) {
    case end_sequence:
      emit(true);
      table_.sequences.push_back(std::exchange(sequence_, {}));
      registers_ = {};
      break;
    case set_address: {
      if (length != 1 + sizeof(std::uint64_t)) return broken(message<"line_table.address_size">(), start);
      const auto address = reader.read<std::uint64_t>();
      const auto relocation = relocations_.find(operands);
      if (relocation == relocations_.end()) return broken(message<"line_table.address_of_no_function">(), start);
      sequence_.section = relocation->second.section;
      registers_.address = relocation->second.offset + (relocation->second.addend_in_place ? address : 0);
      break;
    }
    case define_file: {
      std::string name = reader.read_text();
      const auto folder = reader.read_uleb128();
      if (reader.failed()) return broken(message<"line_table.file_name_without_end">(), start);
      add_file(std::move(name), folder);
      break;
    }
    case nvidia_inlined_call:
      registers_.inlined_at = reader.read_uleb128();
      if (reader.failed() || registers_.inlined_at > sequence_.rows.size()) {
        return broken(message<"line_table.inlined_call">(), start);
      }
      break;
    default:  // vendors' own opcodes, among them NVIDIA's function name
      break;
  }
  return {};
}

void UnitReader::emit(bool end) {
  LineRow row;
  row.address = registers_.address;
  const auto files_of_unit = table_.files.size() - head_.first_file;
  if (registers_.file >= 1 && registers_.file <= files_of_unit) {
    row.file = head_.first_file + static_cast<std::uint32_t>(registers_.file) - 1;
  }
  row.line = to_line(registers_.line);
  row.inlined_at = to_line(registers_.inlined_at);
  row.end = end;
  sequence_.rows.push_back(row);
}

}  // namespace

const LineRow* LineSequence::at(std::uint64_t address) const {
  const auto after = std::upper_bound(rows.begin(), rows.end(), address,
                                      [](std::uint64_t value, const LineRow& row) { return value < row.address; });
  if (after == rows.begin()) return nullptr;
  const LineRow& row = *std::prev(after);
  return row.end ? nullptr : &row;
}

Expected<LineTable> read_line_table(const Elf& elf, std::string_view name) {
  LineTable table;
  table.files.emplace_back();
  const ElfSection* section = elf.find(name);
  if (section == nullptr) return table;
  const auto relocations = elf.relocations_of(name);
  UnitReader unit(section->content, relocations, table);
  for (std::uint64_t position = 0; position < section->content.size();) {
    TRY(position, unit.read(position));
  }
  for (const LineSequence& sequence : table.sequences) {
    const bool ordered = std::is_sorted(sequence.rows.begin(), sequence.rows.end(),
                                        [](const LineRow& a, const LineRow& b) { return a.address < b.address; });
    if (!ordered) return failure(message<"line_table.addresses_backwards">(), std::string(name));
  }
  return table;
}

}  // namespace lanescope::sass
