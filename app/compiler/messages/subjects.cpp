#include "compiler/messages/subjects.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace lanescope::compiler {
namespace {

/// The text in the first quotes after a phrase; empty when there is no such phrase.
std::string quoted_behind(const std::string& message, std::string_view phrase) {
  const std::size_t begin = message.find(phrase);
  if (begin == std::string::npos) return {};
  const std::size_t open = message.find('"', begin + phrase.size());
  const std::size_t close = open == std::string::npos ? open : message.find('"', open + 1);
  return close == std::string::npos ? std::string{} : message.substr(open + 1, close - open - 1);
}

std::size_t find_word(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const std::size_t after = at + word.size();
    if ((at == 0 || !is_word_letter(line[at - 1])) && (after >= line.size() || !is_word_letter(line[after]))) return at;
  }
  return std::string_view::npos;
}

/// Whether the line declares `name` with a type that is `type` or one of its templates: "Type<int>* name".
bool declares(std::string_view line, std::string_view type, std::string_view name) {
  const std::size_t begin = find_word(line, type);
  if (begin == std::string_view::npos) return false;
  std::size_t at = begin + type.size();
  int angles = 0;
  for (; at < line.size(); ++at) {
    const char letter = line[at];
    if (letter == '<') ++angles;
    if (letter == '>') --angles;
    if (angles > 0 || letter == '>' || letter == '*' || letter == '&' || letter == ' ') continue;
    const std::size_t qualifier = find_word(line.substr(at), "__restrict__") == 0 ? 12
                                  : find_word(line.substr(at), "const") == 0      ? 5
                                                                                  : 0;
    if (qualifier == 0) break;
    at += qualifier - 1;
  }
  return at < line.size() && find_word(line.substr(at), name) == 0;
}

/// Whether line number `line` (from 1) belongs to what a template declares before its body.
bool is_in_head_of_template(const std::vector<std::string_view>& lines, int line) {
  const std::size_t end = std::min(static_cast<std::size_t>(std::max(line, 0)), lines.size());
  for (std::size_t at = end; at-- > 0;) {
    if (find_word(lines[at], "template") != std::string_view::npos) return true;
    if (at + 1 < end && lines[at].find_first_of(";{}") != std::string_view::npos) return false;
  }
  return false;
}

/// The line after `line` on which something at the top level ends, as programs are usually written.
int last_line_of_item(const std::vector<std::string_view>& lines, int line) {
  auto at = static_cast<std::size_t>(line);
  while (at < lines.size() && !lines[at].starts_with('}')) ++at;
  return static_cast<int>(at) + 1;
}

/// Whether the message is about the grammar alone, which says little where a name before it was taken for another
/// thing than it is.
bool is_about_grammar(const Diagnostic& message) {
  const std::string& text = message.message;
  return text.starts_with("expected ") || text.starts_with("type name is not allowed") ||
         text.starts_with("incomplete type \"void\"") || text.find("does not apply here") != std::string::npos;
}

}  // namespace

std::string undefined_name(const Diagnostic& message) {
  const std::string& text = message.message;
  const std::size_t first_line = std::min(text.find('\n'), text.size());
  if (text.find("\" is undefined") < first_line) {
    const std::string name = quoted_behind(text, "identifier");
    if (!name.empty()) return name;
  }
  return is_missing_member(message) ? quoted_behind(text, "has no member") : std::string{};
}

bool is_missing_member(const Diagnostic& message) {
  return message.message.starts_with("namespace ") && !quoted_behind(message.message, "has no member").empty();
}

bool is_missing_namespace(const Diagnostic& message) {
  return is_error(message) && message.message.starts_with("name must be a namespace name");
}

bool declares_host_function(const Diagnostic& message) {
  return is_error(message) &&
         message.message.find("explicitly marked as a __host__ function") < message.message.find('\n');
}

bool is_about_name_expression(const Diagnostic& message) {
  return message.file == "__nv_name_map";
}

std::vector<Diagnostic> without_follow_up_errors(std::vector<Diagnostic> messages, const std::string& file,
                                                 std::string_view text) {
  const std::vector<std::string_view> lines = split(text, '\n');
  const auto source = [&](int line) {
    return line > 0 && static_cast<std::size_t>(line) <= lines.size() ? lines[static_cast<std::size_t>(line - 1)]
                                                                      : std::string_view{};
  };
  struct Cause {
    std::size_t message = 0;  ///< index of the first error about the name
    std::set<int> lines;
  };
  std::map<std::string, Cause> causes;
  std::set<int> explained;  // lines in which something is declared nowhere
  // Lines of templates with such a name before their bodies: NVRTC takes them for variables, and the rest for values.
  std::set<int> misread;
  std::vector<bool> dropped(messages.size());
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string name = undefined_name(messages[i]);
    if (!is_error(messages[i]) || messages[i].file != file || name.empty()) continue;
    const int line = messages[i].line;
    const bool of_such_a_type = std::any_of(causes.begin(), causes.end(), [&](const auto& cause) {
      return std::any_of(cause.second.lines.begin(), cause.second.lines.end(),
                         [&](int at) { return declares(source(at), cause.first, name); });
    });
    explained.insert(line);
    if (is_in_head_of_template(lines, line)) {
      for (int at = line; at <= last_line_of_item(lines, line); ++at) misread.insert(at);
    }
    const auto known = causes.find(name);
    dropped[i] = known != causes.end() || of_such_a_type;
    if (known != causes.end()) known->second.lines.insert(line);
    if (!dropped[i]) causes[name] = {i, {line}};
  }
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (!is_error(messages[i]) || !undefined_name(messages[i]).empty()) continue;
    if (messages[i].file == file && explained.contains(messages[i].line)) dropped[i] = true;
    // What NVRTC calls the type of a name that it does not know.
    if (!causes.empty() && messages[i].message.find("<error-type>") != std::string::npos) dropped[i] = true;
    if (misread.empty() || !is_about_grammar(messages[i])) continue;
    const bool nowhere = messages[i].line == 0;  // at the end of the source
    if (nowhere || (messages[i].file == file && misread.contains(messages[i].line))) dropped[i] = true;
  }
  for (const auto& [name, cause] : causes) {
    if (cause.lines.size() < 2) continue;
    const std::vector<int> others(std::next(cause.lines.begin()), cause.lines.end());
    messages[cause.message].message +=
        fmt::format("\nalso at line{} {}", others.size() > 1 ? "s" : "", fmt::join(others, ", "));
  }
  std::vector<Diagnostic> result;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (!dropped[i]) result.push_back(std::move(messages[i]));
  }
  return result;
}

}  // namespace lanescope::compiler
