#include "compiler/headers/preprocessing.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace lanescope::compiler {
namespace {

namespace fs = std::filesystem;

std::string_view first_word(std::string_view text) {
  return text.substr(
      0, static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_word_letter) - text.begin()));
}

template <class Take>
void for_each_word(std::string_view text, Take take) {
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view word = first_word(text.substr(at));
    if (!word.empty() && !is_digit(word.front())) take(word);
    at += std::max<std::size_t>(word.size(), 1);
  }
}

/// A line that is no comment: "# define N 3" becomes {"define", "N 3"}, and "int i;" becomes {"", "int i;"}.
struct Line {
  std::string_view directive;
  std::string_view rest;
};

/// Returns views into the text, which comes from without_comments().
std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::string_view line : split(text, '\n')) {
    line = trim(line);
    if (!line.starts_with('#')) {
      lines.push_back({{}, line});
      continue;
    }
    line = trim(line.substr(1));
    const std::string_view word = first_word(line);
    lines.push_back({word, trim(line.substr(word.size()))});
  }
  return lines;
}

/// Returns the name in <...> or "..." of an #include; empty for any other line.
std::string_view name_between(const Line& line, char open, char close) {
  if (line.directive != "include" || line.rest.empty() || line.rest.front() != open) return {};
  const std::size_t end = line.rest.find(close, 1);
  return end == std::string_view::npos ? std::string_view{} : line.rest.substr(1, end - 1);
}

const NvrtcHeader* own_header(const NvrtcInput& input, std::string_view name) {
  const auto found = std::find_if(input.headers.begin(), input.headers.end(),
                                  [&](const NvrtcHeader& header) { return header.name == name; });
  return found == input.headers.end() ? nullptr : &*found;
}

const NvrtcHeader* own_header(const NvrtcInput& input, const Line& line) {
  const std::string_view quoted = name_between(line, '"', '"');
  return own_header(input, quoted.empty() ? name_between(line, '<', '>') : quoted);
}

/// Calls `visit` with each line of the program that is no comment, first of its own text, then of its headers.
template <class Visit>
void for_each_line(const NvrtcInput& input, Visit visit) {
  const auto visit_lines = [&](const std::string& text) {
    const std::string rest = without_comments(text);
    for (const Line& line : lines_of(rest)) visit(line);
  };
  visit_lines(input.text);
  for (const NvrtcHeader& header : input.headers) visit_lines(header.text);
}

bool is_macro(const Line& line) {
  return line.directive == "define" || line.directive == "undef";
}

bool is_using(const Line& line) {
  return line.directive.empty() && line.rest.starts_with("using ") && line.rest.find(';') == line.rest.size() - 1;
}

/// Reads a program in its order, with all branches of conditions, and finds code that precedes an #include <...>.
class Beginning {
 public:
  explicit Beginning(const NvrtcInput& input) : input_(input) {}

  void read(const std::string& text) {
    const std::string rest = without_comments(text);
    for (const Line& line : lines_of(rest)) {
      if (const NvrtcHeader* own = own_header(input_, line)) {
        if (read_.insert(own->name).second) read(own->text);
      } else if (!name_between(line, '<', '>').empty()) {
        holds_ &= !code_;
      } else if (line.directive.empty() && !line.rest.empty() && !is_using(line)) {
        code_ = true;
      }
    }
  }
  [[nodiscard]] bool holds() const { return holds_; }

 private:
  const NvrtcInput& input_;
  std::set<std::string> read_;
  bool code_ = false, holds_ = true;
};

/// Returns "BLOCK" for "-DBLOCK=32".
std::string_view defined_by(std::string_view option) {
  return first_word(option.substr(2));
}

bool is_condition(std::string_view directive) {
  return directive == "if" || directive == "ifdef" || directive == "ifndef" || directive == "elif";
}

bool is_the_compilers(std::string_view word) {
  return word == "defined" || word == "__CUDA_ARCH__" || word == "__CUDACC__" || word == "__CUDACC_RTC__";
}

