#include "compiler/debug_types/parameter_types.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compiler/debug_types/entries.h"
#include "compiler/debug_types/sections.h"
#include "compiler/host/kernel_names.h"
#include "compiler/messages.h"

namespace lanescope::compiler {
namespace {

using Kind = ValueType::Kind;
using Encoding = ValueType::Encoding;

constexpr std::size_t max_types = 8'192;
constexpr std::size_t max_fields = 8'192;  ///< members and enumerators of all types together
constexpr int max_steps = 64;              ///< from one type to the one that it is made of
constexpr std::size_t max_name = 256;      ///< letters
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 40;

std::string name_within_limit(const std::string& name) {
  return name.size() <= max_name ? name : name.substr(0, max_name) + "...";
}

bool is_structure(DebugTag tag) {
  return tag == DebugTag::structure_type || tag == DebugTag::class_type || tag == DebugTag::union_type;
}

bool is_qualifier(DebugTag tag) {
  return tag == DebugTag::const_type || tag == DebugTag::volatile_type || tag == DebugTag::restrict_type;
}

/// A number of DW_TAG_base_type; nothing for void and for what has no element type.
struct Number {
  Kind kind = Kind::number;
  Encoding encoding = Encoding::signed_integer;
  std::uint64_t bytes = 0;
  friend bool operator==(const Number&, const Number&) = default;
};
std::optional<Number> number_of(const DebugEntry& entry) {
  // DW_ATE_..., DWARF 2, figure 22; UTF of DWARF 4 is char16_t.
  constexpr std::uint64_t boolean = 2, real = 4, with_sign = 5, sign_char = 6, without_sign = 7, no_sign_char = 8,
                          utf = 16;
  const std::uint64_t bytes = entry.bytes.value_or(0);
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return std::nullopt;
  switch (entry.encoding.value_or(0)) {
    case boolean:
      return Number{Kind::boolean, Encoding::unsigned_integer, bytes};
    case real:
      return bytes == 1 ? std::nullopt : std::optional(Number{Kind::number, Encoding::floating, bytes});
    case with_sign:
    case sign_char:
      return Number{Kind::number, Encoding::signed_integer, bytes};
    case without_sign:
    case no_sign_char:
    case utf:
      return Number{Kind::number, Encoding::unsigned_integer, bytes};
    default:
      return std::nullopt;
  }
}

/// A type of CUDA's headers that is a structure there, and a number or a vector of numbers to everybody.
struct NamedNumber {
  Number number;
  std::uint32_t vector = 1;
};

/// Returns what "float4", "dim3", "double4_16a" and "__half2" are. Sources: vector_types.h, cuda_fp16.h, cuda_bf16.h.
std::optional<NamedNumber> number_named(std::string_view name) {
  constexpr auto with_sign = Encoding::signed_integer, without_sign = Encoding::unsigned_integer;
  constexpr auto real = Encoding::floating, brain = Encoding::brain_floating;
  constexpr std::array<std::pair<std::string_view, Number>, 14> bases{{{"char", {Kind::number, with_sign, 1}},
                                                                       {"uchar", {Kind::number, without_sign, 1}},
                                                                       {"short", {Kind::number, with_sign, 2}},
                                                                       {"ushort", {Kind::number, without_sign, 2}},
                                                                       {"int", {Kind::number, with_sign, 4}},
                                                                       {"uint", {Kind::number, without_sign, 4}},
                                                                       {"long", {Kind::number, with_sign, 8}},
                                                                       {"ulong", {Kind::number, without_sign, 8}},
                                                                       {"longlong", {Kind::number, with_sign, 8}},
                                                                       {"ulonglong", {Kind::number, without_sign, 8}},
                                                                       {"float", {Kind::number, real, 4}},
                                                                       {"double", {Kind::number, real, 8}},
                                                                       {"__half", {Kind::number, real, 2}},
                                                                       {"__nv_bfloat16", {Kind::number, brain, 2}}}};
  if (name == "dim3") return NamedNumber{{Kind::number, without_sign, 4}, 3};
  if (name == "__half" || name == "__nv_bfloat16") {
    return NamedNumber{{Kind::number, name == "__half" ? real : brain, 2}, 1};
  }
  for (const std::string_view alignment : {"_16a", "_32a"}) {
    if (name.ends_with(alignment)) name.remove_suffix(alignment.size());
  }
  if (name.empty() || name.back() < '1' || name.back() > '4') return std::nullopt;
  const auto count = static_cast<std::uint32_t>(name.back() - '0');
  name.remove_suffix(1);
  const auto base = std::ranges::find(bases, name, &std::pair<std::string_view, Number>::first);
  const bool is_half = base != bases.end() && base->second.bytes == 2 && name.starts_with("__");
  if (base == bases.end() || (is_half && count != 2)) return std::nullopt;
  return NamedNumber{base->second, count};
}

/// The name without scopes; those of enumerations are mangled where they have one.
std::string plain_name(const std::string& name) {
  const std::string whole = name.starts_with("_Z") ? demangled_name(name) : name;
  const std::size_t scope = whole == name ? std::string::npos : whole.rfind("::");
  return name_within_limit(scope == std::string::npos ? whole : whole.substr(scope + 2));
}

class TypeReader {
 public:
  explicit TypeReader(const std::vector<DebugEntry>& entries) : entries_(entries) {}

