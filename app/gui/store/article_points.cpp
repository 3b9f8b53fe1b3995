#include "gui/store/article_points.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "base/file.h"
#include "base/text.h"
#include "gui/messages.h"
#include "gui/store/knobs/knobs.h"

namespace lanescope::gui {
namespace {

constexpr std::string_view index_header = "kernel,settings,doc,table,row,param,gpu";
constexpr std::string_view article_header = "doc,table,row,param,value,unit,note";
Message remedy() {
  return message<"articles.remedy">();
}

/// One line of an article's own file.
struct Printed {
  double value = 0;
  std::string unit, note;
};
/// The keys are "table,row,param".
using Article = std::map<std::string, Printed, std::less<>>;

struct Line {
  std::vector<std::string_view> fields;
  Place where;
};

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Returns the lines of a table whose header is `header`. No field may hold a comma.
Expected<std::vector<Line>> lines_of(const std::filesystem::path& file, std::string_view text,
                                     std::string_view header) {
  std::vector<Line> lines;
  const std::size_t columns = split(header, ',').size();
  int number = 0;
  for (const std::string_view line : split(text, '\n')) {
    const Place where(file.filename().string(), ++number);
    if (number == 1) {
      if (trim(line) != header) return failure(message<"articles.columns">(), where, remedy());
    } else if (!trim(line).empty()) {
      lines.push_back({split(line, ','), where});
      if (lines.back().fields.size() != columns) {
        return failure(message<"articles.field_count">(lines.back().fields.size(), columns), where, remedy());
      }
    }
  }
  return lines;
}

Expected<Article> read_article(const std::filesystem::path& file) {
  TRY(const std::string text, read_file(file));
  TRY(const std::vector<Line> lines, lines_of(file, text, article_header));
  Article article;
  for (const Line& line : lines) {
    const auto& fields = line.fields;
    const auto value = number_of(fields[4]);
    if (!value) return failure(message<"articles.no_number">(fields[4]), line.where, remedy());
    article[fmt::format("{},{},{}", fields[1], fields[2], fields[3])] = {*value, std::string(fields[5]),
                                                                         std::string(fields[6])};
  }
  return article;
}

constexpr std::string_view of_memory = "GB/s", of_arithmetic = "GFLOP/s";

Expected<Printed> rate_in(const Article& article, const std::string& key, const Place& where) {
  const auto found = article.find(key);
  if (found == article.end()) return failure(message<"articles.no_key">(key), where, remedy());
  const bool is_rate = found->second.unit == of_memory || found->second.unit == of_arithmetic;
  if (!is_rate || found->second.value <= 0) {
    return failure(message<"articles.no_rate">(key), where, remedy());
  }
  return found->second;
}

/// Returns the theoretical limit that a rate is compared with, or 0 when the article does not name its GPU.
Expected<double> peak_in(const Article& article, std::string_view unit, const std::string& gpu, const Place& where) {
  if (gpu.empty()) return 0.0;
  const char* const param = unit == of_memory ? "theoretical bandwidth" : "peak";
  TRY(const Printed peak, rate_in(article, fmt::format("gpu,{},{}", gpu, param), where));
  if (peak.unit != unit) return failure(message<"articles.unit">(param, gpu, unit), where, remedy());
  return peak.value;
}

}  // namespace

Expected<std::vector<ArticlePoint>> read_article_points(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "points.csv";
  TRY(const std::string text, read_file(file));
  TRY(const std::vector<Line> lines, lines_of(file, text, index_header));
  std::map<std::string, Article> articles;
  std::vector<ArticlePoint> points;
  for (const Line& line : lines) {
    const auto& fields = line.fields;
    const std::string doc(fields[2]), gpu(fields[6]);
    if (!articles.contains(doc)) {
      TRY(articles[doc], read_article(folder / (doc + ".csv")));
    }
    const Article& article = articles[doc];
    TRY(const catalogue::Values settings, values_in(fields[1], line.where, remedy()));
    const std::string key = fmt::format("{},{},{}", fields[3], fields[4], fields[5]);
    TRY(const Printed rate, rate_in(article, key, line.where));
    TRY(const double peak, peak_in(article, rate.unit, gpu, line.where));
    ArticlePoint point{std::string(fields[0]), settings, 0, doc, std::string(fields[4]), gpu, 0, rate.note};
    const bool is_bandwidth = rate.unit == of_memory;
    (is_bandwidth ? point.gb_per_s : point.gflop_per_s) = rate.value;
    (is_bandwidth ? point.peak_gb_per_s : point.peak_gflop_per_s) = peak;
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace lanescope::gui
