#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "emulator/decode/forms.h"

namespace lanescope::emulator {
namespace {

// Each table is in the order of the enumerators, or of the flags' bits.
// clang-format off
constexpr std::array<std::string_view, 10> roundings{"", "rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "rna"};
constexpr std::array<std::string_view, 15> comparisons{
    "", "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
/// Comparisons of unsigned numbers: lt, le, gt, ge.
constexpr std::array<std::string_view, 7> unsigned_comparisons{"", "", "", "lo", "ls", "hi", "hs"};
constexpr std::array<std::string_view, 4> combinations{"", "and", "or", "xor"};
constexpr std::array<std::string_view, 24> modes{
    "", "lo", "hi", "wide", "l", "r", "clamp", "wrap", "", "", "", "", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16", "finite",
    "infinite", "number", "notanumber", "normal", "subnormal"};
constexpr std::array<std::string_view, 12> flags{
    "ftz", "sat", "relu", "NaN", "xorsign", "abs", "satfinite", "approx", "full", "cc", "shiftamt", "pack"};
// clang-format on
static_assert(modes[static_cast<std::size_t>(Mode::f4e)] == "f4e" &&
              modes[static_cast<std::size_t>(Mode::subnormal)] == "subnormal" &&
              comparisons[static_cast<std::size_t>(Comparison::nan)] == "nan" && flag::pack == 1u << 11);

template <class Enumerator, std::size_t count>
std::optional<Enumerator> find(const std::array<std::string_view, count>& words, std::string_view text) {
  const auto* const found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) return std::nullopt;
  return static_cast<Enumerator>(found - words.begin());
}

/// shf has two words: the direction, then the treatment of large amounts.
std::optional<Mode> joined(Mode first, Mode second) {
  if (first == Mode::none) return second;
  if (first == Mode::l && second == Mode::clamp) return Mode::l_clamp;
  if (first == Mode::l && second == Mode::wrap) return Mode::l_wrap;
  if (first == Mode::r && second == Mode::clamp) return Mode::r_clamp;
  if (first == Mode::r && second == Mode::wrap) return Mode::r_wrap;
  return std::nullopt;
}

bool is_unsigned(ptx::Type type) {
  return type == ptx::Type::u16 || type == ptx::Type::u32 || type == ptx::Type::u64;
}

/// Returns false when the word is not allowed here.
bool take(Request& request, std::string_view text, bool& unsigned_only) {
  const bool compares = request.opcode == ptx::Opcode::set || request.opcode == ptx::Opcode::setp;
  if (const auto rounding = find<Rounding>(roundings, text)) {
    return std::exchange(request.rounding, *rounding) == Rounding::none;
  }
  if (const auto bit = find<unsigned>(flags, text)) {
    const bool fresh = (request.flags >> *bit & 1u) == 0;
    request.flags |= 1u << *bit;
    return fresh;
  }
  if (const auto combination = find<Combination>(combinations, text)) {
    return std::exchange(request.combination, *combination) == Combination::none;
  }
  if (compares) {
    std::optional<Comparison> comparison = find<Comparison>(comparisons, text);
    if (!comparison) {
      comparison = find<Comparison>(unsigned_comparisons, text);
      unsigned_only = true;
    }
    return comparison && std::exchange(request.comparison, *comparison) == Comparison::none;
  }
  if (const auto mode = find<Mode>(modes, text)) {
    const std::optional<Mode> both = joined(request.mode, *mode);
    request.mode = both.value_or(Mode::none);
    return both.has_value();
  }
  return false;
}

}  // namespace

std::optional<Request> request_of(const ptx::Instruction& instruction) {
  Request request;
  request.opcode = instruction.opcode;
  const std::array<ptx::Type*, 3> types{&request.type, &request.source, &request.third};
  std::size_t count = 0;
  bool unsigned_only = false;
  for (const ptx::Suffix& suffix : instruction.suffixes) {
    if (!suffix.modifier) {
      if (count == types.size()) return std::nullopt;
      *types[count++] = suffix.type;
    } else if (!take(request, suffix.modifier->text(), unsigned_only)) {
      return std::nullopt;
    }
  }
  const ptx::Type compared = instruction.opcode == ptx::Opcode::set ? request.source : request.type;
  if (unsigned_only && !is_unsigned(compared)) return std::nullopt;
  return request;
}

}  // namespace lanescope::emulator
