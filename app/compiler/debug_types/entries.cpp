#include "compiler/debug_types/entries.h"

#include <algorithm>
#include <map>
#include <utility>

#include "compiler/messages.h"

namespace lanescope::compiler {
namespace {

using sass::ByteReader;

constexpr std::size_t max_entries = 250'000;
constexpr std::size_t max_depth = 256;
constexpr int max_units = 64;  // NVRTC writes one

// Attributes, DWARF 2, figure 18, and DW_AT_MIPS_linkage_name.
enum : std::uint64_t {
  at_name = 0x03,
  at_byte_size = 0x0b,
  at_bit_size = 0x0d,
  at_const_value = 0x1c,
  at_upper_bound = 0x2f,
  at_count = 0x37,
  at_data_member_location = 0x38,
  at_declaration = 0x3c,
  at_encoding = 0x3e,
  at_type = 0x49,
  at_linkage_name = 0x6e,
  at_mips_linkage_name = 0x2007,
};

// Forms, DWARF 2, figure 20, and of DWARF 4 those from 0x17 on.
enum : std::uint64_t {
  form_addr = 0x01,
  form_block2 = 0x03,
  form_block4 = 0x04,
  form_data2 = 0x05,
  form_data4 = 0x06,
  form_data8 = 0x07,
  form_string = 0x08,
  form_block = 0x09,
  form_block1 = 0x0a,
  form_data1 = 0x0b,
  form_flag = 0x0c,
  form_sdata = 0x0d,
  form_strp = 0x0e,
  form_udata = 0x0f,
  form_ref_addr = 0x10,
  form_ref1 = 0x11,
  form_ref2 = 0x12,
  form_ref4 = 0x13,
  form_ref8 = 0x14,
  form_ref_udata = 0x15,
  form_sec_offset = 0x17,
  form_exprloc = 0x18,
  form_flag_present = 0x19,
};

struct Abbreviation {
  DebugTag tag{};
  bool has_children = false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> attributes;  ///< with their forms
};
using Abbreviations = std::map<std::uint64_t, Abbreviation>;

/// The value of one attribute.
struct Value {
  std::uint64_t number = 0;
  std::int64_t signed_number = 0;  ///< the same, where the form has a sign
  std::string text;
  sass::Bytes block;
};

tl::unexpected<Error> malformed() {
  return failure(message<"debug_types.malformed">(), "", message<"debug_types.remedy">());
}

/// The number of a location "plus_uconst N", as members have it (DWARF 2, 2.4.3.3); 0x10 is "constu N" of others.
std::optional<std::uint64_t> place_in(sass::Bytes block) {
  constexpr std::uint8_t plus_uconst = 0x23, constu = 0x10;
  ByteReader reader(block);
  const auto operation = reader.read<std::uint8_t>();
  if (operation != plus_uconst && operation != constu) return std::nullopt;
  const std::uint64_t place = reader.read_uleb128();
  return reader.failed() ? std::nullopt : std::optional(place);
}

class EntryReader {
 public:
  explicit EntryReader(const DebugSections& sections) : sections_(sections) {}

  Expected<std::vector<DebugEntry>> read() {
    std::uint64_t position = 0;
    for (int unit = 0; position < sections_.information.size(); ++unit) {
      if (unit == max_units) return malformed();
      TRY(position, read_unit(position));
    }
    return std::move(entries_);
  }

 private:
  /// Reads the unit at `position` and returns where the next one begins.
  Expected<std::uint64_t> read_unit(std::uint64_t position) {
    ByteReader head(sections_.information, position);
    const std::uint64_t length = head.read<std::uint32_t>();
    const std::uint64_t end = head.position() + length;
    const auto version = head.read<std::uint16_t>();
    const std::uint64_t abbreviations = head.read<std::uint32_t>();
    address_bytes_ = head.read<std::uint8_t>();
    if (head.failed() || end > sections_.information.size() || end < head.position()) return malformed();
    if (version < 2 || version > 4)
      return failure(message<"debug_types.version">(version), "", message<"debug_types.remedy">());
    TRY(const Abbreviations known, read_abbreviations(abbreviations));
    unit_ = position;
    ByteReader reader(sections_.information.subspan(0, end), head.position());
    TRY_STATUS(read_entries(reader, known));
    return end;
  }

  [[nodiscard]] Expected<Abbreviations> read_abbreviations(std::uint64_t position) const {
    Abbreviations known;
    ByteReader reader(sections_.abbreviations, position);
    while (const std::uint64_t code = reader.read_uleb128()) {
      Abbreviation read;
      read.tag = static_cast<DebugTag>(reader.read_uleb128());
      read.has_children = reader.read<std::uint8_t>() != 0;
      for (;;) {
        const std::uint64_t attribute = reader.read_uleb128(), form = reader.read_uleb128();
        if (reader.failed()) return malformed();
        if (attribute == 0 && form == 0) break;
        read.attributes.emplace_back(attribute, form);
      }
      known[code] = std::move(read);
    }
    // NVRTC writes no zero behind the last one, where the section ends.
    return known;
  }

