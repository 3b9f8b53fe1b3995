#include "compiler/host/source_items.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

namespace lanescope::compiler {
namespace {

constexpr std::size_t none = std::string::npos;

bool is_blank(char letter) {
  return static_cast<unsigned char>(letter) <= ' ';
}

template <std::size_t size>
bool is_among(std::string_view word, const std::array<std::string_view, size>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_type_word(std::string_view word) {
  return is_among(word, std::array<std::string_view, 4>{"struct", "class", "union", "enum"});
}

/// Words whose parentheses are no list of parameters.
bool takes_arguments(std::string_view word) {
  return is_among(
      word, std::array<std::string_view, 9>{"alignas", "__align__", "__builtin_align__", "__attribute__", "__declspec",
                                            "__launch_bounds__", "decltype", "noexcept", "explicit"});
}

/// The items of a part of a text, one after the other.
class ItemReader {
 public:
  ItemReader(const ScannedText& text, TextRange part) : code_(std::string_view(text.code).substr(0, part.end)) {
    at_ = part.begin;
  }

  std::vector<SourceItem> read() {
    for (; at_ < code_.size(); ++at_) step(code_[at_]);
    if (begin_ != none) finish(code_.size());
    return std::move(items_);
  }

 private:
  void step(char letter) {
    if (letter >= '\1' && letter <= '\3') return condition(letter);
    if (is_blank(letter)) return;
    if (begin_ == none && !start(letter)) return;
    if (depth_ == 0) note(letter);
    if (letter == '(' || letter == '[' || letter == '{') ++depth_;
    if (letter == ')' || letter == ']' || letter == '}') depth_ = std::max(0, depth_ - 1);
    if (depth_ > 0) return;
    if (letter == ';') finish(at_ + 1);
    if (letter == '}' && ends_function()) finish(at_ + 1);
  }

  /// What stood open before a condition.
  struct Branch {
    int depth = 0;
    bool inside = false;  ///< an item had begun
    std::size_t items = 0;
  };

  void condition(char letter) {
    if (letter == '\1') {
      branches_.push_back({depth_, begin_ != none, items_.size()});
    } else if (!branches_.empty()) {
      if (letter == '\2') next_branch(branches_.back());
      if (letter == '\3') branches_.pop_back();
    }
  }

  /// An item that has ended in the branch before goes on in this one, where it began before both.
  void next_branch(const Branch& branch) {
    if (begin_ == none && branch.inside && items_.size() == branch.items + 1) {
      begin_ = items_.back().range.begin;
      items_.pop_back();
    }
    depth_ = begin_ == none ? 0 : branch.depth;
  }

  [[nodiscard]] std::string_view word_at(std::size_t at) const {
    std::size_t end = at;
    while (end < code_.size() && is_word_letter(code_[end])) ++end;
    return code_.substr(at, end - at);
  }
  [[nodiscard]] std::size_t behind_blanks(std::size_t at) const {
    while (at < code_.size() && is_blank(code_[at])) ++at;
    return at;
  }
  [[nodiscard]] std::string_view word_before(std::size_t at) const {
    while (at > begin_ && is_blank(code_[at - 1])) --at;
    std::size_t first = at;
    while (first > begin_ && is_word_letter(code_[first - 1])) --first;
    return code_.substr(first, at - first);
  }

  /// False: nothing begins here, or what begins is only opened; at_ is then its last byte.
  bool start(char letter) {
    if (letter == '}' || letter == ';') return false;
    std::string_view word = word_at(at_);
    if (is_among(word, std::array<std::string_view, 3>{"public", "private", "protected"})) {
      const std::size_t colon = behind_blanks(at_ + word.size());
      if (colon < code_.size() && code_[colon] == ':') return at_ = colon, false;
    }
    if (const std::size_t brace = opened_at(word); brace != none) return at_ = brace, false;
    begin_ = at_;
    head_end_ = none;
    parameters_ = equals_ = none;
    template_ = word == "template";
    instantiation_ = false;
    if (template_) skip_template_parameters();
    return true;
  }

  /// The brace after namespace NAME or extern "C"; none where another thing begins.
  [[nodiscard]] std::size_t opened_at(std::string_view word) const {
    std::size_t at = at_;
    if (word == "inline") {
      at = behind_blanks(at + word.size());
      word = word_at(at);
    }
    if (word != "namespace" && word != "extern") return none;
    at = behind_blanks(at + word.size());
    if (word == "namespace") {
      while (at < code_.size() && (is_word_letter(code_[at]) || code_[at] == ':' || is_blank(code_[at]))) ++at;
    }
    return at < code_.size() && code_[at] == '{' ? at : none;
  }

  /// 1 for an angle bracket that opens, -1 for one that closes. The signs of <=, >=, << and -> are none.
  [[nodiscard]] int angle_at(std::size_t at) const {
    const char letter = code_[at];
    const char before = at > 0 ? code_[at - 1] : ' ', after = at + 1 < code_.size() ? code_[at + 1] : ' ';
    if (letter == '<') return after == '=' || after == '<' || before == '<' ? 0 : 1;
    if (letter == '>') return after == '=' || before == '-' ? 0 : -1;
    return 0;
  }

  /// Goes to the last angle bracket of template <...> template <...>.
  void skip_template_parameters() {
    std::size_t at = at_;
    while (word_at(at) == "template") {
      std::size_t open = behind_blanks(at + std::string_view("template").size());
      if (open >= code_.size() || code_[open] != '<') {
        instantiation_ = at == begin_;
        return;
      }
      int angles = 0, brackets = 0;
      for (; open < code_.size(); ++open) {
        const char letter = code_[open];
        if (letter == '(' || letter == '[' || letter == '{') ++brackets;
        if (letter == ')' || letter == ']' || letter == '}') --brackets;
        const int angle = brackets == 0 ? angle_at(open) : 0;
        angles += angle;
        if (angle < 0 && angles == 0) break;
      }
      at_ = std::min(open, code_.size() - 1);
      at = behind_blanks(at_ + 1);
    }
  }

  /// Looks at a letter outside of all brackets.
  void note(char letter) {
    if (letter == '(' && head_end_ == none && parameters_ == none && !takes_arguments(word_before(at_)) &&
        !names_bases()) {
      parameters_ = at_;
    }
    if (letter == '{' && head_end_ == none) {
      head_end_ = at_;
      body_ = {at_ + 1, at_ + 1};
    }
    if (letter == '=' && head_end_ == none && !head_has("operator")) equals_ = head_end_ = at_;
  }

  /// Whether the item is a type with bases so far, in which parentheses may stand: struct S : choice<not (n < 4)>
  [[nodiscard]] bool names_bases() const {
    const std::size_t from = template_ ? behind_template() : begin_;
    const std::string_view head = code_.substr(from, at_ - std::min(from, at_));
    const auto words = words_in(head);
    if (words.empty() || !is_type_word(words.front())) return false;
    for (std::size_t at = head.find(':'); at != none; at = head.find(':', at + 1)) {
      const bool doubled = head.substr(at, 2) == "::" || (at > 0 && head[at - 1] == ':');
      if (!doubled) return true;
    }
    return false;
  }

  [[nodiscard]] bool head_has(std::string_view wanted) const {
    const auto words = words_in(code_.substr(begin_, at_ - begin_));
    return std::find(words.begin(), words.end(), wanted) != words.end();
  }

  [[nodiscard]] bool is_function() const {
    return parameters_ != none && equals_ == none && head_end_ != none && parameters_ < head_end_;
  }

  /// After a closing brace: not where more braces follow, as in the list of a constructor's members.
  bool ends_function() {
    if (head_end_ != none) body_.end = at_;
    if (!is_function()) return false;
    const std::size_t next = behind_blanks(at_ + 1);
    return next >= code_.size() || (code_[next] != ',' && code_[next] != '{');
  }

  [[nodiscard]] ItemKind kind(const std::vector<std::string_view>& words, bool has_body) const {
    if (instantiation_) return ItemKind::explicit_instantiation;
    if (is_function()) return ItemKind::function;
    const std::string_view first = words.empty() ? std::string_view{} : words.front();
    if (is_among(first, std::array<std::string_view, 6>{"using", "typedef", "static_assert", "friend", "namespace",
                                                        "concept"})) {
      return ItemKind::other;
    }
    if (std::any_of(words.begin(), words.end(), is_type_word) && equals_ == none && parameters_ == none) {
      if (has_body) return ItemKind::type;
      if (words.size() <= 2) return ItemKind::other;
    }
    if (parameters_ != none) return ItemKind::declaration;
    return ItemKind::variable;
  }

  void finish(std::size_t end) {
    SourceItem item;
    item.range = {begin_, end};
    const std::size_t head_end = std::min(head_end_, end);
    item.head = std::string(trim(code_.substr(begin_, head_end - begin_)));
    const std::size_t from = template_ && !instantiation_ ? behind_template() : begin_;
    const std::vector<std::string_view> words = words_in(code_.substr(from, head_end - from));
    const bool has_body = head_end_ != none && equals_ == none;
    item.kind = kind(words, has_body);
    if (has_body && body_.end > body_.begin) item.body = body_;
    item.names = names(item.kind, from, head_end, end);
    items_.push_back(std::move(item));
    begin_ = none;
    depth_ = 0;
  }

  [[nodiscard]] std::size_t behind_template() const {
    int angles = 0;
    for (std::size_t at = begin_; at < code_.size(); ++at) {
      const int angle = angle_at(at);
      angles += angle;
      if (angle < 0 && angles == 0) return at + 1;
    }
    return begin_;
  }

  /// The name in the first parentheses of a declaration such as void (*draw)(int) or typedef int (APIENTRYP sum)(int);
  /// empty where they hold no name.
  [[nodiscard]] std::string_view name_in_parentheses() const {
    for (std::size_t open = parameters_; open < code_.size() && code_[open] == '(';) {
      const std::size_t end = code_.find_first_of("()[", open + 1);
      if (end == none) break;
      if (const std::string_view name = word_before(end); !name.empty()) return name;
      open = end;
    }
    return {};
  }

  /// Whether the first parentheses hold a pointer or a reference: void (*draw)(int)
  [[nodiscard]] bool begin_with_pointer() const {
    const std::size_t first = behind_blanks(parameters_ + 1);
    return first < code_.size() && (code_[first] == '*' || code_[first] == '&');
  }

  /// Whether the first parentheses are followed by parameters or an extent, so that they hold the name.
  [[nodiscard]] bool hold_name() const {
    std::size_t close = parameters_;
    for (int depth = 0; close < code_.size(); ++close) {
      if (code_[close] == '(') ++depth;
      if (code_[close] == ')' && --depth == 0) break;
    }
    const std::size_t next = behind_blanks(close + 1);
    return next < code_.size() && (code_[next] == '(' || code_[next] == '[');
  }

  [[nodiscard]] std::vector<std::string> names(ItemKind kind, std::size_t from, std::size_t head_end,
                                               std::size_t end) const {
    if (parameters_ != none && kind != ItemKind::type && kind != ItemKind::other) {
      const bool pointer = kind == ItemKind::declaration && begin_with_pointer() && hold_name();
      return {std::string(pointer ? name_in_parentheses() : word_before(parameters_))};
    }
    std::vector<std::string> found;
    const std::string_view code = code_.substr(from, (kind == ItemKind::type ? head_end : end) - from);
    if (kind == ItemKind::type) {
      bool next = false;
      for (std::size_t at = 0; at < code.size() && found.empty(); ++at) {
        if (!is_word_letter(code[at]) || (at > 0 && is_word_letter(code[at - 1]))) continue;
        const std::string_view word = word_at(from + at);
        if (next && !takes_arguments(word) && !is_type_word(word) && !is_digit(word.front())) found.emplace_back(word);
        next |= is_type_word(word);
      }
      return found;
    }
    // A name is followed by a value, an extent, a comma or the end.
    int depth = 0;
    bool in_value = false;
    for (std::size_t at = 0; at < code.size(); ++at) {
      const char letter = code[at];
      const bool ends_name = letter == '=' || letter == '[' || letter == '{' || letter == ',' || letter == ';';
      if (depth == 0 && ends_name) {
        const std::string_view word = word_before(from + at);
        if (!in_value && !word.empty() && !is_digit(word.front())) found.emplace_back(word);
        in_value = letter == '=' || (in_value && letter != ',');
      }
      if (letter == '(' || letter == '[' || letter == '{') ++depth;
      if (letter == ')' || letter == ']' || letter == '}') --depth;
    }
    if (found.empty() && parameters_ != none && word_at(from) == "typedef") {
      const bool inside = begin_with_pointer() || hold_name();
      if (const auto name = inside ? name_in_parentheses() : word_before(parameters_); !name.empty()) {
        found.emplace_back(name);
      }
    }
    return found;
  }

  std::string_view code_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<Branch> branches_;  ///< the conditions around at_
  std::vector<SourceItem> items_;
  // Of the item that has begun.
  std::size_t begin_ = none;       ///< none: no item has begun
  std::size_t head_end_ = none;    ///< its first brace or equals sign outside of brackets
  std::size_t parameters_ = none;  ///< its first parenthesis outside of brackets
  std::size_t equals_ = none;
  TextRange body_;
  bool template_ = false, instantiation_ = false;
};

}  // namespace

std::vector<SourceItem> source_items(const ScannedText& text, TextRange part) {
  return ItemReader(text, part).read();
}

}  // namespace lanescope::compiler
