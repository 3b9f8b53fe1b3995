#include "cli/print/report.h"

#include <fmt/format.h>
#include <pwd.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <vector>

#include "base/crash.h"
#include "base/file.h"
#include "base/text.h"

namespace lanescope::cli {
namespace {

/// Replaces a word, or with `anywhere` every place, of the text.
std::string replaced(std::string text, const std::string& word, std::string_view by, bool anywhere) {
  if (word.size() < 2) return text;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    const std::size_t end = at + word.size();
    const bool whole = (at == 0 || !is_word_letter(text[at - 1])) && (end == text.size() || !is_word_letter(text[end]));
    if (anywhere || whole) {
      text.replace(at, word.size(), by);
      at += by.size();
    } else {
      at = end;
    }
  }
  return text;
}

std::string section(std::string_view title, std::string_view text) {
  return fmt::format("\n== {} ==\n{}\n", title, trim(text));
}

std::string text_of_file(const std::filesystem::path& file, const char* without) {
  constexpr std::uint64_t longest = 1 << 20;
  const auto text = read_own_file(file, longest);
  return text ? *text : std::string(without);
}

}  // namespace

Identity identity_of_this_machine() {
  Identity identity{environment("HOME"), {}, {}};
  if (const passwd* const entry = getpwuid(geteuid())) {  // NOLINT(concurrency-mt-unsafe): this command has one thread
    identity.user = entry->pw_name;
    if (identity.home.empty()) identity.home = entry->pw_dir;
  }
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) == 0) identity.host = host.data();
  if (identity.home == "/") identity.home.clear();
  return identity;
}

std::string without_private(std::string_view text, const Identity& identity) {
  std::string result = replaced(std::string(text), identity.home, "~", true);
  result = replaced(std::move(result), identity.host, "HOST", false);
  return replaced(std::move(result), identity.user, "USER", false);
}

std::string shareable_settings(std::string_view settings) {
  constexpr std::array shared{"[window]", "[appearance]", "[panels]", "[source]"};
  std::string text;
  bool kept = false, quoted = false;
  for (const std::string_view line : split(settings, '\n')) {
    // An arrangement is a text of several lines, in which headings of its own stand.
    if (!quoted && line.starts_with('[')) kept = std::ranges::find(shared, trim(line)) != shared.end();
    for (std::size_t at = line.find("'''"); at != std::string_view::npos; at = line.find("'''", at + 3))
      quoted = !quoted;
    if (kept) text += std::string(line) + "\n";
  }
  return text;
}

std::string report_text(std::string_view examination) {
  utsname system{};
  uname(&system);
  std::string text = "A report of lanescope. Add in your own words what you did and what you expected.\n";
  text += section("examination", examination);
  text += section("system", fmt::format("{} {} {}\n{}", system.sysname, system.release, system.machine,
                                        text_of_file("/etc/os-release", "")));
  text += section("the last crash", text_of_file(path_in(cache_folder(), last_crash_name), "none"));
  text += section("settings", shareable_settings(text_of_file(path_in(config_folder(), "settings.toml"), "")));
  return without_private(text, identity_of_this_machine());
}

std::filesystem::path free_report_file() {
  std::filesystem::path file = "lanescope-report.txt";
  std::error_code error;
  for (int number = 2; std::filesystem::exists(file, error); ++number) {
    file = fmt::format("lanescope-report-{}.txt", number);
  }
  return file;
}

}  // namespace lanescope::cli
