#include "lessons/article_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "lessons/messages.h"

namespace lanescope::lessons {
namespace {

constexpr std::string_view article_header = "doc,table,row,param,value,unit,note";

/// Returns a key of an article as formulas write it.
std::string name_in_formulas(std::string name) {
  for (char& letter : name) {
    if (letter == ',') {
      letter = '.';
    } else if (!is_word(std::string(1, letter))) {
      letter = '_';
    }
  }
  return name;
}

}  // namespace

Expected<std::vector<CsvLine>> csv_lines(const std::filesystem::path& file, std::string_view text,
                                         std::string_view header) {
  std::vector<CsvLine> lines;
  const std::size_t columns = split(header, ',').size();
  int number = 0;
  for (const std::string_view line : split(text, '\n')) {
    const Place where(file.filename().string(), ++number);
    if (number == 1) {
      if (trim(line) != header) return failure(message<"articles.columns">(), where, message<"articles.remedy">());
    } else if (!trim(line).empty()) {
      lines.push_back({split(line, ','), where});
      if (lines.back().fields.size() != columns) {
        return failure(message<"articles.field_count">(lines.back().fields.size(), columns), where,
                       message<"articles.remedy">());
      }
    }
  }
  return lines;
}

Expected<Article> read_article(const std::filesystem::path& file) {
  TRY(const std::string text, read_file(file));
  TRY(const std::vector<CsvLine> lines, csv_lines(file, text, article_header));
  Article article;
  for (const CsvLine& line : lines) {
    const auto& fields = line.fields;
    const auto value = parse_number<double>(fields[4], std::chars_format::general);
    if (!value) {
      return failure(message<"articles.no_number">(fields[4]), line.where, message<"articles.remedy">());
    }
    article[fmt::format("{},{},{}", fields[1], fields[2], fields[3])] = {*value, std::string(fields[5]),
                                                                         std::string(fields[6])};
  }
  return article;
}

Expected<PrintedNumbers> printed_numbers(const std::filesystem::path& folder) {
  PrintedNumbers numbers;
  for (const std::filesystem::path& file : entries_of(folder)) {
    const std::string doc = file.stem().string();
    if (file.extension() != ".csv" || doc.find_first_not_of("0123456789") != std::string::npos) continue;
    TRY(const Article article, read_article(file));
    for (const auto& [key, printed] : article) numbers[doc + "." + name_in_formulas(key)] = printed.value;
  }
  return numbers;
}

}  // namespace lanescope::lessons