  Expected<ValueTypes> read(const DebugEntry& function) {
    for_each_child(function, [&](const DebugEntry& child) {
      if (child.tag != DebugTag::formal_parameter) return;
      ValueField parameter;
      parameter.name = name_within_limit(child.name);
      parameter.written = written(child.type, 0);
      parameter.type = type_at(child.type);
      types_.parameters.push_back(std::move(parameter));
    });
    // What a type is made of joins the end of the list, so that a long chain needs no deep recursion.
    for (std::size_t i = 0; i < sources_.size() && !too_many_; ++i) fill(i);
    if (too_many_) return failure(message<"debug_types.malformed">(), "", message<"debug_types.remedy">());
    return std::move(types_);
  }

 private:
  template <class Visit>
  void for_each_child(const DebugEntry& entry, const Visit& visit) const {
    const auto self = static_cast<std::size_t>(&entry - entries_.data());
    for (std::size_t child = self + 1; child < entry.end; child = entries_[child].end) visit(entries_[child]);
  }

  [[nodiscard]] const DebugEntry* find(std::optional<std::uint64_t> offset) const {
    if (!offset) return nullptr;
    const auto found = std::ranges::lower_bound(entries_, *offset, {}, &DebugEntry::offset);
    return found == entries_.end() || found->offset != *offset ? nullptr : &*found;
  }

  struct Plain {
    const DebugEntry* entry = nullptr;  ///< null for void
    bool is_constant = false;
  };
  /// Follows typedefs, const and volatile.
  [[nodiscard]] Plain plain(std::optional<std::uint64_t> offset) const {
    Plain result{find(offset)};
    for (int step = 0; result.entry != nullptr; ++step) {
      const DebugTag tag = result.entry->tag;
      if (tag != DebugTag::type_definition && !is_qualifier(tag)) break;
      result.is_constant |= tag == DebugTag::const_type;
      result.entry = step < max_steps ? find(result.entry->type) : nullptr;
    }
    return result;
  }

  std::size_t type_at(std::optional<std::uint64_t> offset) {
    const DebugEntry* const entry = plain(offset).entry;
    const auto [found, is_new] = index_of_.try_emplace(entry, types_.types.size());
    if (is_new && types_.types.size() == max_types) {
      too_many_ = true;
      index_of_.erase(found);
      return 0;
    }
    if (is_new) {
      types_.types.emplace_back();
      sources_.push_back(entry);
    }
    return index_of_.at(entry);
  }

