// Every transpose of the catalogue, in every legal shape, at sizes that divide nothing.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "emulator/programs_fixture.h"

namespace warpscope::emulator {
namespace {

/// Every combination of the knobs' values; those that a requirement forbids do not resolve.
std::vector<catalogue::Values> all_settings(const catalogue::Kernel& kernel) {
  std::vector<catalogue::Values> settings{{}};
  for (const catalogue::Parameter& knob : kernel.parameters) {
    std::vector<catalogue::Values> more;
    for (const catalogue::Values& setting : settings) {
      for (std::size_t index = 0; index < knob.values.size(); ++index) {
        catalogue::Values with = setting;
        if (knob.names.empty()) {
          with[knob.name] = knob.values[index];
        } else {
          with[knob.name] = knob.names[index];
        }
        more.push_back(std::move(with));
      }
    }
    settings = std::move(more);
  }
  return settings;
}

std::vector<std::string> transposes() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(WARPSCOPE_SOURCES "/kernels/transpose")) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class EveryTranspose : public testing::TestWithParam<std::string> {};

TEST_P(EveryTranspose, IsRightInEveryLegalShapeAndForEverySize) {
  const std::string path = WARPSCOPE_SOURCES "/kernels/transpose/" + GetParam() + ".cu";
  const auto text = read_file(path);
  ASSERT_TRUE(text);
  const auto kernel = catalogue::read_kernel({GetParam(), path, *text, {}});
  ASSERT_TRUE(kernel);
  const compiler::Compiler compiler = compiler::open_compiler();
  constexpr std::pair<std::int64_t, std::int64_t> sizes[] = {{1, 1}, {1, 67}, {67, 1}, {31, 33}, {97, 101}, {128, 64}};
  std::size_t ran = 0;
  for (catalogue::Values setting : all_settings(*kernel)) {
    std::optional<ptx::Module> module;
    for (const auto& [nx, ny] : sizes) {
      setting["nx"] = nx;
      setting["ny"] = ny;
      const auto plan = catalogue::resolve(*kernel, setting, 1);
      if (!plan) continue;
      if (!module) {
        const auto compiled = compiler.compile({path, *text, {}, plan->defines, {9, 0}});
        ASSERT_TRUE(compiled) << compiled.error().log;
        auto parsed = ptx::parse(compiled->ptx);
        ASSERT_TRUE(parsed) << parsed.error().text();
        module = std::move(*parsed);
      }
      const ReadyKernel ready{*plan, *module, *text};
      const Outcome outcome = run_program(ready);
      std::string shape;
      for (const auto& [name, value] : setting) shape += name + "=" + catalogue::to_text(value) + " ";
      ASSERT_TRUE(outcome.faults.empty()) << shape << outcome.faults.front().message;
      ASSERT_EQ(outcome.buffers[plan->check.output], reference_of(ready)) << shape;
      ++ran;
    }
  }
  EXPECT_GT(ran, 50u);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryTranspose, testing::ValuesIn(transposes()),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace warpscope::emulator
