#include "catalogue/c_types.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/names.h"
#include "base/text.h"

namespace lanescope::catalogue {
namespace {

using NamedElement = std::pair<std::string_view, ElementType>;

constexpr std::array<NamedElement, 29> element_types_of_c = {{
    {"float", ElementType::f32},          {"double", ElementType::f64},
    {"__half", ElementType::f16},         {"half", ElementType::f16},
    {"__nv_bfloat16", ElementType::bf16}, {"nv_bfloat16", ElementType::bf16},
    {"int8_t", ElementType::i8},          {"uint8_t", ElementType::u8},
    {"uchar", ElementType::u8},           {"bool", ElementType::u8},
    {"int16_t", ElementType::i16},        {"uint16_t", ElementType::u16},
    {"ushort", ElementType::u16},         {"int32_t", ElementType::i32},
    {"uint32_t", ElementType::u32},       {"uint", ElementType::u32},
    {"int64_t", ElementType::i64},        {"longlong", ElementType::i64},
    {"ptrdiff_t", ElementType::i64},      {"ssize_t", ElementType::i64},
    {"intptr_t", ElementType::i64},       {"clock_t", ElementType::i64},
    {"uint64_t", ElementType::u64},       {"ulong", ElementType::u64},
    {"ulonglong", ElementType::u64},      {"unsigned longlong", ElementType::u64},
    {"size_t", ElementType::u64},         {"uintptr_t", ElementType::u64},
    {"time_t", ElementType::i64},
}};

/// "unsigned long long int", "int unsigned" and "short": C++ takes the words of an integer in any order.
std::optional<ElementType> integer_of_words(std::string_view name) {
  int longs = 0, shorts = 0, chars = 0, ints = 0, signs = 0, no_signs = 0;
  for (const std::string_view word : split(name, ' ')) {
    int* const count = word == "long"       ? &longs
                       : word == "short"    ? &shorts
                       : word == "char"     ? &chars
                       : word == "int"      ? &ints
                       : word == "signed"   ? &signs
                       : word == "unsigned" ? &no_signs
                                            : nullptr;
    if (count == nullptr) return std::nullopt;
    ++*count;
  }
  const bool is_type = longs <= 2 && ints <= 1 && signs + no_signs <= 1 && shorts + chars <= 1 &&
                       (longs == 0 || shorts + chars == 0) && (ints == 0 || chars == 0);
  if (!is_type) return std::nullopt;
  const bool has_sign = no_signs == 0;
  if (chars != 0) return has_sign ? ElementType::i8 : ElementType::u8;
  if (shorts != 0) return has_sign ? ElementType::i16 : ElementType::u16;
  if (longs != 0) return has_sign ? ElementType::i64 : ElementType::u64;
  return has_sign ? ElementType::i32 : ElementType::u32;
}

}  // namespace

std::uint32_t CType::alignment() const {
  const bool aligned_as_whole = vector == 2 || vector == 4;
  return aligned_as_whole ? std::min<std::uint32_t>(bytes(), 16) : static_cast<std::uint32_t>(size_of(element));
}

std::optional<ElementType> element_type_of_c(std::string_view name) {
  if (name.starts_with("std::")) name.remove_prefix(5);
  const auto* const found = std::ranges::find(element_types_of_c, name, &NamedElement::first);
  return found == element_types_of_c.end() ? integer_of_words(name) : std::optional(found->second);
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
  if (type == "cuComplex" || type == "cuFloatComplex") return CType{ElementType::f32, 2};
  if (type == "cuDoubleComplex") return CType{ElementType::f64, 2};
  if (type.empty() || type.back() < '1' || type.back() > '4') return std::nullopt;
  std::string base = type.substr(0, type.size() - 1);
  if (base.starts_with('u') && base != "uint") base = "unsigned " + base.substr(1);
  const auto element = element_type_of_c(base);
  if (!element) return std::nullopt;
  return CType{*element, static_cast<std::uint32_t>(type.back() - '0')};
}

std::string c_name(ElementType element, std::uint32_t vector) {
  // In the order of ElementType.
  constexpr EnumNames<12> numbers = {"char",   "unsigned char", "short",     "unsigned short",
                                     "int",    "unsigned int",  "long long", "unsigned long long",
                                     "__half", "__nv_bfloat16", "float",     "double"};
  constexpr EnumNames<12> vectors = {"char",     "uchar",     "short",  "ushort",        "int",   "uint",
                                     "longlong", "ulonglong", "__half", "__nv_bfloat16", "float", "double"};
  if (vector == 1) return std::string(enum_name(numbers, element));
  return std::string(enum_name(vectors, element)) + std::to_string(vector);
}

}  // namespace lanescope::catalogue
