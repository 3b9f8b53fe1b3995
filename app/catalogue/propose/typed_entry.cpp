#include "catalogue/propose/typed_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "base/rounding.h"
#include "base/text.h"
#include "catalogue/c_types.h"

namespace lanescope::catalogue {
namespace {

using Kind = ValueType::Kind;

constexpr int max_depth = 16;              ///< of structures and arrays in one another
constexpr std::size_t max_fields = 4'096;  ///< of all parameters together
/// Kernels take at most 32,764 bytes of parameters (CUDA Programming Guide, "Function Parameters").
constexpr std::uint64_t max_structure_bytes = 32'764;

/// Returns the type of one number; nothing for all that is no number.
std::optional<ElementType> element_of(const ValueType& type) {
  const bool is_number = type.kind == Kind::number || type.kind == Kind::boolean || type.kind == Kind::enumeration;
  if (!is_number || type.vector < 1 || type.vector > 4 || type.bytes > 8 * 4) return std::nullopt;
  const std::uint64_t bits = 8 * (type.bytes / type.vector);
  switch (type.encoding) {
    case ValueType::Encoding::signed_integer:
      return element_type(fmt::format("i{}", bits));
    case ValueType::Encoding::unsigned_integer:
      return element_type(fmt::format("u{}", bits));
    case ValueType::Encoding::floating:
      return element_type(fmt::format("f{}", bits));
    case ValueType::Encoding::brain_floating:
      break;
  }
  return element_type(fmt::format("bf{}", bits));
}

/// Texture and surface objects are numbers that only the runtime can give, and a tensor map is made by the driver.
bool is_handle(std::string_view written) {
  constexpr std::array<std::string_view, 6> handles{"cudaTextureObject_t", "cudaSurfaceObject_t", "CUtexObject",
                                                    "CUsurfObject",        "CUtensorMap",         "CUtensorMap_st"};
  if (written.starts_with("const ")) written.remove_prefix(6);
  return std::ranges::find(handles, written) != handles.end();
}

/// Returns a name of C++ for a number that c_type() understands; its own, where that is one.
std::string number_name(const ValueType& type, ElementType element) {
  const auto known = c_type(type.name);
  const bool same = known && !known->pointer && known->element == element && known->vector == type.vector;
  return same ? type.name : c_name(element, type.vector);
}

class Typing {
 public:
  explicit Typing(const ValueTypes& types) : types_(types) {}

  EntryParameter parameter(const ValueField& field) {
    EntryParameter parameter;
    parameter.name = field.name;
    parameter.type = field.written;
    if (!is_handle(field.written)) fill(parameter, type(field.type), 0);
    return parameter;
  }

 private:
  /// A field with what the rules of C++ make of its type alone.
  struct Placed {
    EntryParameter field;
    std::uint64_t bytes = 0, alignment = 1;
  };
  struct Layout {
    std::vector<EntryParameter> fields;
    std::uint64_t alignment = 1;
  };

  [[nodiscard]] const ValueType& type(std::size_t index) const {
    static const ValueType unknown;
    return index < types_.types.size() ? types_.types[index] : unknown;
  }
  [[nodiscard]] const ValueType& target(const ValueType& pointer) const {
    return type(pointer.target.value_or(types_.types.size()));
  }

  /// An array of arrays is one array: its elements, how many there are, and its extents as C++ writes them.
  struct Elements {
    const ValueType& type;
    std::uint64_t count = 1;
    std::string extents = {};
    bool is_constant = false;
  };
  [[nodiscard]] Elements elements_of(const ValueType& whole) const {
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    const ValueType* type = &whole;
    std::uint64_t count = 1;
    std::string extents;
    bool is_constant = false;
    for (int depth = 0; type->kind == Kind::array && depth < max_depth; ++depth) {
      for (const std::uint64_t extent : type->extents) {
        count = extent != 0 && count > most / extent ? most : count * extent;
        extents += fmt::format("[{}]", extent);
      }
      is_constant |= type->target_is_constant;
      type = &target(*type);
    }
    return {*type, count, std::move(extents), is_constant};
  }

  void fill(EntryParameter& parameter, const ValueType& type, int depth) {
    if (type.kind == Kind::pointer) return fill_pointer(parameter, type);
    if (const auto element = element_of(type)) {
      parameter.element = element;
      parameter.vector = type.vector;
      parameter.enumerators = type.enumerators;
      if (type.vector > 1) parameter.type = number_name(type, *element);
    } else if (auto layout = layout_of(type, depth)) {
      parameter.fields = std::move(layout->fields);
    }
  }

