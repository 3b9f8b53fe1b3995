#include "catalogue/propose/ptx_hints.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/text.h"

namespace lanescope::catalogue {
namespace {

struct Line {
  std::vector<std::string_view> words;     ///< of the opcode, between its points: "ld", "global", "v4", "b32"
  std::vector<std::string_view> operands;  ///< with their brackets and braces
  [[nodiscard]] bool has(std::string_view word) const { return std::ranges::find(words, word) != words.end(); }
};

/// Splits "%r1, [%rd2+4], {%f1, %f2}" at the commas outside of brackets.
std::vector<std::string_view> operands_in(std::string_view text) {
  std::vector<std::string_view> operands;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char letter = at < text.size() ? text[at] : ',';
    depth += letter == '{' || letter == '[' || letter == '('   ? 1
             : letter == '}' || letter == ']' || letter == ')' ? -1
                                                               : 0;
    if (letter != ',' || depth > 0) continue;
    if (const std::string_view operand = trim(text.substr(begin, at - begin)); !operand.empty())
      operands.push_back(operand);
    begin = at + 1;
  }
  return operands;
}

/// Returns the instructions of a body; labels, directives, guards and the braces around inline assembly are left out.
std::vector<Line> lines_of(std::string_view body) {
  std::vector<Line> lines;
  for (std::string_view statement : split(body, ';')) {
    for (bool more = true; more;) {
      statement = trim(statement);
      // No semicolon ends a place in the source.
      while (begins_with_word(statement, ".loc")) {
        statement = trim(statement.substr(std::min(statement.find('\n'), statement.size())));
      }
      const std::size_t end = statement.find_first_of(" \t\n");
      const std::string_view first = statement.substr(0, end);
      const bool skipped = first.starts_with('@') || first.ends_with(':') || first == "{" || first == "}";
      more = skipped && end != std::string_view::npos;
      if (more) statement.remove_prefix(end);
    }
    while (statement.starts_with('{') || statement.starts_with('}')) statement = trim(statement.substr(1));
    const std::size_t end = statement.find_first_of(" \t\n");
    if (end == std::string_view::npos || statement.starts_with('.')) continue;
    lines.push_back({split(statement.substr(0, end), '.'), operands_in(statement.substr(end))});
  }
  return lines;
}

/// Calls `take` with each register in an operand. Its name need not begin with '%'; names of variables are taken, too.
template <class Take>
void each_register(std::string_view operand, const Take& take) {
  const auto is_of_name = [](char letter) { return is_word_letter(letter) || letter == '%' || letter == '$'; };
  for (std::size_t at = 0; at < operand.size(); ++at) {
    if (!is_of_name(operand[at])) continue;
    std::size_t end = at + 1;
    while (end < operand.size() && (is_of_name(operand[end]) || operand[end] == '.')) ++end;
    if (!is_digit(operand[at])) take(std::string(operand.substr(at, end - at)));
    at = end;
  }
}

/// The type of elements of an access ".f32", ".s8", ".b16"; of bits only the width is known.
std::optional<ElementType> element_of(std::string_view type, bool floating, bool bfloat) {
  if (type.size() < 2) return std::nullopt;
  const std::string bits(type.substr(1));
  if (type == "bf16") return ElementType::bf16;
  if (type[0] == 'f' || (type[0] == 'b' && floating)) return element_type(bfloat && bits == "16" ? "bf16" : "f" + bits);
  if (type[0] == 's') return element_type("i" + bits);
  return type[0] == 'u' || type[0] == 'b' ? element_type((type[0] == 'u' ? "u" : "i") + bits) : std::nullopt;
}

class Follow {
 public:
  explicit Follow(std::string_view body) : lines_(lines_of(body)) {}

  std::map<std::string, PointerHint> hints() {
    // Loops carry registers back, so everything is followed until nothing changes; the text bounds the rounds.
    for (std::size_t round = 0; round < lines_.size() && step(); ++round) {
    }
    for (const Line& line : lines_) access(line);
    return std::move(hints_);
  }

 private:
  [[nodiscard]] static bool is_access(const Line& line) {
    const std::string_view name = line.words.front();
    const bool memory = name == "ld" || name == "ldu" || name == "st" || name == "atom" || name == "red";
    return memory && !line.has("param") && !line.has("shared") && !line.has("local") && !line.has("const");
  }

