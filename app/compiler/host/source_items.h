// What stands at the top level of a file of CUDA C++, found by its brackets alone: no macro is expanded, no type is
// known.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::compiler {

/// A piece of a text, in bytes: from `begin` up to but not including `end`.
struct TextRange {
  std::size_t begin = 0, end = 0;
  friend bool operator==(const TextRange&, const TextRange&) = default;
};

/// A line that the preprocessor reads, with those that a backslash adds to it.
struct Directive {
  TextRange range;   ///< without the final end of line
  std::string word;  ///< "include", "define", "if"
  std::string rest;  ///< what follows the word, without comments
};

/// A text whose brackets can be counted: of the same length and with the same lines, but comments and directives are
/// blank, and so are the insides of literals. The first byte of a directive that begins, changes or ends a condition is
/// 1, 2 or 3 instead of a blank.
struct ScannedText {
  std::string code;
  std::vector<Directive> directives;
};
[[nodiscard]] ScannedText scan_text(std::string_view text);

/// function: with a body. type: a struct, class, union or enumeration with a body. variable: an object with or without
/// a value. declaration: a function without a body, or a call of a macro. explicit_instantiation: `template` without
/// parameters. other: using, typedef, static_assert, a type without a body.
enum class ItemKind { function, type, variable, declaration, explicit_instantiation, other };

struct SourceItem {
  ItemKind kind = ItemKind::other;
  TextRange range;                 ///< from the first word to the last bracket or semicolon
  TextRange body;                  ///< between the braces of a function or type; empty for others
  std::string head;                ///< the code before the body, the value or the final semicolon
  std::vector<std::string> names;  ///< what it declares, without namespaces: ["transpose"], ["a", "b"]
};

/// The items of a part of a scanned text, in order. Namespaces and extern "C" { } are opened. Of conditions every
/// branch counts, each from the brackets that were open before the first. A part that never closes its brackets is one
/// item.
[[nodiscard]] std::vector<SourceItem> source_items(const ScannedText& text, TextRange part);

/// The identifiers and keywords of code, in order.
[[nodiscard]] std::vector<std::string_view> words_in(std::string_view code);

}  // namespace lanescope::compiler
