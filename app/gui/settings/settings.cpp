#include "gui/settings/settings.h"

#include <algorithm>
#include <concepts>
#include <optional>
#include <sstream>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "base/toml/read_toml.h"
#include "gui/settings/layout_text.h"
#include "gui/store/state.h"
#include "gui/store/words/language.h"
#include "model/hardware/devices.h"

namespace lanescope::gui {
namespace {

/// Calls both(in the state, in the settings) for every value that the two store in the same form.
template <class AnyState, class AnySettings, class Both>
void visit_kept(AnyState& state, AnySettings& settings, Both both) {
  both(state.ui.theme, settings.theme);
  both(state.ui.zoom, settings.zoom);
  both(state.ui.first_step, settings.first_step);
  both(state.ui.preferences, settings.preferences);
  both(state.ui.live, settings.live);
  both(state.ui.exports, settings.exports);
  both(state.ui.recent_files, settings.recent_files);
  both(state.pins.on_stage, settings.compare_on_stage);
  both(state.selection.target, settings.target);
  both(state.source.by_excess, settings.by_excess);
  both(state.source.ptx, settings.ptx);
  both(state.source.sass, settings.sass);
}

}  // namespace

namespace fs = std::filesystem;

fs::path settings_file() {
  return path_in(config_folder(), "settings.toml");
}

fs::path recovered_file(const fs::path& file) {
  return file.parent_path() / "settings.recovered.toml";
}

fs::path copied_file(const fs::path& file) {
  return file.parent_path() / "settings.before.toml";
}

SettingsRead read_settings(const fs::path& file) {
  if (file.empty()) return {};
  const fs::path recovered = recovered_file(file);
  std::error_code error;
  const bool there = fs::exists(file, error), beside = fs::exists(recovered, error);
  if (!there && !beside) return {};
  const auto parsed = [](const fs::path& path) -> SettingsRead {
    const auto text = read_own_file(path);
    if (text) return parse_settings(*text, path.string());
    return {{}, {text.error().text()}, SettingsOriginal::untouched};
  };
  if (!there) return parsed(recovered);
  SettingsRead read = parsed(file);
  if (read.original != SettingsOriginal::untouched) return read;
  // The user has not mended it yet: what this program wrote meanwhile is newer than what is left of it.
  if (beside && fs::last_write_time(recovered, error) >= fs::last_write_time(file, error)) {
    SettingsRead newer = parsed(recovered);
    if (newer.original != SettingsOriginal::untouched) read.settings = std::move(newer.settings);
  }
  read.complaints.push_back(fmt::format("{} is not changed. Until it is fixed or removed, changes are saved in {}",
                                        file.string(), recovered.string()));
  return read;
}

namespace {

/// Puts back what the user was looking at.
void forget_session(Settings& settings) {
  const Settings first;
  settings.workspace = first.workspace;
  settings.kernel = first.kernel;
  settings.file = first.file;
  settings.recent_files = first.recent_files;
  settings.pins = first.pins;
  settings.values = first.values;
  settings.target = first.target;
}

}  // namespace

Settings settings_of(const State& state) {
  Settings settings;
  visit_kept(state, settings, [](const auto& from, auto& to) { to = from; });
  settings.language = state.language().code();
  settings.kernel = state.selection.kernel;
  settings.values = state.selection.values;
  // A kernel of the program is in a family.
  const auto definition = state.definition();
  if (definition && settings.kernel.find('/') == std::string::npos) settings.file = definition->source.path;
  for (std::size_t i = 0; i < max_pins; ++i) {
    if (const auto& pin = state.pins.pins[i])
      settings.pins[fmt::format("{} {}", pin_letters[i], pin->kernel)] = pin->values;
  }
  settings.as_written = state.source.view == model::CountView::written;
  settings.percent = state.source.unit == CostUnit::percent;
  settings.workspace = state.ui.workspace;
  if (const auto& before = state.lesson.before) {
    // A program that ends in a lesson begins as it was before it.
    settings.kernel = before->kernel;
    settings.values = before->values;
    settings.target = before->target;
    settings.workspace = before->workspace;
  }
  if (settings.workspace == Workspace::lecture) settings.workspace = Settings().workspace;
  if (!settings.preferences.keeps_session) forget_session(settings);
  std::erase_if(settings.values, [](const auto& kernel) { return kernel.second.empty(); });
  return settings;
}

void restore(State& state, const Settings& settings) {
  const std::string code = settings.language.empty() ? language_of_system() : settings.language;
  if (const auto folder = language_folder()) {
    auto language = read_language(*folder, code);
    if (!language) log(state, LogEntry::Kind::error, language.error().text());
    if (language) state.ui.language = std::move(*language);
  }
  visit_kept(state, settings, [](auto& to, const auto& from) { to = from; });
  state.ui.workspace = settings.workspace;
  state.selection.values = settings.values;
  for (const auto& [name, values] : settings.pins) {
    for (std::size_t i = 0; i < max_pins; ++i) {
      if (name.starts_with(fmt::format("{} ", pin_letters[i]))) state.pins.pins[i] = Pin{name.substr(2), values};
    }
  }
  state.source.view = settings.as_written ? model::CountView::written : model::CountView::executed;
  state.source.unit = settings.percent ? CostUnit::percent : CostUnit::absolute;
}

std::string language_of_system() {
  // This is the order of the C library.
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const std::string value = environment(variable);
    if (!value.empty()) return value.starts_with("zh") ? "zh" : "en";
  }
  return "en";
}

