#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/front_matter/table_reader.h"
#include "lessons/lesson.h"
#include "lessons/messages.h"

namespace lanescope::lessons {
namespace {

using catalogue::FileErrors;
using catalogue::TableReader;

const char* const both_languages = R"({ en = "...", zh = "..." })";

/// Reads NAME = { en = "...", zh = "..." }, or NAME = "..." for one text in both languages.
LocalizedText read_localized(TableReader& reader, const std::string& key, bool required, FileErrors& errors) {
  LocalizedText words;
  const toml::node* const node = reader.find(key);
  if (node != nullptr && node->is_string()) {
    words.en = words.zh = trim(reader.text(key, true));
    return words;
  }
  const toml::table* table = reader.table(key, both_languages);
  if (table == nullptr) {
    if (required && node == nullptr) {
      errors.add(reader.line(), message<"lesson.no_text">(reader.name(), key),
                 message<"lesson.no_text_remedy">(key, both_languages));
    }
    return words;
  }
  TableReader texts(*table, fmt::format("{} {}", reader.name(), key), errors, reader.line_of_key(key));
  words.en = trim(texts.text("en", true));
  words.zh = trim(texts.text("zh", true));
  texts.refuse_unknown();
  return words;
}

LessonFormula formula(TableReader& reader, const std::string& key, bool required) {
  const auto written = reader.formula(key, required);
  return written ? LessonFormula{written->text, written->line.line} : LessonFormula{};
}

/// Reads knobs and sizes: { nx = 4096, load_op = "ca" }.
catalogue::Values values(TableReader& reader, const std::string& key, FileErrors& errors) {
  catalogue::Values values;
  const toml::table* table = reader.table(key, "{ block_x = 32, nx = 256 }");
  if (table == nullptr) return values;
  for (const auto& [name, node] : *table) {
    if (const auto number = node.value_exact<std::int64_t>()) {
      values[std::string(name.str())] = *number;
    } else if (const auto text = node.value_exact<std::string>()) {
      values[std::string(name.str())] = *text;
    } else {
      errors.add(catalogue::line_of(node), message<"lesson.value_type">(reader.name(), std::string(name.str())),
                 message<"lesson.value_type_remedy">());
    }
  }
  return values;
}

LessonExperiment experiment(TableReader reader, FileErrors& errors) {
  LessonExperiment made;
  made.line = reader.line().line;
  made.kernel = reader.text("kernel", true);
  made.values = values(reader, "values", errors);
  made.seed = static_cast<std::uint64_t>(std::max<std::int64_t>(0, reader.integer("seed", false).value_or(1)));
  made.target = reader.text("target", false);
  made.source_line = reader.text("line", false);
  reader.refuse_unknown();
  return made;
}

/// Reads a decimal number or an integer that is not negative.
double number(TableReader& reader, const std::string& key, double standard, FileErrors& errors) {
  const toml::node* node = reader.find(key);
  if (node == nullptr) return standard;
  if (const auto value = node->value<double>(); value && *value >= 0) return *value;
  errors.add(reader.line_of_key(key), message<"lesson.negative">(reader.name(), key),
             message<"lesson.negative_remedy">(key));
  return standard;
}

std::optional<std::uint32_t> index(TableReader& reader, const std::string& key, std::int64_t limit,
                                   FileErrors& errors) {
  const auto given = reader.integer(key, false);
  if (!given) return std::nullopt;
  if (*given >= 0 && *given < limit) return static_cast<std::uint32_t>(*given);
  errors.add(reader.line_of_key(key), message<"lesson.index_range">(reader.name(), key, *given),
             message<"lesson.index_range_remedy">(limit - 1));
  return std::nullopt;
}

/// Reads lists of numbers by name: { time = [0.25, 0.5] }.
ViewCamera camera(TableReader& reader, FileErrors& errors) {
  ViewCamera camera;
  const toml::table* table = reader.table("camera", "{ time = [0.25, 0.5] }");
  if (table == nullptr) return camera;
  for (const auto& [name, node] : *table) {
    std::vector<double>& numbers = camera[std::string(name.str())];
    const toml::array* const list = node.as_array();
    const auto add = [&](const toml::node& each) {
      const auto value = each.value<double>();
      if (value) numbers.push_back(*value);
      return value.has_value();
    };
    if (list != nullptr && !list->empty() && std::ranges::all_of(*list, add)) continue;
    errors.add(catalogue::line_of(node), message<"lesson.camera">(reader.name(), std::string(name.str())),
               message<"lesson.camera_remedy">());
  }
  return camera;
}

StepView view(TableReader reader, FileErrors& errors) {
  StepView made;
  made.line = reader.line().line;
  made.show = reader.choice<StepView::Show>("show", step_view_names, std::nullopt);
  made.seconds = number(reader, "seconds", 0, errors);
  made.access = index(reader, "access", std::int64_t{1} << 31, errors);
  made.lane = index(reader, "lane", 32, errors);
  made.bank = index(reader, "bank", 32, errors);
  made.camera = camera(reader, errors);
  made.caption = reader.text("caption", false);
  reader.refuse_unknown();
  return made;
}

Question question(TableReader reader, FileErrors& errors) {
  using Kind = Question::Kind;
  Question made;
  made.line = reader.line().line;
  made.kind = reader.choice<Kind>("kind", question_kind_names, std::nullopt);
  made.text = read_localized(reader, "text", true, errors);
  made.why = read_localized(reader, "why", true, errors);
  const bool has_answer = made.kind == Kind::number || made.kind == Kind::line || made.kind == Kind::goal;
  if (has_answer) made.answer = formula(reader, "answer", true);
  if (made.kind == Kind::number) {
    made.tolerance = number(reader, "tolerance", 0, errors);
    made.unit = read_localized(reader, "unit", true, errors);
  }
  if (made.kind == Kind::goal) made.reached_with = values(reader, "reached_with", errors);
  if (made.kind == Kind::choice || made.kind == Kind::order) {
    for (const toml::table* each : reader.tables("option")) {
      TableReader option(*each, reader.name() + " option", errors, reader.line());
      QuestionOption& added = made.options.emplace_back();
      added.text = read_localized(option, "text", true, errors);
      added.value = formula(option, made.kind == Kind::choice ? "holds" : "by", true);
      option.refuse_unknown();
    }
    if (made.options.size() < 2) {
      errors.add(reader.line(), message<"lesson.too_few_options">(reader.name()),
                 message<"lesson.too_few_options_remedy">());
    }
  }
  reader.refuse_unknown();
  return made;
}

LessonStep step(TableReader reader, FileErrors& errors) {
  LessonStep made;
  made.line = reader.line().line;
  made.name = reader.text("name", true);
  // Pictures of a handout and marks in its page are called after it.
  if (reader.find("name") != nullptr && !is_word(made.name)) {
    errors.add(reader.line_of_key("name"), message<"lesson.step_name">(made.name),
               message<"front_matter.word_remedy">());
  }
  const auto below = [&](const toml::table& table, const std::string& key) {
    return TableReader(table, fmt::format("step {}, {}", made.name, key), errors, reader.line());
  };
  made.title = read_localized(reader, "title", true, errors);
  made.text = read_localized(reader, "text", true, errors);
  made.notes = read_localized(reader, "notes", false, errors);
  made.knobs = reader.texts("knobs");
  made.look = read_localized(reader, "look", false, errors);
  made.claims = reader.texts("claims");
  made.article = read_localized(reader, "article", false, errors);
  made.beyond = read_localized(reader, "beyond", !made.claims.empty() && made.article.empty(), errors);
  // A claim is an article's only with its place, so that a reader can compare.
  made.place = read_localized(reader, "place", !made.article.empty(), errors);
  if (made.article.empty() && !made.place.empty()) {
    errors.add(reader.line_of_key("place"), message<"lesson.place_of_nothing">(made.name),
               message<"lesson.place_of_nothing_remedy">());
  }
  made.today = read_localized(reader, "today", !made.claims.empty(), errors);
  made.wrong = read_localized(reader, "wrong", false, errors);
  if (const toml::table* table = reader.table("experiment", "[step.experiment]")) {
    made.experiment = experiment(below(*table, "experiment"), errors);
  } else {
    errors.add(reader.line(), message<"lesson.no_experiment">(made.name), "add [step.experiment]");
  }
  if (const toml::table* table = reader.table("with", "[step.with.NAME]")) {
    TableReader all(*table, fmt::format("step {}, with", made.name), errors, reader.line());
    for (const std::string& name : all.keys()) {
      if (const toml::table* each = all.table(name, "{ kernel = ... }")) {
        made.with[name] = experiment(below(*each, "with." + name), errors);
      }
    }
  }
  if (const toml::table* table = reader.table("view", "[step.view]")) made.view = view(below(*table, "view"), errors);
  if (const toml::table* table = reader.table("numbers", "[step.numbers]")) {
    TableReader all(*table, fmt::format("step {}, numbers", made.name), errors, reader.line());
    for (const std::string& name : all.keys()) made.numbers[name] = formula(all, name, true);
  }
  if (const toml::table* table = reader.table("limits", "{ experiment = \"latency_bound\" }")) {
    TableReader all(*table, fmt::format("step {}, limits", made.name), errors, reader.line());
    for (const std::string& name : all.keys()) made.limits[name] = all.text(name, true);
  }
  if (const toml::table* table = reader.table("question", "[step.question]")) {
    made.question = question(below(*table, "question"), errors);
  }
  reader.refuse_unknown();
  return made;
}

}  // namespace

tl::expected<Lesson, std::vector<Error>> read_lesson(const std::string& text, const std::string& file) {
  const auto failed = [](Error error) { return tl::unexpected(std::vector<Error>{std::move(error)}); };
  toml::table table;
  try {
    table = read_toml(text, file);
  } catch (const toml::parse_error& error) {
    return failed({std::string(error.description()),
                   {file, static_cast<int>(error.source().begin.line)},
                   message<"lesson.correct_line_remedy">()});
  }
  FileErrors errors{file};
  TableReader reader(table, "the lesson", errors);
  Lesson lesson;
  lesson.name = std::filesystem::path(file).stem().string();
  lesson.file = file;
  lesson.title = read_localized(reader, "title", true, errors);
  lesson.summary = read_localized(reader, "summary", true, errors);
  std::set<std::string> names;
  for (const toml::table* each : reader.tables("step")) {
    lesson.steps.push_back(step(TableReader(*each, "[[step]]", errors), errors));
    const LessonStep& made = lesson.steps.back();
    if (!names.insert(made.name).second) {
      errors.add(errors.in_kernel(made.line), message<"lesson.step_twice">(made.name),
                 message<"lesson.step_twice_remedy">());
    }
  }
  if (lesson.steps.empty())
    errors.add(errors.in_kernel(1), message<"lesson.no_step">(), message<"lesson.no_step_remedy">());
  reader.refuse_unknown();
  if (!errors.list.empty()) return tl::unexpected(std::move(errors.list));
  return lesson;
}

std::vector<std::string> lessons_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const std::filesystem::path& file : entries_of(folder)) {
    const std::string name = file.stem().string();
    if (file.extension() == ".toml" && !name.starts_with('.')) names.push_back(name);
  }
  return names;
}

