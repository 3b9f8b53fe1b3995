// The compiler's own PTX: of every kernel of the catalogue and of sources that use the language widely, for every
// generation.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "catalogue/every_setting.h"
#include "compiler/fixture.h"
#include "ptx/control_flow.h"
#include "ptx/fixture.h"
#include "ptx/signature.h"

namespace lanescope::ptx {
namespace {

namespace fs = std::filesystem;

constexpr int targets[] = {75, 80, 86, 89, 90, 100, 120};

/// The newest one here, or what $LANESCOPE_NVRTC names.
const compiler::Compiler& nvrtc() {
  return compiler::shared_compiler();
}

/// NVRTC 11.8 and 12.1 overflow their own stack on control.cu for compute capability 9.0; 12.4 does not.
bool dies_of(const fs::path& file, int target) {
  const compiler::Toolkit& toolkit = nvrtc().toolkit();
  const bool old = toolkit.major < 12 || (toolkit.major == 12 && toolkit.minor < 4);
  return old && target >= 90 && file.filename() == "control.cu";
}

/// The PTX, checked for what holds of any PTX.
Module checked(const std::string& what, const std::string& ptx) {
  SCOPED_TRACE(what);
  expect_round_trip(ptx);
  Expected<Module> module = parse(ptx);
  if (!module) return {};
  const auto signatures = read_signatures(ptx);
  EXPECT_TRUE(signatures);
  std::size_t kernels = 0;
  for (const Function& function : module->functions) {
    if (!function.has_body) continue;
    if (function.entry) {
      EXPECT_EQ(signatures->at(kernels).entry, function.name);
      EXPECT_EQ(signatures->at(kernels++).parameters.size(), function.parameters.size());
    }
    std::set<std::string> names;
    for (const Register& reg : function.registers) EXPECT_TRUE(names.insert(reg.name).second) << reg.name;
    for (const Variable& variable : function.variables)
      EXPECT_TRUE(names.insert(variable.name).second) << variable.name;
    for (const Instruction& instruction : function.instructions) {
      if (!function.entry) break;  // the compiler's own library functions have no lines
      EXPECT_GE(instruction.location, 0) << "PTX line " << instruction.ptx_line << " has no .loc";
      const SourcePlaces places = source_place(function, *module, instruction.location);
      EXPECT_NE(places.innermost.file, "");
      // Line 0: made by the compiler, sometimes with the file of an inlined function and without its chain. NVRTC also
      // leaves the chain away in parts of functions that are inlined from a header, its own ones included: then the
      // place is the header's.
      const std::string_view file = places.outermost.file;
      const bool is_header = file.ends_with(".cuh") || file.ends_with(".h");
      const bool of_a_header = is_header && file == places.innermost.file;
      EXPECT_TRUE(places.outermost.line == 0 || file.ends_with(".cu") || of_a_header) << file;
    }
    const ControlFlow flow = control_flow(function);
    EXPECT_EQ(flow.block_of.size(), function.instructions.size());
    EXPECT_EQ(flow.blocks[flow.exit()].first, function.instructions.size());
  }
  EXPECT_EQ(kernels, signatures->size());
  return *std::move(module);
}

class NvrtcPtx : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!compiler::compiles_for(nvrtc(), GetParam())) GTEST_SKIP() << "this NVRTC does not compile for it";
  }
  static compiler::ComputeCapability target() { return {GetParam() / 10, GetParam() % 10}; }
};
INSTANTIATE_TEST_SUITE_P(Targets, NvrtcPtx, testing::ValuesIn(targets));

TEST_P(NvrtcPtx, OfEveryKernelOfTheCatalogueIsPrintedAsItWas) {
  catalogue::Catalogue kernels(fs::path(LANESCOPE_SOURCES) / "kernels");
  kernels.refresh();
  std::size_t count = 0;
  for (const auto& entry : kernels.snapshot()->kernels) {
    const catalogue::Kernel& kernel = *entry.second;
    for (const auto& [id, values] : catalogue::every_id(kernel)) {
      const auto plan = catalogue::resolve(kernel, values, 1);
      ASSERT_TRUE(plan) << id << ": " << plan.error().text();
      const auto compiled =
          nvrtc().ptx({kernel.source.path, kernel.source.text, kernel.source.headers, plan->defines, target()});
      ASSERT_TRUE(compiled) << id << ": " << compiled.error().text();
      const Module module = checked(id, *compiled);
      EXPECT_EQ(module.target, "sm_" + std::to_string(GetParam()));
      ++count;
    }
  }
  EXPECT_GE(count, 5u);
}

TEST_P(NvrtcPtx, OfSourcesThatUseTheLanguageWidelyIsPrintedAsItWas) {
  std::set<std::string> mnemonics;
  std::size_t count = 0;
  for (const fs::directory_entry& file : fs::directory_iterator(fs::path(LANESCOPE_TEST_DATA) / "ptx")) {
    if (file.path().extension() != ".cu") continue;
    const std::string text = read_file(file.path()).value();
    const bool needs_headers = text.find("#include <") != std::string::npos;
    if (needs_headers && nvrtc().toolkit().include.empty()) continue;
    if (dies_of(file.path(), GetParam())) continue;
    const auto compiled = nvrtc().ptx({file.path().filename().string(), text, {}, {"--device-int128"}, target()});
    ASSERT_TRUE(compiled) << file.path() << ": " << compiled.error().text();
    const Module module = checked(file.path().filename().string(), *compiled);
    for (const Function& function : module.functions) {
      for (const Instruction& instruction : function.instructions) mnemonics.insert(instruction.mnemonic());
    }
    ++count;
  }
  EXPECT_GE(count, nvrtc().toolkit().include.empty() ? 3u : 6u);  // of seven
  EXPECT_GE(mnemonics.size(), 200u);
}

/// Without -lineinfo's own order: the module of a program with debug sections of every kind.
TEST_P(NvrtcPtx, WithDebugSectionsIsPrintedAsItWas) {
  if (dies_of("control.cu", GetParam())) GTEST_SKIP() << "this NVRTC dies of it";
  const std::string text = read_file(fs::path(LANESCOPE_TEST_DATA) / "ptx" / "control.cu").value();
  const auto compiled = nvrtc().ptx({"control.cu", text, {}, {"-G"}, target()});
  ASSERT_TRUE(compiled) << compiled.error().text();
  expect_round_trip(*compiled);
}

}  // namespace
}  // namespace lanescope::ptx
