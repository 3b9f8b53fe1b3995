// assets/best/*.toml: settings that resolve, and that no other recorded one of their kernel and size beats.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "recordings/recording.h"

namespace lanescope::recordings {
namespace {

namespace fs = std::filesystem;

struct Best {
  std::string kernel;
  std::map<std::string, std::string> sizes, knobs;
  double microseconds = 0;
};

std::string unquoted(std::string_view text) {
  return std::string(text.size() >= 2 && text.front() == '"' ? text.substr(1, text.size() - 2) : text);
}

/// "{ a = 1, b = "x" }", as bench/best_settings.py writes inline tables: one line, no nesting.
std::map<std::string, std::string> inline_table(std::string_view text) {
  std::map<std::string, std::string> values;
  for (const std::string_view part : split(text.substr(1, text.size() - 2), ',')) {
    const std::size_t equals = part.find(" = ");
    const std::string_view name = part.substr(1, equals - 1);
    std::string_view value = part.substr(equals + 3);
    if (value.ends_with(' ')) value.remove_suffix(1);
    values[std::string(name)] = unquoted(value);
  }
  return values;
}

struct File {
  std::string recording;
  std::vector<Best> best;
};

File read_best(const fs::path& path) {
  const auto text = read_file(path);
  if (!text) throw MachineError(text.error());
  File file;
  for (const std::string_view line : split(*text, '\n')) {
    if (line == "[[best]]") file.best.emplace_back();
    const std::size_t equals = line.find("= ");
    if (line.starts_with('#') || equals == std::string_view::npos) continue;
    const std::string_view name = split(line, ' ').at(0), value = line.substr(equals + 2);
    if (name == "recording") file.recording = unquoted(value);
    if (file.best.empty()) continue;
    if (name == "kernel") file.best.back().kernel = unquoted(value);
    if (name == "sizes") file.best.back().sizes = inline_table(value);
    if (name == "knobs") file.best.back().knobs = inline_table(value);
    if (name == "microseconds") file.best.back().microseconds = std::atof(std::string(value).c_str());
  }
  return file;
}

std::map<std::string, std::string> texts_of(const std::map<std::string, catalogue::Value>& values) {
  std::map<std::string, std::string> texts;
  for (const auto& [name, value] : values) texts[name] = catalogue::to_text(value);
  return texts;
}

/// As a command line would give them: numbers where they are numbers, names elsewhere.
catalogue::Values values_of(const Best& best) {
  catalogue::Values values;
  for (const auto* const texts : {&best.sizes, &best.knobs}) {
    for (const auto& [name, text] : *texts) {
      const bool number = text.find_first_not_of("0123456789") == std::string::npos;
      if (number) {
        values[name] = std::int64_t{std::atoll(text.c_str())};
      } else {
        values[name] = text;
      }
    }
  }
  return values;
}

TEST(TheBestSettings, ResolveAndAreTheFastestOfTheirRecording) {
  catalogue::Catalogue catalogue(LANESCOPE_SOURCES "/kernels");
  catalogue.refresh();
  std::map<std::string, int> files;
  for (const auto& entry : fs::directory_iterator(LANESCOPE_SOURCES "/assets/best")) {
    const File file = read_best(entry.path());
    const auto recording = read_recording(fs::path(LANESCOPE_SOURCES "/assets/recordings") / file.recording);
    ASSERT_TRUE(recording) << entry.path();
    EXPECT_FALSE(file.best.empty()) << entry.path();
    for (const Best& best : file.best) {
      const auto kernel = catalogue.find(best.kernel);
      ASSERT_TRUE(kernel) << best.kernel;
      EXPECT_EQ(best.knobs.size(), (*kernel)->parameters.size()) << best.kernel << " has other knobs";
      const auto plan = catalogue::resolve(**kernel, values_of(best), 1);
      EXPECT_TRUE(plan) << best.kernel << ": " << (plan ? "" : plan.error().text());

      const auto added = best.knobs.find("element");
      const std::string element = added == best.knobs.end() ? "" : added->second;
      std::optional<double> fastest, own;
      for (const experiments::Result& result : recording->results) {
        std::map<std::string, std::string> sizes;
        for (const auto& [name, size] : result.sizes) sizes[name] = std::to_string(size);
        if (result.kernel != best.kernel || sizes != best.sizes || !result.cold) continue;
        // What is added is a part of the problem, not of the way to solve it.
        if (texts_of(result.parameters)["element"] != element) continue;
        const double microseconds = result.cold->median * 1e3;
        fastest = std::min(fastest.value_or(microseconds), microseconds);
        if (texts_of(result.parameters) == best.knobs) own = microseconds;
      }
      ASSERT_TRUE(own) << best.kernel << " is not recorded with this setting";
      EXPECT_EQ(*own, *fastest) << best.kernel << ": write the file again (bench/best_settings.py)";
      EXPECT_NEAR(*own, best.microseconds, 0.0051) << best.kernel;
      ++files[file.recording];
    }
  }
  EXPECT_EQ(files.size(), 4u);
}

}  // namespace
}  // namespace lanescope::recordings