tl::expected<Lesson, std::vector<Error>> find_lesson(const std::filesystem::path& folder, const std::string& name) {
  const std::vector<std::string> names = lessons_in(folder);
  if (std::ranges::find(names, name) == names.end()) {
    return tl::unexpected(std::vector{
        Error{message<"lesson.none">(name), folder.string(), message<"lesson.none_remedy">(join(names, ", "))}});
  }
  const std::filesystem::path file = folder / (name + ".toml");
  const auto text = read_file(file);
  if (!text) return tl::unexpected(std::vector{text.error()});
  return read_lesson(*text, file.string());
}

std::vector<std::string> placeholder_names(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view name = text.substr(open + 1, close - open - 1);
    if (is_word(name)) names.emplace_back(name);
  }
  return names;
}

std::string fill_placeholders(std::string_view text, const std::map<std::string, std::string>& values) {
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t close = text[at] == '{' ? text.find('}', at) : std::string_view::npos;
    const auto value =
        close == std::string_view::npos ? values.end() : values.find(std::string(text.substr(at + 1, close - at - 1)));
    if (value == values.end()) {
      filled += text[at++];
    } else {
      filled += value->second;
      at = close + 1;
    }
  }
  return filled;
}

Message translation_problem(const LocalizedText& words) {
  if (words.empty()) return {};
  if (words.en.empty()) return message<"lesson.no_english">();
  if (words.zh.empty()) return message<"lesson.no_chinese">();
  // The signs of Chinese lie from U+4E00 to U+9FFF, whose first byte in UTF-8 is 0xE4 to 0xE9.
  const bool chinese = std::ranges::any_of(words.zh, [](char sign) {
    const auto byte = static_cast<unsigned char>(sign);
    return byte >= 0xe4 && byte <= 0xe9;
  });
  if (!chinese) return message<"lesson.no_chinese_sign">();
  auto english = placeholder_names(words.en), translated = placeholder_names(words.zh);
  std::ranges::sort(english);
  std::ranges::sort(translated);
  english.erase(std::ranges::unique(english).begin(), english.end());
  translated.erase(std::ranges::unique(translated).begin(), translated.end());
  if (english != translated) return message<"lesson.other_braces">();
  return {};
}

}  // namespace lanescope::lessons
