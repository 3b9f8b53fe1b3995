#include "catalogue/propose/constants.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalogue/c_types.h"
#include "catalogue/host/host_code.h"
#include "catalogue/host/host_values.h"

namespace lanescope::catalogue {
namespace {

/// Reads declarations of __constant__ variables.
class ConstantReader {
 public:
  explicit ConstantReader(const HostCode& code) : code_(code) {}

  /// Reads what follows the word __constant__, up to the end of the declaration.
  void read(std::size_t at) {
    static constexpr std::array qualifiers{"__device__", "__constant__", "const", "static", "volatile", "extern"};
    std::string type;
    while (token(at).kind == Token::Kind::word && !ends_name(at + 1)) {
      if (token(at).is("extern")) return;
      if (std::ranges::find(qualifiers, token(at).text) == qualifiers.end())
        type += (type.empty() ? "" : " ") + token(at).text;
      ++at;
    }
    const auto known = c_type(code_.plain_type(type));
    if (!known || known->pointer) return;
    while (token(at).kind == Token::Kind::word) {
      ConstantVariable variable{token(at).text, known->element, {}};
      const bool told = read_extents(++at, variable);
      if (known->vector > 1) variable.extents.push_back(known->vector);
      if (told && (token(at).is(",") || token(at).is(";"))) found_.push_back(std::move(variable));
      if (!token(at).is(",")) return;
      ++at;
    }
  }
  [[nodiscard]] std::vector<ConstantVariable>& found() { return found_; }

 private:
  [[nodiscard]] const Token& token(std::size_t at) const {
    return code_.tokens()[std::min(at, code_.tokens().size() - 1)];
  }
  [[nodiscard]] bool ends_name(std::size_t at) const { return token(at).is_one_of({"[", ";", ",", "=", "{", "("}); }

  /// Reads [3][WIDTH] and goes behind it. Returns false where an extent is not known.
  [[nodiscard]] bool read_extents(std::size_t& at, ConstantVariable& variable) const {
    bool told = true;
    while (token(at).is("[")) {
      const std::size_t close = code_.partner(at);
      if (close == HostCode::npos) return false;
      const auto extent = HostValues(code_).integer({at + 1, close});
      told = told && extent && extent->value && *extent->value > 0;
      if (told) variable.extents.push_back(*extent->value);
      at = close + 1;
    }
    return told;
  }

  const HostCode& code_;
  std::vector<ConstantVariable> found_;
};

}  // namespace

std::vector<ConstantVariable> constants_read_by(const HostCode& code, const EntryDeclaration& entry,
                                                const KernelUse& use) {
  ConstantReader reader(code);
  for (std::size_t at = 0; at < code.tokens().size(); ++at) {
    if (!code.tokens()[at].is("__constant__")) continue;
    reader.read(at + 1);
    // static __constant__ __constant__ is one declaration, too.
    while (at + 1 < code.tokens().size() && !code.tokens()[at + 1].is(";")) ++at;
  }
  std::vector<ConstantVariable> read;
  for (ConstantVariable& variable : reader.found()) {
    std::int64_t bytes = static_cast<std::int64_t>(size_of(variable.type));
    constexpr std::int64_t most_bytes = 65'536;  // of constant memory
    for (const std::int64_t extent : variable.extents)
      bytes *= bytes > most_bytes ? 1 : std::min(extent, most_bytes + 1);
    const bool parameter =
        std::ranges::find(entry.parameters, variable.name, &EntryParameter::name) != entry.parameters.end();
    const bool twice = std::ranges::find(read, variable.name, &ConstantVariable::name) != read.end();
    if (bytes <= most_bytes && !parameter && !twice && use.words.contains(variable.name))
      read.push_back(std::move(variable));
  }
  return read;
}

}  // namespace lanescope::catalogue
