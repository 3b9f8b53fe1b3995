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

/// Returns what replaces a path: the name alone of a library and of this program, which say which code it was; all of
/// it where it is the same on every machine; else only that it was a folder.
std::string anonymised_path(std::string_view path) {
  constexpr std::array everywhere{"/usr/lib/", "/usr/local/cuda", "/lib/",      "/lib64/",   "/proc/", "/sys/",
                                  "/dev/",     "~/.cache/",       "~/.config/", "~/.local/", "~/bin/"};
  const std::string whole = std::string(path) + "/";
  if (std::ranges::any_of(everywhere, [&](const char* part) { return whole.starts_with(part); })) {
    return std::string(path);
  }
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const bool library = name.starts_with("lib") && name.find(".so") != std::string_view::npos;
  return library || name == "lanescope" ? "(a folder)/" + std::string(name) : "(a folder)";
}

/// Where a path ends that begins a text: at the sign that closes what opened before it, else behind the last part with
/// a / in front of the next sign that no path has. A folder's name may hold spaces.
std::size_t end_of_path(std::string_view text, char before) {
  constexpr std::string_view opening = "\"'([<", closing = "\"')]>";
  if (const std::size_t quoted = opening.find(before); before != '\0' && quoted != std::string_view::npos) {
    return std::min({text.find(closing[quoted]), text.find('\n'), text.size()});
  }
  const std::string_view possible = text.substr(0, text.find_first_of("\"'()[]<>,;:\n"));
  return std::min(possible.find(' ', possible.rfind('/')), possible.size());
}

/// Replaces every path.
std::string without_paths(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const char before = at == 0 ? '\0' : text[at - 1];
    const std::string_view rest = text.substr(at);
    const bool begins = (rest.starts_with('/') && rest.size() > 1 && (is_word_letter(rest[1]) || rest[1] == '.')) ||
                        rest.starts_with("~/");
    if (!begins || is_word_letter(before) || std::string_view("/.~)}").find(before) != std::string_view::npos) {
      result += text[at++];
      continue;
    }
    const std::size_t length = std::max<std::size_t>(end_of_path(rest, before), 1);
    result += anonymised_path(rest.substr(0, length));
    at += length;
  }
  return result;
}

/// Replaces what stands between a mark and the next end of it: the machine in "DISPLAY=machine:10.0".
std::string without_display_host(std::string text) {
  constexpr std::string_view mark = "DISPLAY=";
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const std::size_t begin = at + mark.size(), colon = text.find(':', begin);
    if (colon == std::string::npos || colon == begin || text.find_first_of(" \n", begin) < colon) continue;
    text.replace(begin, colon - begin, "HOST");
  }
  return text;
}

/// Of what an exception says in quotation marks or brackets nothing is known, and it may be a file.
std::string without_names(std::string_view crash) {
  std::string text;
  for (const std::string_view line : split(crash, '\n')) {
    char closing = '\0';
    for (const char letter : line) {
      if (!line.starts_with("exception:") || (closing == '\0' && letter != '[' && letter != '"' && letter != '\'')) {
        text += letter;
      } else if (closing == '\0') {
        closing = letter == '[' ? ']' : letter;
      } else if (letter == closing) {
        text += "(a name)";
        closing = '\0';
      }
    }
    text += '\n';
  }
  return text;
}

}  // namespace

Identity identity_of_this_machine() {
  Identity identity{home_folder().string(), {}, {}};
  if (const passwd* const entry = getpwuid(geteuid())) {  // NOLINT(concurrency-mt-unsafe): this command has one thread
    identity.user = entry->pw_name;
  }
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) == 0) identity.host = host.data();
  if (identity.home == "/") identity.home.clear();
  return identity;
}

std::string without_private(std::string_view text, const Identity& identity) {
  std::string result = without_display_host(replaced(std::string(text), identity.home, "~", true));
  result = without_paths(result);
  result = replaced(std::move(result), identity.host, "HOST", false);
  return replaced(std::move(result), identity.user, "USER", false);
}

std::string report_text(std::string_view examination, std::string_view settings) {
  utsname system{};
  uname(&system);
  std::string text = "A report of lanescope. Add in your own words what you did and what you expected.\n";
  text += section("examination", examination);
  text += section("system", fmt::format("{} {} {}\n{}", system.sysname, system.release, system.machine,
                                        text_of_file("/etc/os-release", "")));
  text += section("the last crash", without_names(text_of_file(path_in(cache_folder(), last_crash_name), "none")));
  text += section("settings", settings);
  return without_private(text, identity_of_this_machine());
}

std::filesystem::path free_report_file() {
  std::filesystem::path file = "lanescope-report.txt";
  std::error_code error;
  // A link that leads nowhere has the name, too.
  for (int number = 2; std::filesystem::exists(std::filesystem::symlink_status(file, error)); ++number) {
    file = fmt::format("lanescope-report-{}.txt", number);
  }
  return file;
}

}  // namespace lanescope::cli
