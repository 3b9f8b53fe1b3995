#include "sass/cubin.h"

#include <gtest/gtest.h>

#include <random>

#include "sass/cubins.h"

namespace lanescope::sass {
namespace {

compiler::Compiled inlined(int target) {
  return compile(
      "lesson/inlined.cu", kernel_text("inlined.cu"), target,
      {{"helper.cuh", "__device__ __forceinline__ void helper(float* p) {\n  atomicAdd(p + 3, 1.0f);\n}\n"}});
}

Cubin read(const compiler::Compiled& compiled) {
  auto cubin = read_cubin(compiled.cubin);
  if (!cubin) throw MachineError(cubin.error());
  return *std::move(cubin);
}

std::string place(const Cubin& cubin, SourceLine source) {
  return compiler::source_name(cubin.files.at(source.file)) + ":" + std::to_string(source.line);
}

/// "load global lesson/inlined.cu:3 < lesson/inlined.cu:6 < lesson/inlined.cu:13": what, where, and where inlined.
std::vector<std::string> accesses(const Cubin& cubin, const Function& function) {
  std::vector<std::string> found;
  for (const Instruction& instruction : function.instructions) {
    if (!instruction.memory || instruction.memory->space == Space::constant) continue;
    std::string text(name_of(instruction.memory->operation));
    text += ' ' + std::string(name_of(instruction.memory->space)) + ' ' + place(cubin, instruction.source);
    for (std::int32_t call = instruction.call; call >= 0;
         call = function.calls.at(static_cast<std::size_t>(call)).call) {
      text += " < " + place(cubin, function.calls.at(static_cast<std::size_t>(call)).source);
    }
    found.push_back(text);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string line_of(const std::string& text, std::int32_t line) {
  std::size_t begin = 0;
  for (std::int32_t i = 1; i < line; ++i) begin = text.find('\n', begin) + 1;
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(Cubin, HasTheEntriesWithTheirLinesAndTheCallsTheyWereInlinedAt) {
  for (const int target : targets) {
    if (!compiles_for(target)) continue;
    SCOPED_TRACE(target);
    const Cubin cubin = read(inlined(target));
    EXPECT_EQ(cubin.architecture, static_cast<unsigned>(target));
    EXPECT_TRUE(cubin.has_source_lines);
    EXPECT_TRUE(cubin.has_ptx_lines);
    ASSERT_NE(cubin.function("inlined"), nullptr);
    ASSERT_NE(cubin.function("second"), nullptr);
    EXPECT_TRUE(cubin.function("inlined")->entry);
    const std::vector<std::string> second = accesses(cubin, *cubin.function("second"));
    ASSERT_EQ(second.size(), 2u);
    EXPECT_TRUE(second[0].ends_with("global helper.cuh:2 < lesson/inlined.cu:19")) << second[0];
    EXPECT_EQ(second[1], "store global lesson/inlined.cu:18");
    const std::vector<std::string> first = accesses(cubin, *cubin.function("inlined"));
    ASSERT_EQ(first.size(), 5u);  // with the atomic of helper
    EXPECT_TRUE(first[2].ends_with("global helper.cuh:2 < lesson/inlined.cu:14")) << first[2];
    for (const std::size_t load : {0, 1}) {
      // ptxas writes a new row when the line changes, not when only the call does: which of the two calls it was is not
      // to be had for both.
      EXPECT_TRUE(first[load].starts_with("load global lesson/inlined.cu:3 < lesson/inlined.cu:")) << first[load];
      EXPECT_TRUE(first[load].ends_with(" < lesson/inlined.cu:13")) << first[load];
    }
    EXPECT_EQ(first[3], "store global lesson/inlined.cu:10");
    EXPECT_EQ(first[4], "store global lesson/inlined.cu:13");
  }
}

TEST(Cubin, NamesThePtxLineOfEachGlobalAndSharedAccess) {
  for (const int target : targets) {
    if (!compiles_for(target)) continue;
    const auto compiled = compile("memory.cu", kernel_text("memory_instructions.cu"), target);
    const Cubin cubin = read(compiled);
    int checked = 0;
    for (const Function& function : cubin.functions) {
      for (const Instruction& instruction : function.instructions) {
        if (!instruction.memory || instruction.ptx_line == 0) continue;
        const Space space = instruction.memory->space;
        const bool plain =
            instruction.memory->operation == Operation::load || instruction.memory->operation == Operation::store;
        if (!plain || (space != Space::global && space != Space::shared)) continue;
        const std::string line = line_of(compiled.ptx, instruction.ptx_line);
        const bool load = instruction.memory->operation == Operation::load;
        // Atomics on shared memory that the machine lacks become loops of loads and compare-and-swaps.
        EXPECT_TRUE(line.find(load ? "ld" : "st") != std::string::npos || line.find("atom") != std::string::npos)
            << target << " " << function.name << " " << instruction.address << ": " << line;
        ++checked;
      }
    }
    EXPECT_GT(checked, 60) << target;
  }
}

TEST(Cubin, OfCodeWithoutLineInformationHasNone) {
  auto bytes = inlined(75).cubin;
  // The names of the sections are changed, so that they are not found.
  for (const std::string name : {".debug_line", ".nv_debug_line_sass"}) {
    for (auto at = bytes.begin(); (at = std::search(at, bytes.end(), name.begin(), name.end())) != bytes.end();) {
      *++at = 'x';
    }
  }
  const auto cubin = read_cubin(bytes);
  ASSERT_TRUE(cubin) << cubin.error().text();
  EXPECT_FALSE(cubin->has_source_lines);
  EXPECT_FALSE(cubin->has_ptx_lines);
  for (const Function& function : cubin->functions) {
    for (const Instruction& instruction : function.instructions) EXPECT_EQ(instruction.source.line, 0);
  }
}

TEST(Cubin, ThatIsNoneIsAnErrorThatSaysSo) {
  EXPECT_FALSE(read_cubin({}));
  const std::string text = "int main() { return 0; } // long enough to be a header, but none by any other measure";
  const auto error = read_cubin(Bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  ASSERT_FALSE(error);
  EXPECT_NE(error.error().what.text().find("not a cubin"), std::string::npos);
  auto maxwell = inlined(75).cubin;
  maxwell[7 + 1] = 7;  // EI_ABIVERSION
  maxwell[48] = 52;    // e_flags
  const auto old = read_cubin(maxwell);
  ASSERT_FALSE(old);
  EXPECT_NE(old.error().what.text().find("5.2"), std::string::npos) << old.error().text();
}

TEST(Cubin, ThatIsCutOffNeverCrashes) {
  const auto bytes = inlined(90).cubin;
  std::size_t errors = 0;
  for (std::size_t length = 0; length < bytes.size(); length += 7) {
    errors += read_cubin(Bytes(bytes).first(length)) ? 0u : 1u;
  }
  EXPECT_GT(errors, bytes.size() / 14);
}

TEST(Cubin, WithRandomBytesChangedIsReadOrRefusedButNeverCrashes) {
  std::mt19937 random(20240229);
  for (const int target : {75, 90, 120}) {
    if (!compiles_for(target)) continue;
    const auto original = inlined(target).cubin;
    int read = 0, refused = 0;
    for (int round = 0; round < 3000; ++round) {
      auto bytes = original;
      const int changes = 1 + static_cast<int>(random() % 8);
      for (int i = 0; i < changes; ++i) bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
      (read_cubin(bytes) ? read : refused) += 1;
    }
    EXPECT_GT(read, 0);
    EXPECT_GT(refused, 0);
  }
}

TEST(Cubin, WithALineProgramOfRandomBytesIsReadOrRefused) {
  std::mt19937 random(7);
  const auto original = inlined(90).cubin;
  const std::vector<std::uint8_t> head{1, 1, 0xfb, 0x0e,
                                       0x0a};  // of every line program: lengths, line base, range, opcode base
  std::vector<std::size_t> programs;
  for (auto at = original.begin(); (at = std::search(at, original.end(), head.begin(), head.end())) != original.end();
       ++at) {
    programs.push_back(static_cast<std::size_t>(at - original.begin()));
  }
  ASSERT_EQ(programs.size(), 2u);
  int refused = 0;
  for (int round = 0; round < 6000; ++round) {
    auto bytes = original;
    const std::size_t begin = programs[random() % programs.size()] + random() % 60;
    for (std::size_t i = begin; i < begin + random() % 120; ++i) bytes[i] = static_cast<std::uint8_t>(random() >> 3);
    refused += read_cubin(bytes) ? 0 : 1;
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace lanescope::sass
