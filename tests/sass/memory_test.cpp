// The decoder of memory instructions against nvdisasm, which is the only document there is.
#include "sass/memory.h"

#include <gtest/gtest.h>

#include <cctype>
#include <optional>

#include "base/text.h"
#include "sass/cubin.h"
#include "sass/cubins.h"

namespace lanescope::sass {
namespace {

/// The toolkit's, or that of the wheels which the build fetched.
std::filesystem::path nvdisasm() {
  if (!shared_compiler().toolkit().nvdisasm.empty()) return shared_compiler().toolkit().nvdisasm;
  const std::filesystem::path program(LANESCOPE_PROGRAM), sources(LANESCOPE_SOURCES);
  for (const auto& wheels : {program.parent_path() / "deps", sources / "build" / "deps"}) {
    std::error_code none;
    for (const auto& file : std::filesystem::recursive_directory_iterator(wheels, none)) {
      if (file.path().filename() == "nvdisasm" && file.is_regular_file()) return file.path();
    }
  }
  return {};
}

/// "LDG.E.64.CONSTANT" of "@!P0 LDG.E.64.CONSTANT R2, desc[UR4][R2.64]", as words.
std::vector<std::string> words_of(const std::string& instruction) {
  std::string_view text = instruction;
  if (text.starts_with('@')) text = trim(text.substr(text.find(' ')));
  std::vector<std::string> words;
  for (const auto word : split(text.substr(0, text.find(' ')), '.')) words.emplace_back(word);
  return words;
}

/// What the text says, by its own words.
std::optional<MemoryInstruction> by_text(const std::vector<std::string>& words) {
  static const std::map<std::string, std::pair<Space, Operation>> names{
      {"LD", {Space::generic, Operation::load}},     {"LDG", {Space::global, Operation::load}},
      {"LDS", {Space::shared, Operation::load}},     {"LDSM", {Space::shared, Operation::load}},
      {"LDL", {Space::local, Operation::load}},      {"LDC", {Space::constant, Operation::load}},
      {"ULDC", {Space::constant, Operation::load}},  {"LDCU", {Space::constant, Operation::load}},
      {"ST", {Space::generic, Operation::store}},    {"STG", {Space::global, Operation::store}},
      {"STS", {Space::shared, Operation::store}},    {"STL", {Space::local, Operation::store}},
      {"ATOM", {Space::generic, Operation::atomic}}, {"ATOMG", {Space::global, Operation::atomic}},
      {"ATOMS", {Space::shared, Operation::atomic}}, {"RED", {Space::global, Operation::reduce}},
      {"REDG", {Space::global, Operation::reduce}},  {"LDGSTS", {Space::global, Operation::asynchronous_copy}},
      {"TEX", {Space::texture, Operation::load}},    {"TLD", {Space::texture, Operation::load}},
      {"TLD4", {Space::texture, Operation::load}},   {"SULD", {Space::surface, Operation::load}},
      {"SUST", {Space::surface, Operation::store}}};
  static const std::map<std::string, std::uint16_t> widths{{"U8", 8},    {"S8", 8},     {"U16", 16},   {"S16", 16},
                                                           {"64", 64},   {"S64", 64},   {"F64", 64},   {"128", 128},
                                                           {"256", 256}, {"F32x2", 64}, {"F32x4", 128}};
  const auto name = names.find(words.front());
  if (name == names.end()) return std::nullopt;
  MemoryInstruction result{name->second.first, name->second.second, 32};
  if (result.space == Space::texture || result.space == Space::surface) result.bits = 0;
  for (const std::string& word : words) {
    if (result.bits == 0) break;
    if (const auto width = widths.find(word); width != widths.end()) result.bits = width->second;
  }
  if (words.front() == "LDSM") result.bits = words.back() == "4" ? 128 : words.back() == "2" ? 64 : 32;
  return result;
}

class EveryTarget : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(MemoryInstruction, EveryTarget, testing::ValuesIn(targets),
                         [](const auto& one) { return "sm_" + std::to_string(one.param); });

TEST_P(EveryTarget, IsDecodedAsNvdisasmReadsIt) {
  if (nvdisasm().empty()) GTEST_SKIP() << "there is no nvdisasm on this machine";
  if (!compiles_for(GetParam())) GTEST_SKIP() << "this NVRTC does not compile for it";
  const auto compiled = compile("memory.cu", kernel_text("memory_instructions.cu"), GetParam());
  const auto cubin = read_cubin(compiled.cubin);
  ASSERT_TRUE(cubin) << cubin.error().text();
  const auto texts = disassemble(compiled.cubin, nvdisasm());
  ASSERT_TRUE(texts) << texts.error().text();
  std::map<std::string, int> seen;
  for (const Function& function : cubin->functions) {
    ASSERT_TRUE(texts->contains(function.name)) << function.name;
    const auto& lines = texts->at(function.name);
    ASSERT_EQ(lines.size(), function.instructions.size()) << function.name;
    for (const Instruction& instruction : function.instructions) {
      const std::string& text = lines.at(instruction.address);
      const std::vector<std::string> words = words_of(text);
      const auto said = text.starts_with("@!PT ") ? std::nullopt : by_text(words);  // a guard that never holds
      EXPECT_EQ(instruction.memory.has_value(), said.has_value()) << function.name << ": " << text;
      if (!instruction.memory || !said) continue;
      EXPECT_EQ(*instruction.memory, *said)
          << function.name << ": " << text << " read as " << name_of(instruction.memory->operation) << " "
          << name_of(instruction.memory->space) << " " << instruction.memory->bits;
      ++seen[words.front()];
    }
  }
  for (const std::string name :
       {"LDG", "STG", "LDS", "STS", "LDL", "STL", "LD", "ST", "LDC", "ATOMG", "ATOMS", "LDSM", "TEX"}) {
    EXPECT_GT(seen[name], 0) << name << " was not among the instructions";
  }
}

TEST(Disassembly, ReadsWhatNvdisasmPrints) {
  const Disassembly read = read_disassembly(
      "//--------------------- .text.kernel              --------------------------\n"
      "\t.section\t.text.kernel,\"ax\",@progbits\n"
      "kernel:\n"
      "        /*0000*/                   LDC R1, c[0x0][0x28] ;\n"
      "        /*0010*/              @!P0 LDG.E R6, desc[UR6][R2.64+0x4] ;\n"
      ".L_x_0:\n"
      "//--------------------- .nv.info              --------------------------\n"
      "        /*0000*/ \t.byte\t0x04;\n");
  ASSERT_EQ(read.size(), 1u);
  ASSERT_EQ(read.at("kernel").size(), 2u);
  EXPECT_EQ(read.at("kernel").at(0), "LDC R1, c[0x0][0x28]");
  EXPECT_EQ(read.at("kernel").at(0x10), "@!P0 LDG.E R6, desc[UR6][R2.64+0x4]");
}

TEST(Disassembly, WithoutItsProgramIsAnErrorThatNamesIt) {
  const auto cubin = compile("empty.cu", "extern \"C\" __global__ void empty() {}\n", 80).cubin;
  const auto missing = disassemble(cubin, "/nowhere/nvdisasm");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().text().find("/nowhere/nvdisasm"), std::string::npos) << missing.error().text();
  if (nvdisasm().empty()) return;
  const std::vector<std::uint8_t> nonsense(100, 7);
  const auto refused = disassemble(nonsense, nvdisasm());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("nvdisasm failed"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::sass
