// Reads declarations of variables, parameters and prototypes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "ptx/module.h"
#include "ptx/parse/token_cursor.h"

namespace lanescope::ptx {

/// Returns the state space of a directive such as ".global" in a declaration, or nothing.
[[nodiscard]] std::optional<Space> declared_space(std::string_view directive);
/// Returns the type of ".b32", with the dot; none is not a type.
[[nodiscard]] std::optional<Type> declared_type(std::string_view directive);

/// Reads from the state space to before the ';' (or ',' or ')' of a list): ".shared .align 4 .b8 tile[4224]", with its
/// initialiser. `name` is a view of the text; result.name has it too.
bool read_variable(TokenCursor& cursor, Variable& result, std::string_view& name);

/// Reads the ';' behind a variable, or what one declaration has for a further one: ", count = 1". Then `more` is set,
/// and `variable`, which was the one before, has the new name, dimensions and initialiser.
bool read_further_variable(TokenCursor& cursor, Variable& variable, std::string_view& name, bool& more);

/// A parameter or result that is a register, or a vector of `lanes` registers; without a name for a .param.
struct RegisterParameter {
  std::string_view name;
  Type type = Type::none;
  std::size_t lanes = 1;
};

/// Reads "(.param .b32 a, .param .align 8 .b8 b[24])" with the parentheses. Where `registers` is given, "(.reg .b32
/// %a)" is read, too: as ".param .b32 %a$param", with the register in `registers`, by its place in the list. A
/// predicate is passed as a .u32, and a vector as an array of bytes, because no .param has these types.
bool read_parameters(TokenCursor& cursor, std::vector<Variable>& result,
                     std::vector<RegisterParameter>* registers = nullptr);
/// Gives a parameter the type in which `lanes` values of a type are passed.
void set_passed_type(Variable& parameter, Type type, std::size_t lanes);

/// Reads what follows ".callprototype": "(.param .b32 _) _ (.param .b64 _) .noreturn", to before the ';'.
bool read_prototype(TokenCursor& cursor, Prototype& result);

/// Reads what follows the '=' of a variable; fills initial, initialised and initialiser.
bool read_initialiser(TokenCursor& cursor, Variable& variable);

}  // namespace lanescope::ptx
