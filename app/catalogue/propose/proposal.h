// A front matter for a file that has none: what its host code, its parameters and the code of its kernel suggest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/names.h"
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
  std::string shared_bytes = {};  ///< an expression
  int launch_line = 0;            ///< of the launch in the file that is taken; 0 means the first
};

/// Where a part of a proposal comes from.
enum class Origin { typed, launch, declaration, use, name, assumed };
/// Returns how it is said: "use in the kernel".
[[nodiscard]] constexpr std::string_view name_of(Origin origin) {
  constexpr EnumNames<6> names = {"typed", "launch in the file", "declaration", "use in the kernel", "name", "assumed"};
  return enum_name(names, origin);
}

/// What a parameter, or a field of a structure, becomes.
struct ProposedArgument {
  enum class Kind { buffer, size, number, vector, structure };
  std::string name;  ///< "x", or "options.n" of a field
  std::string type;  ///< as the file writes it
  Kind kind = Kind::number;
  /// The text for ProposalRequest::arguments that means the same; empty for a structure whose fields have rows.
  std::string value;
  Role role = Role::in;  ///< of a buffer
  Origin origin = Origin::assumed;
};

/// One part of a proposal, in words: "n: a size, 65536".
struct Assumption {
  std::string text;
  Origin origin = Origin::assumed;
};

struct Proposal {
  std::string toml;
  std::string entry;                    ///< the kernel, a template with its arguments
  std::vector<Assumption> assumptions;  ///< one for each parameter, for the grid and block, and for what else is set
  std::vector<ProposedArgument> arguments;          ///< in the order of the parameters, fields after their structure
  std::string grid, block;                          ///< as ProposalRequest has them
  Origin launch_origin = Origin::assumed;           ///< of the block
  std::string shared_bytes;                         ///< of dynamic shared memory; empty means none
  std::map<std::string, std::int64_t> typed_sizes;  ///< by the name of the size: those that the request gives
  int launch_line = 0;                              ///< of the launch in the file that it follows; 0 for none
  std::vector<int> launch_lines;                    ///< of all launches of this kernel in the file
  std::vector<std::string> other_kernels;           ///< "scale(float* x, int n)" of the file, which it does not launch
};

/// Returns a text as TOML writes it; it may have quotes in it, but no ends of lines.
[[nodiscard]] std::string toml_text(std::string_view text);
[[nodiscard]] std::string toml_list(const std::vector<std::string>& texts);
/// Returns [compile] with these folders of headers and these options, to stand behind the last table of a proposal,
/// which is [[launch]]; nothing where there are none.
[[nodiscard]] std::string compile_table(const std::vector<std::string>& folders,
                                        const std::vector<std::string>& options = {});

/// Returns the kernel that is proposed, a template with its arguments: ask the compiler for its types.
[[nodiscard]] Expected<std::string> proposed_entry(const KernelSource& source, const ProposalRequest& request);
/// Returns the index of the kernel that the file launches first; nothing when it launches none of them.
[[nodiscard]] std::optional<std::size_t> first_launched(const KernelSource& source,
                                                        const std::vector<EntryDeclaration>& entries);

/// Proposes the launch that stands in the file, else buffers for pointers (read where they are const), sizes for the
/// integers with which threads are compared, 1 for other numbers, and a grid with a thread for each element, whose
/// block shape is turned by knobs where the kernel permits several. Of several kernels it takes the first that the file
/// launches, else the first. It fails when there is no such entry, launch or parameter, and on parameters of types that
/// an argument cannot have.
[[nodiscard]] Expected<Proposal> propose(const KernelSource& source, const ProposalRequest& request);

}  // namespace lanescope::catalogue
