// Every opcode of PTX: executed, or refused by its name at its line; and the documentation says which.
#include <fmt/format.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "emulator/instructions/ptx_lines.h"
#include "emulator/instructions/written_program.h"

namespace warpscope::emulator::opcodes {
namespace {

struct Entry {
  bool executed = false;
  std::string text;
};

/// The table in tests/data/ptx/opcodes.txt.
std::map<std::string, Entry> read_table() {
  std::map<std::string, Entry> table;
  std::ifstream file(std::string(WARPSCOPE_TEST_DATA) + "/ptx/opcodes.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream words(line);
    std::string opcode, what, text;
    words >> opcode >> what >> std::ws;
    std::getline(words, text);
    if (what != "executed" && what != "refused") throw MachineError({"neither executed nor refused: " + line, "", ""});
    table[opcode] = {what == "executed", text};
  }
  return table;
}

constexpr int source_line = 7;
constexpr std::size_t threads = 32;

/// Runs the instruction as the one of line 7 of a source file.
Expected<Outcome> try_opcode(const std::string& text) {
  std::string ptx = ptx_of_lines({fmt::format(".loc 1 {} 3\n  {}", source_line, text)}, threads);
  const std::string head = ".address_size 64\n";
  ptx.insert(ptx.find(head) + head.size(), ".func helper() {\n  ret;\n}\n");
  ptx += ".file 1 \"opcodes.cu\"\n";
  TRY(const ptx::Module module, ptx::parse(ptx));
  Options options;
  options.threads = 1;
  options.step_budget = 100'000;
  return run(module, plan_of_lines(1, threads), options);
}

TEST(TheTableOfOpcodes, HasEachOpcodeThatIsParsedAndNoOther) {
  const auto table = read_table();
  EXPECT_EQ(table.size(), ptx::opcode_count);
  for (const auto& [opcode, entry] : table) {
    EXPECT_TRUE(ptx::opcode_named(opcode)) << opcode;
    EXPECT_NE((" " + entry.text).find(" " + opcode), std::string::npos) << opcode << " is not in " << entry.text;
  }
}

TEST(EachOpcode, IsExecutedOrRefusedByItsNameAtItsLine) {
  for (const auto& [opcode, entry] : read_table()) {
    const auto outcome = try_opcode(entry.text);
    if (entry.executed) {
      EXPECT_TRUE(outcome) << opcode << ": " << outcome.error().what;
      continue;
    }
    ASSERT_FALSE(outcome) << opcode;
    const Error& error = outcome.error();
    EXPECT_TRUE(error.what.starts_with("the emulator does not know " + opcode)) << error.what;
    EXPECT_NE(error.where.find(fmt::format("opcodes.cu, line {}", source_line)), std::string::npos)
        << opcode << ": " << error.where;
    EXPECT_FALSE(error.remedy.empty()) << opcode;
  }
}

/// The words between backticks.
std::set<std::string> quoted(const std::string& text) {
  std::set<std::string> words;
  for (std::size_t begin = text.find('`'); begin != std::string::npos; begin = text.find('`', begin)) {
    const std::size_t end = text.find('`', begin + 1);
    words.insert(text.substr(begin + 1, end - begin - 1));
    begin = end + 1;
  }
  return words;
}

TEST(TheDocumentation, NamesTheOpcodesThatAreExecutedAndThoseThatAreRefused) {
  const std::string text = read_file(WARPSCOPE_SOURCES "/kernels/README.md").value();
  const std::size_t begin = text.find("## Instructions of PTX"), refused = text.find("\nRefused,", begin),
                    end = text.find("\n* ", refused);
  ASSERT_NE(end, std::string::npos);
  std::set<std::string> table_executed, table_refused;
  for (const auto& [opcode, entry] : read_table()) (entry.executed ? table_executed : table_refused).insert(opcode);
  EXPECT_EQ(quoted(text.substr(begin, refused - begin)), table_executed);
  EXPECT_EQ(quoted(text.substr(refused, end - refused)), table_refused);
}

TEST(ALaunchFromDeviceCode, IsRefusedByItsNameAtItsLine) {
  const std::string text = R"(/* warpscope
title   = "A kernel that launches another"
summary = "Dynamic parallelism."

[compile]
options = ["--relocatable-device-code=true"]

[buffers]
out = { role = "out", type = "u32", shape = [32] }

[[launch]]
entry     = "parent"
grid      = [1]
block     = [32]
arguments = ["out"]

[work]
bytes = 0
flops = 0
*/
extern "C" __global__ void child(unsigned* out) { out[threadIdx.x] = 1; }
extern "C" __global__ void parent(unsigned* out) {
  if (threadIdx.x == 0) child<<<1, 32>>>(out);  // here
}
)";
  const ReadyKernel kernel = written_program(text);
  Options options;
  options.source_root = compiler::source_root;
  const auto outcome = run(kernel.module, kernel.plan, options);
  ASSERT_FALSE(outcome);
  const Error& error = outcome.error();
  EXPECT_NE(error.what.find("launches from device code (dynamic parallelism: "), std::string::npos) << error.what;
  EXPECT_NE(error.where.find(fmt::format("line {},", line_with(kernel, "// here"))), std::string::npos) << error.where;
}

}  // namespace
}  // namespace warpscope::emulator::opcodes
