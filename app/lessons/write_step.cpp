#include "lessons/write_step.h"

#include <fmt/format.h>

#include <algorithm>
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
  return fmt::format("{{ en = {}, zh = {} }}", in_quotes(words.en), in_quotes(words.zh));
}

std::string number_of(double value) {
  return fmt::format("{}", value);
}

std::string experiment_text(const LessonExperiment& experiment) {
  std::string text = "[step.experiment]\nkernel = " + in_quotes(experiment.kernel) + '\n';
  std::vector<std::string> values;
  for (const auto& [name, value] : experiment.values) {
    const auto* const word = std::get_if<std::string>(&value);
    values.push_back(
        fmt::format("{} = {}", key_text(name), word != nullptr ? in_quotes(*word) : catalogue::to_text(value)));
  }
  if (!values.empty()) text += fmt::format("values = {{ {} }}\n", join(values, ", "));
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
  return text;
}

}  // namespace

std::string lesson_head(const LocalizedText& title, const LocalizedText& summary) {
  return fmt::format("title   = {}\nsummary = {}\n", words_text(title), words_text(summary));
}

std::string step_text(const LessonStep& step) {
  std::string text = fmt::format("\n[[step]]\nname  = {}\ntitle = {}\ntext  = {}\n", in_quotes(step.name),
                                 words_text(step.title), words_text(step.text));
  text += experiment_text(step.experiment);
  if (step.view) text += view_text(*step.view);
  return text;
}

}  // namespace lanescope::lessons
