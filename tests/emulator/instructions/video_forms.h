// The video instructions of PTX in every form, and what each must compute: the pseudo code of the PTX ISA manual
// ("Video Instructions") written down here, but where the code that ptxas 13.0 makes of scalar forms does something
// else. That code was executed by hand-written rules for its instructions, which give what an H100 gave (2026-11-25).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emulator/instructions/ptx_lines.h"

namespace lanescope::emulator::video {

__extension__ typedef __int128 Number;

inline Number clamped(Number value, Number low, Number high) {
  return value < low ? low : value > high ? high : value;
}
inline Number power(unsigned bits) {
  return Number{1} << bits;
}
/// The value modulo 2^bits, between -2^(bits - 1) and 2^(bits - 1).
inline Number wrapped(Number value, unsigned bits) {
  Number rest = value % power(bits);
  if (rest < 0) rest += power(bits);
  return rest >= power(bits - 1) ? rest - power(bits) : rest;
}

/// partSelectSignExtend of the manual: the selector "", "b2" or "h1" of a register.
inline Number part(std::uint32_t value, const std::string& selector, const std::string& type) {
  unsigned bits = 32;
  if (!selector.empty()) {
    bits = selector[0] == 'b' ? 8 : 16;
    value >>= bits * static_cast<unsigned>(selector[1] - '0');
    value &= static_cast<std::uint32_t>(power(bits) - 1);
  }
  return type == "s32" ? wrapped(value, bits) : Number{value};
}

/// What the core of an operation gives.
inline Number primary(const std::string& name, Number a, Number b, const std::string& word) {
  if (name == "add") return a + b;
  if (name == "sub") return a - b;
  if (name == "absdiff") return a < b ? b - a : a - b;
  if (name == "min") return a < b ? a : b;
  if (name == "max") return a < b ? b : a;
  if (name == "avrg") {
    const Number sum = a + b;
    const Number rounded = sum >= 0 ? sum + 1 : sum;
    return rounded >= 0 ? rounded / 2 : -((1 - rounded) / 2);
  }
  if (name == "set") {
    const bool holds = word == "eq"   ? a == b
                       : word == "ne" ? a != b
                       : word == "lt" ? a < b
                       : word == "le" ? a <= b
                       : word == "gt" ? a > b
                                      : a >= b;
    return holds ? 1 : 0;
  }
  const auto amount = static_cast<unsigned>(word == "wrap" ? b % 32 : b > 32 ? Number{32} : b);
  if (name == "shl") return a * power(amount);
  // shr rounds down.
  return a >= 0 ? a / power(amount) : -((-a + power(amount) - 1) / power(amount));
}

struct Scalar {
  std::string name, word;           ///< "add", "clamp" or a comparison
  std::string dtype, atype, btype;  ///< "u32"
  std::string second;               ///< "", "add", "min", "max"
  std::string dsel, asel, bsel;     ///< "", "b0", "h1"
  bool sat = false;

