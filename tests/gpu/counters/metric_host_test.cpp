// Every name of a counter is asked of CUPTI's host library, which needs neither a GPU nor a driver.
#include "gpu/counters/metric_host.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "compiler/toolkit/toolkit.h"
#include "counters/metric_names.h"
#include "gpu/counters/permission.h"
#include "model/hardware/devices.h"

namespace lanescope::gpu {
namespace {

constexpr int newest_cupti = 13;

/// All chips of the data sheets whose counters can be read, by their families.
std::vector<counters::Chip> sheet_chips() {
  std::vector<counters::Chip> chips;
  for (const model::DeviceSheet& sheet : model::device_sheets()) {
    const auto chip = counters::chip_of(sheet.compute_major, sheet.compute_minor);
    if (chip && std::ranges::find(chips, *chip) == chips.end()) chips.push_back(*chip);
  }
  return chips;
}

class CuptiHost : public testing::Test {
 protected:
  void SetUp() override {
    files_ = cupti_files(compiler::search_folders(), newest_cupti, compiler::searches_system({}));
    const auto library = cupti_description(files_);
    if (!library) GTEST_SKIP() << library.error().text();
    RecordProperty("library", *library);
  }
  [[nodiscard]] MetricHost host_of(counters::Chip chip) const {
    auto host = MetricHost::open(files_, std::string(name_of(chip)));
    if (!host) throw MachineError(host.error());
    return std::move(*host);
  }
  static std::vector<std::string> metrics_of(counters::Page page, counters::Chip chip) {
    std::vector<std::string> names;
    for (const std::string_view name : counters::metrics_of(page, chip)) names.emplace_back(name);
    return names;
  }

  std::vector<std::string> files_;
};

TEST_F(CuptiHost, KnowsTheChipOfEveryDataSheetFromComputeCapability75On) {
  std::size_t sheets = 0;
  for (const model::DeviceSheet& sheet : model::device_sheets()) {
    const bool countable = std::pair(sheet.compute_major, sheet.compute_minor) >= std::pair(7, 5);
    EXPECT_EQ(counters::chip_of(sheet.compute_major, sheet.compute_minor).has_value(), countable) << sheet.name;
    sheets += countable ? 1 : 0;
  }
  EXPECT_GE(sheets, 7u);
  const auto chips = MetricHost::chips(files_);
  ASSERT_TRUE(chips) << chips.error().text();
  for (const counters::Chip chip : sheet_chips())
    EXPECT_NE(std::ranges::find(*chips, name_of(chip)), chips->end()) << name_of(chip);
}

TEST_F(CuptiHost, KnowsEveryMetricOfEveryElementOnEveryChip) {
  std::size_t asked = 0;
  for (const counters::Chip chip : sheet_chips()) {
    const MetricHost host = host_of(chip);
    for (const counters::Formula& formula : counters::formulas()) {
      if (!formula.is_for(chip)) continue;
      for (const auto& terms : {formula.numerator, formula.denominator}) {
        for (const counters::Term& term : terms) {
          if (term.metric.empty()) continue;
          ++asked;
          EXPECT_TRUE(host.description(std::string(term.metric)))
              << name_of(chip) << " has no " << term.metric << " for " << formula.quantity;
        }
      }
    }
  }
  EXPECT_GT(asked, 700u);
  RecordProperty("names", std::to_string(asked));
}

TEST_F(CuptiHost, NeedsAsManyPassesAPageAsTheTableSays) {
  // In the order of Page: speed of light, chart, shared, L1, L2 and device table, warp states, scheduler (CUPTI 13.0).
  const std::map<counters::Chip, std::array<int, counters::page_count>> passes = {
      {counters::Chip::TU102, {7, 10, 4, 9, 5, 2, 7, 2}}, {counters::Chip::GA100, {9, 10, 4, 9, 6, 1, 6, 2}},
      {counters::Chip::GA102, {7, 10, 4, 9, 5, 1, 7, 2}}, {counters::Chip::AD102, {7, 10, 4, 9, 5, 1, 7, 2}},
      {counters::Chip::GH100, {10, 9, 5, 9, 3, 1, 7, 2}}, {counters::Chip::GB100, {9, 9, 4, 9, 3, 1, 6, 2}},
      {counters::Chip::GB202, {9, 8, 5, 8, 5, 1, 7, 2}}};
  for (const counters::Chip chip : sheet_chips()) {
    const MetricHost host = host_of(chip);
    for (std::size_t page = 0; page < counters::page_count; ++page) {
      const auto config = host.config(metrics_of(static_cast<counters::Page>(page), chip));
      ASSERT_TRUE(config) << config.error().text();
      EXPECT_EQ(config->passes, passes.at(chip).at(page))
          << name_of(chip) << " " << name_of(static_cast<counters::Page>(page));
    }
  }
}

TEST_F(CuptiHost, CountsTheSameMetricsOfInstructionsOnEveryChip) {
  for (const counters::Chip chip : sheet_chips()) {
    const auto known = host_of(chip).instruction_metrics();
    ASSERT_TRUE(known) << known.error().text();
    for (const char* metric :
         {"smsp__sass_inst_executed", "smsp__sass_thread_inst_executed_pred_on", "smsp__sass_sectors_mem_global",
          "smsp__sass_sectors_mem_global_ideal", "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared",
          "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal"}) {
      EXPECT_TRUE(known->contains(metric)) << name_of(chip) << " does not count " << metric;
    }
  }
}

TEST_F(CuptiHost, LeavesOutWhatAChipDoesNotHave) {
  const MetricHost host = host_of(counters::Chip::GH100);
  EXPECT_FALSE(host.description("smsp__inst_executed.no_such_ending"));
  const std::vector<std::string> some = {"smsp__inst_executed.sum", "no_such_counter.sum"};
  const auto config = host.config(some);
  ASSERT_TRUE(config) << config.error().text();
  EXPECT_EQ(config->metrics, std::vector<std::string>{"smsp__inst_executed.sum"});
  EXPECT_EQ(config->passes, 1);
  const std::vector<std::string> none = {"no_such_counter.sum"};
  const auto refused = host.config(none);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, FaultKind::no_counters);
}

TEST_F(CuptiHost, RefusesAChipThatItDoesNotKnowWithARemedy) {
  const auto host = MetricHost::open(files_, "XX999");
  ASSERT_FALSE(host);
  EXPECT_EQ(host.error().kind, FaultKind::no_counters);
  EXPECT_NE(host.error().what.text().find("cuptiProfilerHostInitialize"), std::string::npos) << host.error().what;
  EXPECT_FALSE(host.error().remedy.empty());
}

TEST(CuptiLibrary, MissingSaysWhatToInstall) {
  const auto library = cupti_description({"/nowhere/libcupti.so.13"});
  ASSERT_FALSE(library);
  EXPECT_EQ(library.error().kind, FaultKind::no_counters);
  EXPECT_NE(library.error().remedy.text().find("cupti"), std::string::npos) << library.error().remedy;
}

}  // namespace
}  // namespace lanescope::gpu
