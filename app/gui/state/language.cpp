#include "gui/state/language.h"

#include <utility>

#include "base/file.h"
#include "base/toml/read_toml.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;
using Texts = std::map<std::string, std::string, std::less<>>;

/// Adds the table's texts under `prefix`. It fails when an entry is neither a table nor a text.
Status flatten(const toml::table& table, const std::string& prefix, const std::string& file, Texts& texts) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    if (const toml::table* inner = node.as_table()) {
      TRY_STATUS(flatten(*inner, key + ".", file, texts));
    } else if (const auto* text = node.as_string()) {
      texts[key] = text->get();
    } else {
      return failure(fmt::format("{} is no text", key), fmt::format("{}:{}", file, node.source().begin.line),
                     "write it in quotation marks");
    }
  }
  return {};
}

bool is_there(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

Expected<Texts> read_texts(const fs::path& file) {
  TRY(auto text, read_file(file));
  Texts texts;
  try {
    const toml::table table = read_toml(text, file.string());
    TRY_STATUS(flatten(table, "", file.string(), texts));
  } catch (const toml::parse_error& error) {
    return failure(std::string(error.description()), fmt::format("{}:{}", file.string(), error.source().begin.line),
                   "every line is: key = \"text\"");
  }
  return texts;
}

}  // namespace

Language::Language(std::string code, Texts texts, std::shared_ptr<const Language> fallback, Sentences sentences)
    : code_(std::move(code)),
      texts_(std::move(texts)),
      fallback_(std::move(fallback)),
      sentences_(std::move(sentences)) {}

const std::string* Language::find(std::string_view key) const {
  const auto found = texts_.find(key);
  return found == texts_.end() ? nullptr : &found->second;
}

std::string Language::format_text(std::string_view key, fmt::format_args arguments) const {
  if (const std::string* text = find(key)) {
    try {
      return fmt::vformat(*text, arguments);
    } catch (const fmt::format_error&) {
      // This is a translator's mistake, so the text of the fallback is used.
    }
  }
  return fallback_ ? fallback_->format_text(key, arguments) : std::string(key);
}

std::vector<std::string> languages_in(const fs::path& folder) {
  std::vector<std::string> codes;
  for (const fs::path& entry : entries_of(folder)) {
    if (entry.extension() == ".toml") codes.push_back(entry.stem().string());
  }
  return codes;
}

Expected<std::shared_ptr<const Language>> read_language(const fs::path& folder, const std::string& code) {
  const std::string base = "en";
  std::shared_ptr<const Language> fallback;
  if (code != base) {
    TRY(fallback, read_language(folder, base));
  }
  TRY(auto texts, read_texts(folder / (code + ".toml")));
  Texts sentences;
  if (const fs::path file = folder / "sentences" / (code + ".toml"); is_there(file)) {
    TRY(sentences, read_texts(file));
  }
  return std::make_shared<const Language>(code, std::move(texts), std::move(fallback), Sentences(sentences));
}

Expected<fs::path> language_folder() {
  TRY(auto data, data_folder());
  return data / "assets" / "lang";
}

std::shared_ptr<const Language> english() {
  if (const auto folder = language_folder()) {
    if (auto read = read_language(*folder, "en")) return std::move(*read);
  }
  return std::make_shared<const Language>("en", Texts());
}

}  // namespace lanescope::gui