  /// Returns the type as C++ writes it, with the names that it was given.
  [[nodiscard]] std::string written(std::optional<std::uint64_t> offset, int step) const {
    constexpr int max_written = 16;
    const DebugEntry* const entry = find(offset);
    if (entry == nullptr) return "void";
    if (step == max_written) return "...";
    switch (entry->tag) {
      case DebugTag::const_type:
      case DebugTag::volatile_type: {
        const char* const word = entry->tag == DebugTag::const_type ? "const" : "volatile";
        const std::string type = written(entry->type, step + 1);
        return type.ends_with('*') ? fmt::format("{} {}", type, word) : fmt::format("{} {}", word, type);
      }
      case DebugTag::restrict_type:
        return written(entry->type, step + 1);
      case DebugTag::pointer_type:
      case DebugTag::reference_type: {
        const DebugEntry* const target = find(entry->type);
        const char sign = entry->tag == DebugTag::pointer_type ? '*' : '&';
        if (target != nullptr && target->tag == DebugTag::array_type) {
          return fmt::format("{} ({}){}", written(target->type, step + 1), sign, extents_text(*target));
        }
        if (target != nullptr && target->tag == DebugTag::subroutine_type) {
          return fmt::format("{} ({})()", written(target->type, step + 1), sign);
        }
        return written(entry->type, step + 1) + sign;
      }
      case DebugTag::array_type:
        return written(entry->type, step + 1) + extents_text(*entry);
      default:
        return entry->name.empty() ? "struct" : plain_name(entry->name);
    }
  }

  [[nodiscard]] std::vector<std::uint64_t> extents_of(const DebugEntry& array) const {
    std::vector<std::uint64_t> extents;
    const auto self = static_cast<std::size_t>(&array - entries_.data());
    const std::size_t end = std::min(array.end, self + max_steps);
    for (std::size_t child = self + 1; child < end; child = entries_[child].end) {
      const DebugEntry& range = entries_[child];
      if (range.tag != DebugTag::subrange_type) continue;
      const std::uint64_t extent = range.count ? *range.count : range.upper ? *range.upper + 1 : 0;
      extents.push_back(extent > max_bytes ? 0 : extent);
    }
    return extents;
  }

  [[nodiscard]] std::string extents_text(const DebugEntry& array) const {
    std::string text;
    for (const std::uint64_t extent : extents_of(array)) {
      text += extent == 0 ? std::string("[]") : fmt::format("[{}]", extent);
    }
    return text;
  }

  /// In bytes; 0 where it is unknown, and beyond a terabyte.
  [[nodiscard]] std::uint64_t bytes_of(const DebugEntry* entry, int step) const {
    if (entry == nullptr || step == max_steps) return 0;
    if (entry->tag == DebugTag::pointer_type || entry->tag == DebugTag::reference_type) return 8;
    if (entry->tag != DebugTag::array_type) return std::min(entry->bytes.value_or(0), max_bytes);
    std::uint64_t bytes = bytes_of(plain(entry->type).entry, step + 1);
    for (const std::uint64_t extent : extents_of(*entry)) {
      if (extent != 0 && bytes > max_bytes / extent) return 0;
      bytes *= extent;
    }
    return bytes;
  }

  void fill(std::size_t index) {
    const DebugEntry* const entry = sources_[index];
    if (entry == nullptr) {
      types_.types[index].name = "void";
      return;
    }
    ValueType type;
    type.name = plain_name(entry->name);
    type.bytes = bytes_of(entry, 0);
    if (entry->tag == DebugTag::base_type) {
      if (const auto number = number_of(*entry)) set(type, *number);
    } else if (entry->tag == DebugTag::enumeration_type) {
      fill_enumeration(*entry, type);
    } else if (entry->tag == DebugTag::pointer_type || entry->tag == DebugTag::reference_type) {
      type.kind = Kind::pointer;
      set_target(*entry, type);
    } else if (entry->tag == DebugTag::array_type) {
      type.kind = Kind::array;
      type.extents = extents_of(*entry);
      set_target(*entry, type);
    } else if (is_structure(entry->tag)) {
      fill_structure(*entry, type);
    }
    types_.types[index] = std::move(type);
  }

  static void set(ValueType& type, const Number& number) {
    type.kind = number.kind;
    type.encoding = number.encoding;
  }

  void set_target(const DebugEntry& entry, ValueType& type) {
    type.target_is_constant = plain(entry.type).is_constant;
    type.target = type_at(entry.type);
  }

