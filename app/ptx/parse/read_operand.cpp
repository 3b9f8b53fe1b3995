#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "ptx/messages.h"
#include "ptx/parse/body_reader.h"
#include "ptx/parse/literal.h"

namespace lanescope::ptx {
namespace {

bool consists_of(std::string_view text, std::string_view letters) {
  return text.find_first_not_of(letters) == std::string_view::npos;
}

/// Whether the text is ".x" of a vector, or ".b1", ".b3210", ".h0", ".h10" of a video instruction, without the dot.
bool is_selector(std::string_view text) {
  if (text.empty()) return false;
  if (text.size() == 1) return consists_of(text, "xyzwrgba");
  if (text.front() == 'b') return text.size() <= 5 && consists_of(text.substr(1), "01234567");
  return text.front() == 'h' && text.size() <= 3 && consists_of(text.substr(1), "0123");
}

}  // namespace

/// Reads any operand except a label or a call's list.
bool BodyReader::read_operand(Operand& operand) {
  if (cursor_.at('[')) return read_address(operand);
  if (cursor_.accept('{')) {
    operand.kind = Operand::Kind::vector;
    return read_elements(operand, '}');
  }
  if (!read_simple(operand, true)) return false;
  if (!cursor_.accept('|')) return true;
  Operand pair;
  pair.kind = Operand::Kind::pair;
  pair.parts.resize(2);
  pair.parts[0] = std::move(operand);
  operand = std::move(pair);
  return read_simple(operand.parts[1], true);
}

/// Reads a register, name, number or '_'. With `offset_follows`, "+4" after a symbol belongs to it.
bool BodyReader::read_simple(Operand& operand, bool offset_follows) {
  bool minus = false;
  if (cursor_.accept('-')) {
    minus = true;
  } else if (cursor_.accept('!')) {
    operand.negated = true;
  }
  if (cursor_.at_number()) {
    if (operand.negated) return cursor_.unexpected("a predicate register after '!'");
    return read_number(operand, minus);
  }
  if (!cursor_.at_identifier()) return cursor_.unexpected("an operand");
  if (!read_named(operand)) return false;
  if (minus || operand.negated) {
    operand.negated = true;
    const bool predicate = operand.kind == Operand::Kind::reg && function_.registers[operand.reg].type == Type::pred;
    if (operand.kind != Operand::Kind::reg || predicate == minus) {
      return cursor_.fail(minus ? message<"ptx.minus">() : message<"ptx.negation">());
    }
  }
  if (offset_follows && operand.kind == Operand::Kind::symbol) return read_offset(operand);
  return true;
}

bool BodyReader::read_number(Operand& operand, bool minus) {
  const std::string_view word = cursor_.current().text;
  std::optional<Literal> literal = read_literal(word);
  if (!literal) return cursor_.fail(message<"ptx.number">(word.substr(0, 60)));
  if (!is_plain(word) || (minus && (literal->kind != Literal::Kind::integer || literal->bits == 0))) {
    operand.written.assign(minus ? 1 : 0, '-').append(word);
  }
  if (minus) literal = negative(*literal);
  operand.kind = literal->kind == Literal::Kind::integer   ? Operand::Kind::integer
                 : literal->kind == Literal::Kind::float32 ? Operand::Kind::float32
                                                           : Operand::Kind::float64;
  operand.bits = literal->bits;
  cursor_.advance();
  return true;
}

bool BodyReader::read_named(Operand& operand) {
  const std::string_view word = cursor_.current().text;
  SymbolTable::Symbol symbol = symbols_.find(word);
  if (symbol.kind == SymbolTable::Symbol::Kind::none) {
    if (word == "_") {
      operand.kind = Operand::Kind::sink;
      cursor_.advance();
      return true;
    }
    if (is_special_register(word)) {
      operand.kind = Operand::Kind::special;
      operand.name = word;
      cursor_.advance();
      return true;
    }
    if (const std::size_t dot = word.find('.'); dot != std::string_view::npos && is_selector(word.substr(dot + 1))) {
      symbol = symbols_.find(word.substr(0, dot));
      // The components of a vector are also called as those of a colour.
      constexpr std::string_view colours = "rgba";
      const std::size_t lane = word.size() == dot + 2 ? colours.find(word.back()) : std::string_view::npos;
      if (symbol.kind == SymbolTable::Symbol::Kind::vector && lane < symbols_.components(symbol).size()) {
        operand.kind = Operand::Kind::reg;
        operand.reg = symbols_.find(symbols_.components(symbol)[lane]).index;
        cursor_.advance();
        return true;
      }
      if (symbol.kind != SymbolTable::Symbol::Kind::reg) {
        return cursor_.fail(message<"ptx.register_not_declared">(word.substr(0, std::min<std::size_t>(dot, 60))));
      }
      operand.selector = word.substr(dot + 1);
    }
  }
  switch (symbol.kind) {
    case SymbolTable::Symbol::Kind::reg:
      operand.kind = Operand::Kind::reg;
      operand.reg = symbol.index;
      break;
    case SymbolTable::Symbol::Kind::vector:
      operand.kind = Operand::Kind::vector;
      for (const std::string& component : symbols_.components(symbol)) {
        Operand& part = operand.parts.emplace_back();
        part.kind = Operand::Kind::reg;
        part.reg = symbols_.find(component).index;
      }
      break;
    case SymbolTable::Symbol::Kind::variable:
      operand.kind = Operand::Kind::symbol;
      operand.name = function_.variables[symbol.index].name;
      break;
    case SymbolTable::Symbol::Kind::parameter:
      operand.kind = Operand::Kind::symbol;
      operand.name = word;
      break;
    case SymbolTable::Symbol::Kind::none:
      if (word.front() == '%') return cursor_.fail(message<"ptx.register_not_declared">(word.substr(0, 60)));
      if (word.find_first_of(".:") != std::string_view::npos) return cursor_.unexpected("an operand");
      // A function may be called before its declaration; the end of the module shows whether there is one.
      if (!module_.symbols.contains(word)) module_.unknown.push_back({word, cursor_.line(), name_});
      operand.kind = Operand::Kind::symbol;
      operand.name = word;
      break;
  }
  cursor_.advance();
  return true;
}

/// Reads nothing, or "+4", "-4", "+-4".
bool BodyReader::read_offset(Operand& operand) {
  if (!cursor_.at('+') && !cursor_.at('-')) return true;
  const bool plus = cursor_.accept('+');
  const bool minus = cursor_.accept('-');
  const std::string_view word = cursor_.current().text;
  const auto literal = cursor_.at_number() ? read_literal(word) : std::nullopt;
  if (!literal || literal->kind != Literal::Kind::integer) return cursor_.unexpected("an offset in bytes");
  const std::uint64_t bits = minus ? 0 - literal->bits : literal->bits;
  operand.offset = static_cast<std::int64_t>(bits);
  if (!plus || !is_plain(word) || literal->bits == 0) {
    operand.written = fmt::format("{}{}{}", plus ? "+" : "", minus ? "-" : "", word);
  }
  cursor_.advance();
  return true;
}

bool BodyReader::read_address(Operand& operand) {
  cursor_.advance();
  operand.kind = Operand::Kind::address;
  operand.parts.resize(1);
  if (!read_simple(operand.parts[0], false)) return false;
  const Operand::Kind base = operand.parts[0].kind;
  if (base != Operand::Kind::reg && base != Operand::Kind::symbol && base != Operand::Kind::integer) {
    return cursor_.fail(message<"ptx.address">());
  }
  if (!read_offset(operand)) return false;
  while (cursor_.accept(',')) {
    Operand& part = operand.parts.emplace_back();
    if (cursor_.accept('{')) {
      part.kind = Operand::Kind::vector;
      if (!read_elements(part, '}')) return false;
    } else if (!read_simple(part, true)) {
      return false;
    }
  }
  return cursor_.expect(']');
}

/// Reads the elements of a vector or of a call's list, up to the closing bracket.
bool BodyReader::read_elements(Operand& operand, char close) {
  if (operand.kind == Operand::Kind::list && cursor_.accept(close)) return true;
  do {
    if (!read_simple(operand.parts.emplace_back(), true)) return false;
  } while (cursor_.accept(','));
  return cursor_.expect(close);
}

}  // namespace lanescope::ptx
