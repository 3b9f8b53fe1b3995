// One TOML table out of a kernel's front matter and the files that it includes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/front_matter/table_reader.h"

namespace warpscope::catalogue {

/// What stands for {NAME} in a front matter.
struct Word {
  std::string text;
  std::vector<std::string> choices = {};  ///< of a knob: all of its names; empty for an argument of an [[include]]
};
using Words = std::map<std::string, Word, std::less<>>;

/// The text as a table, with the words put in. Nothing, with an error, when it is not TOML.
[[nodiscard]] std::optional<toml::table> parse_toml(std::string text, const Words& words, const std::string& file,
                                                    FileErrors& errors);

/// The front matter `text` of the source with everything that it includes, and the tables of [when] that the words
/// choose. Nothing, with errors, when one of the files is not TOML.
[[nodiscard]] std::optional<toml::table> assemble(const KernelSource& source, const std::string& text,
                                                  const Words& words, FileErrors& errors);

}  // namespace warpscope::catalogue
