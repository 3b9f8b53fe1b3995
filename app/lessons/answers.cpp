#include "lessons/answers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/text.h"
#include "experiments/sheet/lines.h"
#include "lessons/messages.h"
#include "lessons/nth_access.h"

namespace lanescope::lessons {
namespace {

void add(Provenance& to, const Provenance& from) {
  to.origins.insert(from.origins.begin(), from.origins.end());
  to.recorded.insert(from.recorded.begin(), from.recorded.end());
  to.predicted.insert(from.predicted.begin(), from.predicted.end());
  to.counted.insert(from.counted.begin(), from.counted.end());
  to.sheets.insert(from.sheets.begin(), from.sheets.end());
  to.articles.insert(from.articles.begin(), from.articles.end());
}

Place place_of(const Lesson& lesson, int line) {
  return {lesson.file, line};
}

tl::unexpected<Error> no_single_answer(const Lesson& lesson, const Question& question, const Message& what) {
  return failure(what, place_of(lesson, question.line), message<"lesson.change_question_remedy">());
}

Expected<Answer> chosen(const Lesson& lesson, const LessonStep& step, const Question& question, LessonFacts& facts) {
  Answer answer;
  for (const QuestionOption& option : question.options) {
    TRY(const LessonNumber value, facts.value(lesson, step, option.value));
    add(answer.from, value.from);
    answer.by.push_back(value.value);
  }
  if (question.kind == Question::Kind::choice) {
    for (std::size_t i = 0; i < answer.by.size(); ++i) {
      if (answer.by[i] != 0) answer.options.push_back(i);
    }
    if (answer.options.size() == 1) return answer;
    return no_single_answer(lesson, question, message<"lesson.several_options">(answer.options.size()));
  }
  answer.options.resize(answer.by.size());
  std::iota(answer.options.begin(), answer.options.end(), std::size_t{0});
  std::ranges::stable_sort(answer.options, {}, [&](std::size_t option) { return answer.by[option]; });
  constexpr double apart = 1.01;  // values nearer to each other than this have no order that could be asked for
  for (std::size_t i = 1; i < answer.options.size(); ++i) {
    const double before = answer.by[answer.options[i - 1]], after = answer.by[answer.options[i]];
    if (after > before * apart) continue;
    return no_single_answer(lesson, question, message<"lesson.no_order">(before, after));
  }
  return answer;
}

/// Returns how much more of a quantity a line's accesses cost than the least that would do.
std::optional<double> excess_of(const counters::Values& values, std::string_view quantity) {
  if (quantity == "wavefronts")
    return values.get("shared.wavefronts").value_or(0) - values.get("shared.wavefronts_ideal").value_or(0);
  if (quantity == "sectors")
    return values.get("global.sectors").value_or(0) - values.get("global.sectors_ideal").value_or(0);
  return std::nullopt;
}

Expected<Answer> costliest_line(const Lesson& lesson, const LessonStep& step, const Question& question,
                                LessonFacts& facts) {
  TRY(const auto result, facts.result_of(step.experiment));
  TRY(const auto kernel, facts.kernel_of(step.experiment));
  if (!excess_of({}, question.answer.text)) {
    return failure(message<"lesson.no_excess">(question.answer.text), place_of(lesson, question.answer.line),
                   message<"lesson.no_excess_remedy">());
  }
  Answer answer;
  double most = 0;
  bool tie = false;
  for (const experiments::LineSheet& line : experiments::lines_of(*result)) {
    if (line.line <= 0 || !is_own_file(line.file, result->kernel)) continue;
    const double excess = *excess_of(line.sheet.derived, question.answer.text);
    tie = excess == most || (tie && excess < most);
    if (excess <= most) continue;
    most = excess;
    answer.source_line = line.line;
  }
  if (answer.source_line == 0 || tie) {
    return no_single_answer(lesson, question, message<"lesson.no_single_line">(question.answer.text));
  }
  answer.source_text = trim(split(kernel->source.text, '\n')[static_cast<std::size_t>(answer.source_line - 1)]);
  answer.number.value = most;
  answer.from.origins.insert(experiments::Origin::derived);
  return answer;
}

Expected<Answer> busiest_bank(const Lesson& lesson, const LessonStep& step, const Question& question,
                              LessonFacts& facts) {
  TRY(const SelectedAccess access, facts.access_of(step));
  if (!access.phases) {
    return no_single_answer(lesson, question, message<"lesson.no_banks">());
  }
  Answer answer;
  for (const model::BankPhase& phase : access.phases->phases) {
    for (std::uint32_t bank = 0; bank < model::bank_count; ++bank) {
      const std::uint32_t degree = phase.degrees[bank];
      if (degree > answer.degree) answer.banks = 0;
      answer.degree = std::max(answer.degree, degree);
      if (degree == answer.degree && degree > 0) answer.banks |= 1u << bank;
    }
  }
  if (answer.degree < 2) return no_single_answer(lesson, question, message<"lesson.no_conflict">());
  answer.number.value = answer.degree;
  answer.from.origins.insert(experiments::Origin::derived);
  return answer;
}

Expected<Answer> answer_of(const Lesson& lesson, const LessonStep& step, const Question& question, LessonFacts& facts) {
  using Kind = Question::Kind;
  switch (question.kind) {
    case Kind::choice:
    case Kind::order:
      return chosen(lesson, step, question, facts);
    case Kind::line:
      return costliest_line(lesson, step, question, facts);
    case Kind::bank:
      return busiest_bank(lesson, step, question, facts);
    case Kind::number:
    case Kind::goal:
      break;
  }
  Answer answer;
  TRY(answer.number, facts.value(lesson, step, question.answer));
  answer.from = answer.number.from;
  return answer;
}

/// The errors of a step, each with its place.
class Problems {
 public:
  explicit Problems(const Lesson& lesson) : lesson_(lesson) {}
  void add(Error error, int line) {
    if (error.where.empty()) error.where = place_of(lesson_, line);
    list_.push_back(std::move(error));
  }
  void add(const Message& what, const Message& remedy, int line) {
    list_.push_back({what, place_of(lesson_, line), remedy});
  }
  [[nodiscard]] std::vector<Error> take() { return std::move(list_); }

