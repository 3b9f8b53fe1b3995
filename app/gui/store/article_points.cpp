#include "gui/store/article_points.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string_view>

#include "base/file.h"
#include "base/text.h"
#include "gui/messages.h"
#include "gui/store/knobs/knobs.h"
#include "lessons/article_table.h"
#include "lessons/messages.h"

namespace lanescope::gui {
namespace {

constexpr std::string_view index_header = "kernel,settings,doc,table,row,param,gpu";

using lessons::Article;
using lessons::CsvLine;
using lessons::Printed;

constexpr std::string_view of_memory = "GB/s", of_arithmetic = "GFLOP/s";

Expected<Printed> rate_in(const Article& article, const std::string& key, const Place& where) {
  const auto found = article.find(key);
  if (found == article.end()) return failure(message<"articles.no_key">(key), where, message<"articles.remedy">());
  const bool is_rate = found->second.unit == of_memory || found->second.unit == of_arithmetic;
  if (!is_rate || found->second.value <= 0) {
    return failure(message<"articles.no_rate">(key), where, message<"articles.remedy">());
  }
  return found->second;
}

/// Returns the theoretical limit that a rate is compared with, or 0 when the article does not name its GPU.
Expected<double> peak_in(const Article& article, std::string_view unit, const std::string& gpu, const Place& where) {
  if (gpu.empty()) return 0.0;
  const char* const param = unit == of_memory ? "theoretical bandwidth" : "peak";
  TRY(const Printed peak, rate_in(article, fmt::format("gpu,{},{}", gpu, param), where));
  if (peak.unit != unit)
    return failure(message<"articles.unit">(param, gpu, unit), where, message<"articles.remedy">());
  return peak.value;
}

}  // namespace

Expected<std::vector<ArticlePoint>> read_article_points(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "points.csv";
  TRY(const std::string text, read_file(file));
  TRY(const std::vector<CsvLine> lines, lessons::csv_lines(file, text, index_header));
  std::map<std::string, Article> articles;
  std::vector<ArticlePoint> points;
  for (const CsvLine& line : lines) {
    const auto& fields = line.fields;
    const std::string doc(fields[2]), gpu(fields[6]);
    if (!articles.contains(doc)) {
      TRY(articles[doc], lessons::read_article(folder / (doc + ".csv")));
    }
    const Article& article = articles[doc];
    TRY(const catalogue::Values settings, values_in(fields[1], line.where, message<"articles.remedy">()));
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
