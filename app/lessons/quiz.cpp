#include "lessons/quiz.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <vector>

#include "model/access/bank_phases.h"

namespace lanescope::lessons {
namespace {

using model::lanes_per_warp;

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers on every machine, unlike the standard distributions.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  [[nodiscard]] std::uint64_t next() {
    std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
    return mixed ^ mixed >> 31;
  }
  /// Returns a number from `low` to `high`.
  [[nodiscard]] std::uint32_t from_to(std::uint32_t low, std::uint32_t high) {
    return low + static_cast<std::uint32_t>(next() % (high - low + 1));
  }
  [[nodiscard]] std::uint32_t one_of(std::initializer_list<std::uint32_t> numbers) {
    return numbers.begin()[next() % numbers.size()];
  }
  [[nodiscard]] bool coin() { return next() % 2 == 0; }

 private:
  std::uint64_t state_;
};

/// The type that a lane moves, by its bytes.
const char* type_of(std::uint32_t bytes) {
  return bytes == 16 ? "float4" : bytes == 8 ? "float2" : "float";
}

/// Sets the addresses from the element that each lane takes.
template <class Element>
void take(QuizQuestion& question, const Element& element_of) {
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
    question.addresses[lane] = question.bytes_per_lane * element_of(lane);
  }
}

void note(QuizQuestion& question, const std::string& name, std::uint64_t number) {
  question.numbers[name] = fmt::format("{}", number);
}

void make_stride(QuizQuestion& question, Dice& dice) {
  question.space = dice.coin() ? model::Space::shared : model::Space::global;
  const std::uint32_t stride = dice.one_of({1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 31, 32, 33});
  take(question, [&](std::uint32_t lane) { return stride * lane; });
  question.code = fmt::format("value = words[{} * lane];", stride);
  note(question, "stride", stride);
}

void make_offset(QuizQuestion& question, Dice& dice) {
  question.space = model::Space::global;
  const std::uint32_t offset = dice.from_to(0, 40);
  take(question, [&](std::uint32_t lane) { return offset + lane; });
  question.code = fmt::format("value = words[lane + {}];", offset);
  note(question, "offset", offset);
}

void make_broadcast(QuizQuestion& question, Dice& dice) {
  const std::uint32_t sharing = dice.one_of({2, 4, 8, 16, 32}), stride = dice.one_of({1, 4, 8, 16, 32});
  take(question, [&](std::uint32_t lane) { return lane / sharing * stride; });
  question.code = fmt::format("value = words[lane / {} * {}];", sharing, stride);
  note(question, "sharing", sharing);
  note(question, "stride", stride);
}

void make_padding(QuizQuestion& question, Dice& dice) {
  const std::uint32_t width = dice.one_of({28, 30, 31, 32, 33, 34, 36, 40, 48}), column = dice.from_to(0, 27);
  take(question, [&](std::uint32_t lane) { return width * lane + column; });
  question.code = fmt::format("value = tile[lane][{}];  // __shared__ float tile[32][{}]", column, width);
  note(question, "width", width);
}

void make_divergence(QuizQuestion& question, Dice& dice) {
  const std::uint32_t every = dice.one_of({2, 4, 8}), stride = dice.one_of({1, 2, 4, 8});
  question.active_mask = 0;
  for (std::uint32_t lane = 0; lane < lanes_per_warp; lane += every) question.active_mask |= 1u << lane;
  take(question, [&](std::uint32_t lane) { return stride * lane; });
  question.code = fmt::format("if (lane % {} == 0) value = words[{} * lane];", every, stride);
  note(question, "every", every);
}

void make_width(QuizQuestion& question, Dice& dice) {
  question.bytes_per_lane = dice.coin() ? 16 : 8;
  const std::uint32_t stride = dice.one_of({1, 2, 3, 4, 5, 8});
  take(question, [&](std::uint32_t lane) { return stride * lane; });
  question.code = fmt::format("value = elements[{} * lane];  // __shared__ {} elements[]", stride,
                              type_of(question.bytes_per_lane));
  note(question, "stride", stride);
}

void make_swizzle(QuizQuestion& question, Dice& dice) {
  const std::uint32_t group = dice.one_of({2, 4, 8, 16, 32}), column = dice.from_to(0, 31);
  take(question, [&](std::uint32_t lane) { return 32 * lane + (column ^ lane % group); });
  question.code = fmt::format("value = tile[lane][{} ^ lane % {}];  // __shared__ float tile[32][32]", column, group);
  note(question, "group", group);
}

