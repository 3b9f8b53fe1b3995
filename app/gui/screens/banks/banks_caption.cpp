#include "gui/screens/banks/banks_caption.h"

#include <algorithm>
#include <bit>
#include <concepts>
#include <utility>
#include <vector>

#include "gui/readings/lane_words.h"

namespace lanescope::gui {
namespace {

void add(std::string& text, const std::string& sentence) {
  text += ' ' + sentence;
}

std::uint32_t count_of(std::uint32_t mask) {
  return static_cast<std::uint32_t>(std::popcount(mask));
}

/// Returns the mask of the active lanes whose words satisfy `fits`.
template <class Fits>
std::uint32_t lanes_where(const BanksViewModel& view_model, Fits fits) {
  std::uint32_t lanes = 0;
  for (std::uint32_t lane = 0; lane < view_model.lanes.size(); ++lane) {
    if (view_model.lanes[lane].active && fits(view_model.lanes[lane].word)) lanes |= 1u << lane;
  }
  return lanes;
}

std::string banks_in_words(const Language& language, std::uint32_t mask) {
  const auto ranges = ranges_of(mask);
  if (count_of(mask) == 1) return language.say("watch.bank", ranges.front().first);
  if (ranges.size() > max_listed_ranges) return language.say("watch.some_banks", count_of(mask));
  return language.say("watch.banks", list_of(language, ranges));
}

/// Returns the word for read, write or update, which each language's table has.
std::string verb(const Language& language, trace::Operation operation, bool many) {
  using enum trace::Operation;
  if (operation == load || operation == matrix_load || operation == bulk_load || operation == matrix_operand)
    return language.say(many ? "watch.read" : "watch.reads");
  const bool writes =
      operation == store || is_asynchronous_copy(operation) || operation == matrix_store || operation == bulk_store;
  if (writes) return language.say(many ? "watch.write" : "watch.writes");
  return language.say(many ? "watch.update" : "watch.updates");
}

std::string reason_of(const Language& language, const BanksViewModel& view_model,
                      const model::BankWavefront& wavefront) {
  const model::BankPhase& phase = view_model.phases->phases[view_model.phase];
  if (phase.wavefronts > 1) {
    const bool copies = view_model.operation == trace::Operation::asynchronous_copy;
    const bool atomic = model::equal_addresses_serialise(view_model.operation);
    const auto busiest = std::ranges::max_element(phase.degrees) - phase.degrees.begin();
    if (copies && phase.degrees.at(static_cast<std::size_t>(busiest)) < phase.wavefronts) {
      return language.say("banks.because_source", phase.wavefronts);
    }
    if (copies) return language.say("banks.because_copy", busiest, phase.wavefronts);
    return language.say(atomic ? "banks.because_atomic" : "banks.because_conflict", busiest, phase.wavefronts);
  }
  const auto shared = std::ranges::find_if(
      wavefront.words, [](std::uint32_t lanes) { return std::popcount(lanes) > 1; }, &model::BankWord::lanes);
  if (shared == wavefront.words.end()) return language.say("banks.because_free");
  const std::uint32_t lanes = count_of(shared->lanes);
  if (view_model.width > 1) {
    return language.say(view_model.writes() ? "banks.because_same_bytes" : "banks.because_broadcast_bytes", lanes,
                        view_model.bytes_per_lane, shared->bank);
  }
  return language.say(view_model.writes() ? "banks.because_same_word" : "banks.because_broadcast", lanes, shared->bank);
}

}  // namespace

std::string banks_caption(const Language& language, const BanksViewModel& view_model) {
  const model::BankWavefront* wavefront = view_model.wavefront();
  const std::uint32_t active = count_of(view_model.active);
  if (wavefront == nullptr && view_model.operation == trace::Operation::asynchronous_copy) {
    return language.say("banks.no_rule_for_copy", lanes_in_words(language, view_model.active),
                        view_model.bytes_per_lane);
  }
  if (wavefront != nullptr && view_model.takes_no_wavefront()) {
    if (!view_model.has_pieces()) {
      return language.say("banks.copy_past_l1", lanes_in_words(language, view_model.active), view_model.bytes_per_lane);
    }
    return language.say(view_model.writes() ? "banks.bulk_writes" : "banks.bulk_reads", active);
  }
  if (wavefront != nullptr && view_model.has_pieces()) {
    return language.say("banks.operand", view_model.at.step + 1, view_model.wavefronts(), count_of(wavefront->lanes),
                        16 * count_of(wavefront->lanes));
  }
  if (wavefront == nullptr) {
    return language.say("banks.no_rule", lanes_in_words(language, view_model.active), view_model.bytes_per_lane);
  }
  std::size_t words = 0;
  for (const model::BankWord& word : wavefront->words) words += word.width;
  std::string text = language.say(
      "banks.wavefront", view_model.at.step + 1, view_model.wavefronts(), lanes_in_words(language, wavefront->lanes),
      verb(language, view_model.operation, std::popcount(wavefront->lanes) > 1),
      banks_in_words(language, view_model.busy_banks()),
      words == 1 ? language.say("banks.one_word") : language.say("banks.different_words", words));
  add(text, reason_of(language, view_model, *wavefront));
  const bool matrix =
      view_model.operation == trace::Operation::matrix_load || view_model.operation == trace::Operation::matrix_store;
  if (matrix) {
    add(text, language.say("banks.matrix", view_model.phase + 1, view_model.phases->phases.size(),
                           lanes_in_words(language, view_model.phases->phases[view_model.phase].lanes)));
  } else if (view_model.phases->phases.size() > 1) {
    add(text, language.say("banks.phase", view_model.phase + 1, view_model.phases->phases.size(),
                           view_model.phases->lanes_per_phase, view_model.bytes_per_lane));
  }
  if (view_model.merged > 1) add(text, language.say("banks.merged", view_model.merged));
  return text;
}

std::string lane_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t lane) {
  const BankLane& at = view_model.lanes.at(lane);
  const bool pieces = view_model.has_pieces();
  if (!at.active) return language.say(pieces ? "banks.no_piece" : "banks.lane_inactive", lane);
  const std::uint32_t bank = at.word % model::bank_count;
  std::string text =
      language.say(pieces ? "banks.piece" : "banks.lane", lane, verb(language, view_model.operation, false), at.byte,
                   bank, at.word / model::bank_count);
  if (!view_model.phases) return text;
  if (view_model.takes_no_wavefront()) return text;
  const std::uint32_t degree = view_model.phases->phases[at.phase].degrees.at(bank);
  add(text, language.say("banks.served", at.wavefront + 1, view_model.wavefronts()));
  if (degree > 1) add(text, language.say("banks.asked_for", bank, degree));
  return text;
}

