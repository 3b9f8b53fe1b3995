#include "catalogue/c_types.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"

namespace lanescope::catalogue {
namespace {

using NamedElement = std::pair<std::string_view, ElementType>;

constexpr std::array<NamedElement, 38> element_types_of_c = {{
    {"float", ElementType::f32},
    {"double", ElementType::f64},
    {"__half", ElementType::f16},
    {"half", ElementType::f16},
    {"__nv_bfloat16", ElementType::bf16},
    {"nv_bfloat16", ElementType::bf16},
    {"char", ElementType::i8},
    {"signed char", ElementType::i8},
    {"int8_t", ElementType::i8},
    {"unsigned char", ElementType::u8},
    {"uint8_t", ElementType::u8},
    {"bool", ElementType::u8},
    {"short", ElementType::i16},
    {"int16_t", ElementType::i16},
    {"unsigned short", ElementType::u16},
    {"uint16_t", ElementType::u16},
    {"int", ElementType::i32},
    {"signed", ElementType::i32},
    {"int32_t", ElementType::i32},
    {"unsigned", ElementType::u32},
    {"unsigned int", ElementType::u32},
    {"uint", ElementType::u32},
    {"uint32_t", ElementType::u32},
    {"long", ElementType::i64},
    {"long int", ElementType::i64},
    {"long long", ElementType::i64},
    {"long long int", ElementType::i64},
    {"longlong", ElementType::i64},
    {"int64_t", ElementType::i64},
    {"ptrdiff_t", ElementType::i64},
    {"unsigned long", ElementType::u64},
    {"unsigned longlong", ElementType::u64},
    {"size_t", ElementType::u64},
    {"uint64_t", ElementType::u64},
    {"ulong", ElementType::u64},
    {"unsigned long long", ElementType::u64},
    {"long unsigned int", ElementType::u64},
    {"unsigned long int", ElementType::u64},
}};

}  // namespace

std::uint32_t CType::alignment() const {
  const bool aligned_as_whole = vector == 2 || vector == 4;
  return aligned_as_whole ? std::min<std::uint32_t>(bytes(), 16) : static_cast<std::uint32_t>(size_of(element));
}

std::optional<ElementType> element_type_of_c(std::string_view name) {
  if (name.starts_with("std::")) name.remove_prefix(5);
  const auto* const found = std::ranges::find(element_types_of_c, name, &NamedElement::first);
  return found == element_types_of_c.end() ? std::nullopt : std::optional(found->second);
}

std::optional<CType> c_type(std::string_view text) {
  if (text.find('*') != std::string_view::npos) return CType{ElementType::u64, 1, true};
  std::vector<std::string> words;
  for (const std::string_view word : split(text, ' ')) {
    const std::string_view plain = trim(word);
    if (!plain.empty() && plain != "const" && plain != "volatile") words.emplace_back(plain);
  }
  const std::string type = join(words, " ");
  if (const auto element = element_type_of_c(type)) return CType{*element};
  if (type == "dim3") return CType{ElementType::u32, 3};
  if (type.empty() || type.back() < '1' || type.back() > '4') return std::nullopt;
  std::string base = type.substr(0, type.size() - 1);
  if (base.starts_with('u') && base != "uint") base = "unsigned " + base.substr(1);
  const auto element = element_type_of_c(base);
  if (!element) return std::nullopt;
  return CType{*element, static_cast<std::uint32_t>(type.back() - '0')};
}

}  // namespace lanescope::catalogue
