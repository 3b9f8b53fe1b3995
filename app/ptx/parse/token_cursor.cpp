#include "ptx/parse/token_cursor.h"

#include <optional>

#include <fmt/format.h>

#include "ptx/parse/literal.h"

namespace warpscope::ptx {

bool TokenCursor::at_identifier() const {
  if (!at_word()) return false;
  const char first = current_.text.front();
  return first != '.' && (first < '0' || first > '9');
}

bool TokenCursor::at_number() const {
  return at_word() && current_.text.front() >= '0' && current_.text.front() <= '9';
}

bool TokenCursor::accept(std::string_view text) {
  if (!at(text)) return false;
  advance();
  return true;
}

bool TokenCursor::accept(char punctuation) {
  if (!at(punctuation)) return false;
  advance();
  return true;
}

bool TokenCursor::expect(char punctuation) {
  return accept(punctuation) || unexpected(fmt::format("'{}'", punctuation));
}

bool TokenCursor::name(std::string_view& result, std::string_view what) {
  if (!at_identifier() || current_.text.find_first_of(".:") != std::string_view::npos) return unexpected(what);
  result = current_.text;
  advance();
  return true;
}

bool TokenCursor::unsigned_number(std::uint64_t& result, std::string_view what, std::uint64_t largest) {
  const std::optional<Literal> literal = at_number() ? read_literal(current_.text) : std::nullopt;
  if (!literal || literal->kind != Literal::Kind::integer) return unexpected(what);
  if (literal->bits > largest) return fail(fmt::format("{} is too large for {}", current_.text, what));
  result = literal->bits;
  advance();
  return true;
}

bool TokenCursor::string(std::string_view& result, std::string_view what) {
  if (current_.kind != Token::Kind::string) return unexpected(what);
  result = current_.text;
  advance();
  return true;
}

bool TokenCursor::fail_at(std::int32_t line, std::string what) {
  if (failed()) return false;
  error_.what = std::move(what);
  error_.where = place_.empty() ? fmt::format("PTX line {}", line) : fmt::format("PTX line {}, {}", line, place_);
  error_.remedy = "the text must be whole PTX, as NVRTC writes it";
  return false;
}

bool TokenCursor::unexpected(std::string_view expected) {
  switch (current_.kind) {
    case Token::Kind::end:
      return fail(fmt::format("the text ends where {} was expected", expected));
    case Token::Kind::broken:
      return fail(fmt::format("a comment or string does not end where {} was expected", expected));
    case Token::Kind::string:
      return fail(fmt::format("\"{}\" stands where {} was expected", current_.text.substr(0, 60), expected));
    default:
      return fail(fmt::format("'{}' stands where {} was expected", current_.text.substr(0, 60), expected));
  }
}

}  // namespace warpscope::ptx
