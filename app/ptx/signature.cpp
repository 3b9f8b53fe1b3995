#include "ptx/signature.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "ptx/parse/declaration.h"
#include "ptx/parse/token_cursor.h"

namespace lanescope::ptx {
namespace {

using Kind = Parameter::Kind;

/// Returns the kind of a type of a .param (PTX ISA, "Fundamental Types"), or nothing; packed halves are bits.
std::optional<Kind> kind_of(Type type) {
  if ((type >= Type::b8 && type <= Type::b128) || type == Type::f16x2) return Kind::bits;
  if (type >= Type::u8 && type <= Type::u64) return Kind::unsigned_integer;
  if (type >= Type::s8 && type <= Type::s64) return Kind::signed_integer;
  const bool floating = type == Type::f16 || type == Type::f32 || type == Type::f64;
  return floating ? std::optional(Kind::floating) : std::nullopt;
}

class SignatureReader {
 public:
  explicit SignatureReader(std::string_view ptx) : cursor_(ptx) {}

  Expected<std::vector<Signature>> read() {
    std::vector<Signature> signatures;
    if (!cursor_.at(".version")) cursor_.unexpected("the .version that opens PTX");
    while (!cursor_.failed() && cursor_.current().kind != Token::Kind::end) {
      if (cursor_.current().kind == Token::Kind::broken) {
        cursor_.unexpected("the rest of the PTX");
      } else if (cursor_.at(".entry")) {
        Signature signature;
        bool has_body = false;
        if (read_entry(signature, has_body) && has_body) signatures.push_back(std::move(signature));
      } else {
        cursor_.advance();
      }
    }
    if (cursor_.failed()) return failure(cursor_.take_error());
    return signatures;
  }

 private:
  [[nodiscard]] bool at_end() const {
    return cursor_.current().kind == Token::Kind::end || cursor_.current().kind == Token::Kind::broken;
  }

  /// Reads from ".entry" to the end of its body, or of the prototype.
  bool read_entry(Signature& signature, bool& has_body) {
    signature.line = cursor_.line();
    cursor_.advance();
    if (!cursor_.at_identifier()) return cursor_.unexpected("the name of an entry");
    signature.entry = cursor_.current().text;
    cursor_.advance();
    if (cursor_.accept('(') && !cursor_.accept(')')) {
      do {
        if (!read_parameter(signature.parameters.emplace_back())) return false;
      } while (!cursor_.at(')') && cursor_.expect(','));
      if (!cursor_.accept(')')) return false;
    }
    // Directives such as .maxntid 256, 1, 1 may come between the parameters and the body.
    while (!cursor_.at('{') && !cursor_.at(';')) {
      if (at_end() || cursor_.at('}')) return cursor_.unexpected(fmt::format("the body of entry {}", signature.entry));
      const bool cluster = cursor_.at(".reqnctapercluster");
      cursor_.advance();
      if (cluster && !read_cluster(signature.cluster.emplace())) return false;
    }
    has_body = cursor_.at('{');
    return !has_body || skip_body(signature.entry);
  }

  bool read_cluster(ClusterSize& size) {
    for (std::uint32_t* const part : {&size.x, &size.y, &size.z}) {
      if (part != &size.x && !cursor_.accept(',')) return true;
      if (!read_number(*part, "the blocks of a cluster")) return false;
    }
    return true;
  }

  bool skip_body(const std::string& entry) {
    std::size_t depth = 0;
    do {
      if (cursor_.at('{')) ++depth;
      if (cursor_.at('}')) --depth;
      if (at_end()) return cursor_.unexpected(fmt::format("the end of entry {}", entry));
      cursor_.advance();
    } while (depth > 0);
    return true;
  }

  bool read_number(std::uint32_t& number, std::string_view what) {
    const std::optional<std::int64_t> value = cursor_.at_word() ? parse_integer(cursor_.current().text) : std::nullopt;
    // The largest parameter space has 32,764 bytes; this bound only keeps products from overflowing.
    if (!value || *value < 1 || *value > 65'535) return cursor_.unexpected(what);
    number = static_cast<std::uint32_t>(*value);
    cursor_.advance();
    return true;
  }

  /// Reads ".param .align 8 .b8 name[24]" or ".param .u64 .ptr .global .align 4 name".
  bool read_parameter(Parameter& parameter) {
    if (!cursor_.accept(".param")) return cursor_.unexpected("'.param'");
    bool pointer = false;
    while (!cursor_.at_identifier()) {
      const std::optional<Type> type = declared_type(cursor_.current().text);
      const std::optional<Kind> kind = type ? kind_of(*type) : std::nullopt;
      if (cursor_.accept(".align")) {
        std::uint32_t alignment = 0;
        if (!read_number(alignment, "an alignment")) return false;
        if (!pointer) parameter.alignment = alignment;
      } else if (parameter.bytes != 0 && cursor_.accept(".ptr")) {
        pointer = true;
      } else if (pointer && declared_space(cursor_.current().text)) {
        cursor_.advance();
      } else if (kind && parameter.bytes == 0) {
        parameter.kind = *kind;
        parameter.bytes = bytes_of(*type);
        cursor_.advance();
      } else {
        return cursor_.unexpected("the type or name of a parameter");
      }
    }
    if (parameter.bytes == 0) return cursor_.unexpected("the type of a parameter");
    parameter.name = cursor_.current().text;
    cursor_.advance();
    while (cursor_.accept('[')) {
      std::uint32_t extent = 0;
      if (!read_number(extent, "an array size")) return false;
      if (std::uint64_t{parameter.count} * extent > 65'535) return cursor_.unexpected("a smaller array");
      parameter.count *= extent;
      if (!cursor_.expect(']')) return false;
    }
    if (parameter.alignment == 0) parameter.alignment = parameter.bytes;
    return true;
  }

  TokenCursor cursor_;
};

}  // namespace

std::string Parameter::text() const {
  constexpr std::string_view letters = "subf";  // by Kind
  const std::string word = fmt::format(".{}{}", letters[static_cast<std::size_t>(kind)], 8 * bytes);
  return count == 1 ? fmt::format("{} {}", word, name) : fmt::format("{} {}[{}]", word, name, count);
}

Parameter parameter_of(const Variable& variable) {
  return {.name = variable.name,
          .kind = kind_of(variable.type).value_or(Kind::bits),
          .bytes = bytes_of(variable.type),
          .count = static_cast<std::uint32_t>(std::max<std::uint64_t>(variable.elements(), 1)),
          .alignment = variable.natural_alignment()};
}

Expected<std::vector<Variable>> read_variables(std::string_view ptx) {
  TokenCursor cursor(ptx);
  std::vector<Variable> variables;
  int depth = 0;
  if (!cursor.at(".version")) cursor.unexpected("the .version that opens PTX");
  while (!cursor.failed() && cursor.current().kind != Token::Kind::end) {
    if (cursor.current().kind == Token::Kind::broken) {
      cursor.unexpected("the rest of the PTX");
    } else if (depth == 0 && (cursor.at(".global") || cursor.at(".const"))) {
      std::string_view name;
      read_variable(cursor, variables.emplace_back(), name);
    } else {
      if (cursor.at('{') || cursor.at('(')) ++depth;
      if (cursor.at('}') || cursor.at(')')) --depth;
      cursor.advance();
    }
  }
  if (cursor.failed()) return failure(cursor.take_error());
  return variables;
}

Expected<std::vector<Signature>> read_signatures(std::string_view ptx) {
  return SignatureReader(ptx).read();
}

}  // namespace lanescope::ptx
