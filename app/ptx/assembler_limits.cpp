#include "ptx/assembler_limits.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "ptx/messages.h"
#include "ptx/parse/literal.h"
#include "ptx/parse/token_cursor.h"

namespace lanescope::ptx {
namespace {

std::optional<std::uint64_t> number_of(const TokenCursor& cursor) {
  const auto literal = cursor.at_number() ? read_literal(cursor.current().text) : std::nullopt;
  return literal && literal->kind == Literal::Kind::integer ? std::optional(literal->bits) : std::nullopt;
}

/// The cursor stands after the directive.
bool counts_threads(TokenCursor& cursor, const std::string& directive) {
  constexpr std::uint64_t max_threads = std::numeric_limits<std::int32_t>::max();
  std::uint64_t threads = 1;
  do {
    const auto extent = number_of(cursor);
    if (!extent) return true;
    if (*extent > max_threads || threads * *extent > max_threads) {
      return cursor.fail(message<"ptx.too_many_threads">(directive));
    }
    threads *= *extent;
    cursor.advance();
  } while (cursor.accept(','));
  return true;
}

bool divides_by_a_number(TokenCursor& cursor) {
  const auto divisor = number_of(cursor);
  if (divisor && *divisor > 0 && *divisor <= std::numeric_limits<std::int64_t>::max()) return true;
  return cursor.fail(message<"ptx.division_of_constants">());
}

}  // namespace

Status check_assembler_limits(std::string_view ptx) {
  TokenCursor cursor(ptx);
  while (!cursor.failed() && cursor.current().kind != Token::Kind::end &&
         cursor.current().kind != Token::Kind::broken) {
    const bool threads = cursor.at(".maxntid") || cursor.at(".reqntid"), division = cursor.at('/');
    const std::string word(cursor.current().text);
    cursor.advance();
    if (threads) counts_threads(cursor, word);
    if (division) divides_by_a_number(cursor);
  }
  return cursor.failed() ? failure(cursor.take_error()) : Status();
}

}  // namespace lanescope::ptx