  void fill_pointer(EntryParameter& parameter, const ValueType& pointer) const {
    parameter.pointer = true;
    const Elements pointee = elements_of(target(pointer));
    parameter.constant = pointer.target_is_constant || pointee.is_constant;
    const ValueType& type = pointee.type;
    std::uint64_t each = type.vector;
    if (type.kind == Kind::pointer) {
      parameter.table = true;
      parameter.element = ElementType::u64;
    } else if (type.kind == Kind::structure || type.kind == Kind::union_type) {
      std::size_t seen = 0;
      std::uint64_t numbers = 0;
      const auto element = common_element(type, 0, seen, numbers);
      const bool is_whole = element && numbers * size_of(*element) == type.bytes;
      parameter.element = is_whole ? *element : ElementType::u8;
      each = is_whole ? numbers : type.bytes;
      if (!is_whole) parameter.structure = (type.name.empty() ? "struct" : type.name) + pointee.extents;
      add_pointers(type, 0, parameter.pointers);
    } else {
      parameter.element = element_of(type);
      const bool is_void = type.kind == Kind::other && type.name == "void";
      parameter.opaque = type.kind == Kind::other && type.bytes == 0 && !type.name.empty() && !is_void;
      if (is_void) {
        parameter.element = ElementType::u8;
        each = bytes_behind_void;
      }
    }
    constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
    const bool fits = each <= most && pointee.count <= most;
    parameter.vector =
        static_cast<std::int64_t>(std::clamp<std::uint64_t>(fits ? each * pointee.count : most, 1, most));
  }

  /// Adds the members of a structure that are pointers, also those of structures in it.
  void add_pointers(const ValueType& structure, int depth, std::vector<std::string>& names) const {
    for (const ValueField& member : structure.members) {
      const ValueType& of = elements_of(type(member.type)).type;
      if (of.kind == Kind::pointer) names.push_back(member.name);
      if (of.kind == Kind::structure && depth < max_depth) add_pointers(of, depth + 1, names);
    }
  }

  /// Returns the type of the numbers of which a structure consists, where it is only one, and adds how many there are.
  [[nodiscard]] std::optional<ElementType> common_element(const ValueType& whole, int depth, std::size_t& seen,
                                                          std::uint64_t& numbers) const {
    if (whole.kind == Kind::union_type || depth == max_depth) return std::nullopt;
    std::optional<ElementType> common;
    for (const ValueField& member : whole.members) {
      if (++seen > max_fields || member.bits != 0) return std::nullopt;
      const Elements elements = elements_of(type(member.type));
      auto element = element_of(elements.type);
      std::uint64_t each = elements.type.vector;
      if (elements.type.kind == Kind::structure) {
        each = 0;
        element = common_element(elements.type, depth + 1, seen, each);
      }
      if (!element || (common && *common != *element) || each > max_fields || elements.count > (1u << 30)) {
        return std::nullopt;
      }
      common = element;
      numbers += each * elements.count;
    }
    return common;
  }

  /// Returns the members as fields, those of nameless structures among them, and of a nameless union its first one.
  void collect_members(const ValueType& structure, std::uint64_t offset, int depth, std::vector<ValueField>& members) {
    for (ValueField member : structure.members) {
      if (++fields_ > max_fields || depth == max_depth) return;
      const ValueType& of = type(member.type);
      member.offset += offset;
      if (member.name.empty() && (of.kind == Kind::structure || of.kind == Kind::union_type)) {
        collect_members(of, member.offset, depth + 1, members);
      } else {
        members.push_back(std::move(member));
      }
      if (structure.kind == Kind::union_type) return;
    }
  }

