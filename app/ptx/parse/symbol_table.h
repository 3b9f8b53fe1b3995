// The symbols of a function body. Scopes in braces have registers and variables of their own.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/module.h"

namespace lanescope::ptx {

inline constexpr std::string_view letters_of_components = "xyzw";
/// Returns "%v$x": a register for a component of a vector, whose own name no register may have.
[[nodiscard]] std::string component_name(std::string_view vector, std::size_t lane);

/// The table holds views of the PTX text.
class SymbolTable {
 public:
  struct Symbol {
    enum class Kind : std::uint8_t {
      none,
      reg,        ///< index into Function::registers
      vector,     ///< of registers: index for components()
      variable,   ///< index into Function::variables
      parameter,  ///< of the function, or a result
    } kind = Kind::none;
    std::uint32_t index = 0;
  };

  explicit SymbolTable(Function& function);

  void open_scope();
  void close_scope();
  [[nodiscard]] std::size_t depth() const { return scopes_.size(); }

  /// Returns false when the scope already has the name.
  bool declare_register(std::string_view name, Type type);
  /// `lanes`: of each register; number 3 of ".reg .v2 .b32 %v<9>" has the components "%v$x3" and "%v$y3".
  bool declare_register_range(std::string_view prefix, Type type, std::uint32_t count, std::size_t lanes = 1);
  /// Declares the components of ".reg .v4 .b32 %v" as registers, which are called "%v.x" in the text and "%v$x" in the
  /// function, and their vector. Returns false when the scope already has one of the names.
  bool declare_vector(std::string_view name, Type type, std::size_t lanes);
  /// Returns the names of a vector's components in the text.
  [[nodiscard]] std::span<const std::string> components(const Symbol& vector) const { return vectors_[vector.index]; }
  /// Adds it to Function::variables under a unique name.
  bool declare_variable(std::string_view name, Variable variable);

  /// Returns the innermost symbol. A register is added to Function::registers on its first use.
  Symbol find(std::string_view name);

  /// Returns the name itself, or with "@1", "@2" ... after it when the function has it already.
  std::string unique(std::string_view name);

 private:
  struct Declaration {
    std::string_view name;
    Symbol symbol;
    Type type = Type::none;  ///< of a reg
    std::uint32_t depth = 0;
    std::int32_t previous = -1;  ///< the declaration that this one hides
    bool used = false;           ///< of a reg: symbol.index is valid
  };
  struct Range {
    std::string_view prefix;
    Type type = Type::none;
    std::uint32_t count = 0;
    std::size_t lanes = 1;
    std::uint32_t depth = 0;
    std::int32_t previous = -1;
  };
  struct Scope {
    std::vector<std::string_view> names, prefixes;
  };

  bool declare(std::string_view name, Declaration declaration);
  /// `number`: the digits of the name of a vector of a range; empty for others.
  bool declare_vector(std::string_view name, std::string_view prefix, std::string_view number, Type type,
                      std::size_t lanes, std::uint32_t depth);
  /// Returns the innermost range that declares the name, or null.
  [[nodiscard]] const Range* range_of(std::string_view name) const;
  Symbol use(Declaration& declaration);

  Function& function_;
  std::vector<Scope> scopes_;  ///< without the body itself
  std::vector<Declaration> declarations_;
  std::vector<Range> ranges_;
  std::deque<std::vector<std::string>> vectors_;                        ///< names of components in the text
  std::deque<std::string> names_;                                       ///< those that the text does not have
  std::unordered_map<std::string_view, std::int32_t> innermost_;        ///< into declarations_
  std::unordered_map<std::string_view, std::int32_t> innermost_range_;  ///< by prefix, into ranges_
  std::unordered_map<std::string_view, std::uint32_t> claims_;          ///< how often unique() was called
  std::size_t inner_ranges_ = 0;                                        ///< open ranges of scopes
};

}  // namespace lanescope::ptx