  bool step() {
    bool changed = false;
    for (const Line& line : lines_) {
      if (line.operands.size() < 2) continue;
      const std::string_view name = line.words.front();
      const auto add = [&](const std::string& to, const std::string& parameter) {
        changed = origins_[to].insert(parameter).second || changed;
      };
      if (name == "ld" && line.has("param")) {
        const std::string_view from = trim(line.operands[1].substr(1, line.operands[1].size() - 2));
        const bool wide = line.words.back().ends_with("64");
        if (wide) each_register(line.operands[0], [&](const std::string& to) { add(to, std::string(from)); });
        continue;
      }
      if (!is_access(line) && name != "ld" && name != "setp") {
        // Addresses are computed with 64 bits; offsets of fewer come from numbers.
        const bool address = line.words.back().ends_with("64") || name == "cvta";
        each_register(line.operands[0], [&](const std::string& to) {
          for (std::size_t i = 1; i < line.operands.size(); ++i) {
            each_register(line.operands[i], [&](const std::string& from) {
              const auto known = origins_.find(from);
              if (address && known != origins_.end()) {
                for (const std::string& parameter : std::set<std::string>(known->second)) add(to, parameter);
              }
              changed = mark(line, from, to) || changed;
            });
          }
        });
      }
    }
    return changed;
  }

  /// Notes that registers of an instruction of floating point hold such numbers, also through moves.
  bool mark(const Line& line, const std::string& from, const std::string& to) {
    bool changed = false;
    const std::string_view name = line.words.front();
    const bool moves = name == "mov" || name == "selp";
    const auto set = [&](const std::string& each, bool bfloat) {
      changed = (bfloat ? bfloats_ : floats_).insert(each).second || changed;
    };
    if (moves) {
      for (const bool bfloat : {false, true}) {
        const auto& known = bfloat ? bfloats_ : floats_;
        const bool one = known.contains(from), other = known.contains(to);
        if (one && !other) set(to, bfloat);
        if (other && !one) set(from, bfloat);
      }
    }
    const auto floating = [](std::string_view type) {
      return type == "f16" || type == "f16x2" || type == "f32" || type == "f64";
    };
    const auto bfloat = [](std::string_view type) { return type == "bf16" || type == "bf16x2"; };
    // cvt.f32.bf16 says of the source what stands last, of the result what stands before.
    const std::string_view source = line.words.back();
    const std::string_view result = name == "cvt" && line.words.size() > 2 ? line.words[line.words.size() - 2] : source;
    if (floating(source)) set(from, false);
    if (bfloat(source)) set(from, true);
    if (floating(result)) set(to, false);
    if (bfloat(result)) set(to, true);
    return changed;
  }

  void access(const Line& line) {
    // What becomes an address of global memory is a pointer, also where nothing shows what lies there.
    if (line.words.front() == "cvta" && line.operands.size() > 1) {
      each_register(line.operands[1], [&](const std::string& from) {
        for (const std::string& parameter : origins_[from]) hints_.try_emplace(parameter);
      });
    }
    if (!is_access(line)) return;
    const std::string_view name = line.words.front();
    const auto bracket =
        std::ranges::find_if(line.operands, [](std::string_view each) { return each.starts_with('['); });
    if (bracket == line.operands.end()) return;
    bool floating = false, bfloat = false;
    for (const std::string_view operand : line.operands) {
      if (operand.starts_with('[')) continue;
      each_register(operand, [&](const std::string& value) {
        floating = floating || floats_.contains(value) || bfloats_.contains(value);
        bfloat = bfloat || bfloats_.contains(value);
      });
    }
    each_register(*bracket, [&](const std::string& base) {
      const auto known = origins_.find(base);
      if (known == origins_.end()) return;
      for (const std::string& parameter : known->second) {
        PointerHint& hint = hints_[parameter];
        hint.loads = hint.loads || name != "st";
        hint.stores = hint.stores || (name != "ld" && name != "ldu");
        const auto element = element_of(line.words.back(), floating, bfloat);
        // A number with a type says more than bits, and the first access more than later ones.
        if (element && (!hint.element || (is_integer(*hint.element) && !is_integer(*element)))) hint.element = element;
      }
    });
  }

  std::vector<Line> lines_;
  std::map<std::string, std::set<std::string>> origins_;  ///< by register: the parameters it was computed from
  std::set<std::string> floats_, bfloats_;                ///< registers that hold such numbers
  std::map<std::string, PointerHint> hints_;
};

}  // namespace

std::map<std::string, PointerHint> pointer_hints(std::string_view body) {
  return Follow(body).hints();
}

}  // namespace lanescope::catalogue
