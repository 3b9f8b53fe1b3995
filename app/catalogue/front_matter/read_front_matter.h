// From TOML to a Kernel: one function for each part of the front matter. They add to `errors` what is wrong and go on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalogue/front_matter/table_reader.h"

namespace warpscope::catalogue {

/// All parts, in the order in which they need each other.
void read_front_matter(const toml::table& file, Kernel& kernel, FrontMatter& matter, FileErrors& errors);

void read_parameters(TableReader& top, Kernel& kernel, FileErrors& errors);
void read_sizes(TableReader& top, Kernel& kernel, FileErrors& errors);
/// [alias]: ids that the kernel had before, with values of its knobs.
void read_aliases(TableReader& top, Kernel& kernel);
/// [let], in an order in which each value stands behind those that it uses.
void read_derived(TableReader& top, FrontMatter& matter, FileErrors& errors);
void read_requirements(TableReader& top, Kernel& kernel, FrontMatter& matter, FileErrors& errors);
void read_buffers(TableReader& top, FrontMatter& matter, FileErrors& errors);
void read_launches(TableReader& top, const Kernel& kernel, FrontMatter& matter, FileErrors& errors);
void read_textures(TableReader& launch, const FrontMatter& matter, LaunchText& text, FileErrors& errors);
void read_check(TableReader& top, FrontMatter& matter, FileErrors& errors);

/// What no single table can know: a name that is declared twice or is a function's, two knob values that become one
/// constant, an entry that is not in the source.
void check_whole(const Kernel& kernel, const FrontMatter& matter, FileErrors& errors);
/// A buffer that no launch uses. (After the expressions: a mistyped argument is one too.)
void check_uses(const FrontMatter& matter, FileErrors& errors);

/// One or more small letters, digits and underscores.
[[nodiscard]] bool is_lower_name(std::string_view word);
/// A name in an expression and, in upper case, a constant of the source: small letters, digits, underscores.
void require_identifier(const std::string& word, const FileLine& line, FileErrors& errors);

/// Position of a buffer's name, nothing when there is none; known_buffer reports that.
[[nodiscard]] std::optional<std::size_t> buffer_index(const FrontMatter& matter, const std::string& name);
[[nodiscard]] std::optional<std::size_t> known_buffer(const FrontMatter& matter, const std::string& name,
                                                      const std::string& where, const FileLine& line,
                                                      FileErrors& errors);

}  // namespace warpscope::catalogue
