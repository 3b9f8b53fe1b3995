#include "catalogue/front_matter/translations.h"

#include "base/file.h"
#include "catalogue/front_matter/read_front_matter.h"

namespace lanescope::catalogue {
namespace {

constexpr const char* example = "{ title = \"...\", summary = \"...\", claims = [\"...\"] }";

KernelTexts read_texts(TableReader& reader) {
  return {reader.text("title", false), reader.text("summary", false), reader.texts("claims")};
}

}  // namespace

void read_translations(TableReader& top, Kernel& kernel) {
  top.for_each_table("translations", example, [&](const std::string& language, TableReader& reader) {
    kernel.translations[language] = read_texts(reader);
  });
}

TranslationFiles read_translations(const std::filesystem::path& folder) {
  TranslationFiles files;
  for (const std::filesystem::path& path : entries_of(folder)) {
    if (path.extension() != ".toml") continue;
    FileErrors errors{path.string()};
    if (auto text = read_file(path); !text) {
      errors.list.push_back(text.error());
    } else if (const auto table = parse_toml(*std::move(text), {}, errors.path, errors)) {
      TableReader top(*table, "the file", errors);
      top.for_each_table("kernels", example, [&](const std::string& id, TableReader& reader) {
        files.kernels[id][path.stem().string()] = read_texts(reader);
      });
      top.refuse_unknown();
    }
    if (!errors.list.empty()) files.errors[errors.path] = std::move(errors.list);
  }
  return files;
}

ShownTexts texts_of(const Kernel& kernel, const std::string& language) {
  const auto found = kernel.translations.find(language);
  if (found == kernel.translations.end()) return {kernel.title, kernel.summary, kernel.claims};
  const KernelTexts& translated = found->second;
  return {translated.title.empty() ? kernel.title : translated.title,
          translated.summary.empty() ? kernel.summary : translated.summary,
          translated.claims.empty() ? kernel.claims : translated.claims};
}

}  // namespace lanescope::catalogue
