// Kernels by the names that they have in C++, and by those in the PTX.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::compiler {

/// The kernels that NVRTC must be asked for before it compiles: those with template arguments, each once.
[[nodiscard]] std::vector<std::string> name_expressions(const std::vector<std::string>& kernels);

/// The name in the PTX of each kernel that the PTX has: as it stands for extern "C"; as NVRTC has answered for
/// templates (`answered`); else by its name without parameters, where only one entry has it, or with the types of its
/// parameters: "scale(float*, int)". Namespaces may be left out.
[[nodiscard]] std::map<std::string, std::string> lowered_names(const std::vector<std::string>& kernels,
                                                               const std::map<std::string, std::string>& answered,
                                                               std::string_view ptx);

/// Demangles a name of the PTX, without parameters and unnamed namespaces: "lesson::reduce<int, 256>". What is no
/// mangled name stays.
[[nodiscard]] std::string demangled_name(const std::string& name);

/// The entries of a PTX text with this name in C++, each with the types of its parameters: "scale(float*, int)".
[[nodiscard]] std::vector<std::string> overloads_of(std::string_view ptx, std::string_view name);

/// Whether a name of the PTX is this one in C++, whose namespaces may be left out.
[[nodiscard]] bool matches_name(const std::string& lowered, std::string_view name);

/// Replaces what NVRTC says of name expressions by one error for each: the file has no such kernel.
[[nodiscard]] std::vector<Diagnostic> with_missing_kernels(std::vector<Diagnostic> messages,
                                                           const std::vector<std::string>& kernels);

}  // namespace lanescope::compiler
