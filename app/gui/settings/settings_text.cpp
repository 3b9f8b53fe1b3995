// The settings as TOML. Reading and writing stand side by side, key by key.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "base/text.h"
#include "gui/settings/settings.h"
#include "gui/state/language.h"

namespace warpscope::gui {

namespace {

constexpr int smallest_side = 320, largest_side = 16384;
constexpr std::size_t longest_layout = 1 << 20;  // bytes; Dear ImGui writes some thousand

/// Takes one key after the other; what is left at the end nobody knows.
class Reader {
 public:
  Reader(toml::table table, std::string file, std::vector<std::string>& complaints)
      : table_(std::move(table)), file_(std::move(file)), complaints_(complaints) {}

  /// Value of "group.key" when it is there and of that kind.
  template <class Value>
  std::optional<Value> take(const char* group, const char* key, const char* kind) {
    const auto node = table_[group][key];
    if (!node) return std::nullopt;
    const auto value = node.template value_exact<Value>();
    if (!value) complain(*node.node(), fmt::format("{}.{} is not {}; its default is used", group, key, kind));
    forget(group, key);
    return value;
  }

  void integer(const char* group, const char* key, int low, int high, int& setting) {
    const auto value = take<std::int64_t>(group, key, "a whole number");
    if (!value) return;
    if (*value >= low && *value <= high) {
      setting = static_cast<int>(*value);
    } else {
      out_of_range(group, key, fmt::format("{}", *value), fmt::format("{} to {}", low, high),
                   fmt::format("{}", setting));
    }
  }

  void number(const char* group, const char* key, float low, float high, float& setting) {
    const auto node = table_[group][key];
    if (!node) return;
    const std::optional<double> value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value) {
      complain(*node.node(), fmt::format("{}.{} is not a number; its default is used", group, key));
    } else if (*value >= low && *value <= high) {
      setting = static_cast<float>(*value);
    } else {
      out_of_range(group, key, fmt::format("{}", *value), fmt::format("{} to {}", low, high),
                   fmt::format("{}", setting));
    }
    forget(group, key);
  }

  void flag(const char* group, const char* key, bool& setting) {
    setting = take<bool>(group, key, "true or false").value_or(setting);
  }

  void text(const char* group, const char* key, std::string& setting) {
    auto value = take<std::string>(group, key, "a text");
    if (!value) return;
    if (value->size() > longest_layout) {
      complaints_.push_back(fmt::format("{}: {}.{} is too long; its default is used", file_, group, key));
      return;
    }
    setting = std::move(*value);
  }

  /// All texts of a group.
  void texts(const char* group, std::map<std::string, std::string, std::less<>>& setting) {
    const toml::table* table = table_[group].as_table();
    if (table == nullptr) return;
    for (const auto& [key, node] : *table) {
      const auto value = node.value_exact<std::string>();
      if (value && value->size() <= longest_layout) {
        setting[std::string(key.str())] = *value;
      } else {
        complain(node, fmt::format("{}.{} is no layout; it is left out", group, key.str()));
      }
    }
    table_.erase(group);
  }

  /// Knobs and sizes by kernel. Whether a kernel has them is known only when it is.
  void values(const char* group, std::map<std::string, catalogue::Values>& setting) {
    const toml::table* kernels = table_[group].as_table();
    if (kernels == nullptr) return;
    for (const auto& [kernel, node] : *kernels) {
      const toml::table* table = node.as_table();
      if (table == nullptr) {
        complain(node, fmt::format("{}.{} is no table of knobs and sizes; it is left out", group, kernel.str()));
        continue;
      }
      for (const auto& [name, value] : *table) {
        catalogue::Values& values = setting[std::string(kernel.str())];
        if (const auto whole = value.value_exact<std::int64_t>()) {
          values[std::string(name.str())] = *whole;
        } else if (const auto word = value.value_exact<std::string>()) {
          values[std::string(name.str())] = *word;
        } else {
          complain(value, fmt::format("{} of {} is neither a whole number nor a text; its default is used", name.str(),
                                      kernel.str()));
        }
      }
    }
    table_.erase(group);
  }

  void refuse(const char* group, const char* key, const std::string& value, const std::string& choice,
              std::string_view used) {
    out_of_range(group, key, value, choice, used);
  }

  void name_what_is_left() {
    for (const auto& [group, node] : table_) {
      const toml::table* table = node.as_table();
      if (table == nullptr) complain(node, fmt::format("nothing is called {}", group.str()));
      if (table == nullptr) continue;
      for (const auto& [key, inner] : *table) {
        complain(inner, fmt::format("nothing is called {}.{}", group.str(), key.str()));
      }
    }
  }

