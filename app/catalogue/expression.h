// Expressions of the front matter: exact integers, compiled once, evaluated many times a second while a slider moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/names.h"

namespace warpscope::catalogue {

/// A compiled expression. Copies share the compiled form; evaluate() may be called from several threads.
class Expression {
 public:
  Expression() = default;  ///< the constant 0

  /// `where` is "file:line" for errors. Errors: syntax (with the position), unknown name or function (with the
  /// nearest), a literal that is no integer or beyond 2^53.
  [[nodiscard]] static Expected<Expression> compile(std::string_view text, const Names& names, std::string where);

  /// `values` by slot of the names it was compiled with, each within ±2^53. Error: division by zero, a result or a step
  /// beyond 2^53; the message holds the text and the values of its names.
  [[nodiscard]] Expected<std::int64_t> evaluate(std::span<const std::int64_t> values) const;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  /// The slots of the names in it, each once.
  [[nodiscard]] const std::vector<std::size_t>& slots() const noexcept { return slots_; }
  /// "block_x = 64, block_y = 32": its names with their values, empty when it has none.
  [[nodiscard]] std::string values_text(std::span<const std::int64_t> values) const;

 private:
  struct Program;

  std::string text_ = "0";
  std::string where_;
  std::vector<std::size_t> slots_;
  std::vector<std::string> names_;    ///< by slots_
  std::int64_t constant_ = 0;         ///< when there is neither a program nor a name
  std::shared_ptr<Program> program_;  ///< null for a lone number or a lone name, most of what front matters hold
};

}  // namespace warpscope::catalogue