  /// DWARF 2 does not say what an enumeration is kept in: it has a sign unless a value needs none.
  void fill_enumeration(const DebugEntry& entry, ValueType& type) {
    const std::uint64_t bytes = type.bytes;
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return;
    const std::int64_t largest = std::numeric_limits<std::int64_t>::max() >> (8 * (8 - bytes));
    type.kind = Kind::enumeration;
    for_each_child(entry, [&](const DebugEntry& child) {
      if (child.tag != DebugTag::enumerator || !count_field()) return;
      // Those of an enum class have mangled names.
      const std::string whole = child.name.starts_with("_Z") ? demangled_name(child.name) : child.name;
      const std::size_t scope = whole.rfind("::");
      type.enumerators.push_back(
          {name_within_limit(scope == std::string::npos ? whole : whole.substr(scope + 2)), child.value.value_or(0)});
      if (type.enumerators.back().value > largest) type.encoding = Encoding::unsigned_integer;
    });
  }

  void fill_structure(const DebugEntry& entry, ValueType& type) {
    // One that nothing in the program needed whole has no size; those of CUDA are known by their names alone.
    const bool is_declared_only = type.bytes == 0 || entry.is_declaration;
    const auto named = number_named(entry.name);
    if (named && (is_declared_only || type.bytes == named->vector * named->number.bytes)) {
      set(type, named->number);
      type.vector = named->vector;
      type.bytes = named->vector * named->number.bytes;
    } else if (!is_declared_only) {
      type.kind = entry.tag == DebugTag::union_type ? Kind::union_type : Kind::structure;
      add_members(entry, 0, "", 0, type.members);
    }
  }

  void add_members(const DebugEntry& entry, std::uint64_t offset, const std::string& prefix, int step,
                   std::vector<ValueField>& members) {
    const bool in_union = entry.tag == DebugTag::union_type;
    for_each_child(entry, [&](const DebugEntry& child) {
      const bool is_member = child.tag == DebugTag::member;
      const bool is_base = child.tag == DebugTag::inheritance || (is_member && child.name.starts_with("__b_"));
      if ((!is_member && !is_base) || !count_field()) return;
      // A member without a place is static.
      if (!child.place && !in_union) return;
      const std::uint64_t place = offset + std::min(child.place.value_or(0), max_bytes);
      const DebugEntry* const type = plain(child.type).entry;
      if (is_base && type != nullptr && is_structure(type->tag) && step < max_steps) {
        return add_members(*type, place, prefix + name_within_limit(type->name) + "::", step + 1, members);
      }
      ValueField member;
      member.name = name_within_limit(child.name);
      // A derived class may have a member of the same name.
      if (!member.name.empty() && std::ranges::find(members, member.name, &ValueField::name) != members.end()) {
        member.name = prefix + member.name;
      }
      member.written = written(child.type, 0);
      member.type = type_at(child.type);
      member.offset = place;
      member.bits = static_cast<std::uint32_t>(std::min<std::uint64_t>(child.bits.value_or(0), 64));
      members.push_back(std::move(member));
    });
    if (step == 0) std::ranges::stable_sort(members, {}, &ValueField::offset);
  }

  [[nodiscard]] bool count_field() {
    too_many_ = too_many_ || ++fields_ > max_fields;
    return !too_many_;
  }

  const std::vector<DebugEntry>& entries_;
  ValueTypes types_;
  std::vector<const DebugEntry*> sources_;  ///< of each type
  std::map<const DebugEntry*, std::size_t> index_of_;
  std::size_t fields_ = 0;
  bool too_many_ = false;
};

}  // namespace

Expected<ValueTypes> parameter_types(std::string_view ptx, std::string_view entry) {
  const std::vector<std::uint8_t> information = debug_section(ptx, ".debug_info");
  const std::vector<std::uint8_t> abbreviations = debug_section(ptx, ".debug_abbrev");
  const std::vector<std::uint8_t> text = debug_section(ptx, ".debug_str");
  TRY(const std::vector<DebugEntry> entries, read_debug_entries({information, abbreviations, text}));
  const auto is_entry = [&](const DebugEntry& each) {
    return each.tag == DebugTag::subprogram && (each.linkage_name.empty() ? each.name : each.linkage_name) == entry;
  };
  const auto found = std::ranges::find_if(entries, is_entry);
  if (found == entries.end()) {
    return failure(message<"debug_types.no_entry">(entry), "", message<"debug_types.remedy">());
  }
  return TypeReader(entries).read(*found);
}

}  // namespace lanescope::compiler
