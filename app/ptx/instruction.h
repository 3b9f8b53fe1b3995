// One PTX instruction with every word of its text known. Names follow the PTX ISA manual.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::ptx {

/// The word before the first dot. An enumerator is the word itself, with '_' after C++ keywords and operators.
// clang-format off
enum class Opcode : std::uint8_t {
  abs, activemask, add, addc, alloca_, and_, applypriority, atom, bar, barrier, bfe, bfi, bfind, bmsk, bra, brev, brkpt, brx,
  call, clusterlaunchcontrol, clz, cnot, copysign, cos, cp, createpolicy, cvt, cvta, discard, div, dp2a, dp4a, elect, ex2, exit,
  fence, fma, fns, getctarank, griddepcontrol, isspacep, istypep, ld, ldmatrix, ldu, lg2, lop3, mad, mad24, madc, mapa, match,
  max, mbarrier, membar, min, mma, mov, movmatrix, mul, mul24, multimem, nanosleep, neg, not_, or_, pmevent, popc, prefetch,
  prefetchu, prmt, rcp, red, redux, rem, ret, rsqrt, sad, selp, set, setmaxnreg, setp, shf, shfl, shl, shr, sin, slct, sqrt,
  st, stackrestore, stacksave, stmatrix, sub, subc, suld, suq, sured, sust, szext, tanh, tcgen05, tensormap, testp, tex, tld4,
  trap, txq, vabsdiff, vabsdiff2, vabsdiff4, vadd, vadd2, vadd4, vavrg2, vavrg4, vmad, vmax, vmax2, vmax4, vmin, vmin2, vmin4,
  vote, vset, vset2, vset4, vshl, vshr, vsub, vsub2, vsub4, wgmma, wmma, xor_
};
// clang-format on
inline constexpr std::size_t opcode_count = static_cast<std::size_t>(Opcode::xor_) + 1;
[[nodiscard]] std::string_view name_of(Opcode opcode);
[[nodiscard]] std::optional<Opcode> opcode_named(std::string_view word);

/// A type. As in the manual's grammar, pred and the packed types are types.
// clang-format off
enum class Type : std::uint8_t {
  none, pred, b8, b16, b32, b64, b128, u8, u16, u32, u64, s8, s16, s32, s64, u16x2, s16x2, u8x4, s8x4,
  f16, f16x2, bf16, bf16x2, tf32, f32, f32x2, f64, e4m3, e5m2, e4m3x2, e5m2x2, e2m1x2, e2m3x2, e3m2x2, ue8m0x2,
  texref, samplerref, surfref
};
// clang-format on
inline constexpr std::size_t type_count = static_cast<std::size_t>(Type::surfref) + 1;
[[nodiscard]] std::string_view name_of(Type type);  ///< "f32"; empty for none
/// Takes the word without the dot. Returns nothing when it is not a type; "" and "none" are not types.
[[nodiscard]] std::optional<Type> type_named(std::string_view word);
/// Returns the bits of one value; pred has 1, none has 0, references have 64.
[[nodiscard]] unsigned bits_of(Type type);
[[nodiscard]] inline unsigned bytes_of(Type type) {
  return (bits_of(type) + 7) / 8;
}
[[nodiscard]] bool is_float(Type type);           ///< f16 ... f64 and the packed and small formats
[[nodiscard]] bool is_signed_integer(Type type);  ///< s8 ... s64, s16x2, s8x4

/// A word after a dot that is not a type, with the dots and colons of the text: ".sync", ".shared::cta", ".L2::128B",
/// ".rn". It is stored as interned text, so that a new word of a newer ISA is one line in the parser's table.
class Modifier {
 public:
  /// Returns nothing for a word that the table does not have.
  [[nodiscard]] static std::optional<Modifier> named(std::string_view word);
  [[nodiscard]] std::string_view text() const noexcept { return text_; }  ///< without the first dot: "shared::cta"
  [[nodiscard]] bool is(std::string_view word) const noexcept { return text_ == word; }
  friend bool operator==(const Modifier& a, const Modifier& b) noexcept { return a.text_ == b.text_; }

 private:
  explicit Modifier(std::string_view text) noexcept : text_(text) {}
  std::string_view text_;  ///< static storage
};

/// A type or a modifier after a dot, in the order of the text.
struct Suffix {
  Type type = Type::none;            ///< none for a modifier
  std::optional<Modifier> modifier;  ///< empty for a type
  friend bool operator==(const Suffix&, const Suffix&) = default;
};