 private:
  void complain(const toml::node& node, const std::string& what) {
    complaints_.push_back(fmt::format("{}:{}: {}", file_, node.source().begin.line, what));
  }
  void out_of_range(const char* group, const char* key, const std::string& value, const std::string& range,
                    std::string_view used) {
    complaints_.push_back(fmt::format("{}: {}.{} = {} is not one of {}; {} is used", file_, group, key, value, range,
                                      used.empty() ? std::string_view("the default") : used));
  }
  void forget(const char* group, const char* key) {
    toml::table* table = table_[group].as_table();
    table->erase(key);
    if (table->empty()) table_.erase(group);
  }

  toml::table table_;
  std::string file_;
  std::vector<std::string>& complaints_;
};

void read_appearance(Reader& reader, Settings& settings) {
  reader.integer("window", "width", smallest_side, largest_side, settings.width);
  reader.integer("window", "height", smallest_side, largest_side, settings.height);
  std::string theme;
  reader.text("appearance", "theme", theme);
  if (const auto named = theme_named(theme)) {
    settings.theme = *named;
  } else if (!theme.empty()) {
    reader.refuse("appearance", "theme", theme, "dark, light, projector, colour_blind", name_of(settings.theme));
  }
  std::string code;
  reader.text("appearance", "language", code);
  const auto folder = language_folder();
  const std::vector<std::string> codes = folder ? languages_in(*folder) : std::vector<std::string>();
  if (code.empty() || std::find(codes.begin(), codes.end(), code) != codes.end()) {
    settings.language = code;
  } else {
    reader.refuse("appearance", "language", code, join(codes, ", "), "that of the system");
  }
  reader.number("appearance", "zoom", smallest_zoom, largest_zoom, settings.zoom);
}

}  // namespace

SettingsRead parse_settings(std::string_view text, const std::string& file) {
  SettingsRead read;
  toml::table table;
  try {
    table = toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    read.complaints.push_back(fmt::format("{}:{}: {}; all settings have their defaults", file,
                                          error.source().begin.line, error.description()));
    return read;
  }
  Reader reader(std::move(table), file, read.complaints);
  Settings& settings = read.settings;
  read_appearance(reader, settings);
  reader.flag("panels", "wide", settings.wide);
  reader.text("panels", "arrangement", settings.layout);
  reader.texts("layouts", settings.own_layouts);
  reader.text("panels", "layout", settings.chosen_layout);
  if (!settings.chosen_layout.empty() && !settings.own_layouts.contains(settings.chosen_layout)) {
    reader.refuse("panels", "layout", settings.chosen_layout, "the layouts of this file", "the designed one");
    settings.chosen_layout.clear();
  }
  reader.text("session", "kernel", settings.kernel);
  reader.text("tools", "editor", settings.editor);
  reader.flag("source", "as_written", settings.as_written);
  reader.flag("source", "percent", settings.percent);
  reader.flag("source", "by_excess", settings.by_excess);
  reader.flag("source", "ptx", settings.ptx);
  reader.flag("source", "sass", settings.sass);
  reader.values("values", settings.values);
  reader.name_what_is_left();
  return read;
}

std::string text_of(const Settings& settings) {
  toml::table layouts, values;
  for (const auto& [name, text] : settings.own_layouts) layouts.insert(name, text);
  for (const auto& [kernel, chosen] : settings.values) {
    toml::table table;
    for (const auto& [name, value] : chosen) std::visit([&](const auto& one) { table.insert(name, one); }, value);
    values.insert(kernel, std::move(table));
  }
  const toml::table table{
      {"window", toml::table{{"width", settings.width}, {"height", settings.height}}},
      {"appearance",
       toml::table{{"theme", name_of(settings.theme)}, {"language", settings.language}, {"zoom", settings.zoom}}},
      {"panels",
       toml::table{{"wide", settings.wide}, {"layout", settings.chosen_layout}, {"arrangement", settings.layout}}},
      {"layouts", layouts},
      {"session", toml::table{{"kernel", settings.kernel}}},
      {"tools", toml::table{{"editor", settings.editor}}},
      {"source", toml::table{{"as_written", settings.as_written},
                             {"percent", settings.percent},
                             {"by_excess", settings.by_excess},
                             {"ptx", settings.ptx},
                             {"sass", settings.sass}}},
      {"values", values},
  };
  std::ostringstream text;
  text << "# Written by warpscope whenever something changes; a key that is removed has its default again.\n"
       << table << '\n';
  return std::move(text).str();
}

}  // namespace warpscope::gui
