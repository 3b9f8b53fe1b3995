// Titles, summaries and claims of kernels in other languages: in a kernel's front matter, and of the catalogue's own
// kernels in one file for each language.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"

namespace lanescope::catalogue {

/// Texts by the code of the language.
using Translations = std::map<std::string, KernelTexts>;

struct TranslationFiles {
  std::map<std::string, Translations> kernels = {};       ///< by the kernel's id
  std::map<std::string, std::vector<Error>> errors = {};  ///< by path
};

/// Reads CODE.toml of every language in the folder. A file holds [kernels."FAMILY/NAME"] with title, summary and
/// claims.
[[nodiscard]] TranslationFiles read_translations(const std::filesystem::path& folder);

}  // namespace lanescope::catalogue