namespace {

constexpr int min_window_side = 320, max_window_side = 16384;
constexpr std::size_t max_list = 64;
constexpr std::size_t max_layout_bytes = 1 << 20;  // Dear ImGui writes a few thousand

/// Visits every key with the setting that it holds, the range of numbers, and the names of a choice.
template <class Keys, class AnySettings>
void visit_keys(Keys& keys, AnySettings& settings) {
  keys.number("window", "width", min_window_side, max_window_side, settings.width);
  keys.number("window", "height", min_window_side, max_window_side, settings.height);
  keys.position("window", settings.position);
  keys.choice("appearance", "theme", theme_words, settings.theme);
  keys.value("appearance", "language", settings.language);
  keys.number("appearance", "zoom", min_zoom, max_zoom, settings.zoom);
  keys.choice("appearance", "workspace", workspace_names, settings.workspace);
  keys.group("arrangements", settings.layouts);
  keys.choice("session", "first_step", first_step_names, settings.first_step);
  keys.value("session", "kernel", settings.kernel);
  keys.value("session", "file", settings.file);
  keys.list("session", "recent_files", settings.recent_files);
  keys.value("session", "compare_on_stage", settings.compare_on_stage);
  keys.value("session", "target", settings.target);
  keys.value("session", "keep", settings.preferences.keeps_session);
  keys.value("runs", "live", settings.live);
  keys.number("runs", "seconds", 1, max_run_seconds, settings.preferences.run_seconds);
  keys.number("runs", "worker_mib", 0, max_worker_mib, settings.preferences.worker_mib);
  keys.value("tools", "editor", settings.preferences.editor);
  keys.value("tools", "exports", settings.exports);
  keys.value("source", "as_written", settings.as_written);
  keys.value("source", "percent", settings.percent);
  keys.value("source", "by_excess", settings.by_excess);
  keys.value("source", "ptx", settings.ptx);
  keys.value("source", "sass", settings.sass);
  keys.group("values", settings.values);
  keys.group("pins", settings.pins);
}

/// Takes one key after the other. The keys that are left at the end are unknown.
class SettingsReader {
 public:
  SettingsReader(toml::table table, std::string file, std::vector<std::string>& complaints)
      : table_(std::move(table)), file_(std::move(file)), complaints_(complaints) {}

  template <class Number>
  void number(const char* group, const char* key, Number low, Number high, Number& setting) {
    constexpr bool whole = std::integral<Number>;
    using Read = std::conditional_t<whole, std::int64_t, double>;
    const auto read = take<Read>(group, key, whole ? "a whole number" : "a number");
    if (!read) return;
    if (*read >= low && *read <= high) {
      setting = static_cast<Number>(*read);
    } else {
      refuse(group, key, fmt::format("{}", *read), fmt::format("{} to {}", low, high), fmt::format("{}", setting));
    }
  }