void make_permutation(QuizQuestion& question, Dice& dice) {
  question.space = dice.coin() ? model::Space::shared : model::Space::global;
  // An odd factor makes each number from 0 to 31 occur once.
  const std::uint32_t factor = 2 * dice.from_to(1, 15) + 1, shift = dice.from_to(0, 31),
                      stride = dice.one_of({1, 2, 4});
  take(question, [&](std::uint32_t lane) { return (factor * lane + shift) % lanes_per_warp * stride; });
  question.code = fmt::format("value = words[({} * lane + {}) % 32 * {}];", factor, shift, stride);
  note(question, "stride", stride);
}

void make(QuizQuestion& question, Dice& dice) {
  switch (question.pattern) {
    case QuizPattern::stride:
      return make_stride(question, dice);
    case QuizPattern::offset:
      return make_offset(question, dice);
    case QuizPattern::broadcast:
      return make_broadcast(question, dice);
    case QuizPattern::padding:
      return make_padding(question, dice);
    case QuizPattern::divergence:
      return make_divergence(question, dice);
    case QuizPattern::width:
      return make_width(question, dice);
    case QuizPattern::swizzle:
      return make_swizzle(question, dice);
    case QuizPattern::permutation:
      return make_permutation(question, dice);
  }
}

/// The patterns of a level: the first so many of the enumeration.
constexpr std::array<std::uint32_t, quiz_levels> patterns_of_level{2, 5, 7, 8};

/// Adds what an explanation needs: lanes, groups of lanes that go together, and the bank with the most words.
void explain(QuizQuestion& question) {
  const model::AccessCounts counts = model::count(question.access());
  question.answer = question.asks_wavefronts() ? counts.wavefronts : counts.sectors;
  question.least = question.asks_wavefronts() ? counts.wavefronts_ideal : counts.sectors_ideal;
  note(question, "answer", question.answer);
  note(question, "least", question.least);
  note(question, "lanes", static_cast<std::uint64_t>(std::popcount(question.active_mask)));
  note(question, "bytes", question.bytes_per_lane);
  if (!question.asks_wavefronts()) {
    std::uint32_t first = ~0u, last = 0;
    trace::for_each_lane(question.active_mask, [&](std::uint32_t lane) {
      first = std::min(first, question.addresses[lane]);
      last = std::max(last, question.addresses[lane] + question.bytes_per_lane - 1);
    });
    note(question, "first", first);
    note(question, "last", last);
    note(question, "moved", 32u * question.answer);
    return;
  }
  const auto phases = model::bank_phases(question.access());
  if (!phases) return;
  std::uint32_t degree = 0, bank = 0;
  for (const model::BankPhase& phase : phases->phases) {
    const auto most = std::ranges::max_element(phase.degrees);
    if (*most <= degree) continue;
    degree = *most;
    bank = static_cast<std::uint32_t>(most - phase.degrees.begin());
  }
  note(question, "groups", phases->phases.size());
  note(question, "lanes_per_group", phases->lanes_per_phase);
  note(question, "degree", degree);
  note(question, "bank", bank);
}

}  // namespace

QuizQuestion quiz_question(std::uint64_t seed, int level) {
  const int chosen = std::clamp(level, 1, quiz_levels);
  // Seeds of neighbouring levels do not give the same question.
  Dice dice(seed * quiz_levels + static_cast<std::uint64_t>(chosen));
  QuizQuestion question;
  const std::uint32_t patterns = patterns_of_level[static_cast<std::size_t>(chosen - 1)];
  question.pattern = static_cast<QuizPattern>(dice.from_to(0, patterns - 1));
  make(question, dice);
  explain(question);
  return question;
}

std::string quiz_text(const QuizQuestion& question, const Texts& texts, std::string_view language) {
  return texts.say(question.asks_wavefronts() ? "ask_wavefronts" : "ask_sectors", language, question.numbers);
}

std::string quiz_explanation(const QuizQuestion& question, const Texts& texts, std::string_view language) {
  std::string text = texts.say(name_of(question.pattern), language, question.numbers);
  text += language == "zh" ? "" : " ";
  text += texts.say(question.asks_wavefronts() ? "why_wavefronts" : "why_sectors", language, question.numbers);
  return text;
}

}  // namespace lanescope::lessons
