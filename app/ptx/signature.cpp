#include "ptx/signature.h"

#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "ptx/parse/scanner.h"

namespace warpscope::ptx {
namespace {

using Kind = Parameter::Kind;

struct ParameterType {
  std::string_view word;
  Kind kind;
  std::uint32_t bytes;
};
/// The types a .param may have (PTX ISA, "Fundamental Types"); packed halves count as bits.
constexpr std::array parameter_types{
    ParameterType{".u8", Kind::unsigned_integer, 1},
    ParameterType{".u16", Kind::unsigned_integer, 2},
    ParameterType{".u32", Kind::unsigned_integer, 4},
    ParameterType{".u64", Kind::unsigned_integer, 8},
    ParameterType{".s8", Kind::signed_integer, 1},
    ParameterType{".s16", Kind::signed_integer, 2},
    ParameterType{".s32", Kind::signed_integer, 4},
    ParameterType{".s64", Kind::signed_integer, 8},
    ParameterType{".b8", Kind::bits, 1},
    ParameterType{".b16", Kind::bits, 2},
    ParameterType{".b32", Kind::bits, 4},
    ParameterType{".b64", Kind::bits, 8},
    ParameterType{".b128", Kind::bits, 16},
    ParameterType{".f16x2", Kind::bits, 4},
    ParameterType{".f16", Kind::floating, 2},
    ParameterType{".f32", Kind::floating, 4},
    ParameterType{".f64", Kind::floating, 8},
};

const ParameterType* find_parameter_type(const Token& token) {
  for (const ParameterType& type : parameter_types) {
    if (token.is(type.word)) return &type;
  }
  return nullptr;
}

bool is_identifier(const Token& token) {
  if (token.kind != Token::Kind::word || token.text.empty()) return false;
  const char first = token.text.front();
  return first != '.' && (first < '0' || first > '9');
}

tl::unexpected<Error> not_understood(const Token& token, std::string_view expected) {
  std::string found;
  switch (token.kind) {
    case Token::Kind::end:
      found = "the text ends";
      break;
    case Token::Kind::broken:
      found = "a comment or string does not end";
      break;
    default:
      found = fmt::format("'{}' stands", token.text.substr(0, 60));
      break;
  }
  return failure(fmt::format("{} where {} was expected", found, expected), fmt::format("PTX line {}", token.line),
                 "the text must be whole PTX, as NVRTC writes it");
}

class SignatureReader {
 public:
  explicit SignatureReader(std::string_view ptx) : scanner_(ptx) { advance(); }

  Expected<std::vector<Signature>> read() {
    if (!current_.is(".version")) return not_understood(current_, "the .version that opens PTX");
    std::vector<Signature> signatures;
    while (current_.kind != Token::Kind::end) {
      if (current_.kind == Token::Kind::broken) return not_understood(current_, "the rest of the PTX");
      if (!current_.is(".entry")) {
        advance();
        continue;
      }
      Expected<std::optional<Signature>> signature = read_entry();
      if (!signature) return failure(std::move(signature).error());
      if (*signature) signatures.push_back(*std::move(*signature));
    }
    return signatures;
  }

 private:
  void advance() { current_ = scanner_.next(); }

  Status expect(std::string_view text) {
    if (!current_.is(text)) return not_understood(current_, fmt::format("'{}'", text));
    advance();
    return {};
  }

  /// From ".entry" to the end of its body. Empty: a prototype.
  Expected<std::optional<Signature>> read_entry() {
    Signature signature;
    signature.line = current_.line;
    advance();
    if (!is_identifier(current_)) return not_understood(current_, "the name of an entry");
    signature.entry = current_.text;
    advance();
    if (current_.is("(")) {
      advance();
      while (!current_.is(")")) {
        Expected<Parameter> parameter = read_parameter();
        if (!parameter) return failure(std::move(parameter).error());
        signature.parameters.push_back(*std::move(parameter));
        if (current_.is(")")) break;
        if (Status comma = expect(","); !comma) return failure(std::move(comma).error());
      }
      advance();
    }
    // Directives such as .maxntid 256, 1, 1 stand between the parameters and the body.
    while (!current_.is("{") && !current_.is(";")) {
      if (current_.kind == Token::Kind::end || current_.kind == Token::Kind::broken || current_.is("}")) {
        return not_understood(current_, fmt::format("the body of entry {}", signature.entry));
      }
      advance();
    }
    if (current_.is(";")) return std::nullopt;
    if (Status body = skip_body(signature.entry); !body) return failure(std::move(body).error());
    return signature;
  }

  Status skip_body(const std::string& entry) {
    std::size_t depth = 0;
    do {
      if (current_.is("{")) ++depth;
      if (current_.is("}")) --depth;
      if (current_.kind == Token::Kind::end || current_.kind == Token::Kind::broken) {
        return not_understood(current_, fmt::format("the end of entry {}", entry));
      }
      advance();
    } while (depth > 0);
    return {};
  }

  Expected<std::uint32_t> read_number(std::string_view what) {
    const std::optional<std::int64_t> number =
        current_.kind == Token::Kind::word ? parse_integer(current_.text) : std::nullopt;
    // The largest parameter space there is has 32,764 bytes; this bound only keeps products from overflowing.
    if (!number || *number < 1 || *number > 65'535) return not_understood(current_, what);
    advance();
    return static_cast<std::uint32_t>(*number);
  }

  /// ".param .align 8 .b8 name[24]", ".param .u64 .ptr .global .align 4 name".
  Expected<Parameter> read_parameter() {
    if (Status word = expect(".param"); !word) return failure(std::move(word).error());
    Parameter parameter;
    bool typed = false;
    bool pointer = false;
    while (!is_identifier(current_)) {
      if (current_.is(".align")) {
        advance();
        Expected<std::uint32_t> alignment = read_number("an alignment");
        if (!alignment) return failure(std::move(alignment).error());
        if (!pointer) parameter.alignment = *alignment;
      } else if (current_.is(".ptr") && typed) {
        pointer = true;
        advance();
      } else if (pointer && (current_.is(".global") || current_.is(".shared") || current_.is(".const") ||
                             current_.is(".local") || current_.is(".param"))) {
        advance();
      } else if (const ParameterType* type = find_parameter_type(current_); type != nullptr && !typed) {
        typed = true;
        parameter.kind = type->kind;
        parameter.bytes = type->bytes;
        advance();
      } else {
        return not_understood(current_, "the type or name of a parameter");
      }
    }
    if (!typed) return not_understood(current_, "the type of a parameter");
    parameter.name = current_.text;
    advance();
    while (current_.is("[")) {
      advance();
      Expected<std::uint32_t> extent = read_number("an array size");
      if (!extent) return failure(std::move(extent).error());
      if (std::uint64_t{parameter.count} * *extent > 65'535) return not_understood(current_, "a smaller array");
      parameter.count *= *extent;
      if (Status bracket = expect("]"); !bracket) return failure(std::move(bracket).error());
    }
    if (parameter.alignment == 0) parameter.alignment = parameter.bytes;
    return parameter;
  }

  Scanner scanner_;
  Token current_;
};

}  // namespace

std::string Parameter::text() const {
  std::string_view word = "?";
  for (const ParameterType& type : parameter_types) {
    if (type.kind == kind && type.bytes == bytes && type.word != ".f16x2") word = type.word;
  }
  return count == 1 ? fmt::format("{} {}", word, name) : fmt::format("{} {}[{}]", word, name, count);
}

Expected<std::vector<Signature>> read_signatures(std::string_view ptx) {
  return SignatureReader(ptx).read();
}

}  // namespace warpscope::ptx
