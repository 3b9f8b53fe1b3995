#include "catalogue/host/tokens.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "catalogue/expression/expression.h"
#include "catalogue/front_matter/source_code.h"

namespace lanescope::catalogue {
namespace {

constexpr std::size_t whole_text = std::string_view::npos;
constexpr std::size_t max_tokens = 1'000'000;
constexpr int max_nesting = 20;  ///< of headers and of macros within macros

/// Longer symbols come first. '>' stays alone, because it also ends lists of template arguments.
constexpr std::array<std::string_view, 19> long_symbols = {"<<<", "...", "::", "->", "<<", "<=", "==", "!=", "&&", "||",
                                                           "+=",  "-=",  "*=", "/=", "%=", "++", "--", "##", "|="};

/// Puts the numbers of characters ('a': 97) into code from which literals are blanked out; `plain` still has them.
std::string with_characters(std::string code, std::string_view plain) {
  const auto end_of = [&](std::size_t i) {
    std::size_t end = i + 1;
    while (end < plain.size() && plain[end] != plain[i] && plain[end] != '\n') end += plain[end] == '\\' ? 2 : 1;
    return end;
  };
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const bool text = plain[i] == '"';
    if (!text && (plain[i] != '\'' || (i > 0 && is_word_letter(plain[i - 1])))) continue;
    const std::size_t end = end_of(i);
    if (!text && end == i + 2) {
      const std::string number = std::to_string(static_cast<unsigned char>(plain[i + 1]));
      code.replace(i, number.size(), number);
    }
    i = end;
  }
  return code;
}

/// Reads what the compiler reads of one file and of the headers in it.
class Preprocessor {
 public:
  explicit Preprocessor(const KernelSource& source) : source_(source) {
    for (const char* name : {"__CUDACC__", "__NVCC__", "__cplusplus", "__linux__"}) known_.insert(name);
  }

  TokenList run() {
    for (const std::string& option : compile_options(source_)) define_by(option);
    file(source_.text, 0);
    list_.tokens.push_back({});
    return std::move(list_);
  }

 private:
  /// -DNAME=VALUE, and -DNAME, which is 1.
  void define_by(std::string_view option) {
    for (const std::string_view name : {"--define-macro=", "-D"}) {
      if (!option.starts_with(name)) continue;
      const std::string_view macro = option.substr(name.size());
      const std::size_t equals = macro.find('=');
      const bool has_value = equals != std::string_view::npos;
      define(std::string(macro.substr(0, equals)) + ' ' + std::string(has_value ? macro.substr(equals + 1) : "1"), 0);
      return;
    }
  }

  void file(std::string_view text, int depth) {
    const std::string plain = without_comments(text), code = with_characters(code_only(text), plain);
    const std::vector<std::string_view> lines = split(code, '\n'), with_strings = split(plain, '\n');
    const std::size_t outer = conditions_.size();
    std::vector<Token> pending;  // Arguments of a macro may stand on several lines.
    for (std::size_t i = 0; i < lines.size() && list_.tokens.size() < max_tokens; ++i) {
      const int line = static_cast<int>(i) + 1;
      if (!trim(lines[i]).starts_with('#')) {
        if (is_active()) std::ranges::move(split_tokens(lines[i], line), std::back_inserter(pending));
        continue;
      }
      std::string directive(trim(lines[i]).substr(1));
      const std::string_view written = with_strings[i];
      while (directive.ends_with('\\') && i + 1 < lines.size()) {
        directive.pop_back();
        directive += std::string(" ") + std::string(trim(lines[++i]));
      }
      emit(std::exchange(pending, {}));
      obey(trim(directive), written, line, depth);
    }
    emit(std::move(pending));
    conditions_.resize(std::min(outer, conditions_.size()));
  }

  void obey(std::string_view directive, std::string_view written, int line, int depth) {
    const std::size_t end = std::min(directive.find_first_of(" \t("), directive.size());
    const std::string_view word = directive.substr(0, end), rest = trim(directive.substr(end));
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      const bool holds = is_active() && (word == "if" ? is_true(rest) : is_defined(rest) == (word == "ifdef"));
      conditions_.push_back({holds, holds || !is_active()});
    } else if ((word == "elif" || word == "else") && !conditions_.empty()) {
      Condition& condition = conditions_.back();
      const bool was_taken = condition.was_taken;
      condition.holds = false;
      condition.holds = !was_taken && is_outer_active() && (word == "else" || is_true(rest));
      condition.was_taken = was_taken || condition.holds;
    } else if (word == "endif" && !conditions_.empty()) {
      conditions_.pop_back();
    } else if (!is_active()) {
      return;
    } else if (word == "define") {
      define(rest, line);
    } else if (word == "undef") {
      list_.macros.erase(std::string(rest));
    } else if (word == "include" && depth < max_nesting) {
      include(written, depth);
    }
  }