/// The state space that the text names; generic when it names none. "shared::cta" is shared, "const" is constant.
// clang-format off
enum class Space : std::uint8_t {
  generic, global, shared, shared_cluster, local, constant, param, param_entry, param_func
};
// clang-format on

[[nodiscard]] constexpr bool is_parameter(Space space) {
  return space == Space::param || space == Space::param_entry || space == Space::param_func;
}

struct Operand {
  enum class Kind : std::uint8_t {
    /// Index `reg` into Function::registers; negated for !%p and -%r.
    reg,
    /// The name of a special register: "%tid.x", "%laneid", "%envreg3"; WARP_SZ is "WARP_SZ".
    special,
    /// The value in `bits` as two's complement; a minus sign is already applied.
    integer,
    /// 0f3F800000, in the low 32 of `bits`.
    float32,
    /// 0d3FF0000000000000 in `bits`. PTX also reads decimal floating point as double in every instruction; one that
    /// works on f32 rounds it.
    float64,
    /// The name of a variable, parameter or function, plus `offset`.
    symbol,
    /// The name of a label of this function, of a .branchtargets, a .calltargets or a .callprototype.
    label,
    /// [base + offset] with base in parts[0] (reg, symbol or integer). For tex, parts are {handle, coordinates vector}
    /// or {texture, sampler, coordinates vector}.
    address,
    /// {a, b, c, d}, in parts.
    vector,
    /// d|p in parts, where p is the second destination of shfl, setp, match, atom ...
    pair,
    /// (a, b) of a call, in parts.
    list,
    /// The sink _, which discards a result.
    sink
  };
  Kind kind = Kind::sink;
  bool negated = false;
  std::uint32_t reg = 0;
  std::uint64_t bits = 0;
  std::int64_t offset = 0;  ///< of symbol and address
  std::string name{};
  std::vector<Operand> parts{};
  std::string selector{};  ///< ".x", ".b1" or ".h0" after a register of video and vector operands; else empty
  /// A number or offset as the text writes it ("0x10", "+0"), where the printer would write another text; else empty.
  /// The printer ignores it when it differs from the value above, so that code may change that alone.
  std::string written{};
  friend bool operator==(const Operand&, const Operand&) = default;
};

/// Calls `take` with the name of every symbol among the operands and their parts.
void for_each_symbol(const std::vector<Operand>& operands, const std::function<void(const std::string&)>& take);

/// The place in the kernel's source that an instruction comes from. Inlining chains places.
struct Location {
  std::uint32_t file = 0;  ///< number of a .file; 0 when no .loc came before it in this function
  std::int32_t line = 0, column = 0;
  /// Index into Function::locations of the place where the code was inlined; -1 when it was not inlined.
  std::int32_t inlined_at = -1;
  /// Name of the inlined function as in .loc: a label in .debug_str, which "+12" may follow; empty when not inlined.
  std::string function;
  friend bool operator==(const Location&, const Location&) = default;
};

/// Reads opcode and suffixes of "st.global.v4.b32". On false, `unknown` is the word that PTX does not have.
[[nodiscard]] bool read_mnemonic(std::string_view mnemonic, Opcode& opcode, std::vector<Suffix>& suffixes,
                                 std::string_view& unknown);

struct Instruction {
  Opcode opcode = Opcode::ret;
  std::vector<Suffix> suffixes;
  std::vector<Operand> operands;
  std::optional<Operand> guard;  ///< @%p or @!%p, as a reg operand
  std::int32_t location = -1;    ///< into Function::locations: the current .loc; -1 when there is none
  std::int32_t ptx_line = 0;     ///< in the PTX text, from 1

  [[nodiscard]] bool has(std::string_view modifier) const;  ///< without the dot: has("sync")
  /// Returns the n-th type suffix, or none.
  [[nodiscard]] Type type(std::size_t n = 0) const;
  [[nodiscard]] Space space() const;      ///< of ld, st, atom, red, cvta, isspacep, prefetch ...
  [[nodiscard]] unsigned vector() const;  ///< 1, 2, 4 or 8 by .v2, .v4, .v8
  /// Returns "ld.global.nc.v4.f32": opcode and suffixes as the text has them.
  [[nodiscard]] std::string mnemonic() const;
};

}  // namespace lanescope::ptx
