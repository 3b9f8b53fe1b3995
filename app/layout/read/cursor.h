// A place in a text of a layout, from which symbols, words and numbers are taken. Blanks before them do not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"

namespace lanescope::layout {

class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t position();  ///< of the next character that is no blank
  [[nodiscard]] bool at_end() { return position() == text_.size(); }
  [[nodiscard]] bool sees(std::string_view symbol);
  bool skip(std::string_view symbol);  ///< Returns whether it was there.
  [[nodiscard]] Status expect(std::string_view symbol);
  [[nodiscard]] Status expect_end();
  /// Takes letters, digits and underscores, and points where they are said to belong to words; may be none.
  std::string_view word(bool with_points = false);
  /// Takes a whole number, in the form of C++ or CuTe: 8, -8, 0x1f, _8.
  [[nodiscard]] Expected<std::int64_t> number();
  /// Returns what is left, and ends.
  std::string_view rest();

  /// Returns an error that names the character.
  [[nodiscard]] tl::unexpected<Error> refused(std::size_t position, const Message& what, Message remedy = {}) const;

 private:
  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace lanescope::layout
