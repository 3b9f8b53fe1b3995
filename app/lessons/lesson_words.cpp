#include "lessons/lesson_words.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"
#include "experiments/names.h"

namespace lanescope::lessons {
namespace {

/// Returns "8 wavefronts", "1 wavefront", "8 个波前".
std::string counted_text(double value, std::string unit) {
  constexpr std::size_t shortest_word = 4;  // "µs" and "GB/s" are no plurals
  if (value == 1 && unit.size() > shortest_word && unit.ends_with('s')) unit.pop_back();
  return fmt::format("{} {}", number_text(value), unit);
}

enum class Signs { none, of_origins };

std::string origin_text_with(Signs signs, const Provenance& from, const Texts& texts, std::string_view language) {
  std::vector<std::string> parts;
  for (const experiments::Origin origin : from.origins) {
    std::string part = texts.say(fmt::format("origin_{}", name_of(origin)), language);
    if (signs == Signs::of_origins) part = fmt::format("{} {}", experiments::mark_of(origin).sign, part);
    const auto& sources = origin == experiments::Origin::recorded    ? from.recorded
                          : origin == experiments::Origin::predicted ? from.predicted
                          : origin == experiments::Origin::counted   ? from.counted
                                                                     : std::set<std::string>();
    if (!sources.empty()) part += fmt::format(" ({})", join({sources.begin(), sources.end()}, "; "));
    parts.push_back(std::move(part));
  }
  for (const std::string& sheet : from.sheets) parts.push_back(texts.say("origin_sheet", language, {{"gpu", sheet}}));
  for (const std::string& article : from.articles)
    parts.push_back(texts.say("origin_article", language, {{"article", article}}));
  return parts.empty() ? texts.say("origin_given", language) : join(parts, language == "zh" ? "，" : ", ");
}

}  // namespace

std::string origin_text(const Provenance& from, const Texts& texts, std::string_view language) {
  return origin_text_with(Signs::none, from, texts, language);
}

std::string marked_origin_text(const Provenance& from, const Texts& texts, std::string_view language) {
  return origin_text_with(Signs::of_origins, from, texts, language);
}

std::string answer_text(const Question& question, const Answer& answer, const Texts& texts, std::string_view language) {
  using Kind = Question::Kind;
  switch (question.kind) {
    case Kind::number:
      return counted_text(answer.number.value, question.unit.in(language));
    case Kind::choice:
      return question.options[answer.options.front()].text.in(language);
    case Kind::order: {
      std::vector<std::string> names;
      for (const std::size_t option : answer.options) {
        names.push_back(
            fmt::format("{} ({})", question.options[option].text.in(language), number_text(answer.by[option])));
      }
      return join(names, " < ");
    }
    case Kind::line:
      return texts.say("answer_line", language,
                       {{"line", std::to_string(answer.source_line)}, {"text", answer.source_text}});
    case Kind::bank: {
      std::vector<std::string> banks;
      trace::for_each_lane(answer.banks, [&](std::uint32_t bank) { banks.push_back(std::to_string(bank)); });
      return texts.say("answer_bank", language,
                       {{"banks", join(banks, ", ")}, {"degree", std::to_string(answer.degree)}});
    }
    case Kind::goal: {
      std::vector<std::string> knobs;
      for (const auto& [name, value] : question.reached_with) {
        knobs.push_back(fmt::format("{} = {}", name, catalogue::to_text(value)));
      }
      return texts.say("answer_goal", language, {{"goal", question.answer.text}, {"knobs", join(knobs, ", ")}});
    }
  }
  return {};
}

}  // namespace lanescope::lessons