std::string bank_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t bank) {
  const std::uint32_t lanes = lanes_where(view_model, [&](std::uint32_t word) {
    return bank >= word % model::bank_count && bank < word % model::bank_count + view_model.width;
  });
  if (lanes == 0) return language.say("banks.bank_idle", bank);
  if (!view_model.phases) return language.say("banks.bank_unknown", bank, lanes_in_words(language, lanes));
  const std::uint32_t degree = view_model.degrees.at(bank);
  if (degree == 1) return language.say("banks.bank_free", bank, lanes_in_words(language, lanes));
  return language.say("banks.bank_conflict", bank, lanes_in_words(language, lanes), degree);
}

std::string word_in_words(const Language& language, const BanksViewModel& view_model, std::uint32_t word,
                          const std::string& value) {
  const std::uint32_t lanes =
      lanes_where(view_model, [&](std::uint32_t first) { return word >= first && word < first + view_model.width; });
  std::string text =
      language.say("banks.word", word * model::bytes_per_bank, word % model::bank_count, word / model::bank_count);
  add(text, lanes == 0 ? language.say("banks.word_idle")
                       : language.say("banks.word_of", lanes_in_words(language, lanes),
                                      verb(language, view_model.operation, count_of(lanes) > 1)));
  if (!value.empty()) add(text, language.say("banks.value", value));
  return text;
}

}  // namespace lanescope::gui
