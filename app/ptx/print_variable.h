// Declarations as text.
#pragma once

#include <string>

#include "ptx/module.h"

namespace warpscope::ptx {

/// Appends ".visible " and the like.
void print_linkage(std::string& out, Linkage linkage);

/// Appends ".global .align 4 .b8 name[24] = {1, 2}", without linkage and semicolon.
void print_variable(std::string& out, const Variable& variable);

}  // namespace warpscope::ptx