  /// Both coordinates, or neither.
  void position(const char* group, std::optional<std::pair<int, int>>& setting) {
    const auto x = take<std::int64_t>(group, "x", "a whole number"),
               y = take<std::int64_t>(group, "y", "a whole number");
    const auto fits = [](std::int64_t at) { return at >= -max_window_side && at <= max_window_side; };
    if (x && y && fits(*x) && fits(*y)) setting = std::pair(static_cast<int>(*x), static_cast<int>(*y));
  }
  void value(const char* group, const char* key, bool& setting) {
    setting = take<bool>(group, key, "true or false").value_or(setting);
  }
  void value(const char* group, const char* key, std::string& setting) {
    auto read = take<std::string>(group, key, "a text");
    if (!read) return;
    if (read->size() <= max_layout_bytes) {
      setting = std::move(*read);
    } else {
      complaints_.push_back(fmt::format("{}: {}.{} is too long; its default is used", file_, group, key));
    }
  }

  void list(const char* group, const char* key, std::vector<std::string>& setting) {
    const toml::array* const array = table_[group][key].as_array();
    if (array == nullptr) return;
    for (const toml::node& node : *array) {
      const auto text = node.value_exact<std::string>();
      if (text && text->size() <= max_layout_bytes && setting.size() < max_list) setting.push_back(*text);
    }
    table_[group].as_table()->erase(key);
  }

  template <class Choice, std::size_t count>
  void choice(const char* group, const char* key, const EnumNames<count>& names, Choice& setting) {
    std::string name;
    value(group, key, name);
    if (const auto named = enum_cast<Choice>(names, name)) {
      setting = *named;
    } else if (!name.empty()) {
      refuse(group, key, name, fmt::format("{}", fmt::join(names, ", ")), enum_name(names, setting));
    }
  }

  /// Reads all texts of a group.
  void group(const char* name, std::map<std::string, std::string, std::less<>>& setting) {
    const toml::table* table = table_[name].as_table();
    if (table == nullptr) return;
    for (const auto& [key, node] : *table) {
      const auto text = node.value_exact<std::string>();
      if (text && text->size() <= max_layout_bytes) {
        setting[std::string(key.str())] = *text;
      } else {
        complain(node, fmt::format("{}.{} is not a layout and is ignored", name, key.str()));
      }
    }
    table_.erase(name);
  }

  /// Reads knobs and sizes by kernel. Whether a kernel has them is known only once the kernel is known.
  void group(const char* name, std::map<std::string, catalogue::Values>& setting) {
    const toml::table* kernels = table_[name].as_table();
    if (kernels == nullptr) return;
    for (const auto& [kernel, node] : *kernels) {
      const toml::table* table = node.as_table();
      if (table == nullptr) {
        complain(node, fmt::format("{}.{} is not a table of knobs and sizes and is ignored", name, kernel.str()));
        continue;
      }
      setting[std::string(kernel.str())];
      for (const auto& [knob, chosen] : *table) {
        catalogue::Values& values = setting[std::string(kernel.str())];
        if (const auto whole = chosen.value_exact<std::int64_t>()) {
          values[std::string(knob.str())] = *whole;
        } else if (const auto word = chosen.value_exact<std::string>()) {
          values[std::string(knob.str())] = *word;
        } else {
          complain(chosen, fmt::format("{} of {} is neither an integer nor a string; its default is used", knob.str(),
                                       kernel.str()));
        }
      }
    }
    table_.erase(name);
  }

  void refuse(const char* group, const char* key, const std::string& value, const std::string& range,
              std::string_view used) {
    complaints_.push_back(
        fmt::format("{}: {}.{} = {} is not one of {}; {} is used", file_, group, key, value, range, used));
  }

  /// Takes a key that earlier versions wrote, and returns whether it was true.
  [[nodiscard]] bool take_earlier(const char* group, const char* key) {
    return take<bool>(group, key, "true or false").value_or(false);
  }
  /// Passes over a table that earlier versions wrote.
  void retire(const char* name) { table_.erase(name); }

  void report_unknown_keys() {
    for (const auto& [group, node] : table_) {
      const toml::table* table = node.as_table();
      if (table == nullptr) complain(node, fmt::format("unknown table {}", group.str()));
      if (table == nullptr) continue;
      for (const auto& [key, inner] : *table) {
        complain(inner, fmt::format("unknown key {}.{}", group.str(), key.str()));
      }
    }
  }