 private:
  const Lesson& lesson_;
  std::vector<Error> list_;
};

void check_texts(const LessonStep& step, const std::set<std::string>& names, Problems& problems) {
  std::vector<std::pair<std::string, const LocalizedText*>> texts{
      {"title", &step.title}, {"text", &step.text},     {"look", &step.look},   {"article", &step.article},
      {"place", &step.place}, {"beyond", &step.beyond}, {"today", &step.today}, {"wrong", &step.wrong}};
  if (step.question) {
    texts.emplace_back("question.text", &step.question->text);
    texts.emplace_back("question.why", &step.question->why);
    for (const QuestionOption& option : step.question->options) texts.emplace_back("question.option", &option.text);
  }
  for (const auto& [key, words] : texts) {
    if (const Message fault = translation_problem(*words); !fault.empty()) {
      problems.add(message<"lesson.translation">(step.name, key, fault), message<"lesson.translation_remedy">(),
                   step.line);
    }
    for (const std::string& name : placeholder_names(words->en)) {
      if (names.contains(name)) continue;
      problems.add(message<"lesson.no_number">(step.name, key, name), message<"lesson.no_number_remedy">(), step.line);
    }
  }
}

void check_claims(const LessonStep& step, std::span<const Claim> claims, Problems& problems) {
  for (const std::string& id : step.claims) {
    const auto found = std::ranges::find(claims, id, &Claim::id);
    if (found == claims.end()) {
      problems.add(message<"lesson.no_claim">(step.name, id), message<"lesson.no_claim_remedy">(), step.line);
      continue;
    }
    const bool differs = std::ranges::any_of(
        claims, [&](const Claim& claim) { return claim.id == id && claim.verdict == Claim::Verdict::differs; });
    if (differs && step.wrong.empty()) {
      problems.add(message<"lesson.claim_differs">(step.name, id), message<"lesson.claim_differs_remedy">(), step.line);
    }
    // What no line of the claim has a place for was never said.
    const bool is_ours =
        std::ranges::none_of(claims, [&](const Claim& claim) { return claim.id == id && !claim.place.empty(); });
    if (is_ours ? step.beyond.empty() : step.article.empty()) {
      problems.add(
          is_ours ? message<"lesson.claim_is_ours">(step.name, id) : message<"lesson.claim_has_place">(step.name, id),
          message<"lesson.claim_place_remedy">(), step.line);
    }
  }
}

/// What a step names as a limiter is what the program itself says of that experiment.
void check_limits(const LessonStep& step, LessonFacts& facts, Problems& problems) {
  for (const auto& [name, limit] : step.limits) {
    const auto other = step.with.find(name);
    if (other == step.with.end() && name != "experiment") {
      problems.add(message<"lesson.limit_of_nothing">(step.name, name), message<"lesson.limit_of_nothing_remedy">(),
                   step.line);
      continue;
    }
    const LessonExperiment& experiment = other == step.with.end() ? step.experiment : other->second;
    const auto found = facts.limit_of(experiment);
    if (!found) {
      problems.add(found.error(), experiment.line);
    } else if (*found != limit) {
      problems.add(message<"lesson.other_limit">(step.name, name, limit, *found),
                   message<"lesson.other_limit_remedy">(), step.line);
    }
  }
}

/// A goal is one only if it is not reached at first and can be reached by knobs.
void check_goal(const Lesson& lesson, const LessonStep& step, const Question& question, LessonFacts& facts,
                Problems& problems) {
  for (const bool reached : {false, true}) {
    LessonStep tried = step;
    if (reached) {
      for (const auto& [name, value] : question.reached_with) tried.experiment.values[name] = value;
    }
    const auto holds = facts.value(lesson, tried, question.answer);
    if (!holds) {
      problems.add(holds.error(), question.line);
    } else if ((holds->value != 0) != reached) {
      problems.add(
          reached ? message<"lesson.goal_not_reached">(step.name) : message<"lesson.goal_reached_at_once">(step.name),
          message<"lesson.goal_remedy">(), question.line);
    }
  }
}

}  // namespace

Expected<AnsweredStep> answer(const Lesson& lesson, const LessonStep& step, LessonFacts& facts) {
  AnsweredStep answered;
  for (const auto& [name, formula] : step.numbers) {
    TRY(answered.numbers[name], facts.value(lesson, step, formula));
    answered.texts[name] = number_text(answered.numbers[name].value);
  }
  if (step.question) {
    TRY(answered.answer, answer_of(lesson, step, *step.question, facts));
    answered.texts["answer"] = number_text(answered.answer->number.value);
  }
  return answered;
}

bool is_right(const Question& question, const Answer& answer, double given) {
  // What is read off a caption is rounded; an exact number is asked for as such.
  const double allowed = std::max(question.tolerance * std::abs(answer.number.value), 1e-9);
  return std::abs(given - answer.number.value) <= allowed;
}

std::vector<Error> check_step(const Lesson& lesson, const LessonStep& step, LessonFacts& facts,
                              std::span<const Claim> claims) {
  Problems problems(lesson);
  std::set<std::string> names{"answer"};
  for (const auto& [name, formula] : step.numbers) names.insert(name);
  check_texts(step, names, problems);
  check_claims(step, claims, problems);
  if (const auto result = facts.result_of(step.experiment); !result) {
    problems.add(result.error(), step.experiment.line);
    return problems.take();
  }
  if (const auto line = facts.line_of(step.experiment); !line) problems.add(line.error(), step.experiment.line);
  for (const auto& [name, experiment] : step.with) {
    const auto kernel = facts.kernel_of(experiment);
    const auto plan = kernel ? catalogue::resolve(**kernel, experiment.values, experiment.seed)
                             : Expected<catalogue::LaunchPlan>(tl::unexpected(kernel.error()));
    if (!plan) problems.add(plan.error(), experiment.line);
    if (const auto line = facts.line_of(experiment); !line) problems.add(line.error(), experiment.line);
  }
  check_limits(step, facts, problems);
  if (step.view && step.view->selects_access()) {
    if (const auto access = facts.access_of(step); !access) problems.add(access.error(), step.view->line);
  }
  if (const auto answered = answer(lesson, step, facts); !answered) {
    problems.add(answered.error(), step.question ? step.question->line : step.line);
  } else if (step.question && step.question->kind == Question::Kind::goal) {
    check_goal(lesson, step, *step.question, facts, problems);
  }
  return problems.take();
}

std::vector<std::string> claims_without_step(std::span<const Claim> claims, std::span<const Lesson> lessons) {
  std::set<std::string> treated;
  for (const Lesson& lesson : lessons) {
    for (const LessonStep& step : lesson.steps) treated.insert(step.claims.begin(), step.claims.end());
  }
  std::vector<std::string> left;
  for (const Claim& claim : claims) {
    if (treated.insert(claim.id).second) left.push_back(claim.id);
  }
  return left;
}

}  // namespace lanescope::lessons