  [[nodiscard]] std::string text() const {
    const auto dotted = [](const std::string& part) { return part.empty() ? part : "." + part; };
    std::string line = "v" + name + (name == "set" ? "" : dotted(dtype)) + dotted(atype) + dotted(btype);
    line += (sat ? ".sat" : "") + dotted(word) + dotted(second);
    line += fmt::format(" %r5{}, %r1{}, %r2{}", dotted(dsel), dotted(asel), dotted(bsel));
    return line + (second.empty() && dsel.empty() ? ";" : ", %r3;");
  }
  /// The manual clamps to the range of the destination. In the code of ptxas a byte or a half below 0 becomes the
  /// largest one, as one above does, whatever the type; shifts are clamped to 32 bits; and what goes to u32 is cut, not
  /// clamped, at its upper end, but for shifts.
  [[nodiscard]] Number saturated(Number result, unsigned bits) const {
    const bool is_signed = dtype == "s32", shift = name == "shl" || name == "shr";
    if (bits < 32 && !shift) {
      const Number largest = power(is_signed ? bits - 1 : bits) - 1;
      return result < 0 || result > largest ? largest : result;
    }
    if (is_signed) return clamped(result, -power(31), power(31) - 1);
    if (shift) return clamped(result, 0, power(32) - 1);
    return result < 0 ? Number{0} : result % power(32);
  }
  /// The code of ptxas compares 64 bits for .min and .max. Of sums, and of shifts that were clamped to u32, they are
  /// the low 32 bits with their sign; a difference that goes to u32 is not clamped before.
  [[nodiscard]] std::uint32_t extreme(Number exact, Number result, std::uint32_t c) const {
    const bool is_signed = (name == "set" ? atype : dtype) == "s32";
    const bool sum = name == "add" || name == "sub", shift = name == "shl" || name == "shr";
    Number compared = result;
    if (name == "absdiff" && !is_signed) compared = exact;
    if (sum || (shift && sat && !is_signed)) compared = wrapped(result, 32);
    compared = wrapped(compared, 64);
    if (!is_signed && compared < 0) compared += power(64);
    const Number third = is_signed ? wrapped(c, 32) : Number{c};
    return static_cast<std::uint32_t>(second == "min" ? std::min(compared, third) : std::max(compared, third));
  }
  [[nodiscard]] std::uint32_t reference(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    Number exact = primary(name, part(a, asel, atype), part(b, bsel, btype), word);
    if (name == "shl" && sat) exact = wrapped(exact, 34);
    const unsigned bits = dsel.empty() ? 32 : dsel[0] == 'b' ? 8 : 16;
    const Number result = sat ? saturated(exact, bits) : exact;
    if (second == "add") return static_cast<std::uint32_t>(result + c);
    if (second == "min" || second == "max") return extreme(exact, result, c);
    if (dsel.empty()) return static_cast<std::uint32_t>(result);
    const unsigned shift = bits * static_cast<unsigned>(dsel[1] - '0');
    const auto mask = static_cast<std::uint32_t>((power(bits) - 1) << shift);
    // The upper half is that of the result, where the manual has the lower one.
    if (dsel == "h1") return (static_cast<std::uint32_t>(result) & mask) | (c & ~mask);
    return (static_cast<std::uint32_t>(result) << shift & mask) | (c & ~mask);
  }
};

/// Four words a thread, often at the ends of bytes, halves and words.
inline Words operands(std::size_t threads) {
  static constexpr std::array<std::uint32_t, 16> edges{
      0,          1,          0x7f,       0x80, 0xff,       0x7fff,     0x8000, 0xffff,
      0x7fffffff, 0x80000000, 0xffffffff, 32,   0x80807f7f, 0x7f80ff00, 33,     0x80008001};
  std::mt19937 random(11);
  Words in;
  for (std::size_t index = 0; index < 4 * threads; ++index) {
    in.push_back(random() % 3 == 0 ? edges[random() % edges.size()] : static_cast<std::uint32_t>(random()));
  }
  return in;
}

inline const std::vector<std::string> types{"u32", "s32"};
inline const std::vector<std::string> parts{"", "b0", "b1", "b2", "b3", "h0", "h1"};

/// All types, saturations, second operations and merges; the selectors of the sources take turns.
inline std::vector<Scalar> scalar_forms(const std::string& name, const std::vector<std::string>& words) {
  std::vector<Scalar> forms;
  std::size_t turn = 0;
  for (const std::string& word : words) {
    for (std::size_t kind = 0; kind < 8; ++kind) {
      Scalar form{name, word, types[kind & 1], types[kind >> 1 & 1], types[kind >> 2], "", "", "", "", false};
      if ((name == "shl" || name == "shr") && form.btype == "s32") continue;
      if (name == "set" && form.dtype == "s32") continue;
      for (const bool sat : {false, true}) {
        if (name == "set" && sat) continue;
        form.sat = sat;
        const auto add = [&](const std::string& second, const std::string& dsel) {
          form.second = second;
          form.dsel = dsel;
          for (unsigned round = 0; round < 2; ++round, ++turn) {
            form.asel = parts[turn % parts.size()];
            form.bsel = parts[turn / parts.size() % parts.size()];
            forms.push_back(form);
          }
        };
        for (const std::string second : {"", "add", "min", "max"}) add(second, "");
        for (std::size_t dsel = 1; dsel < parts.size(); ++dsel) add("", parts[dsel]);
      }
    }
  }
  return forms;
}

struct MultiplyAdd {
  std::string atype, btype, asel, bsel, scale;
  bool negates_a = false, negates_b = false, negates_c = false, plus_one = false, sat = false;

