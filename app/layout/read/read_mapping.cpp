#include "layout/read/read_mapping.h"

#include <array>
#include <bit>

#include "base/text.h"
#include "layout/messages.h"
#include "layout/read/forms.h"

namespace lanescope::layout {
namespace {

/// A form that is known by what the text begins with, and by something in it.
struct Form {
  std::string_view beginning, contains;
  Expected<Mapping> (*read)(std::string_view text, std::optional<unsigned> bits);
};
constexpr std::array<Form, 20> forms = {{{"Sw<", "", read_cute},
                                         {"Swizzle<", "", read_cute},
                                         {"S<", "", read_cute},
                                         {"smem_ptr", "", read_cute},
                                         {"gmem_ptr", "", read_cute},
                                         {"rmem_ptr", "", read_cute},
                                         {"ptr[", "", read_cute},
                                         {"SM", "_", read_atom},
                                         {"mma.", "", read_instruction},
                                         {"wgmma.", "", read_instruction},
                                         {"ldmatrix", "", read_instruction},
                                         {"stmatrix", "", read_instruction},
                                         {"descriptor", "", read_descriptor},
                                         {"tensor_map", "", read_tensor_map},
                                         {"#", "#ttg.", read_triton},
                                         {"#", "#triton_gpu.", read_triton},
                                         {"!ttg.", "", read_triton},
                                         {"!tt.", "", read_triton},
                                         {"tensor<", "", read_triton},
                                         {"#", "", read_triton}}};

}  // namespace

Expected<unsigned> element_bits(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, unsigned>, 8> irregular = {
      {{"tf32", 32}, {"e4m3", 8}, {"e5m2", 8}, {"e8m0", 8}, {"e2m1", 4}, {"e2m3", 8}, {"e3m2", 8}, {"u1", 1}}};
  for (const auto& [name, bits] : irregular) {
    if (type == name) return bits;
  }
  std::string_view digits = type;
  digits.remove_prefix(type.starts_with("bf") ? 2 : type.empty() ? 0 : 1);
  const auto bits = parse_number<unsigned>(digits);
  const std::string_view family = type.substr(0, type.size() - digits.size());
  const bool known =
      family == "f" || family == "bf" || family == "b" || family == "s" || family == "u" || family == "i";
  if (known && bits && std::has_single_bit(*bits) && *bits <= 128) return *bits;
  return failure(message<"memory_layout.element">(type), {}, message<"memory_layout.element_remedy">());
}

Expected<unsigned> agreed_bits(std::optional<unsigned> said, std::optional<unsigned> wanted) {
  if (said && wanted && *said != *wanted) {
    return failure(message<"memory_layout.elements_differ">(*said, *wanted), {},
                   message<"memory_layout.elements_differ_remedy">());
  }
  return said ? *said : wanted.value_or(32);
}

Expected<Swizzle> of_elements(const Swizzle& of_bytes, unsigned element_bits) {
  // A byte has 8 bits: with elements of 16 bits an offset counts units that are 2^1 times as large.
  constexpr int byte = 3;
  Swizzle swizzle = of_bytes;
  swizzle.base += byte - (std::bit_width(element_bits) - 1);
  if (std::has_single_bit(element_bits) && swizzle.is_possible()) return swizzle;
  return failure(message<"memory_layout.swizzle_of_bytes">(of_bytes.text(), element_bits), {},
                 message<"memory_layout.swizzle_of_bytes_remedy">());
}

Expected<Layout> read_layout(std::string_view text) {
  Cursor cursor(text);
  TRY(Layout layout, take_layout(cursor));
  TRY_STATUS(cursor.expect_end());
  return layout;
}

Expected<Mapping> read_mapping(std::string_view text, std::optional<unsigned> bits) {
  text = trim(text);
  if (text.empty()) return failure(message<"memory_layout.empty">(), {}, message<"memory_layout.no_number_remedy">());
  for (const Form& form : forms) {
    if (text.starts_with(form.beginning) && (form.contains.empty() || text.find(form.contains) != text.npos))
      return form.read(text, bits);
  }
  // What is left are layouts without a name, which have numbers only, and expressions, which have names.
  const bool numbers_only = text.find_first_not_of("0123456789_(),:- \t\no") == text.npos;
  return numbers_only ? read_cute(text, bits) : read_expression(text, bits);
}

}  // namespace lanescope::layout
