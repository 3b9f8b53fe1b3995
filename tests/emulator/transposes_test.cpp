// Every transpose and copy of the catalogue, with every value of every knob, at sizes that divide nothing.
#include <random>
#include <set>

#include "emulator/transposes_fixture.h"

namespace warpscope::emulator {
namespace {

using Shape = std::pair<std::int64_t, std::int64_t>;

/// Squares for the map that needs square grids, rectangles both ways, vectors, primes, and one more or less than tiles.
constexpr Shape all_shapes[] = {{64, 64}, {96, 40}, {40, 96}, {1, 67},   {67, 1},   {1, 1},
                                {37, 53}, {53, 37}, {33, 65}, {127, 31}, {129, 63}, {132, 68}};
constexpr Shape few_shapes[] = {{64, 64}, {37, 53}, {132, 36}};

bool is_legal(const catalogue::Kernel& kernel, const catalogue::Values& setting) {
  return catalogue::resolve(kernel, with_sizes(setting, 64, 64), 1).has_value();
}

catalogue::Values drawn(const catalogue::Kernel& kernel, std::mt19937& chance) {
  catalogue::Values setting;
  for (const catalogue::Parameter& knob : kernel.parameters) {
    setting[knob.name] = value_of(knob, chance() % knob.values.size());
  }
  return setting;
}

/// A value of one knob beside the defaults of the others; where that is not legal (a block of 1024 columns has one row)
/// beside others that make it so. Empty when none do.
std::optional<catalogue::Values> legal_with(const catalogue::Kernel& kernel, const std::string& name,
                                            const catalogue::Value& value) {
  catalogue::Values setting{{name, value}};
  std::mt19937 chance(4);  // NOLINT(cert-msc51-cpp): the same draw each time is what is wanted
  for (int attempt = 0; attempt < 2000 && !is_legal(kernel, setting); ++attempt) {
    setting = drawn(kernel, chance);
    setting[name] = value;
  }
  if (!is_legal(kernel, setting)) return std::nullopt;
  return setting;
}

/// Each value of each knob once.
std::vector<catalogue::Values> each_value(const catalogue::Kernel& kernel) {
  std::vector<catalogue::Values> settings;
  for (const catalogue::Parameter& knob : kernel.parameters) {
    for (std::size_t index = 0; index < knob.values.size(); ++index) {
      if (index == knob.default_index) continue;
      const catalogue::Value value = value_of(knob, index);
      auto setting = legal_with(kernel, knob.name, value);
      EXPECT_TRUE(setting) << kernel.source.id << ": nothing makes " << knob.name << " = " << catalogue::to_text(value)
                           << " legal";
      if (setting) settings.push_back(std::move(*setting));
    }
  }
  return settings;
}

/// Legal settings of all knobs at once, drawn by chance, the same each time.
std::vector<catalogue::Values> mixed_settings(const catalogue::Kernel& kernel, std::size_t count) {
  std::mt19937 chance(4);  // NOLINT(cert-msc51-cpp): the same draw each time is what is wanted
  std::set<catalogue::Values> settings;
  for (int attempt = 0; attempt < 2000 && settings.size() < count; ++attempt) {
    catalogue::Values setting = drawn(kernel, chance);
    if (is_legal(kernel, setting)) settings.insert(std::move(setting));
  }
  return {settings.begin(), settings.end()};
}

class EveryTranspose : public testing::TestWithParam<std::string> {};

TEST_P(EveryTranspose, IsRightForEverySizeAndEveryOrderOfItsBlocks) {
  SetTranspose kernel(transpose(GetParam()), {});
  for (const auto& [nx, ny] : all_shapes) {
    for (const std::uint64_t schedule : {0u, 5u}) {
      Options options;
      options.schedule_seed = schedule;
      EXPECT_TRUE(kernel.is_right_at(nx, ny, options)) << "refused at " << nx << " x " << ny;
    }
  }
}

TEST_P(EveryTranspose, IsRightWithEveryValueOfEachKnob) {
  const KernelPointer tested = transpose(GetParam());
  for (const catalogue::Values& setting : each_value(*tested)) {
    SetTranspose kernel(tested, setting);
    EXPECT_TRUE(kernel.is_right_at(few_shapes[0].first, few_shapes[0].second)) << kernel.text();
    for (const auto& [nx, ny] : few_shapes) kernel.is_right_at(nx, ny);
  }
}

TEST_P(EveryTranspose, IsRightWithAllKnobsTurnedAtOnce) {
  const KernelPointer tested = transpose(GetParam());
  const auto settings = mixed_settings(*tested, 10);
  if (!tested->parameters.empty()) {
    EXPECT_EQ(settings.size(), 10u);
  }
  for (const catalogue::Values& setting : settings) {
    SetTranspose kernel(tested, setting);
    for (const auto& [nx, ny] : all_shapes) kernel.is_right_at(nx, ny);
  }
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const KernelPointer& kernel : transposes()) names.push_back(short_name(*kernel));
  return names;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryTranspose, testing::ValuesIn(names()),
                         [](const auto& tested) { return tested.param; });

TEST(ABlockNarrowerThanAWarp, IsRightInEveryTransposeThatHasOne) {
  int tested = 0;
  for (const KernelPointer& kernel : transposes()) {
    if (!has_knob(*kernel, "block_x") || !has_knob(*kernel, "block_y")) continue;
    for (const Shape& block : {Shape{1, 1}, Shape{1, 8}, Shape{2, 4}, Shape{4, 64}, Shape{8, 1}, Shape{16, 2}}) {
      SetTranspose set(kernel, {{"block_x", block.first}, {"block_y", block.second}});
      EXPECT_TRUE(set.is_right_at(37, 53)) << set.text();
      ++tested;
    }
  }
  EXPECT_GE(tested, 6 * 10);
}

}  // namespace
}  // namespace warpscope::emulator