  Status read_entries(ByteReader& reader, const Abbreviations& known) {
    std::vector<std::size_t> open;  // entries whose children are being read
    while (!reader.at_end()) {
      DebugEntry entry;
      entry.offset = reader.position();
      const std::uint64_t code = reader.read_uleb128();
      if (code == 0) {
        if (open.empty()) continue;  // what fills the unit up
        entries_[open.back()].end = entries_.size();
        open.pop_back();
        continue;
      }
      const auto abbreviation = known.find(code);
      if (abbreviation == known.end() || entries_.size() == max_entries) return malformed();
      entry.tag = abbreviation->second.tag;
      for (const auto& [attribute, form] : abbreviation->second.attributes) {
        TRY(const Value value, read_value(reader, form));
        set(entry, attribute, form, value);
      }
      if (reader.failed()) return malformed();
      entry.end = entries_.size() + 1;
      entries_.push_back(std::move(entry));
      if (!abbreviation->second.has_children) continue;
      if (open.size() == max_depth) return malformed();
      open.push_back(entries_.size() - 1);
    }
    // The last lists may lack their ends.
    for (const std::size_t each : open) entries_[each].end = entries_.size();
    return {};
  }

  Expected<Value> read_value(ByteReader& reader, std::uint64_t form) const {
    Value value;
    switch (form) {
      case form_addr:
        static_cast<void>(reader.read_part(address_bytes_));
        return value;
      case form_data1:
      case form_flag:
      case form_ref1:
        return number(reader.read<std::uint8_t>());
      case form_data2:
      case form_ref2:
        return number(reader.read<std::uint16_t>());
      case form_data4:
      case form_ref4:
      case form_sec_offset:
      case form_ref_addr:
        return number(reader.read<std::uint32_t>());
      case form_data8:
      case form_ref8:
        return number(reader.read<std::uint64_t>());
      case form_udata:
      case form_ref_udata:
        return number(reader.read_uleb128());
      case form_sdata:
        value.signed_number = reader.read_sleb128();
        value.number = static_cast<std::uint64_t>(value.signed_number);
        return value;
      case form_flag_present:
        return number(1);
      case form_string:
        value.text = reader.read_text();
        return value;
      case form_strp:
        value.text = ByteReader(sections_.text, reader.read<std::uint32_t>()).read_text();
        return value;
      case form_block1:
        return block(reader, reader.read<std::uint8_t>());
      case form_block2:
        return block(reader, reader.read<std::uint16_t>());
      case form_block4:
        return block(reader, reader.read<std::uint32_t>());
      case form_block:
      case form_exprloc:
        return block(reader, reader.read_uleb128());
      default:
        return malformed();
    }
  }

  static Value number(std::uint64_t number) {
    Value value;
    value.number = number;
    value.signed_number = static_cast<std::int64_t>(number);
    return value;
  }
  static Value block(ByteReader& reader, std::uint64_t length) {
    Value value;
    value.block = reader.read_part(length);
    return value;
  }

  void set(DebugEntry& entry, std::uint64_t attribute, std::uint64_t form, const Value& value) const {
    switch (attribute) {
      case at_name:
        entry.name = value.text;
        break;
      case at_linkage_name:
      case at_mips_linkage_name:
        entry.linkage_name = value.text;
        break;
      case at_type:
        entry.type = form == form_ref_addr ? value.number : unit_ + value.number;
        break;
      case at_byte_size:
        entry.bytes = value.number;
        break;
      case at_bit_size:
        entry.bits = value.number;
        break;
      case at_data_member_location:
        entry.place = value.block.empty() ? std::optional(value.number) : place_in(value.block);
        break;
      case at_encoding:
        entry.encoding = value.number;
        break;
      case at_const_value:
        entry.value = value.signed_number;
        break;
      case at_count:
        entry.count = value.number;
        break;
      case at_upper_bound:
        entry.upper = value.number;
        break;
      case at_declaration:
        entry.is_declaration = value.number != 0;
        break;
      default:
        break;
    }
  }

  const DebugSections& sections_;
  std::vector<DebugEntry> entries_;
  std::uint64_t unit_ = 0;  ///< where the unit begins, from which its references count
  std::uint8_t address_bytes_ = 8;
};

}  // namespace

Expected<std::vector<DebugEntry>> read_debug_entries(const DebugSections& sections) {
  return EntryReader(sections).read();
}

}  // namespace lanescope::compiler