  /// Lays a structure or union out as the front matter does, with padding where the compiler has put a member further
  /// on. Nothing where that is not possible.
  [[nodiscard]] std::optional<Layout> layout_of(const ValueType& structure, int depth) {
    const bool is_known = structure.kind == Kind::structure || structure.kind == Kind::union_type;
    if (!is_known || structure.bytes > max_structure_bytes || depth == max_depth) return std::nullopt;
    std::vector<ValueField> members;
    collect_members(structure, 0, depth, members);
    Layout layout;
    std::uint64_t end = 0;
    for (const ValueField& member : members) {
      auto placed = placed_field(member, depth);
      if (!placed) continue;  // it becomes padding
      if (member.offset % placed->alignment != 0 || member.offset < end) return std::nullopt;
      if (round_up(end, placed->alignment) != member.offset) add_padding(end, member.offset - end, layout);
      end = member.offset + placed->bytes;
      layout.alignment = std::max(layout.alignment, placed->alignment);
      layout.fields.push_back(std::move(placed->field));
    }
    if (end > structure.bytes || structure.bytes % layout.alignment != 0) return std::nullopt;
    if (round_up(end, layout.alignment) != structure.bytes) add_padding(end, structure.bytes - end, layout);
    return fields_ > max_fields ? std::nullopt : std::optional(std::move(layout));
  }

  static void add_padding(std::uint64_t offset, std::uint64_t bytes, Layout& layout) {
    EntryParameter padding;
    padding.type = "unsigned char";
    padding.name = fmt::format("padding_at_{}", offset);
    padding.element = ElementType::u8;
    padding.array = fmt::format("[{}]", bytes);
    padding.padding = true;
    layout.fields.push_back(std::move(padding));
  }

  /// Returns nothing for a member to which no value can be given.
  [[nodiscard]] std::optional<Placed> placed_field(const ValueField& member, int depth) {
    const Elements elements = elements_of(type(member.type));
    const ValueType& each = elements.type;
    const std::uint64_t max_count = max_structure_bytes;
    if (member.bits != 0 || elements.count == 0 || elements.count > max_count) return std::nullopt;
    if (member.name.empty() || member.name.starts_with("__vptr") || is_handle(member.written)) return std::nullopt;
    Placed placed;
    placed.field.name = member.name;
    for (std::size_t at = placed.field.name.find("::"); at != std::string::npos; at = placed.field.name.find("::")) {
      placed.field.name.replace(at, 2, "_");
    }
    std::erase_if(placed.field.name, [](char letter) { return !is_word_letter(letter); });
    placed.field.array = elements.extents;
    placed.bytes = elements.count * each.bytes;
    if (each.kind == Kind::pointer) {
      fill_pointer(placed.field, each);
      placed.alignment = 8;
      // A name of a pointer type would not be understood.
      placed.field.type =
          member.written.find('*') == std::string::npos || !elements.extents.empty() ? "void*" : member.written;
    } else if (const auto element = element_of(each)) {
      placed.field.element = element;
      placed.field.vector = each.vector;
      placed.field.enumerators = each.enumerators;
      placed.field.type = number_name(each, *element);
      placed.alignment = CType{*element, each.vector}.alignment();
    } else if (auto layout = layout_of(each, depth + 1)) {
      placed.field.type = each.name.empty() ? "struct" : each.name;
      placed.field.fields = std::move(layout->fields);
      placed.alignment = layout->alignment;
    } else {
      return std::nullopt;
    }
    return placed;
  }

  const ValueTypes& types_;
  std::size_t fields_ = 0;
};

}  // namespace

EntryDeclaration with_types(EntryDeclaration declaration, const ValueTypes& types) {
  Typing typing(types);
  const std::vector<EntryParameter> in_text = std::move(declaration.parameters);
  const bool same_count = in_text.size() == types.parameters.size();
  declaration.parameters.clear();
  for (std::size_t i = 0; i < types.parameters.size(); ++i) {
    EntryParameter parameter = typing.parameter(types.parameters[i]);
    // A kernel that does not use a parameter need not name it.
    if (parameter.name.empty() && same_count) parameter.name = in_text[i].name;
    if (parameter.name.empty()) parameter.name = fmt::format("parameter_{}", i);
    const bool is_in_text = same_count && in_text[i].name == parameter.name;
    if (is_in_text && (parameter.pointer || parameter.vector == 1)) parameter.type = in_text[i].type;
    declaration.parameters.push_back(std::move(parameter));
  }
  return declaration;
}

std::optional<std::int64_t> enumerator_named(const EntryParameter& parameter, std::string_view name) {
  if (const std::size_t scope = name.rfind("::"); scope != std::string_view::npos) name.remove_prefix(scope + 2);
  const auto found = std::ranges::find(parameter.enumerators, name, &ValueType::Enumerator::name);
  return found == parameter.enumerators.end() ? std::nullopt : std::optional(found->value);
}

}  // namespace lanescope::catalogue
