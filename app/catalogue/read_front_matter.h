// From TOML to a Kernel: every table of the front matter.
#pragma once

#include "catalogue/table_reader.h"

namespace warpscope::catalogue {

/// Fills kernel and its front matter from the parsed file; adds to `errors` what is wrong.
void read_front_matter(const toml::table& file, Kernel& kernel, FrontMatter& matter, FileErrors& errors);

/// [[launch]] tables, once parameters, sizes, [let] and buffers are known.
void read_launches(TableReader& top, const Kernel& kernel, FrontMatter& matter, FileErrors& errors);

/// Position of a buffer's name, nothing when there is none.
[[nodiscard]] std::optional<std::size_t> buffer_index(const FrontMatter& matter, const std::string& name);
[[nodiscard]] std::vector<std::string> buffer_names(const FrontMatter& matter);

}  // namespace warpscope::catalogue
