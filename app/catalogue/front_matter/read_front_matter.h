// Reads a Kernel from TOML, with one function for each part. They add what is wrong to `errors` and continue.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/front_matter/table_reader.h"

namespace lanescope::catalogue {

/// What replaces {NAME} in a front matter.
struct Substitution {
  std::string text;
  std::vector<std::string> choices = {};  ///< All names of a knob; empty for an argument of an [[include]].
};
using Substitutions = std::map<std::string, Substitution, std::less<>>;

/// Whether a place in a text of TOML belongs to the value of a key `entry`.
[[nodiscard]] bool is_in_entry(std::string_view text, std::size_t position);

/// Parses the text after the substitutions. It returns nothing, with an error, when the text is not TOML.
[[nodiscard]] std::optional<toml::table> parse_toml(std::string text, const Substitutions& substitutions,
                                                    const std::string& file, FileErrors& errors);

/// The folders of [compile] include, as they are written. Empty where the front matter has none, or is wrong, which is
/// an error when it is read.
struct IncludeFolders {
  std::vector<std::string> folders;
  Place line;
};
[[nodiscard]] IncludeFolders include_folders(const KernelSource& source);

/// Returns the front matter `text` with everything that it includes and those tables of [when] that the substitutions
/// choose. It returns nothing, with errors, when one of the files is not TOML.
[[nodiscard]] std::optional<toml::table> assemble(const KernelSource& source, const std::string& text,
                                                  const Substitutions& substitutions, FileErrors& errors);

/// Reads all parts, in the order in which they need each other.
void read_front_matter(const toml::table& file, Kernel& kernel, FrontMatter& matter, FileErrors& errors);

/// Reads [translations]: the texts above in other languages.
void read_translations(TableReader& top, Kernel& kernel);
void read_parameters(TableReader& top, Kernel& kernel, FileErrors& errors);
void read_sizes(TableReader& top, Kernel& kernel, FileErrors& errors);
/// Reads [alias]: ids that the kernel had before, with values of its knobs.
void read_aliases(TableReader& top, Kernel& kernel);
/// Reads [let] into an order in which each value stands after those that it uses.
void read_derived(TableReader& top, FrontMatter& matter, FileErrors& errors);
void read_requirements(TableReader& top, Kernel& kernel, FrontMatter& matter, FileErrors& errors);
void read_buffers(TableReader& top, FrontMatter& matter, FileErrors& errors);
/// Where a buffer was declared. One of [symbols] has one element without a shape, and holds zeros before a kernel
/// writes it, as a variable does.
enum class BufferKind { usual, symbol };
[[nodiscard]] BufferText read_buffer(const std::string& name, TableReader& reader, BufferKind kind, FileErrors& errors);
/// Reads [symbols]: variables of the source with their values, or with the buffers that lie in them.
void read_symbols(TableReader& top, FrontMatter& matter, FileErrors& errors);
/// Reads a value as an argument, a field or a variable has it: a buffer, a number, a structure, and a texture or tensor
/// map of the launch.
[[nodiscard]] ArgumentText read_value(Formula formula, const FrontMatter& matter, const LaunchText& launch,
                                      FileErrors& errors);
/// Whether a text is a structure, "{ int n = 3; float* out = out }", or a vector, "float4(1, 2, 3, 4)".
[[nodiscard]] bool is_structure(std::string_view text);
/// Reads such a text, with its fields laid out as C++ does.
[[nodiscard]] ArgumentText read_structure(const Formula& formula, const FrontMatter& matter, FileErrors& errors);
void read_launches(TableReader& top, const Kernel& kernel, FrontMatter& matter, FileErrors& errors);
void read_textures(TableReader& launch, const FrontMatter& matter, LaunchText& text, FileErrors& errors);
void read_tensor_maps(TableReader& launch, const FrontMatter& matter, LaunchText& text, FileErrors& errors);
void read_check(TableReader& top, FrontMatter& matter, FileErrors& errors);

/// Finds what no single table can: a name that is declared twice or is a function's name, two knob values that become
/// one constant, an entry that is not in the source.
void check_whole(const Kernel& kernel, const FrontMatter& matter, FileErrors& errors);
/// Refuses a buffer that no launch uses. It runs after the expressions, since a mistyped argument causes this too.
void check_uses(const FrontMatter& matter, FileErrors& errors);

/// Requires a name of letters, digits and underscores that begins with no digit.
void require_identifier(const std::string& word, const Place& line, FileErrors& errors);

/// Returns the index of the buffer of that name, or nothing; known_buffer() also reports that there is none.
[[nodiscard]] std::optional<std::size_t> buffer_index(const FrontMatter& matter, const std::string& name);
[[nodiscard]] std::optional<std::size_t> known_buffer(const FrontMatter& matter, const std::string& name,
                                                      const std::string& where, const Place& line, FileErrors& errors);

}  // namespace lanescope::catalogue
