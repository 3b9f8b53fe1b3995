// The symbols of a function body. Scopes in braces have registers and variables of their own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/module.h"

namespace lanescope::ptx {

/// The table holds views of the PTX text.
class SymbolTable {
 public:
  struct Symbol {
    enum class Kind : std::uint8_t {
      none,
      reg,        ///< index into Function::registers
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
  bool declare_register_range(std::string_view prefix, Type type, std::uint32_t count);
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
    Type type = Type::none;
    std::uint32_t count = 0;
    std::uint32_t depth = 0;
    std::int32_t previous = -1;
  };
  struct Scope {
    std::vector<std::string_view> names, prefixes;
  };

  bool declare(std::string_view name, Declaration declaration);
  /// Returns the innermost range that declares the name, or null.
  [[nodiscard]] const Range* range_of(std::string_view name) const;
  Symbol use(Declaration& declaration);

  Function& function_;
  std::vector<Scope> scopes_;  ///< without the body itself
  std::vector<Declaration> declarations_;
  std::vector<Range> ranges_;
  std::unordered_map<std::string_view, std::int32_t> innermost_;        ///< into declarations_
  std::unordered_map<std::string_view, std::int32_t> innermost_range_;  ///< by prefix, into ranges_
  std::unordered_map<std::string_view, std::uint32_t> claims_;          ///< how often unique() was called
  std::size_t inner_ranges_ = 0;                                        ///< open ranges of scopes
};

}  // namespace lanescope::ptx