 private:
  /// Returns the value of "group.key" if it exists and is of that kind. An integer may stand for a double.
  template <class Value>
  std::optional<Value> take(const char* group, const char* key, const char* kind) {
    const auto node = table_[group][key];
    if (!node) return std::nullopt;
    const bool converts = std::same_as<Value, double> && node.is_number();
    const std::optional<Value> value = converts ? node.template value<Value>() : node.template value_exact<Value>();
    if (!value) complain(*node.node(), fmt::format("{}.{} is not {}; its default is used", group, key, kind));
    toml::table* table = table_[group].as_table();
    table->erase(key);
    if (table->empty()) table_.erase(group);
    return value;
  }
  void complain(const toml::node& node, const std::string& what) {
    complaints_.push_back(fmt::format("{}:{}: {}", file_, node.source().begin.line, what));
  }

  toml::table table_;
  std::string file_;
  std::vector<std::string>& complaints_;
};

/// Puts each key into a table.
class SettingsWriter {
 public:
  template <class Value>
  void value(const char* group, const char* key, const Value& setting) {
    table.insert(group, toml::table());
    table[group].as_table()->insert(key, setting);
  }
  void position(const char* group, const std::optional<std::pair<int, int>>& setting) {
    if (!setting) return;
    value(group, "x", setting->first);
    value(group, "y", setting->second);
  }
  void list(const char* group, const char* key, const std::vector<std::string>& setting) {
    toml::array array;
    for (const std::string& text : setting) array.push_back(text);
    value(group, key, array);
  }
  template <class Number>
  void number(const char* group, const char* key, Number, Number, Number setting) {
    value(group, key, setting);
  }
  template <class Names, class Choice>
  void choice(const char* group, const char* key, const Names& names, Choice setting) {
    value(group, key, enum_name(names, setting));
  }
  template <class Settings>
  void group(const char* name, const Settings& setting) {
    table.insert(name, toml::table());
    for (const auto& [key, chosen] : setting) value(name, key.c_str(), in_toml(chosen));
  }

  toml::table table;

 private:
  static const std::string& in_toml(const std::string& text) { return text; }
  static toml::table in_toml(const catalogue::Values& values) {
    toml::table inner;
    for (const auto& [name, value] : values) std::visit([&](const auto& one) { inner.insert(name, one); }, value);
    return inner;
  }
};

}  // namespace

namespace {

/// Leaves out the arrangements that Dear ImGui may not be given.
void refuse_unusable_layouts(Settings& settings, const std::string& file, std::vector<std::string>& complaints) {
  std::erase_if(settings.layouts, [&](const auto& own) {
    const std::string wrong = workspace_named(own.first) ? layout_defect(own.second) : "there is no such workspace";
    if (!wrong.empty()) {
      complaints.push_back(
          fmt::format("{}: arrangements.{} is not a layout: {}; the default layout is used", file, own.first, wrong));
    }
    return !wrong.empty();
  });
}

/// Blanks a line of a text, or the last one before it that is not blank. Returns the number of that line, or 0.
std::size_t blank_line(std::string& text, std::size_t number) {
  const auto lines = split(text, '\n');
  std::size_t line = std::min(std::max<std::size_t>(number, 1), lines.size());
  while (line > 0 && trim(lines[line - 1]).empty()) --line;
  if (line == 0) return 0;
  const auto begin = static_cast<std::size_t>(lines[line - 1].data() - text.data());
  text.replace(begin, lines[line - 1].size(), lines[line - 1].size(), ' ');
  return line;
}

/// Returns the line in which a text of several lines begins that is never closed; 0 when all are closed.
std::size_t unclosed_line(std::string_view text) {
  for (const std::string_view mark : {"'''", "\"\"\""}) {
    std::size_t count = 0, last = 0;
    for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 3)) {
      ++count;
      last = at;
    }
    if (count % 2 == 1) return static_cast<std::size_t>(std::ranges::count(text.substr(0, last), '\n')) + 1;
  }
  return 0;
}

/// Blanks the text of several lines that begins in a line. Returns false when none does.
bool blank_text_of_several_lines(std::string& text, std::size_t line) {
  const auto lines = split(text, '\n');
  if (line == 0 || line > lines.size()) return false;
  const auto begin = static_cast<std::size_t>(lines[line - 1].data() - text.data());
  const std::size_t open = text.find("'''", begin);
  const std::size_t close = open == std::string::npos ? open : text.find("'''", open + 3);
  if (close == std::string::npos || open > begin + lines[line - 1].size()) return false;
  for (std::size_t at = begin; at < close + 3; ++at) {
    if (text[at] != '\n') text[at] = ' ';
  }
  return true;
}

