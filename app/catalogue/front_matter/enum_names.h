// The words of the front matter for enumerations, in the order of their values.
#pragma once

#include <array>
#include <string_view>

namespace warpscope::catalogue {

template <std::size_t count>
using EnumNames = std::array<std::string_view, count>;

inline constexpr EnumNames<12> element_type_names = {"i8",  "u8",  "i16", "u16",  "i32", "u32",
                                                     "i64", "u64", "f16", "bf16", "f32", "f64"};
inline constexpr EnumNames<4> role_names = {"in", "out", "inout", "scratch"};
inline constexpr EnumNames<5> fill_names = {"random", "poison", "zero", "index", "value"};
inline constexpr EnumNames<2> scope_names = {"plan", "launch"};
inline constexpr EnumNames<3> layout_names = {"linear", "array_1d", "array_2d"};
inline constexpr EnumNames<2> filter_names = {"point", "linear"};
inline constexpr EnumNames<4> address_names = {"wrap", "clamp", "mirror", "border"};

}  // namespace warpscope::catalogue
