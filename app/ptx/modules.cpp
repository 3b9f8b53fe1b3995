#include "ptx/modules.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "ptx/parse/token_cursor.h"

namespace lanescope::ptx {
namespace {

bool is_of_name(char letter) {
  return is_word_letter(letter) || letter == '$' || letter == '%';
}

std::string_view first_word(std::string_view text) {
  text = trim(text);
  return text.substr(0, std::min(text.find_first_of(" \t,;/\r"), text.size()));
}

/// Walks through the text line by line; only braces, comments, strings and the names of kernels count.
class ModuleFinder {
 public:
  explicit ModuleFinder(std::string_view text) : text_(text) {}

  std::vector<ModuleText> find() {
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t stop = std::min(text_.find('\n', begin), text_.size());
      read_line(text_.substr(begin, stop - begin), begin);
      begin = stop + 1;
      ++line_;
    }
    end_module(text_.size());
    // Comments before the first module belong to it.
    if (!modules_.empty() && TokenCursor(text_).at(".version")) modules_.front().begin = 0;
    return std::move(modules_);
  }

 private:
  void read_line(std::string_view line, std::size_t at) {
    const std::string_view words = trim(line);
    if (!in_comment_ && words.starts_with(".version")) {
      end_module(at);
      modules_.push_back({at, text_.size(), line_, {}, {}});
      inside_ = true;
      depth_ = 0;
    } else if (!in_comment_ && words.starts_with("Fatbin ") && words.find(" code:") != std::string_view::npos) {
      end_module(at);
    }
    if (inside_) read_words(line);
  }

  void read_words(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string_view rest = line.substr(i);
      if (in_comment_) {
        const std::size_t end = rest.find("*/");
        if (end == std::string_view::npos) return;
        in_comment_ = false;
        i += end + 1;
      } else if (rest.starts_with("//")) {
        return;
      } else if (rest.starts_with("/*")) {
        in_comment_ = true;
        ++i;
      } else if (rest.front() == '"') {
        for (++i; i < line.size() && line[i] != '"'; ++i) i += line[i] == '\\' ? 1 : 0;
      } else if (depth_ == 0 && (rest.front() == '.' || is_of_name(rest.front()))) {
        const std::string_view word = rest.substr(0, word_length(rest));
        read_word(word, rest.substr(word.size()));
        i += word.size() - 1;
      } else {
        read_letter(rest.front());
      }
    }
  }

  static std::size_t word_length(std::string_view rest) {
    std::size_t end = 1;
    while (end < rest.size() && is_of_name(rest[end])) ++end;
    return end;
  }

  void read_word(std::string_view word, std::string_view rest) {
    if (word == ".target" && modules_.back().target.empty()) modules_.back().target = first_word(rest);
    if (name_follows_ && word.front() != '.') kernel_ = word;
    name_follows_ = word == ".entry";
  }

  void read_letter(char letter) {
    if (letter == '{' && depth_++ == 0 && !kernel_.empty()) modules_.back().kernels.push_back(std::move(kernel_));
    if (letter == '}' && depth_ > 0) --depth_;
    // The body of a kernel follows its name, and a semicolon ends what only declares one.
    if (letter == '{' || letter == ';') kernel_.clear();
  }

  void end_module(std::size_t at) {
    if (inside_) modules_.back().end = at;
    inside_ = false;
    kernel_.clear();
    name_follows_ = false;
  }

  std::string_view text_;
  std::vector<ModuleText> modules_;
  int line_ = 1, depth_ = 0;
  bool inside_ = false, in_comment_ = false, name_follows_ = false;
  std::string kernel_;  ///< whose body may follow
};

/// Returns 90 of "sm_90a", and whether only that GPU itself runs what is made from it.
std::pair<int, bool> number_of(std::string_view target) {
  const std::size_t digits = target.find_first_of("0123456789");
  if (digits == std::string_view::npos) return {0, false};
  int number = 0;
  std::from_chars(target.data() + digits, target.data() + target.size(), number);
  return {number, target.ends_with('a')};
}

}  // namespace

std::vector<ModuleText> modules_of(std::string_view ptx) {
  return ModuleFinder(ptx).find();
}

std::string module_alone(std::string_view ptx, const ModuleText& module) {
  const auto ends_of_lines = [](std::string_view text) {
    return std::string(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), '\n');
  };
  std::string alone = ends_of_lines(ptx.substr(0, module.begin));
  alone += ptx.substr(module.begin, module.end - module.begin);
  return alone + ends_of_lines(ptx.substr(module.end));
}

ChosenModule module_with(std::string_view ptx, const std::vector<ModuleText>& modules,
                         const std::vector<std::string>& kernels, int target) {
  const auto holds = [&](const ModuleText& module) {
    return std::ranges::all_of(
        kernels, [&](const std::string& kernel) { return std::ranges::count(module.kernels, kernel) > 0; });
  };
  const auto text_of = [&](const ModuleText& module) {
    return trim(ptx.substr(module.begin, module.end - module.begin));
  };
  ChosenModule chosen;
  int newest = -1;
  for (const ModuleText& module : modules) {
    if (!holds(module)) continue;
    const auto [number, only_itself] = number_of(module.target);
    const bool fits = only_itself ? number == target : number <= target;
    if (chosen.module != nullptr && text_of(module) != text_of(*chosen.module)) chosen.others_differ = true;
    if (chosen.module != nullptr && (!fits || number <= newest)) continue;
    chosen.module = &module;
    newest = fits ? number : -1;
  }
  return chosen;
}

}  // namespace lanescope::ptx
