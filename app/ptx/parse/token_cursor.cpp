#include "ptx/parse/token_cursor.h"

#include <optional>

#include <fmt/format.h>

#include "ptx/messages.h"
#include "ptx/parse/literal.h"

namespace lanescope::ptx {

bool TokenCursor::at_pair(std::string_view both) const {
  if (!at(both.front())) return false;
  Scanner ahead = scanner_;
  const Token second = ahead.next();
  return second.is(both.back()) && second.text.data() == current_.text.data() + 1;
}

bool TokenCursor::expect(char punctuation) {
  return accept(punctuation) || unexpected(fmt::format("'{}'", punctuation));
}

bool TokenCursor::name(std::string_view& result, std::string_view what) {
  if (!at_identifier() || current_.text.find_first_of(".:") != std::string_view::npos) return unexpected(what);
  return take(result);
}

bool TokenCursor::unsigned_number(std::uint64_t& result, std::string_view what, std::uint64_t max_value) {
  const std::optional<Literal> literal = at("WARP_SZ") ? Literal{Literal::Kind::integer, 32}
                                         : at_number() ? read_literal(current_.text)
                                                       : std::nullopt;
  if (!literal || literal->kind != Literal::Kind::integer) return unexpected(what);
  if (literal->bits > max_value) return fail(message<"ptx.too_large">(current_.text, what));
  result = literal->bits;
  advance();
  return true;
}

bool TokenCursor::string(std::string_view& result, std::string_view what) {
  if (current_.kind != Token::Kind::string) return unexpected(what);
  return take(result);
}

bool TokenCursor::fail_at(std::int32_t line, Message what) {
  if (failed()) return false;
  error_.what = std::move(what);
  error_.where = ptx_place(line, function_);
  error_.remedy = message<"ptx.remedy">();
  return false;
}

bool TokenCursor::unexpected(std::string_view expected) {
  const std::string_view text = current_.text.substr(0, 60);
  const Message what = current_.kind == Token::Kind::end      ? message<"ptx.text_ends">()
                       : current_.kind == Token::Kind::broken ? message<"ptx.no_end">()
                       : current_.kind == Token::Kind::string ? message<"ptx.string_stands">(text)
                                                              : message<"ptx.token_stands">(text);
  return fail(message<"ptx.expected">(what, expected));
}

}  // namespace lanescope::ptx
