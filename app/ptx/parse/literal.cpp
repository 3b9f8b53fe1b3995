#include "ptx/parse/literal.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"

namespace lanescope::ptx {
namespace {

std::optional<Literal> read_bits(std::string_view digits, std::size_t length, Literal::Kind kind) {
  const auto bits = digits.size() == length ? parse_number<std::uint64_t>(digits, 16) : std::nullopt;
  return bits ? std::optional(Literal{kind, *bits}) : std::nullopt;
}

std::optional<Literal> read_decimal_fraction(std::string_view word) {
  const auto value = parse_number<double>(word);
  return value ? std::optional(Literal{Literal::Kind::float64, std::bit_cast<std::uint64_t>(*value)}) : std::nullopt;
}

// clang-format off
constexpr auto scalars = std::to_array<std::string_view>({
    "%aggr_smem_size", "%clock", "%clock64", "%clock_hi", "%cluster_ctarank", "%cluster_nctarank", "%current_graph_exec",
    "%dynamic_smem_size", "%globaltimer", "%globaltimer_hi", "%globaltimer_lo", "%gridid", "%is_explicit_cluster",
    "%laneid", "%lanemask_eq", "%lanemask_ge", "%lanemask_gt", "%lanemask_le", "%lanemask_lt", "%nsmid", "%nwarpid",
    "%reserved_smem_offset_begin", "%reserved_smem_offset_cap", "%reserved_smem_offset_end", "%smid", "%total_smem_size",
    "%warpid", "WARP_SZ"});
/// These names have .x, .y, .z or .w; alone they are vectors.
constexpr auto vectors = std::to_array<std::string_view>({
    "%cluster_ctaid", "%cluster_nctaid", "%clusterid", "%ctaid", "%nclusterid", "%nctaid", "%ntid", "%tid"});
// clang-format on
static_assert(std::is_sorted(scalars.begin(), scalars.end()) && std::is_sorted(vectors.begin(), vectors.end()));

std::optional<unsigned> number_after(std::string_view word, std::string_view prefix) {
  if (!word.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = word.substr(prefix.size());
  const bool plain = digits.size() == 1 || !digits.starts_with('0');
  return plain ? parse_number<unsigned>(digits) : std::nullopt;
}

}  // namespace

bool begins_number(std::string_view word) {
  return !word.empty() && (is_digit(word.front()) || (word.front() == '.' && word.size() > 1 && is_digit(word[1])));
}

std::optional<Literal> read_literal(std::string_view word) {
  if (!begins_number(word)) return std::nullopt;
  int base = 10;
  std::string_view digits = word;
  if (word.front() == '0' && word.size() > 1) {
    const char letter = static_cast<char>(word[1] | 0x20);  // in lower case
    if (letter == 'f') return read_bits(word.substr(2), 8, Literal::Kind::float32);
    if (letter == 'd') return read_bits(word.substr(2), 16, Literal::Kind::float64);
    base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
    digits.remove_prefix(base == 8 ? 1 : 2);
  }
  if ((base == 10 || base == 8) && word.find_first_of(".eE") != std::string_view::npos)
    return read_decimal_fraction(word);
  if (digits.ends_with('U')) digits.remove_suffix(1);
  if (base == 8 && digits.empty()) digits = "0";  // 0U
  const auto value = parse_number<std::uint64_t>(digits, base);
  return value ? std::optional(Literal{Literal::Kind::integer, *value}) : std::nullopt;
}

Literal negative(Literal literal) {
  if (literal.kind == Literal::Kind::integer) {
    literal.bits = 0 - literal.bits;
  } else {
    literal.bits ^= std::uint64_t{1} << (literal.kind == Literal::Kind::float32 ? 31 : 63);
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
  static_assert(static_cast<int>(Operand::Kind::float64) - static_cast<int>(Operand::Kind::integer) ==
                static_cast<int>(Literal::Kind::float64));
  if (operand.kind < Operand::Kind::integer || operand.kind > Operand::Kind::float64) return std::nullopt;
  const int kind = static_cast<int>(operand.kind) - static_cast<int>(Operand::Kind::integer);
  return Literal{static_cast<Literal::Kind>(kind), operand.bits};
}

std::string text_of(Literal literal) {
  if (literal.kind == Literal::Kind::float32) return fmt::format("0f{:08X}", static_cast<std::uint32_t>(literal.bits));
  if (literal.kind == Literal::Kind::float64) return fmt::format("0d{:016X}", literal.bits);
  return fmt::format("{}", static_cast<std::int64_t>(literal.bits));
}

bool is_plain(std::string_view word) {
  if (word.starts_with("0f") || word.starts_with("0d")) {
    return std::none_of(word.begin() + 2, word.end(), [](char letter) { return letter >= 'a'; });
  }
  // 18 digits are always below 2^63.
  return std::all_of(word.begin(), word.end(), is_digit) && (word.size() == 1 || word.front() != '0') &&
         word.size() <= 18;
}

bool is_special_vector(std::string_view word) {
  return std::binary_search(vectors.begin(), vectors.end(), word);
}

bool is_special_register(std::string_view word) {
  if (std::binary_search(scalars.begin(), scalars.end(), word)) return true;
  if (word.size() > 2 && word[word.size() - 2] == '.' &&
      std::string_view("xyzw").find(word.back()) != std::string_view::npos) {
    return is_special_vector(word.substr(0, word.size() - 2));
  }
  if (const auto n = number_after(word, "%envreg")) return *n < 32;
  if (const auto n = number_after(word, "%reserved_smem_offset_")) return *n < 2;
  if (word.ends_with("_64")) word.remove_suffix(3);
  const auto n = number_after(word, "%pm");
  return n.has_value() && *n < 8;
}

}  // namespace lanescope::ptx
