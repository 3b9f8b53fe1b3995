// A front matter for a file that has none: what its parameters suggest, and what is said beside that.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/value_types.h"
#include "catalogue/propose/entries.h"

namespace lanescope::catalogue {

/// What is known of the launch. Empty texts are proposed.
struct ProposalRequest {
  std::string entry;        ///< the kernel, a template with its arguments: "copy<float, 32>"
  std::string grid, block;  ///< one to three expressions, "ceil_div(n, 256), m"
  /// By parameter: a number, an expression, "null", "f16[n]", "out f32[n]".
  std::map<std::string, std::string> arguments;
  /// The parameters as the compiler knows them; without them their types are read from the text.
  std::optional<ValueTypes> types = {};
};

/// What a parameter, or a field of a structure, becomes.
struct ProposedArgument {
  enum class Kind { buffer, size, number, vector, structure };
  std::string name;  ///< "x", or "options.n" of a field
  std::string type;  ///< as the file writes it
  Kind kind = Kind::number;
  /// The text for ProposalRequest::arguments that means the same; empty for a structure whose fields have rows.
  std::string value;
  Role role = Role::in;  ///< of a buffer
};

struct Proposal {
  std::string toml;
  std::vector<std::string> assumptions;     ///< in words, one for each parameter and for grid and block
  std::vector<ProposedArgument> arguments;  ///< in the order of the parameters, fields after their structure
  std::string grid, block;                  ///< as ProposalRequest has them
};

/// Proposes buffers for pointers (read where they are const), sizes for integers that are called like one (n, width,
/// rows), 1 for other numbers, and a grid with a thread for each element, whose block shape is turned by knobs where
/// the kernel permits several. It fails when there is no such entry or parameter, and on parameters of types that an
/// argument cannot have.
[[nodiscard]] Expected<Proposal> propose(const KernelSource& source, const ProposalRequest& request);

}  // namespace lanescope::catalogue