  struct Condition {
    bool holds = false, was_taken = false;
  };
  [[nodiscard]] bool is_active() const { return std::ranges::all_of(conditions_, &Condition::holds); }
  [[nodiscard]] bool is_outer_active() const {
    return std::ranges::all_of(conditions_.begin(), conditions_.end() - 1, &Condition::holds);
  }
  [[nodiscard]] bool is_defined(std::string_view name) const {
    const std::string word(name.substr(0, name.find_first_of(" \t")));
    return known_.contains(word) || list_.macros.contains(word);
  }

  /// Names that nobody defines are 0, as the compiler has it.
  [[nodiscard]] bool is_true(std::string_view condition) const {
    std::vector<Token> tokens;
    const std::vector<Token> written = split_tokens(condition, 0);
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (!written[i].is("defined")) {
        tokens.push_back(written[i]);
        continue;
      }
      const bool bracket = i + 1 < written.size() && written[i + 1].is("(");
      const std::size_t name = i + (bracket ? 2 : 1);
      const bool defined = name < written.size() && is_defined(written[name].text);
      tokens.push_back({Token::Kind::number, defined ? "1" : "0", 0, false});
      i = name + (bracket ? 1 : 0);
    }
    return value_of(tokens, 0) != 0;
  }

  [[nodiscard]] double value_of(const std::vector<Token>& tokens, int depth) const {
    std::string text;
    for (const Token& token : tokens) {
      const std::size_t suffix =
          token.kind == Token::Kind::number ? token.text.find_last_not_of("uUlL") + 1 : whole_text;
      text += token.text.substr(0, suffix) + ' ';
    }
    const auto value = evaluate(
        text,
        [&](std::string_view name) -> Expected<double> {
          // Code for an architecture is read as that of a present one.
          if (name == "__CUDA_ARCH__") return 900;
          const auto macro = list_.macros.find(std::string(name));
          return macro == list_.macros.end() || depth == max_nesting ? 0.0 : value_of(macro->second.body, depth + 1);
        },
        {});
    return value.value_or(0.0);
  }

  void define(std::string_view text, int line) {
    std::size_t end = 0;
    while (end < text.size() && is_word_letter(text[end])) ++end;
    Macro macro;
    const std::string name(text.substr(0, end));
    if (end < text.size() && text[end] == '(') {
      const std::size_t close = text.find(')', end);
      if (close == std::string_view::npos) return;
      macro.has_parameters = true;
      for (const std::string_view each : split(text.substr(end + 1, close - end - 1), ',')) {
        if (const std::string_view parameter = trim(each); !parameter.empty()) macro.parameters.emplace_back(parameter);
      }
      end = close + 1;
    }
    macro.body = split_tokens(text.substr(end), line);
    if (!name.empty()) list_.macros.insert_or_assign(name, std::move(macro));
  }

  void include(std::string_view written, int depth) {
    const std::size_t open = written.find_first_of("\"<");
    if (open == std::string_view::npos) return;
    const std::size_t close = written.find(written[open] == '<' ? '>' : '"', open + 1);
    if (close == std::string_view::npos) return;
    const auto header = source_.headers.find(std::string(written.substr(open + 1, close - open - 1)));
    if (header != source_.headers.end() && included_.insert(header->first).second) file(header->second, depth + 1);
  }

  void emit(std::vector<Token> tokens) { expand(std::move(tokens), 0, list_.tokens); }

  /// Expands macros with parameters.
  void expand(std::vector<Token> tokens, int depth, std::vector<Token>& out) const {
    for (std::size_t i = 0; i < tokens.size() && out.size() < max_tokens; ++i) {
      const auto found = tokens[i].kind == Token::Kind::word ? list_.macros.find(tokens[i].text) : list_.macros.end();
      const bool called = found != list_.macros.end() && found->second.has_parameters && i + 1 < tokens.size() &&
                          tokens[i + 1].is("(") && depth < max_nesting;
      std::vector<std::vector<Token>> arguments;
      const std::optional<std::size_t> close = called ? arguments_at(tokens, i + 1, arguments) : std::nullopt;
      if (!close) {
        out.push_back(std::move(tokens[i]));
        continue;
      }
      expand(substituted(found->second, arguments, tokens[i].line), depth + 1, out);
      i = *close;
    }
  }

  /// Splits the arguments of the call whose bracket opens at `open`. Returns the place of the bracket that closes it.
  static std::optional<std::size_t> arguments_at(const std::vector<Token>& tokens, std::size_t open,
                                                 std::vector<std::vector<Token>>& arguments) {
    int depth = 0;
    arguments.emplace_back();
    for (std::size_t at = open; at < tokens.size(); ++at) {
      const bool opens = tokens[at].is("("), closes = tokens[at].is(")");
      if (closes && depth == 1) return at;
      depth += opens ? 1 : closes ? -1 : 0;
      if (at == open) continue;
      if (depth == 1 && tokens[at].is(",")) {
        arguments.emplace_back();
      } else {
        arguments.back().push_back(tokens[at]);
      }
    }
    return std::nullopt;
  }

  static std::vector<Token> substituted(const Macro& macro, const std::vector<std::vector<Token>>& arguments,
                                        int line) {
    std::vector<Token> out;
    bool paste = false;
    const auto put = [&](Token token) {
      token.line = line;
      if (paste && !out.empty()) {
        out.back().text += token.text;
        paste = false;
      } else {
        out.push_back(std::move(token));
      }
    };
    for (const Token& token : macro.body) {
      if (token.is("##")) {
        paste = true;
        continue;
      }
      const auto parameter = std::ranges::find(macro.parameters, token.text);
      const auto index = static_cast<std::size_t>(parameter - macro.parameters.begin());
      if (token.is("__VA_ARGS__")) {
        for (std::size_t i = macro.parameters.empty() ? 0 : macro.parameters.size() - 1; i < arguments.size(); ++i) {
          for (const Token& each : arguments[i]) put(each);
          if (i + 1 < arguments.size()) put({Token::Kind::symbol, ",", line, false});
        }
      } else if (parameter == macro.parameters.end()) {
        put(token);
      } else if (index < arguments.size()) {
        for (const Token& each : arguments[index]) put(each);
        paste = false;
      }
    }
    return out;
  }

  const KernelSource& source_;
  TokenList list_;
  std::vector<Condition> conditions_;
  std::set<std::string, std::less<>> known_, included_;
};

}  // namespace

