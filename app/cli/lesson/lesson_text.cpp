#include "cli/lesson/lesson_text.h"

#include <fmt/format.h>

#include "base/text.h"
#include "lessons/quiz.h"

namespace lanescope::cli {
namespace {

constexpr std::size_t max_line_width = 100;

/// Breaks lines at blanks; a paragraph of a list keeps its indentation.
std::string wrapped(std::string_view text, const std::string& margin) {
  std::string lines;
  for (const std::string_view paragraph : split(text, '\n')) {
    std::string line = margin;
    bool empty = true;
    for (const std::string_view word : split(paragraph, ' ')) {
      if (word.empty()) continue;
      if (!empty && line.size() + 1 + word.size() > max_line_width) {
        lines += line + '\n';
        line = margin;
        empty = true;
      }
      line += (empty ? "" : " ") + std::string(word);
      empty = false;
    }
    lines += (empty ? std::string() : line) + '\n';
  }
  return lines;
}

std::string_view colon_of(std::string_view language) {
  return language == "zh" ? "：" : ": ";
}

/// Returns "Why: ..." with the label of that key; nothing for an empty text.
std::string entry(const lessons::Texts& texts, std::string_view key, std::string_view language,
                  const std::string& text) {
  if (text.empty()) return {};
  return wrapped(fmt::format("{}{}{}", texts.say(key, language), colon_of(language), text), "  ");
}

std::string question_text(const lessons::Question& question, const lessons::AnsweredStep& answered,
                          LessonSession& session, std::string_view language) {
  const lessons::Texts& texts = session.texts();
  std::string text =
      entry(texts, "predict", language, lessons::fill_placeholders(question.text.in(language), answered.texts));
  for (const lessons::QuestionOption& option : question.options) text += "    - " + option.text.in(language) + '\n';
  text += entry(texts, "answer", language,
                fmt::format("{} [{}]", answer_text(question, *answered.answer, texts, language),
                            marked_origin_text(answered.answer->from, texts, language)));
  return text + entry(texts, "why", language, lessons::fill_placeholders(question.why.in(language), answered.texts));
}

}  // namespace

std::string claims_text(const lessons::LessonStep& step, LessonSession& session, std::string_view language) {
  std::vector<std::string> parts;
  for (const std::string& id : step.claims) {
    // One that differs in one comparison differs; one of which something is not known is open.
    bool differs = false, open = false;
    for (const lessons::Claim& claim : session.claims()) {
      differs = differs || (claim.id == id && claim.verdict == lessons::Claim::Verdict::differs);
      open = open || (claim.id == id && claim.verdict == lessons::Claim::Verdict::open);
    }
    const char* key = differs ? "verdict_differs" : open ? "verdict_open" : "verdict_holds";
    parts.push_back(fmt::format("{} ({})", id, session.texts().say(key, language)));
  }
  return join(parts, ", ");
}

Expected<std::string> lesson_text(const lessons::Lesson& lesson, LessonSession& session, std::string_view language) {
  const lessons::Texts& texts = session.texts();
  std::string text = lesson.title.in(language) + "\n\n" + wrapped(lesson.summary.in(language), "");
  int number = 0;
  for (const lessons::LessonStep& step : lesson.steps) {
    TRY(const lessons::AnsweredStep answered, lessons::answer(lesson, step, session.facts()));
    const auto filled = [&](const lessons::LocalizedText& words) {
      return lessons::fill_placeholders(words.in(language), answered.texts);
    };
    TRY(const experiments::Experiment experiment, session.facts().experiment_of(step.experiment));
    const std::string step_number = texts.say("step", language, {{"number", std::to_string(++number)}});
    text += fmt::format("\n{}{}{}\n", step_number, colon_of(language), step.title.in(language));
    text += entry(texts, "article", language, filled(step.article));
    text += entry(texts, "place", language, filled(step.place));
    text += entry(texts, "beyond", language, filled(step.beyond));
    text += wrapped(filled(step.text), "  ");
    text +=
        fmt::format("  {}{}{}\n", texts.say("experiment", language), colon_of(language), command_line_of(experiment));
    if (step.question) text += question_text(*step.question, answered, session, language);
    text += entry(texts, "look", language, filled(step.look));
    text += entry(texts, "today", language, filled(step.today));
    text += entry(texts, "wrong", language, filled(step.wrong));
    for (const auto& [name, value] : answered.numbers) {
      text += fmt::format("    {} = {} = {} [{}]\n", name, step.numbers.at(name).text,
                          lessons::number_text(value.value), marked_origin_text(value.from, texts, language));
    }
    if (!step.claims.empty()) {
      text += "  " + texts.say("claims", language, {{"ids", claims_text(step, session, language)}}) + '\n';
    }
  }
  return text;
}

std::string quiz_text(const lessons::Texts& texts, const lessons::Texts& quiz, int level, std::uint64_t seed, int count,
                      std::string_view language) {
  std::string text;
  for (int number = 0; number < count; ++number) {
    const lessons::QuizQuestion question = lessons::quiz_question(seed + static_cast<std::uint64_t>(number), level);
    text += fmt::format("{}\n  {}\n", texts.say("question", language, {{"number", std::to_string(number + 1)}}),
                        question.code);
    text += wrapped(lessons::quiz_text(question, quiz, language), "  ");
    const char* unit = question.asks_wavefronts() ? "quiz_wavefronts" : "quiz_sectors";
    text +=
        entry(texts, "answer", language, texts.say(unit, language, question.numbers) + (language == "zh" ? "。" : "."));
    text += entry(texts, "why", language, lessons::quiz_explanation(question, quiz, language)) + '\n';
  }
  return text;
}

}  // namespace lanescope::cli
