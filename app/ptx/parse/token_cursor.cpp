#include "ptx/parse/token_cursor.h"

#include <optional>

#include <fmt/format.h>

#include "ptx/parse/literal.h"

namespace lanescope::ptx {

bool TokenCursor::expect(char punctuation) {
  return accept(punctuation) || unexpected(fmt::format("'{}'", punctuation));
}

bool TokenCursor::name(std::string_view& result, std::string_view what) {
  if (!at_identifier() || current_.text.find_first_of(".:") != std::string_view::npos) return unexpected(what);
  return take(result);
}

bool TokenCursor::unsigned_number(std::uint64_t& result, std::string_view what, std::uint64_t max_value) {
  const std::optional<Literal> literal = at_number() ? read_literal(current_.text) : std::nullopt;
  if (!literal || literal->kind != Literal::Kind::integer) return unexpected(what);
  if (literal->bits > max_value) return fail(fmt::format("{} is too large for {}", current_.text, what));
  result = literal->bits;
  advance();
  return true;
}

bool TokenCursor::string(std::string_view& result, std::string_view what) {
  if (current_.kind != Token::Kind::string) return unexpected(what);
  return take(result);
}

bool TokenCursor::fail_at(std::int32_t line, std::string what) {
  if (failed()) return false;
  error_.what = std::move(what);
  error_.where = place_.empty() ? fmt::format("PTX line {}", line) : fmt::format("PTX line {}, {}", line, place_);
  error_.remedy = "the text must be whole PTX, as NVRTC writes it";
  return false;
}

bool TokenCursor::unexpected(std::string_view expected) {
  const std::string_view text = current_.text.substr(0, 60);
  const std::string what = current_.kind == Token::Kind::end      ? "the text ends"
                           : current_.kind == Token::Kind::broken ? "a comment or string does not end"
                           : current_.kind == Token::Kind::string ? fmt::format("\"{}\" stands", text)
                                                                  : fmt::format("'{}' stands", text);
  return fail(fmt::format("{} where {} was expected", what, expected));
}

}  // namespace lanescope::ptx
