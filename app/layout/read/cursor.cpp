#include "layout/read/cursor.h"

#include <utility>

#include "base/text.h"
#include "layout/messages.h"

namespace lanescope::layout {

std::size_t Cursor::position() {
  while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t' || text_[position_] == '\n'))
    ++position_;
  return position_;
}

bool Cursor::sees(std::string_view symbol) {
  return text_.substr(position()).starts_with(symbol);
}

bool Cursor::skip(std::string_view symbol) {
  if (!sees(symbol)) return false;
  position_ += symbol.size();
  return true;
}

Status Cursor::expect(std::string_view symbol) {
  if (skip(symbol)) return {};
  return refused(position(), message<"memory_layout.expected">(symbol));
}

Status Cursor::expect_end() {
  if (at_end()) return {};
  return refused(position(), message<"memory_layout.unexpected">(text_.substr(position(), 1)));
}

std::string_view Cursor::word(bool with_points) {
  const std::size_t first = position();
  while (position_ < text_.size() && (is_word_letter(text_[position_]) || (with_points && text_[position_] == '.')))
    ++position_;
  return text_.substr(first, position_ - first);
}

Expected<std::int64_t> Cursor::number() {
  const std::size_t first = position();
  const bool negative = skip("-");
  std::string_view digits = word();
  if (digits.starts_with('_')) digits.remove_prefix(1);
  const bool hexadecimal = digits.starts_with("0x") || digits.starts_with("0X");
  if (hexadecimal) digits.remove_prefix(2);
  if (digits.empty() ||
      digits.find_first_not_of(hexadecimal ? "0123456789abcdefABCDEF" : "0123456789") != digits.npos) {
    position_ = first;
    return refused(first, message<"memory_layout.no_number">(), message<"memory_layout.no_number_remedy">());
  }
  const auto value = parse_number<std::int64_t>(digits, hexadecimal ? 16 : 10);
  if (!value)
    return refused(first, message<"memory_layout.number_too_large">(), message<"memory_layout.too_large_remedy">());
  return negative ? -*value : *value;
}

std::string_view Cursor::rest() {
  const std::string_view left = text_.substr(position());
  position_ = text_.size();
  return left;
}

tl::unexpected<Error> Cursor::refused(std::size_t position, const Message& what, Message remedy) const {
  return failure(message<"memory_layout.at_character">(what, position + 1, text_), {}, std::move(remedy));
}

}  // namespace lanescope::layout
