// What a message of the compiler is about, where it names it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace lanescope::compiler {

/// The name that is declared nowhere; empty: the message is about something else.
[[nodiscard]] std::string undefined_name(const Diagnostic& message);

/// Whether the name was looked for in a namespace, as in std::name.
[[nodiscard]] bool is_missing_member(const Diagnostic& message);

/// Whether the name of a namespace is declared nowhere, as in using namespace name.
[[nodiscard]] bool is_missing_namespace(const Diagnostic& message);

/// Whether it is an error that a function is marked __host__ and nothing else.
[[nodiscard]] bool declares_host_function(const Diagnostic& message);

/// Whether a message is about a name expression, which stands in no file.
[[nodiscard]] bool is_about_name_expression(const Diagnostic& message);

/// Joins the errors that follow from an undeclared name to the first one about it: the same error at other lines, what
/// else is wrong in these lines, and variables that would have had it as their type. `text` is that of `file`, the
/// kernel's.
[[nodiscard]] std::vector<Diagnostic> without_follow_up_errors(std::vector<Diagnostic> messages,
                                                               const std::string& file, std::string_view text);

}  // namespace lanescope::compiler
