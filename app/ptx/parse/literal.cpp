#include "ptx/parse/literal.h"

#include <algorithm>
#include <bit>
#include <charconv>

#include <fmt/format.h>

#include "base/text.h"

namespace warpscope::ptx {
namespace {

std::optional<std::uint64_t> read_integer(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::optional<Literal> read_bits(std::string_view digits, std::size_t length, Literal::Kind kind) {
  const auto bits = digits.size() == length ? read_integer(digits, 16) : std::nullopt;
  return bits ? std::optional(Literal{kind, *bits}) : std::nullopt;
}

std::optional<Literal> read_decimal_fraction(std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return Literal{Literal::Kind::float64, std::bit_cast<std::uint64_t>(value)};
}

}  // namespace

std::optional<Literal> read_literal(std::string_view word) {
  if (word.empty() || !is_digit(word.front())) return std::nullopt;
  int base = 10;
  std::string_view digits = word;
  if (word.front() == '0' && word.size() > 1) {
    switch (word[1]) {
      case 'f':
      case 'F':
        return read_bits(word.substr(2), 8, Literal::Kind::float32);
      case 'd':
      case 'D':
        return read_bits(word.substr(2), 16, Literal::Kind::float64);
      case 'x':
      case 'X':
        base = 16;
        digits.remove_prefix(2);
        break;
      case 'b':
      case 'B':
        base = 2;
        digits.remove_prefix(2);
        break;
      default:
        base = 8;
        digits.remove_prefix(1);
        break;
    }
  }
  const bool fraction = (base == 10 || base == 8) && std::any_of(word.begin(), word.end(), [](char letter) {
                          return letter == '.' || letter == 'e' || letter == 'E';
                        });
  if (fraction) return read_decimal_fraction(word);
  if (digits.ends_with('U')) digits.remove_suffix(1);
  if (base == 8 && digits.empty()) digits = "0";  // 0U
  const auto value = read_integer(digits, base);
  return value ? std::optional(Literal{Literal::Kind::integer, *value}) : std::nullopt;
}

Literal negative(Literal literal) {
  switch (literal.kind) {
    case Literal::Kind::integer:
      literal.bits = 0 - literal.bits;
      break;
    case Literal::Kind::float32:
      literal.bits ^= std::uint64_t{1} << 31;
      break;
    case Literal::Kind::float64:
      literal.bits ^= std::uint64_t{1} << 63;
      break;
  }
  return literal;
}

std::uint64_t bits_as(Literal literal, Type type) {
  if ((type != Type::f32 || literal.kind == Literal::Kind::float32) &&
      (type != Type::f64 || literal.kind == Literal::Kind::float64)) {
    return literal.bits;
  }
  const double value =
      literal.kind == Literal::Kind::integer   ? static_cast<double>(static_cast<std::int64_t>(literal.bits))
      : literal.kind == Literal::Kind::float64 ? std::bit_cast<double>(literal.bits)
                                               : double{std::bit_cast<float>(static_cast<std::uint32_t>(literal.bits))};
  if (type == Type::f64) return std::bit_cast<std::uint64_t>(value);
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

std::optional<Literal> literal_of(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::integer:
      return Literal{Literal::Kind::integer, operand.bits};
    case Operand::Kind::float32:
      return Literal{Literal::Kind::float32, operand.bits};
    case Operand::Kind::float64:
      return Literal{Literal::Kind::float64, operand.bits};
    default:
      return std::nullopt;
  }
}

std::string text_of(Literal literal) {
  switch (literal.kind) {
    case Literal::Kind::float32:
      return fmt::format("0f{:08X}", static_cast<std::uint32_t>(literal.bits));
    case Literal::Kind::float64:
      return fmt::format("0d{:016X}", literal.bits);
    case Literal::Kind::integer:
      break;
  }
  return fmt::format("{}", static_cast<std::int64_t>(literal.bits));
}

bool is_plain(std::string_view word) {
  if (word.starts_with("0f") || word.starts_with("0d")) {
    return std::none_of(word.begin() + 2, word.end(), [](char letter) { return letter >= 'a'; });
  }
  // 18 digits are below 2^63 whatever they are.
  return std::all_of(word.begin(), word.end(), is_digit) && (word.size() == 1 || word.front() != '0') &&
         word.size() <= 18;
}

}  // namespace warpscope::ptx
