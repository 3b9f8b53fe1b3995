// The video instructions, against the pseudo code of the PTX ISA manual ("Video Instructions") written down here.
#include <algorithm>
#include <array>
#include <functional>
#include <random>

#include "emulator/instructions/ptx_lines.h"

namespace warpscope::emulator::video {
namespace {

__extension__ typedef __int128 Number;

Number clamped(Number value, Number low, Number high) {
  return value < low ? low : value > high ? high : value;
}
Number power(unsigned bits) {
  return Number{1} << bits;
}
/// The value modulo 2^bits, between -2^(bits - 1) and 2^(bits - 1).
Number wrapped(Number value, unsigned bits) {
  Number rest = value % power(bits);
  if (rest < 0) rest += power(bits);
  return rest >= power(bits - 1) ? rest - power(bits) : rest;
}

/// partSelectSignExtend of the manual: the selector "", "b2" or "h1" of a register.
Number part(std::uint32_t value, const std::string& selector, const std::string& type) {
  unsigned bits = 32;
  if (!selector.empty()) {
    bits = selector[0] == 'b' ? 8 : 16;
    value >>= bits * static_cast<unsigned>(selector[1] - '0');
    value &= static_cast<std::uint32_t>(power(bits) - 1);
  }
  return type == "s32" ? wrapped(value, bits) : Number{value};
}

/// What the core of an operation gives.
Number primary(const std::string& name, Number a, Number b, const std::string& word) {
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
  if (name == "shl") return wrapped(a * power(amount), 34);
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
  [[nodiscard]] std::uint32_t reference(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    Number result = primary(name, part(a, asel, atype), part(b, bsel, btype), word);
    const bool is_signed = dtype == "s32";
    const unsigned bits = dsel.empty() ? 32 : dsel[0] == 'b' ? 8 : 16;
    if (sat) {
      result = is_signed ? clamped(result, -power(bits - 1), power(bits - 1) - 1) : clamped(result, 0, power(bits) - 1);
    }
    const Number third = is_signed ? wrapped(c, 32) : Number{c};
    const Number narrow = wrapped(result, 33);
    if (second == "add") return static_cast<std::uint32_t>(narrow + third);
    if (second == "min") return static_cast<std::uint32_t>(std::min(narrow, third));
    if (second == "max") return static_cast<std::uint32_t>(std::max(narrow, third));
    if (dsel.empty()) return static_cast<std::uint32_t>(result);
    const unsigned shift = bits * static_cast<unsigned>(dsel[1] - '0');
    const auto mask = static_cast<std::uint32_t>((power(bits) - 1) << shift);
    return (static_cast<std::uint32_t>(result) << shift & mask) | (c & ~mask);
  }
};

/// Four words a thread, often at the ends of bytes, halves and words.
Words operands(std::size_t threads) {
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

template <class Form>
void expect_as_in_the_manual(const std::vector<Form>& forms) {
  constexpr std::size_t threads = 128;
  const Words in = operands(threads);
  std::vector<std::string> lines;
  for (const Form& form : forms) lines.push_back(form.text());
  const Words out = run_lines(lines, in);
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (std::size_t thread = 0; thread < threads; ++thread) {
      const std::uint32_t a = in[4 * thread], b = in[4 * thread + 1], c = in[4 * thread + 2];
      ASSERT_EQ(out[line * threads + thread], forms[line].reference(a, b, c))
          << lines[line] << std::hex << " of " << a << ", " << b << ", " << c;
    }
  }
}

const std::vector<std::string> types{"u32", "s32"};
const std::vector<std::string> parts{"", "b0", "b1", "b2", "b3", "h0", "h1"};

/// All types, saturations, second operations and merges; the selectors of the sources take turns.
std::vector<Scalar> scalar_forms(const std::string& name, const std::vector<std::string>& words) {
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

TEST(Video, SumsAndExtremesOfPartsFollowTheManual) {
  for (const std::string name : {"add", "sub", "absdiff", "min", "max"}) {
    expect_as_in_the_manual(scalar_forms(name, {""}));
  }
}

TEST(Video, ShiftsOfPartsFollowTheManual) {
  for (const std::string name : {"shl", "shr"}) expect_as_in_the_manual(scalar_forms(name, {"clamp", "wrap"}));
}

TEST(Video, ComparisonsOfPartsFollowTheManual) {
  expect_as_in_the_manual(scalar_forms("set", {"eq", "ne", "lt", "le", "gt", "ge"}));
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
  [[nodiscard]] std::uint32_t reference(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const bool negates = negates_a != negates_b;
    const bool is_signed = atype == "s32" || btype == "s32" || negates || negates_c;
    Number product = part(a, asel, atype) * part(b, bsel, btype);
    if (negates) product = -product - 1;
    if (!negates && negates_c) c = ~c;
    Number sum = product + (is_signed ? wrapped(c, 32) : Number{c}) + (plus_one || negates || negates_c ? 1 : 0);
    const Number divisor = scale == "shr7" ? 128 : scale == "shr15" ? 32768 : 1;
    sum = sum >= 0 ? sum / divisor : -((-sum + divisor - 1) / divisor);
    if (sat) sum = is_signed ? clamped(sum, -power(31), power(31) - 1) : clamped(sum, 0, power(32) - 1);
    return static_cast<std::uint32_t>(sum);
  }
};

TEST(Video, ProductsOfPartsWithASumFollowTheManual) {
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
  expect_as_in_the_manual(forms);
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

std::vector<Simd> simd_forms(const std::string& name, unsigned elements, const std::vector<std::string>& words) {
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

TEST(Video, PairsOfHalvesAndFoursOfBytesFollowTheManual) {
  for (const unsigned elements : {2u, 4u}) {
    for (const std::string name : {"add", "sub", "avrg", "absdiff", "min", "max"}) {
      expect_as_in_the_manual(simd_forms(name, elements, {""}));
    }
    expect_as_in_the_manual(simd_forms("set", elements, {"eq", "ne", "lt", "le", "gt", "ge"}));
  }
}

/// The intrinsics of CUDA on bytes, from CUDA C++; the other rows of the kernel are compared with a GPU.
TEST(Video, FunctionsOfCudaOnBytesAddSubtractAndSaturate) {
  const ReadyKernel kernel = program(test_kernel("video"), {{"n", std::int64_t{333}}});
  const Outcome outcome = run_clean(kernel);
  const auto in = filled(kernel), out = result(kernel, outcome);
  const std::size_t n = 333;
  const auto bytes = [&](std::uint32_t a, std::uint32_t b, const std::function<int(int, int)>& on_byte) {
    std::uint32_t result = 0;
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const int value = on_byte(static_cast<int>(a >> shift & 0xffu), static_cast<int>(b >> shift & 0xffu));
      result |= (static_cast<std::uint32_t>(value) & 0xffu) << shift;
    }
    return result;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t a = in[i], b = in[n + i];
    ASSERT_EQ(out[1 * n + i], bytes(a, b, [](int x, int y) { return x + y; })) << "__vadd4 of element " << i;
    ASSERT_EQ(out[5 * n + i], bytes(a, b, [](int x, int y) { return std::min(x + y, 255); })) << "__vaddus4 of " << i;
    ASSERT_EQ(out[7 * n + i], bytes(a, b, [](int x, int y) { return x - y; })) << "__vsub4 of element " << i;
    ASSERT_EQ(out[11 * n + i], bytes(a, b, [](int x, int y) { return std::max(x - y, 0); })) << "__vsubus4 of " << i;
  }
}

TEST(Video, FormsThatPtxDoesNotHaveAreRefused) {
  const Words in(4);
  for (const std::string line : {"vadd.u32.u32 %r5, %r1, %r2;",
                                 "vadd.u32.u32.u32.wrap %r5, %r1, %r2;",
                                 "vadd.u32.u32.u32 %r5, %r1.b4, %r2;",
                                 "vadd.u32.u32.u32 %r5, %r1.h10, %r2;",
                                 "vadd.u32.u32.u32.max %r5.b1, %r1, %r2, %r3;",
                                 "vadd.u32.u32.u32 %r5, %r1, %r2, %r3;",
                                 "vadd.u32.u32.u32 %r5, -%r1, %r2;",
                                 "vshl.u32.u32.u32 %r5, %r1, %r2;",
                                 "vshl.u32.u32.s32.wrap %r5, %r1, %r2;",
                                 "vmad.u32.u32.u32.po %r5, -%r1, %r2, %r3;",
                                 "vmad.u32.u32.u32 %r5, -%r1, %r2, -%r3;",
                                 "vmad.u32.u32.u32.shr7 %r5, %r1, %r2;",
                                 "vset.u32.u32 %r5, %r1, %r2;",
                                 "vset.u32.u32.lt.sat %r5, %r1, %r2;",
                                 "vadd2.u32.u32.u32 %r5, %r1, %r2;",
                                 "vadd2.u32.u32.u32.sat.add %r5, %r1, %r2, %r3;",
                                 "vadd2.u32.u32.u32.min %r5, %r1, %r2, %r3;",
                                 "vadd2.u32.u32.u32 %r5.h01, %r1, %r2, %r3;",
                                 "vadd2.u32.u32.u32 %r5, %r1.b10, %r2, %r3;",
                                 "vadd4.u32.u32.u32 %r5, %r1.b321, %r2, %r3;",
                                 "vadd.u32.u32.f32 %r5, %r1, %r2;",
                                 "vadd.u32.u32.u32 %r5, %rd1, %r2;"}) {
    EXPECT_FALSE(try_lines({line}, in)) << line;
  }
}

}  // namespace
}  // namespace warpscope::emulator::video
