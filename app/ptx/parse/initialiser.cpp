// Reads values of variables: numbers, addresses, nested lists.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "ptx/messages.h"
#include "ptx/parse/constant_expression.h"
#include "ptx/parse/declaration.h"
#include "ptx/parse/literal.h"

namespace lanescope::ptx {
namespace {

/// The most padding of nested lists that are shorter than their dimension; NVRTC writes flat lists.
constexpr std::uint64_t max_padding = std::uint64_t{1} << 20;

class InitialiserReader {
 public:
  InitialiserReader(TokenCursor& cursor, Variable& variable) : cursor_(cursor), variable_(variable) {}

  bool read() {
    variable_.initialised = true;
    if (cursor_.at('{') ? !read_list(0) : !read_value()) return false;
    if (variable_.dimensions.empty() || variable_.dimensions.front() != 0) {
      if (variable_.initial.size() > variable_.elements()) return cursor_.fail(message<"ptx.initialiser_values">());
    }
    return true;
  }

 private:
  /// Copies the current token unchanged to the text.
  void take() {
    variable_.initialiser += cursor_.current().text;
    if (cursor_.at(',')) variable_.initialiser += ' ';
    cursor_.advance();
  }
  bool take(char punctuation) {
    if (!cursor_.at(punctuation)) return cursor_.unexpected(fmt::format("'{}'", punctuation));
    take();
    return true;
  }

  bool read_list(std::size_t level) {
    const std::size_t levels = variable_.dimensions.size() + (variable_.vector > 1 ? 1 : 0);
    if (level >= levels) return cursor_.fail(message<"ptx.initialiser_braces">());
    const std::size_t begin = variable_.initial.size();
    take();
    if (!cursor_.at('}')) {
      for (;;) {
        if (cursor_.at('{') ? !read_list(level + 1) : !read_value()) return false;
        if (!cursor_.at(',')) break;
        take();
      }
    }
    if (!take('}')) return false;
    return level == 0 || pad(begin, level);
  }

  /// Fills up the list of a nested level with zeros.
  bool pad(std::size_t begin, std::size_t level) {
    std::uint64_t size = variable_.vector;
    for (std::size_t i = level; i < variable_.dimensions.size(); ++i) size *= variable_.dimensions[i];
    const std::uint64_t there = variable_.initial.size() - begin;
    if (there > size) return cursor_.fail(message<"ptx.initialiser_list">());
    padding_ += size - there;
    if (padding_ > max_padding) return cursor_.fail(message<"ptx.initialiser_padding">());
    variable_.initial.resize(begin + size, std::uint64_t{0});
    return true;
  }

  bool read_value() {
    ConstantReader constants(cursor_);
    if (!constants.begins() && !cursor_.at('-') && !cursor_.at('!')) return read_address();
    Constant constant;
    if (!constants.read(constant)) return false;
    variable_.initialiser += text_of(constant);
    if (!constant.is_computed && cursor_.at('(')) return read_masked(constant.literal);
    if (const auto bits = bits_as_type(constant.literal)) {
      variable_.initial.emplace_back(*bits);
      return true;
    }
    return cursor_.fail(message<"ptx.initialiser_real">());
  }

  /// Returns the bits in the variable's type; nothing for floating point in an integer.
  [[nodiscard]] std::optional<std::uint64_t> bits_as_type(Literal literal) const {
    const bool floating = variable_.type == Type::f32 || variable_.type == Type::f64;
    const unsigned bits = literal.kind == Literal::Kind::float32 ? 32 : 64;
    if (!floating && literal.kind != Literal::Kind::integer && bits_of(variable_.type) != bits) return std::nullopt;
    return bits_as(literal, variable_.type);
  }

  /// Reads "0xFF00(generic(name)+4)" after the mask.
  bool read_masked(const Literal& mask) {
    if (mask.kind != Literal::Kind::integer || mask.bits == 0) return cursor_.fail(message<"ptx.initialiser_mask">());
    take();
    if (!read_address()) return false;
    std::get<SymbolAddress>(variable_.initial.back()).mask = mask.bits;
    return take(')');
  }

  bool read_address() {
    SymbolAddress address;
    if (cursor_.at("generic")) {
      address.generic = true;
      take();
      if (!take('(')) return false;
    }
    if (!cursor_.at_identifier() || cursor_.current().text.find_first_of(".:%") != std::string_view::npos)
      return cursor_.unexpected("a value");
    address.name = cursor_.current().text;
    take();
    if (address.generic && !cursor_.at(')') && !read_offset(address)) return false;
    if (address.generic && !take(')')) return false;
    if (!read_offset(address)) return false;
    variable_.initial.emplace_back(std::move(address));
    return true;
  }

  bool read_offset(SymbolAddress& address) {
    const bool plus = cursor_.accept('+');
    const bool minus = cursor_.accept('-');
    if (!plus && !minus) return true;
    ConstantReader constants(cursor_);
    if (!constants.begins()) return cursor_.unexpected("an offset in bytes");
    Constant constant;
    if (!(minus ? constants.read_after('-', constant) : constants.read(constant))) return false;
    if (constant.literal.kind != Literal::Kind::integer) return cursor_.fail(message<"ptx.constant_operands">());
    variable_.initialiser += (plus ? "+" : "") + text_of(constant);
    address.offset += static_cast<std::int64_t>(constant.literal.bits);
    return true;
  }

  TokenCursor& cursor_;
  Variable& variable_;
  std::uint64_t padding_ = 0;
};

}  // namespace

bool read_initialiser(TokenCursor& cursor, Variable& variable) {
  return InitialiserReader(cursor, variable).read();
}

}  // namespace lanescope::ptx
