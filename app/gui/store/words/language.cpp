#include "gui/store/words/language.h"

#include <fmt/args.h>

#include <utility>
#include <variant>

#include "base/file.h"
#include "base/text.h"
#include "base/toml/read_toml.h"
#include "gui/messages.h"

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
      return failure(message<"language.no_text">(key), {file, static_cast<int>(node.source().begin.line)},
                     message<"language.no_text_remedy">());
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
    return failure(std::string(error.description()), {file.string(), static_cast<int>(error.source().begin.line)},
                   message<"language.line_remedy">());
  }
  return texts;
}

/// Reads the texts of a file that need not be there.
Expected<Texts> read_texts_if_any(const fs::path& file) {
  if (!is_there(file)) return Texts();
  return read_texts(file);
}

/// Puts a space between an ideograph and a letter or digit beside it, as Chinese is set. The text is UTF-8.
std::string spaced(std::string_view text) {
  const auto is_ideograph = [](unsigned char lead) { return lead >= 0xe4 && lead <= 0xe9; };
  std::string result;
  unsigned char before = ' ';  // the first byte of the last character
  for (const char byte : text) {
    const auto lead = static_cast<unsigned char>(byte);
    const bool continues = (lead & 0xc0) == 0x80;
    if (!continues) {
      const bool word = is_word_letter(byte), word_before = is_word_letter(static_cast<char>(before));
      if ((is_ideograph(before) && word) || (is_ideograph(lead) && word_before)) result += ' ';
      before = lead;
    }
    result += byte;
  }
  return result;
}

}  // namespace

Language::Language(std::string code, Texts texts, std::shared_ptr<const Language> fallback, Texts messages,
                   Texts sentences)
    : code_(std::move(code)),
      texts_(std::move(texts)),
      fallback_(std::move(fallback)),
      messages_(std::move(messages)),
      sentences_(std::move(sentences)) {}

const std::string* Language::find(std::string_view key) const {
  const auto found = texts_.find(key);
  return found == texts_.end() ? nullptr : &found->second;
}

std::string Language::translated(const Message& message) const {
  if (message.id().empty()) {
    const auto sentence = sentences_.find(message.text());
    return sentence == sentences_.end() ? message.text() : spaced(sentence->second);
  }
  const auto pattern = messages_.find(message.id());
  if (pattern == messages_.end()) return message.text();
  fmt::dynamic_format_arg_store<fmt::format_context> arguments;
  for (const MessageArgument& argument : message.arguments()) {
    std::visit(
        [&](const auto& value) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Message>) {
            arguments.push_back(translated(value));
          } else {
            arguments.push_back(value);
          }
        },
        argument.value());
  }
  try {
    return spaced(fmt::vformat(pattern->second, arguments));
  } catch (const fmt::format_error&) {
    return message.text();  // a translator's mistake
  }
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
  TRY(auto messages, read_texts_if_any(folder / "messages" / (code + ".toml")));
  TRY(auto sentences, read_texts_if_any(folder / "sentences" / (code + ".toml")));
  return std::make_shared<const Language>(code, std::move(texts), std::move(fallback), std::move(messages),
                                          std::move(sentences));
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
