// Every opcode of PTX: executed, or refused by its name at its line; and the documentation says which.
#include <fmt/format.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "emulator/instructions/ptx_lines.h"
#include "emulator/instructions/written_program.h"

namespace lanescope::emulator::opcodes {
namespace {

struct Entry {
  bool executed = false;
  std::string text;
};

/// The table in tests/data/ptx/opcodes.txt.
std::map<std::string, Entry> read_table() {
  std::map<std::string, Entry> table;
  std::ifstream file(std::string(LANESCOPE_TEST_DATA) + "/ptx/opcodes.txt");
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
    EXPECT_TRUE(error.what.text().starts_with("the emulator does not support " + opcode)) << error.what;
    EXPECT_EQ(error.where, Place("opcodes.cu", source_line)) << opcode << ": " << error.where.text();
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
  const std::string text = read_file(LANESCOPE_SOURCES "/docs/emulator.md").value();
  const std::size_t begin = text.find("## Instructions of PTX"), refused = text.find("\nRefused,", begin),
                    end = text.find("\n- ", refused);
  ASSERT_NE(end, std::string::npos);
  std::set<std::string> table_executed, table_refused;
  for (const auto& [opcode, entry] : read_table()) (entry.executed ? table_executed : table_refused).insert(opcode);
  EXPECT_EQ(quoted(text.substr(begin, refused - begin)), table_executed);
  EXPECT_EQ(quoted(text.substr(refused, end - refused)), table_refused);
}

/// Each thread stores, and those that `reaches` says come to an instruction that the emulator does not support.
ReadyKernel with_unknown(const std::string& reaches) {
  return written_program(fmt::format(R"(/* lanescope
title   = "Half known"
summary = "An instruction that the emulator refuses stands behind a store."

[buffers]
out = {{ role = "out", type = "u32", shape = [2, 128], fill = "zero" }}

[[launch]]
entry     = "half"
grid      = [2]
block     = [64]
arguments = ["out"]

[work]
bytes = 0
flops = 0
*/
extern "C" __global__ void half(unsigned* out) {{
  const unsigned i = blockIdx.x * 64 + threadIdx.x;
  out[i] = i;  // before
  if ({}) asm volatile("discard.global.L2 [%0], 128;" : : "l"(out) : "memory");  // unknown
  out[128 + i] = i;  // behind
}}
)",
                                     reaches));
}

TEST(WhatTheEmulatorDoesNotKnow, EndsARunThatGoesThatFar) {
  const ReadyKernel kernel = with_unknown("i >= 70");
  EXPECT_FALSE(run(kernel.module, kernel.plan, {})) << "only when the run is asked to go that far";
  Options options;
  options.stop_at_unsupported_instruction = true;
  options.source_root = compiler::source_root;
  options.trace.emplace();
  for (const unsigned workers : {1u, 3u}) {
    options.threads = workers;
    const auto outcome = run(kernel.module, kernel.plan, options);
    ASSERT_TRUE(outcome) << outcome.error().what;
    ASSERT_EQ(outcome->faults.size(), 1u);
    const Fault& fault = outcome->faults.front();
    EXPECT_EQ(name_of(fault.kind), "emulator");
    EXPECT_EQ(fault.line, line_with(kernel, "// unknown"));
    EXPECT_EQ(fault.message, "the emulator does not support discard.global.L2 (thread 6 of block 1)");
    EXPECT_FALSE(outcome->whole);
    const auto note = fmt::format("they stop where a thread reached line {}", fault.line);
    EXPECT_TRUE(std::any_of(outcome->notes.begin(), outcome->notes.end(), [&](const std::string& each) {
      return each.find("incomplete") != std::string::npos && each.find(note) != std::string::npos;
    }));
    // The first block is shown whole, the second one as far as it came.
    std::map<std::int32_t, std::map<std::uint32_t, std::size_t>> stores;  // by line and block
    for (const trace::Header& header : outcome->trace.headers) {
      ++stores[outcome->trace.sites[header.site].line][header.block];
    }
    EXPECT_EQ(stores[line_with(kernel, "// before")][0], 2u);
    EXPECT_EQ(stores[line_with(kernel, "// behind")][0], 2u);
    EXPECT_GE(stores[line_with(kernel, "// before")][1], 1u);
    EXPECT_EQ(stores[line_with(kernel, "// behind")][1], 0u);
    EXPECT_EQ(result(kernel, *outcome)[69], 69u);
    EXPECT_GT(outcome->instructions, 0u);
  }
}

TEST(WhatTheEmulatorDoesNotKnow, DoesNoHarmWhereNoThreadComes) {
  const ReadyKernel kernel = with_unknown("out[i] == 1000");
  Options options;
  options.stop_at_unsupported_instruction = true;
  const auto outcome = run(kernel.module, kernel.plan, options);
  ASSERT_TRUE(outcome) << outcome.error().what;
  EXPECT_TRUE(outcome->faults.empty());
  EXPECT_TRUE(outcome->whole);
  const auto out = result(kernel, *outcome);
  for (std::uint32_t i = 0; i < 256; ++i) ASSERT_EQ(out[i], i % 128);
}

TEST(ALaunchFromDeviceCode, IsRefusedByItsNameAtItsLine) {
  const std::string text = R"(/* lanescope
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
  EXPECT_NE(error.what.text().find("launches from device code (dynamic parallelism: "), std::string::npos)
      << error.what;
  EXPECT_EQ(error.where.line, line_with(kernel, "// here")) << error.where.text();
}

// ptxas takes registers of 8 bits, too; conversions, loads and stores share them.
TEST(RegistersOf8Bits, HoldTheSameByteForConversionsLoadsAndStores) {
  constexpr std::size_t threads = 64;
  Words in(4 * threads);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint32_t>(i * 2654435761u);
  const std::string place = ".reg .b32 %a; mov.u32 %a, tile; mad.lo.u32 %a, %r6, 4, %a; st.shared.u32 [%a], 0; ";
  const std::vector<std::string> lines = {
      "{ .reg .u8 %v; cvt.u8.u32 %v, %r1; cvt.u32.u8 %r5, %v; }",
      "{ " + place + ".reg .u8 %v; cvt.u8.u32 %v, %r1; st.shared.u8 [%a], %v; ld.shared.u32 %r5, [%a]; }",
      "{ " + place + ".reg .b8 %v; st.shared.u32 [%a], %r1; ld.shared.b8 %v, [%a+1]; cvt.u32.u8 %r5, %v; }",
      "{ " + place + ".reg .s8 %v; st.shared.u32 [%a], %r1; ld.shared.s8 %v, [%a+3]; cvt.s32.s8 %r5, %v; }",
      "{ " + place + ".reg .u8 %v, %w; st.shared.u32 [%a], %r1; ld.shared.v2.u8 {%v, %w}, [%a]; " +
          "st.shared.v2.u8 [%a+2], {%w, %v}; ld.shared.u32 %r5, [%a]; }",
      "{ " + place + ".reg .u8 %v; cvt.u8.u32 %v, %r1; setp.lt.u32 %p1, %r6, 40; @%p1 st.shared.u8 [%a], %v; " +
          "ld.shared.u32 %r5, [%a]; }"};
  const Words out = run_lines(lines, in);
  for (std::size_t thread = 0; thread < threads; ++thread) {
    const std::uint32_t word = in[4 * thread], first = word & 0xff, second = word >> 8 & 0xff;
    EXPECT_EQ(out[thread], first) << thread;
    EXPECT_EQ(out[threads + thread], first) << thread;
    EXPECT_EQ(out[2 * threads + thread], second) << thread;
    EXPECT_EQ(out[3 * threads + thread], static_cast<std::uint32_t>(static_cast<std::int8_t>(word >> 24))) << thread;
    EXPECT_EQ(out[4 * threads + thread], first | second << 8 | second << 16 | first << 24) << thread;
    EXPECT_EQ(out[5 * threads + thread], thread < 40 ? first : 0) << thread;
  }
}

}  // namespace
}  // namespace lanescope::emulator::opcodes
