// The articles' numbers: that the tables read, and that what can be recomputed follows from what is printed.
#include <gtest/gtest.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/text.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

struct Row {
  std::string doc, table, row, param, text, unit, note;
  double value = 0;
};

const fs::path articles = fs::path(LANESCOPE_SOURCES) / "assets/articles";

std::vector<Row> read_article(const fs::path& file) {
  std::vector<Row> rows;
  const auto text = read_file(file);
  EXPECT_TRUE(text) << file;
  if (!text) return rows;
  EXPECT_TRUE(text->ends_with('\n')) << file;
  EXPECT_EQ(text->find('"'), std::string::npos) << file << ": fields are not quoted";
  const std::string_view body(text->data(), text->size() - 1);
  bool heading = true;
  for (const std::string_view line : split(body, '\n')) {
    if (heading) {
      EXPECT_EQ(line, "doc,table,row,param,value,unit,note") << file;
      heading = false;
      continue;
    }
    std::vector<std::string> fields;
    for (const std::string_view field : split(line, ',')) fields.emplace_back(field);
    EXPECT_EQ(fields.size(), 7u) << file << ": " << line;
    if (fields.size() != 7) continue;
    Row row{fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6]};
    const char* const end = row.text.data() + row.text.size();
    const auto [stop, error] = std::from_chars(row.text.data(), end, row.value);
    EXPECT_TRUE(error == std::errc{} && stop == end) << file << ": '" << row.text << "' is no number";
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Article 000 with its numbers by name. A name that is not there fails the test and is NaN.
class Article000 : public testing::Test {
 protected:
  [[nodiscard]] const Row* find(const std::string& table, const std::string& row, const std::string& param) const {
    for (const Row& each : rows_) {
      if (each.table == table && each.row == row && each.param == param) return &each;
    }
    ADD_FAILURE() << "there is no " << table << ", " << row << ", " << param;
    return nullptr;
  }
  [[nodiscard]] double value(const std::string& table, const std::string& row, const std::string& param) const {
    const Row* const found = find(table, row, param);
    return found == nullptr ? std::nan("") : found->value;
  }
  [[nodiscard]] std::set<std::string> rows_of(const std::string& table) const {
    std::set<std::string> names;
    for (const Row& each : rows_) {
      if (each.table == table) names.insert(each.row);
    }
    return names;
  }

  const std::vector<Row> rows_ = read_article(articles / "000.csv");
  static constexpr double gigabytes = 4096.0 * 4096.0 * 4 * 2 * 1e-9;  // read once and written once
};

/// The number with as many digits behind the point as the text has: rounded, or cut off.
double printed(double number, const std::string& text, bool cut_off) {
  const std::size_t point = text.find('.');
  const double scale = std::pow(10.0, point == std::string::npos ? 0 : static_cast<double>(text.size() - point - 1));
  return (cut_off ? std::floor(number * scale) : std::round(number * scale)) / scale;
}

TEST(TheArticles, HaveOneFormAndNoNumberTwice) {
  int files = 0;
  for (const auto& file : fs::directory_iterator(articles)) {
    // claims.csv and points.csv refer to numbers of the articles and hold none.
    const std::string stem = file.path().stem().string();
    if (file.path().extension() != ".csv" || stem == "claims" || stem == "points") continue;
    ++files;
    std::set<std::vector<std::string>> names;
    const std::vector<Row> rows = read_article(file.path());
    EXPECT_FALSE(rows.empty()) << file;
    for (const Row& row : rows) {
      EXPECT_EQ(row.doc, file.path().stem().string());
      EXPECT_FALSE(row.table.empty() || row.row.empty() || row.param.empty()) << file;
      EXPECT_TRUE(names.insert({row.table, row.row, row.param}).second)
          << file << ": " << row.table << ", " << row.row << ", " << row.param << " stands there twice";
    }
  }
  EXPECT_GE(files, 1);
}

TEST_F(Article000, ItsMeansAreThoseOfItsTrials) {
  int means = 0;
  for (const std::string table : {"time", "block shape of transformNaiveCol"}) {
    for (const std::string& row : rows_of(table)) {
      const double mean =
          (value(table, row, "trial 1") + value(table, row, "trial 2") + value(table, row, "trial 3")) / 3;
      EXPECT_NEAR(value(table, row, "mean"), mean, 0.5e-6 + 1e-12) << table << ", " << row;
      ++means;
    }
  }
  EXPECT_EQ(means, 6 + 6);
}

TEST_F(Article000, ItsBandwidthsAreBytesOverTimeToThePrintedDigits) {
  EXPECT_NEAR(value("problem", "matrix", "read and written"), gigabytes, 0.5e-9);
  EXPECT_EQ(value("problem", "matrix", "rows") * value("problem", "matrix", "columns") * 8e-9, gigabytes);
  int bandwidths = 0, cut_off = 0;
  const std::map<std::string, std::string> times = {
      {"bandwidth", "time"},
      {"bandwidth derived", "time"},
      {"block shape bandwidth derived", "block shape of transformNaiveCol"}};
  for (const auto& [table, time] : times) {
    for (const std::string& row : rows_of(table)) {
      const Row* const bandwidth = find(table, row, "mean");
      ASSERT_NE(bandwidth, nullptr);
      const double exact = gigabytes / value(time, row, "mean");
      const bool cut = bandwidth->note.find("cut off") != std::string::npos;
      EXPECT_DOUBLE_EQ(bandwidth->value, printed(exact, bandwidth->text, cut)) << table << ", " << row;
      if (cut) {
        EXPECT_NE(bandwidth->value, printed(exact, bandwidth->text, false)) << "the note is right: it is not rounded";
      }
      ++bandwidths;
      cut_off += cut ? 1 : 0;
    }
  }
  EXPECT_EQ(bandwidths, 4 + 2 + 6);
  EXPECT_EQ(cut_off, 2);
}

// bytes of use = half of what is read and written; time = bytes of use * amplification / throughput.
TEST_F(Article000, ItsThroughputsImplyEightTimesTheBytesForColumns) {
  int kernels = 0;
  for (const std::string& row : rows_of("L1 implied")) {
    const double store = value("L1 store throughput", row, "gst_throughput");
    const double load = value("L1 load throughput", row, "gld_throughput");
    const double time = gigabytes / 2 * value("L1 implied", row, "store amplification") / store;
    EXPECT_NEAR(value("L1 implied", row, "time"), 1e3 * time, 0.5e-3) << row;
    EXPECT_NEAR(value("L1 implied", row, "load amplification"), load * time / (gigabytes / 2), 0.5e-3) << row;
    // The profiler slows the kernel down a little; the time it implies is the time that was measured all the same.
    EXPECT_NEAR(time / value("time", row, "mean"), 1, 0.06) << row;
    ++kernels;
  }
  EXPECT_EQ(kernels, 4);
  EXPECT_GT(value("L1 load throughput", "transformNaiveCol", "gld_throughput"),
            value("gpu", "GTX 1050 Ti", "theoretical bandwidth"))
      << "bytes from the cache are no bytes from memory";
}

TEST_F(Article000, ItsKnownErrorsHaveFootnotes) {
  for (const std::string param : {"trial 1", "trial 2", "trial 3", "mean"}) {
    const Row* const unrolled = find("time", "transformNaiveRowUnroll", param);
    ASSERT_NE(unrolled, nullptr);
    EXPECT_NE(unrolled->note.find("transformNaiveColUnroll"), std::string::npos) << param;
  }
  const Row* const without_point = find("time", "transformNaiveRowUnroll", "trial 3");
  ASSERT_NE(without_point, nullptr);
  EXPECT_EQ(without_point->text, "0.001541");
  EXPECT_NE(without_point->note.find("001541"), std::string::npos);
  const Row* const fermi = find("gpu", "Fermi M2090", "theoretical bandwidth");
  ASSERT_NE(fermi, nullptr);
  EXPECT_EQ(fermi->text, "117.6") << "as it is printed";
  EXPECT_NE(fermi->note.find("177.6"), std::string::npos);
  EXPECT_NEAR(384 * 3.7 / 8, 177.6, 1e-9);
  EXPECT_NEAR(128 * 7.008 / 8, value("gpu", "GTX 1050 Ti", "theoretical bandwidth"), 0.2);
}

}  // namespace
}  // namespace lanescope