/// Reads headers and what they include.
struct VocabularyReader {
  const std::vector<fs::path>& folders;
  Vocabulary vocabulary = {};
  std::set<fs::path> seen = {};

  void include(std::string_view name, const std::vector<fs::path>& tried) {
    vocabulary.files.emplace(name);
    std::error_code unknown;
    const auto folder = std::find_if(tried.begin(), tried.end(),
                                     [&](const fs::path& each) { return fs::is_regular_file(each / name, unknown); });
    if (folder != tried.end()) read(*folder / name);
  }

  void read(const fs::path& file) {
    std::error_code unknown;
    if (!seen.insert(fs::weakly_canonical(file, unknown)).second) return;
    const Expected<std::string> text = read_file(file);
    if (!text) return;
    const std::string rest = without_comments(*text);
    for_each_word(rest, [&](std::string_view word) { vocabulary.words.emplace(word); });
    for (const Line& line : lines_of(rest)) {
      if (const std::string_view name = name_between(line, '<', '>'); !name.empty()) include(name, folders);
      const std::string_view quoted = name_between(line, '"', '"');
      if (quoted.empty()) continue;
      std::vector<fs::path> tried{file.parent_path()};
      tried.insert(tried.end(), folders.begin(), folders.end());
      include(quoted, tried);
    }
  }
};

}  // namespace

std::vector<std::string> toolkit_headers(const NvrtcInput& input) {
  std::vector<std::string> names;
  for_each_line(input, [&](const Line& line) {
    const std::string_view name = name_between(line, '<', '>');
    if (name.empty() || own_header(input, name) != nullptr) return;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
  });
  return names;
}

bool starts_with_includes(const NvrtcInput& input) {
  Beginning beginning(input);
  beginning.read(input.text);
  return beginning.holds();
}

bool order_of_macros_matters(const NvrtcInput& input) {
  std::set<std::string, std::less<>> given;
  for (const std::string_view option : input.options) {
    if (is_definition(option)) {
      if (!given.emplace(defined_by(option)).second) return true;
    } else if (option.starts_with("-D") || option.starts_with("-U") || option.starts_with("--define-macro") ||
               option.starts_with("--undefine-macro") || option.starts_with("-include") ||
               option.starts_with("--pre-include")) {
      return true;
    }
  }
  bool changes = false;
  for_each_line(input, [&](const Line& line) { changes |= is_macro(line) && given.contains(first_word(line.rest)); });
  return changes;
}

std::set<std::string> macros_of(const NvrtcInput& input) {
  std::set<std::string> names;
  for (const std::string_view option : input.options) {
    if (is_definition(option)) names.emplace(defined_by(option));
  }
  for_each_line(input, [&](const Line& line) {
    if (is_macro(line)) names.emplace(first_word(line.rest));
    if (!is_condition(line.directive)) return;
    for_each_word(line.rest, [&](std::string_view word) {
      if (!is_the_compilers(word)) names.emplace(word);
    });
  });
  return names;
}

Vocabulary vocabulary(const std::vector<std::string>& headers, const std::vector<fs::path>& folders) {
  VocabularyReader reader{folders};
  for (const std::string& header : headers) reader.include(header, folders);
  return std::move(reader.vocabulary);
}

bool is_definition(std::string_view option) {
  return option.starts_with("-D") && option.size() > 2 && is_word_letter(option[2]) && !is_digit(option[2]);
}

std::string definitions(const std::vector<std::string>& options) {
  std::string text;
  for (const std::string_view option : options) {
    if (!is_definition(option)) continue;
    const std::size_t equals = option.find('=');
    const std::string_view value = equals == std::string_view::npos ? "1" : option.substr(equals + 1);
    text += fmt::format("#define {} {}\n", option.substr(2, equals - 2), value);
  }
  return text;
}

}  // namespace lanescope::compiler
