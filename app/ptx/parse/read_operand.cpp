#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ptx/messages.h"
#include "ptx/parse/body_reader.h"
#include "ptx/parse/constant_expression.h"
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

/// Reads any operand except a label or a call's list. `accessed`: it is where an access reads or writes.
bool BodyReader::read_operand(Operand& operand, bool accessed) {
  if (cursor_.at('[')) return read_address(operand);
  if (cursor_.accept('{')) {
    operand.kind = Operand::Kind::vector;
    return read_elements(operand, '}');
  }
  if (!read_simple(operand, true)) return false;
  if (cursor_.at('[') && operand.kind == Operand::Kind::symbol) return read_index(operand, accessed);
  if (cursor_.at('+') && operand.kind == Operand::Kind::reg) return read_sum(operand);
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
  const bool minus = cursor_.accept('-');
  operand.negated = !minus && cursor_.accept('!');
  ConstantReader constants(cursor_);
  const bool signs_follow = (minus || operand.negated) && (cursor_.at('-') || cursor_.at('!'));
  if (constants.begins() || signs_follow) {
    Constant constant;
    const bool read = minus             ? constants.read_after('-', constant)
                      : operand.negated ? constants.read_after('!', constant)
                                        : constants.read(constant);
    if (!read) return false;
    operand.negated = false;
    take_constant(operand, std::move(constant));
    return true;
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

void BodyReader::take_constant(Operand& operand, Constant constant) {
  if (constant.is_warp_size) {
    operand.kind = Operand::Kind::special;
    operand.name = "WARP_SZ";
    return;
  }
  const Literal::Kind kind = constant.literal.kind;
  operand.kind = kind == Literal::Kind::integer   ? Operand::Kind::integer
                 : kind == Literal::Kind::float32 ? Operand::Kind::float32
                                                  : Operand::Kind::float64;
  operand.bits = constant.literal.bits;
  operand.written = std::move(constant.written);
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
    if (is_special_vector(word)) {
      operand.kind = Operand::Kind::vector;
      for (const char letter : {'x', 'y', 'z'}) {
        Operand& part = operand.parts.emplace_back();
        part.kind = Operand::Kind::special;
        part.name = fmt::format("{}.{}", word, letter);
      }
      operand.parts.emplace_back().kind = Operand::Kind::integer;  // .w is 0
      cursor_.advance();
      return true;
    }
    if (const std::size_t dot = word.find('.'); dot != std::string_view::npos && is_selector(word.substr(dot + 1))) {
      symbol = symbols_.find(word.substr(0, dot));
      // The components of a vector are also called as those of a colour.
      constexpr std::string_view letters = "xyzwrgba";
      const std::size_t letter = word.size() == dot + 2 ? letters.find(word.back()) : std::string_view::npos;
      const std::size_t lane = letter == std::string_view::npos ? letter : letter % 4;
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

/// Reads nothing, or "+4", "-4", "+-4", "+2*4".
bool BodyReader::read_offset(Operand& operand) {
  if (!cursor_.at('+') && !cursor_.at('-')) return true;
  const bool plus = cursor_.accept('+');
  const bool minus = cursor_.accept('-');
  ConstantReader constants(cursor_);
  if (!constants.begins()) return cursor_.unexpected("an offset in bytes");
  Constant constant;
  if (!(minus ? constants.read_after('-', constant) : constants.read(constant))) return false;
  if (constant.literal.kind != Literal::Kind::integer) return cursor_.fail(message<"ptx.constant_operands">());
  operand.offset = static_cast<std::int64_t>(constant.literal.bits);
  // The printer writes "+4" and "+-4".
  const bool alone = !constant.written.empty() || !plus || operand.offset == 0;
  if (alone) operand.written = (plus ? "+" : "") + text_of(constant);
  return true;
}

/// Reads "[2]" behind the name of an array: the address of its third element, or what an access finds there.
bool BodyReader::read_index(Operand& operand, bool accessed) {
  const Variable* const array = variable_of(operand);
  if (array == nullptr || array->dimensions.empty()) return cursor_.unexpected("',' or ';' after an operand");
  cursor_.advance();
  Constant index;
  if (!ConstantReader(cursor_).read(index) || !cursor_.expect(']')) return false;
  if (index.literal.kind != Literal::Kind::integer) return cursor_.fail(message<"ptx.constant_operands">());
  // ptxas 13.0 counts elements of the type, also where the array has vectors or several dimensions.
  const auto offset = static_cast<std::int64_t>(index.literal.bits * bytes_of(array->type));
  if (accessed) {
    Operand address;
    address.kind = Operand::Kind::address;
    address.parts.push_back(std::move(operand));
    operand = std::move(address);
  }
  operand.offset = offset;
  return true;
}

/// Reads "+4" behind a register. ptxas adds it in an instruction before this one, as is done here.
bool BodyReader::read_sum(Operand& operand) {
  const Type type = function_.registers[operand.reg].type;
  const unsigned bits = bits_of(type);
  const bool integer = !is_float(type) && (bits == 16 || bits == 32 || bits == 64);
  if (!integer || operand.negated || !operand.selector.empty()) {
    return cursor_.unexpected("',' or ';' after an operand");
  }
  Operand addend;
  Constant constant;
  cursor_.advance();
  if (!ConstantReader(cursor_).read(constant)) return false;
  if (constant.literal.kind != Literal::Kind::integer) return cursor_.fail(message<"ptx.constant_operands">());
  take_constant(addend, std::move(constant));
  const Type summed = bits == 16 ? Type::u16 : bits == 32 ? Type::u32 : Type::u64;
  Operand sum = add_register(summed);
  before_.push_back(made(fmt::format("add.{}", name_of(summed)), {sum, std::move(operand), std::move(addend)}));
  operand = std::move(sum);
  return true;
}

const Variable* BodyReader::variable_of(const Operand& symbol) const {
  if (const Variable* const own = function_.variable(symbol.name)) return own;
  return module_.module.variable(symbol.name);
}

bool BodyReader::read_address(Operand& operand) {
  cursor_.advance();
  operand.kind = Operand::Kind::address;
  operand.parts.resize(1);
  if (!read_base(operand.parts[0])) return false;
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

/// Reads what an address begins with; an operator behind a number belongs to the offset.
bool BodyReader::read_base(Operand& operand) {
  if (!cursor_.at_number()) return read_simple(operand, false);
  Constant constant;
  if (!ConstantReader(cursor_).read_number(constant)) return false;
  take_constant(operand, std::move(constant));
  return true;
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
