#include "lessons/texts.h"

#include "base/file.h"
#include "base/messages.h"
#include "catalogue/front_matter/table_reader.h"
#include "lessons/messages.h"

namespace lanescope::lessons {

std::string Texts::say(std::string_view key, std::string_view language,
                       const std::map<std::string, std::string>& numbers) const {
  const auto found = words_.find(key);
  return found == words_.end() ? std::string(key) : fill_placeholders(found->second.in(language), numbers);
}

Expected<Texts> read_texts(const std::filesystem::path& file) {
  TRY(const std::string text, read_file(file));
  toml::table table;
  try {
    table = read_toml(text, file.string());
  } catch (const toml::parse_error& error) {
    return failure(std::string(error.description()), {file.string(), static_cast<int>(error.source().begin.line)},
                   message<"texts.correct_line_remedy">());
  }
  catalogue::FileErrors errors{file.string()};
  catalogue::TableReader reader(table, "the file", errors);
  std::map<std::string, LocalizedText, std::less<>> words;
  for (const std::string& key : reader.keys()) {
    const toml::table* both = reader.table(key, R"({ en = "...", zh = "..." })");
    if (both == nullptr) continue;
    catalogue::TableReader texts(*both, key, errors, reader.line_of_key(key));
    LocalizedText& added = words[key];
    added.en = texts.text("en", true);
    added.zh = texts.text("zh", true);
    texts.refuse_unknown();
    if (const Message fault = translation_problem(added); !fault.empty()) {
      errors.add(reader.line_of_key(key), message<"error.at">(key, fault), message<"texts.both_remedy">());
    }
  }
  if (!errors.list.empty()) return failure(errors.list.front());
  return Texts(std::move(words));
}

}  // namespace lanescope::lessons