  [[nodiscard]] std::string text() const {
    const auto dotted = [](const std::string& part) { return part.empty() ? part : "." + part; };
    return fmt::format("vmad.u32.{}.{}{}{}{} %r5, {}%r1{}, {}%r2{}, {}%r3;", atype, btype, plus_one ? ".po" : "",
                       sat ? ".sat" : "", dotted(scale), negates_a ? "-" : "", dotted(asel), negates_b ? "-" : "",
                       dotted(bsel), negates_c ? "-" : "");
  }
  /// In the code of ptxas registers that are taken whole have a sign whatever their type, and so has c.
  [[nodiscard]] std::uint32_t reference(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const bool negates = negates_a != negates_b;
    const bool is_signed = atype == "s32" || btype == "s32" || negates || negates_c;
    Number product = part(a, asel, asel.empty() ? "s32" : atype) * part(b, bsel, bsel.empty() ? "s32" : btype);
    if (negates) product = -product - 1;
    if (!negates && negates_c) c = ~c;
    Number sum = product + wrapped(c, 32) + (plus_one || negates || negates_c ? 1 : 0);
    const Number divisor = scale == "shr7" ? 128 : scale == "shr15" ? 32768 : 1;
    if (!is_signed && divisor > 1 && sum < 0) sum += power(64);
    sum = sum >= 0 ? sum / divisor : -((-sum + divisor - 1) / divisor);
    if (sat) sum = is_signed ? clamped(sum, -power(31), power(31) - 1) : clamped(sum, 0, power(32) - 1);
    return static_cast<std::uint32_t>(sum);
  }
};

/// vmad with every sign, scale and saturation; the selectors take turns.
inline std::vector<MultiplyAdd> product_forms() {
  std::vector<MultiplyAdd> forms;
  std::size_t turn = 0;
  for (const std::string& atype : types) {
    for (const std::string& btype : types) {
      for (const std::string scale : {"", "shr7", "shr15"}) {
        for (unsigned sign = 0; sign < 6; ++sign) {
          for (const bool sat : {false, true}) {
            for (unsigned round = 0; round < 3; ++round, ++turn) {
              MultiplyAdd form{atype, btype, parts[turn % 7], parts[turn / 7 % 7], scale};
              form.negates_a = sign == 1 || sign == 3;
              form.negates_b = sign == 2 || sign == 3;
              form.negates_c = sign == 4;
              form.plus_one = sign == 5;
              form.sat = sat;
              forms.push_back(form);
            }
          }
        }
      }
    }
  }
  return forms;
}

struct Simd {
  std::string name, word, dtype, atype, btype, mask, asel, bsel;
  unsigned elements = 2;
  bool sat = false, accumulates = false;

  [[nodiscard]] std::string text() const {
    const auto dotted = [](const std::string& part) { return part.empty() ? part : "." + part; };
    return fmt::format("v{}{}{}{}{}{}{}{} %r5{}, %r1{}, %r2{}, %r3;", name, elements,
                       name == "set" ? "" : dotted(dtype), dotted(atype), dotted(btype), sat ? ".sat" : "",
                       dotted(word), accumulates ? ".add" : "", dotted(mask), dotted(asel), dotted(bsel));
  }
  /// Element `index` of the source that a selector, or without one the register with `first`, names.
  [[nodiscard]] Number source(std::uint32_t a, std::uint32_t b, const std::string& selector, unsigned first,
                              unsigned index, const std::string& type) const {
    const unsigned bits = 32 / elements;
    const unsigned place = selector.empty() ? first + index : static_cast<unsigned>(selector[elements - index] - '0');
    const std::uint32_t held = place < elements ? a : b;
    const Number value = held >> (place % elements * bits) & static_cast<std::uint32_t>(power(bits) - 1);
    return type == "s32" ? wrapped(value, bits) : value;
  }
  [[nodiscard]] std::uint32_t reference(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const unsigned bits = 32 / elements;
    std::uint32_t result = c;
    for (unsigned index = 0; index < elements; ++index) {
      Number value =
          primary(name, source(a, b, asel, 0, index, atype), source(a, b, bsel, elements, index, btype), word);
      if (sat) {
        value =
            dtype == "s32" ? clamped(value, -power(bits - 1), power(bits - 1) - 1) : clamped(value, 0, power(bits) - 1);
      }
      const bool chosen = mask.empty() || mask.find(static_cast<char>('0' + index)) != std::string::npos;
      if (!chosen) continue;
      if (accumulates) {
        result += static_cast<std::uint32_t>(value);
        continue;
      }
      const auto place = static_cast<std::uint32_t>((power(bits) - 1) << index * bits);
      result = (result & ~place) | (static_cast<std::uint32_t>(value) << index * bits & place);
    }
    return result;
  }
};

inline std::vector<Simd> simd_forms(const std::string& name, unsigned elements, const std::vector<std::string>& words) {
  const std::vector<std::string> masks =
      elements == 2 ? std::vector<std::string>{"", "h0", "h1", "h10"}
                    : std::vector<std::string>{"",   "b0",  "b1",  "b10",  "b2",  "b20",  "b21",  "b210",
                                               "b3", "b30", "b31", "b310", "b32", "b320", "b321", "b3210"};
  std::mt19937 random(elements);
  const auto selector = [&] {
    std::string text(1, elements == 2 ? 'h' : 'b');
    for (unsigned index = 0; index < elements; ++index) text += static_cast<char>('0' + random() % (2 * elements));
    return random() % 3 == 0 ? "" : text;
  };
  std::vector<Simd> forms;
  for (const std::string& word : words) {
    for (const std::string& mask : masks) {
      for (unsigned kind = 0; kind < 8; ++kind) {
        for (unsigned second = 0; second < 3; ++second) {
          if (name == "set" && (second == 1 || (kind & 1) != 0)) continue;
          forms.push_back({name, word, types[kind & 1], types[kind >> 1 & 1], types[kind >> 2], mask, selector(),
                           selector(), elements, second == 1, second == 2});
        }
      }
    }
  }
  return forms;
}

}  // namespace lanescope::emulator::video
