// Reads declarations of variables, parameters and prototypes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ptx/module.h"
#include "ptx/parse/token_cursor.h"

namespace warpscope::ptx {

/// ".global" and the like as declarations have them; empty: no state space.
[[nodiscard]] std::optional<Space> declared_space(std::string_view directive);
/// ".b32", with the dot; none is no type.
[[nodiscard]] std::optional<Type> declared_type(std::string_view directive);

/// From the state space to before the ';' (or ',' or ')' of a list): ".shared .align 4 .b8 tile[4224]", with its
/// initialiser. `name` is a view of the text; result.name has it too.
bool read_variable(TokenCursor& cursor, Variable& result, std::string_view& name);

/// "(.param .b32 a, .param .align 8 .b8 b[24])" with the parentheses.
bool read_parameters(TokenCursor& cursor, std::vector<Variable>& result);

/// Behind ".callprototype": "(.param .b32 _) _ (.param .b64 _) .noreturn", before the ';'.
bool read_prototype(TokenCursor& cursor, Prototype& result);

/// Behind the '=' of a variable: fills initial, initialised and initialiser.
bool read_initialiser(TokenCursor& cursor, Variable& variable);

}  // namespace warpscope::ptx