std::vector<Token> split_tokens(std::string_view code, int first_line) {
  std::vector<Token> tokens;
  int line = first_line;
  bool joined = false;
  for (std::size_t at = 0; at < code.size();) {
    const char letter = code[at];
    if (letter == '\n' || letter == ' ' || letter == '\t' || letter == '\r' || letter == '\\') {
      line += letter == '\n' ? 1 : 0;
      joined = false;
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    Token::Kind kind = Token::Kind::symbol;
    if (is_digit(letter) || (letter == '.' && end < code.size() && is_digit(code[end]))) {
      kind = Token::Kind::number;
      const auto belongs = [&](std::size_t i) {
        const bool sign = (code[i] == '-' || code[i] == '+') && (code[i - 1] == 'e' || code[i - 1] == 'E') &&
                          !code.substr(at, 2).starts_with("0x");
        return is_word_letter(code[i]) || code[i] == '.' || code[i] == '\'' || sign;
      };
      while (end < code.size() && belongs(end)) ++end;
    } else if (is_word_letter(letter)) {
      kind = Token::Kind::word;
      while (end < code.size() && is_word_letter(code[end])) ++end;
    } else {
      for (const std::string_view symbol : long_symbols) {
        if (!code.substr(at).starts_with(symbol)) continue;
        end = at + symbol.size();
        break;
      }
    }
    tokens.push_back({kind, std::string(code.substr(at, end - at)), line, joined});
    joined = true;
    at = end;
  }
  return tokens;
}

TokenList tokens_of(const KernelSource& source) {
  return Preprocessor(source).run();
}

}  // namespace lanescope::catalogue