bool is_toml(const std::string& text) {
  try {
    return !read_toml(text).empty();
  } catch (const toml::parse_error&) {
    return false;
  }
}

/// Blanks the line, or the text of several lines, without which the text is TOML: what the parser names, or one of
/// those before it, because a bracket or a quotation mark too many is noticed only where the next line does not fit.
/// Returns the number of the line, or 0 when there is none.
std::size_t blank_bad_lines(std::string& text, std::size_t named) {
  constexpr std::size_t max_lines_before = 100;
  for (std::size_t line = named; line > 0 && line + max_lines_before > named; --line) {
    std::string without = text;
    bool whole = blank_line(without, line) != 0 && is_toml(without);
    if (!whole) whole = blank_text_of_several_lines(without = text, line) && is_toml(without);
    if (!whole) continue;
    text = std::move(without);
    return line;
  }
  return 0;
}

/// Reads all lines but those that are no TOML, and complains of the first of them and their number.
toml::table parse_leniently(std::string text, const std::string& file, SettingsRead& read) {
  constexpr int max_bad_lines = 1000;
  int wrong = 0;
  for (;;) {
    try {
      toml::table table = read_toml(text, file);
      if (wrong > 1) read.complaints.push_back(fmt::format("{}: {} lines are ignored", file, wrong));
      return table;
    } catch (const toml::parse_error& error) {
      read.original = SettingsOriginal::untouched;
      const std::size_t named = error.source().begin.line, unclosed = unclosed_line(text);
      const std::size_t blanked = wrong == 0 ? blank_bad_lines(text, named) : 0;
      const std::size_t line = blanked > 0 ? blanked : unclosed > 0 ? unclosed : named;
      if (wrong == 0) {
        read.complaints.push_back(
            fmt::format("{}:{}: {}; the rest of the file is used", file, line, error.description()));
      }
      if (++wrong > max_bad_lines || (blanked == 0 && blank_line(text, line) == 0)) {
        read.complaints.push_back(fmt::format("{}: the file cannot be read; all settings have their defaults", file));
        return {};
      }
    }
  }
}

}  // namespace

SettingsRead parse_settings(std::string_view text, const std::string& file) {
  SettingsRead read;
  toml::table table = parse_leniently(std::string(text), file, read);
  SettingsReader reader(std::move(table), file, read.complaints);
  Settings& settings = read.settings;
  if (reader.take_earlier("session", "welcomed")) settings.first_step = FirstStep::done;
  visit_keys(reader, settings);
  const auto folder = language_folder();
  const std::vector<std::string> codes = folder ? languages_in(*folder) : std::vector<std::string>();
  if (!settings.language.empty() && std::ranges::find(codes, settings.language) == codes.end()) {
    reader.refuse("appearance", "language", std::exchange(settings.language, {}), join(codes, ", "),
                  "the system language");
  }
  refuse_unusable_layouts(settings, file, read.complaints);
  if (settings.workspace == Workspace::lecture) settings.workspace = Settings().workspace;
  if (!settings.target.empty() && model::device_sheet(settings.target) == nullptr) {
    reader.refuse("session", "target", std::exchange(settings.target, {}), "the GPUs with a data sheet",
                  "this machine's GPU");
  }
  for (const char* old : {"panels", "layouts"}) reader.retire(old);
  reader.report_unknown_keys();
  if (read.original == SettingsOriginal::replaceable && !read.complaints.empty()) {
    read.original = SettingsOriginal::copied;
  }
  return read;
}

std::string shareable_text(const Settings& settings) {
  Settings shared = settings;
  const Settings nothing;
  forget_session(shared);
  shared.workspace = settings.workspace;
  shared.target = settings.target;
  shared.exports = nothing.exports;
  shared.preferences.editor = nothing.preferences.editor;
  return text_of(shared);
}

std::string text_of(const Settings& settings) {
  SettingsWriter writer;
  visit_keys(writer, settings);
  std::ostringstream text;
  text << "# Written by lanescope whenever something changes; remove a key to restore its default.\n"
       << writer.table << '\n';
  return std::move(text).str();
}

}  // namespace lanescope::gui
