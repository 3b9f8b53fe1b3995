#include "emulator/decode/suffixes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace warpscope::emulator {
namespace {

template <class Value>
struct Word {
  std::string_view text;
  Value value;
};
template <class Value, std::size_t count>
const Value* find(const std::array<Word<Value>, count>& words, std::string_view text) {
  const auto* const found =
      std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.text == text; });
  return found == words.end() ? nullptr : &found->value;
}

constexpr std::array roundings{Word{"rn", Rounding::rn},   Word{"rz", Rounding::rz},   Word{"rm", Rounding::rm},
                               Word{"rp", Rounding::rp},   Word{"rni", Rounding::rni}, Word{"rzi", Rounding::rzi},
                               Word{"rmi", Rounding::rmi}, Word{"rpi", Rounding::rpi}, Word{"rna", Rounding::rna}};
constexpr std::array flags{Word{"ftz", flag::ftz},         Word{"sat", flag::sat},
                           Word{"relu", flag::relu},       Word{"NaN", flag::nan},
                           Word{"xorsign", flag::xorsign}, Word{"abs", flag::abs},
                           Word{"full", flag::full},       Word{"satfinite", flag::satfinite},
                           Word{"approx", flag::approx},   Word{"cc", flag::cc},
                           Word{"pack", flag::pack},       Word{"shiftamt", flag::shiftamt}};
/// lo and hi are comparisons of unsigned numbers too.
constexpr std::array comparisons{
    Word{"eq", Comparison::eq},   Word{"ne", Comparison::ne},   Word{"lt", Comparison::lt},
    Word{"le", Comparison::le},   Word{"gt", Comparison::gt},   Word{"ge", Comparison::ge},
    Word{"equ", Comparison::equ}, Word{"neu", Comparison::neu}, Word{"ltu", Comparison::ltu},
    Word{"leu", Comparison::leu}, Word{"gtu", Comparison::gtu}, Word{"geu", Comparison::geu},
    Word{"num", Comparison::num}, Word{"nan", Comparison::nan}};
constexpr std::array unsigned_comparisons{Word{"lo", Comparison::lt}, Word{"ls", Comparison::le},
                                          Word{"hi", Comparison::gt}, Word{"hs", Comparison::ge}};
constexpr std::array combinations{Word{"and", Combination::and_}, Word{"or", Combination::or_},
                                  Word{"xor", Combination::xor_}};
constexpr std::array modes{Word{"lo", Mode::lo},
                           Word{"hi", Mode::hi},
                           Word{"wide", Mode::wide},
                           Word{"l", Mode::l},
                           Word{"r", Mode::r},
                           Word{"clamp", Mode::clamp},
                           Word{"wrap", Mode::wrap},
                           Word{"f4e", Mode::f4e},
                           Word{"b4e", Mode::b4e},
                           Word{"rc8", Mode::rc8},
                           Word{"ecl", Mode::ecl},
                           Word{"ecr", Mode::ecr},
                           Word{"rc16", Mode::rc16},
                           Word{"finite", Mode::finite},
                           Word{"infinite", Mode::infinite},
                           Word{"number", Mode::number},
                           Word{"normal", Mode::normal},
                           Word{"notanumber", Mode::notanumber},
                           Word{"subnormal", Mode::subnormal}};

/// shf has two words: direction, then what becomes of large amounts.
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

/// False: not a word that stands here.
bool take(Request& request, std::string_view text, bool& unsigned_only) {
  const bool compares = request.opcode == ptx::Opcode::set || request.opcode == ptx::Opcode::setp;
  if (const auto* rounding = find(roundings, text)) {
    return std::exchange(request.rounding, *rounding) == Rounding::none;
  }
  if (const auto* bit = find(flags, text)) {
    const bool fresh = (request.flags & *bit) == 0;
    request.flags |= *bit;
    return fresh;
  }
  if (const auto* combination = find(combinations, text)) {
    return std::exchange(request.combination, *combination) == Combination::none;
  }
  if (compares) {
    const Comparison* comparison = find(comparisons, text);
    if (comparison == nullptr) {
      comparison = find(unsigned_comparisons, text);
      unsigned_only = true;
    }
    return comparison != nullptr && std::exchange(request.comparison, *comparison) == Comparison::none;
  }
  if (const auto* mode = find(modes, text)) {
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

}  // namespace warpscope::emulator
