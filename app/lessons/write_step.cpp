#include "lessons/write_step.h"

#include <fmt/format.h>

#include <initializer_list>
#include <utility>
#include <vector>

#include "base/text.h"

namespace lanescope::lessons {
namespace {

/// Returns a text as TOML writes it.
std::string in_quotes(std::string_view text) {
  std::string written = "\"";
  for (const char sign : text) {
    const auto code = static_cast<unsigned char>(sign);
    if (sign == '"' || sign == '\\') {
      written.append(1, '\\').append(1, sign);
    } else if (code < 0x20 || code == 0x7f) {
      written += fmt::format("\\u{:04x}", code);
    } else {
      written += sign;
    }
  }
  return written + "\"";
}

/// Returns a key as TOML writes it.
std::string key_text(const std::string& name) {
  return is_word(name) ? name : in_quotes(name);
}

std::string words_text(const LocalizedText& words) {
  if (words.en == words.zh) return in_quotes(words.en);
  return fmt::format("{{ en = {}, zh = {} }}", in_quotes(words.en), in_quotes(words.zh));
}

std::string number_of(double value) {
  return fmt::format("{}", value);
}

std::string values_text(const catalogue::Values& values) {
  std::vector<std::string> written;
  for (const auto& [name, value] : values) {
    const auto* const word = std::get_if<std::string>(&value);
    written.push_back(
        fmt::format("{} = {}", key_text(name), word != nullptr ? in_quotes(*word) : catalogue::to_text(value)));
  }
  return fmt::format("{{ {} }}", join(written, ", "));
}

std::string list_text(const std::vector<std::string>& texts) {
  std::vector<std::string> written;
  for (const std::string& each : texts) written.push_back(in_quotes(each));
  return fmt::format("[{}]", join(written, ", "));
}

std::string experiment_text(const std::string& head, const LessonExperiment& experiment) {
  std::string text = fmt::format("{}\nkernel = {}\n", head, in_quotes(experiment.kernel));
  if (!experiment.values.empty()) text += fmt::format("values = {}\n", values_text(experiment.values));
  if (experiment.seed != 1) text += fmt::format("seed   = {}\n", experiment.seed);
  if (!experiment.target.empty()) text += fmt::format("target = {}\n", in_quotes(experiment.target));
  if (!experiment.source_line.empty()) text += fmt::format("line   = {}\n", in_quotes(experiment.source_line));
  return text;
}

std::string view_text(const StepView& view) {
  std::string text = fmt::format("[step.view]\nshow    = \"{}\"\n", name_of(view.show));
  if (view.access) text += fmt::format("access  = {}\n", *view.access);
  if (view.lane) text += fmt::format("lane    = {}\n", *view.lane);
  if (view.bank) text += fmt::format("bank    = {}\n", *view.bank);
  if (view.seconds > 0) text += fmt::format("seconds = {}\n", number_of(view.seconds));
  std::vector<std::string> camera;
  for (const auto& [name, numbers] : view.camera) {
    std::vector<std::string> list;
    for (const double number : numbers) list.push_back(number_of(number));
    camera.push_back(fmt::format("{} = [{}]", key_text(name), join(list, ", ")));
  }
  if (!camera.empty()) text += fmt::format("camera  = {{ {} }}\n", join(camera, ", "));
  if (!view.caption.empty()) text += fmt::format("caption = {}\n", in_quotes(view.caption));
  return text;
}

std::string question_text(const Question& question) {
  std::string text = fmt::format("[step.question]\nkind = \"{}\"\ntext = {}\nwhy  = {}\n", name_of(question.kind),
                                 words_text(question.text), words_text(question.why));
  if (!question.answer.text.empty()) text += fmt::format("answer = {}\n", in_quotes(question.answer.text));
  if (question.tolerance > 0) text += fmt::format("tolerance = {}\n", number_of(question.tolerance));
  if (!question.unit.empty()) text += fmt::format("unit = {}\n", words_text(question.unit));
  if (!question.reached_with.empty()) text += fmt::format("reached_with = {}\n", values_text(question.reached_with));
  const char* const value = question.kind == Question::Kind::order ? "by" : "holds";
  for (const QuestionOption& option : question.options) {
    text += fmt::format("[[step.question.option]]\ntext = {}\n{} = {}\n", words_text(option.text), value,
                        in_quotes(option.value.text));
  }
  return text;
}

/// The text of a file in parts: what stands before the first step, and each step.
std::vector<std::string> parts_of(const std::string& file) {
  std::vector<std::string> parts{""};
  for (const std::string_view line : split(file, '\n')) {
    if (line.starts_with("[[step]]")) parts.emplace_back();
    parts.back().append(line).append("\n");
  }
  // The last line had its end already.
  if (!file.empty()) parts.back().pop_back();
  return parts;
}

}  // namespace

std::string lesson_head(const LocalizedText& title, const LocalizedText& summary) {
  return fmt::format("title   = {}\nsummary = {}\n", words_text(title), words_text(summary));
}

std::string step_text(const LessonStep& step) {
  std::string text = fmt::format("\n[[step]]\nname  = {}\n", in_quotes(step.name));
  const std::initializer_list<std::pair<const char*, const LocalizedText*>> texts{
      {"look", &step.look},     {"notes", &step.notes}, {"article", &step.article}, {"place", &step.place},
      {"beyond", &step.beyond}, {"today", &step.today}, {"wrong", &step.wrong}};
  text += fmt::format("title = {}\ntext  = {}\n", words_text(step.title), words_text(step.text));
  for (const auto& [key, words] : texts) {
    if (!words->empty()) text += fmt::format("{} = {}\n", key, words_text(*words));
  }
  if (!step.claims.empty()) text += fmt::format("claims = {}\n", list_text(step.claims));
  if (!step.knobs.empty()) text += fmt::format("knobs = {}\n", list_text(step.knobs));
  std::vector<std::string> limits;
  for (const auto& [name, limit] : step.limits)
    limits.push_back(fmt::format("{} = {}", key_text(name), in_quotes(limit)));
  if (!limits.empty()) text += fmt::format("limits = {{ {} }}\n", join(limits, ", "));
  text += experiment_text("[step.experiment]", step.experiment);
  for (const auto& [name, experiment] : step.with) {
    text += experiment_text(fmt::format("[step.with.{}]", key_text(name)), experiment);
  }
  if (step.view) text += view_text(*step.view);
  if (!step.numbers.empty()) text += "[step.numbers]\n";
  for (const auto& [name, formula] : step.numbers) {
    text += fmt::format("{} = {}\n", key_text(name), in_quotes(formula.text));
  }
  if (step.question) text += question_text(*step.question);
  return text;
}

std::string lesson_text(const Lesson& lesson, const std::string& before) {
  const auto earlier = read_lesson(before, lesson.file);
  std::vector<std::string> parts = parts_of(before);
  const bool known = earlier && parts.size() == earlier->steps.size() + 1;
  const std::string head = lesson_head(lesson.title, lesson.summary);
  const bool same_head = known && lesson_head(earlier->title, earlier->summary) == head;
  std::string text = same_head ? parts.front() : head;
  for (const LessonStep& step : lesson.steps) {
    std::string written = step_text(step);
    for (std::size_t i = 0; known && i < earlier->steps.size(); ++i) {
      if (step_text(earlier->steps[i]) != written) continue;
      written = parts[i + 1];
      break;
    }
    if (!text.ends_with('\n')) text += '\n';
    text += written;
  }
  return text;
}

bool have_same_content(const Lesson& one, const Lesson& other) {
  return one.file == other.file && lesson_text(one, {}) == lesson_text(other, {});
}

}  // namespace lanescope::lessons
