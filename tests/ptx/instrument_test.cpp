// What instrumentation adds to a module, and what it refuses. That the records are right is shown by tests/gpu.
#include "ptx/instrument/instrument.h"

#include <algorithm>
#include <utility>

#include "ptx/fixture.h"

namespace lanescope::ptx {
namespace {

Instrumented instrumented(std::string_view body, bool values = true) {
  auto result = instrument(parsed(kernel(body)), {values, {}});
  if (!result) {
    ADD_FAILURE() << result.error().text();
    return {};
  }
  return *std::move(result);
}

Error refusal(std::string_view body) {
  const auto result = instrument(parsed(kernel(body)), {});
  EXPECT_FALSE(result);
  return result ? Error{} : result.error();
}

TEST(Instrument, TheTextReadsBackAsTheSameModule) {
  const Instrumented result = instrumented(
      "ld.param.u64 %rd1, [k_param_0];\n"
      "cvta.to.global.u64 %rd2, %rd1;\n"
      "$again:\n"
      "ld.global.f32 %f1, [%rd2+4];\n"
      "@!%p1 st.global.f32 [%rd2], %f1;\n"
      "bar.sync 0;\n"
      "atom.global.add.u32 %r1, [%rd2], 1;\n"
      "@%p2 bra $again;\n"
      "ret;");
  const std::string text = print(result.module);
  const auto again = parse(text);
  ASSERT_TRUE(again) << again.error().text() << text;
  EXPECT_EQ(print(*again), text);
  const Function* function = again->function("k");
  ASSERT_NE(function, nullptr);
  ASSERT_EQ(function->parameters.size(), 1 + record_parameters.size());
  EXPECT_EQ(function->parameters.front().name, "k_param_0");
  for (std::size_t index = 0; index < record_parameters.size(); ++index) {
    EXPECT_EQ(function->parameters.at(index + 1).name, record_parameters.at(index).name);
    EXPECT_EQ(function->parameters.at(index + 1).type, record_parameters.at(index).type);
  }
}

TEST(Instrument, AnAccessIsOneCallOfAFunctionThatAllShare) {
  const auto calls = [](std::string_view body, bool values) {
    const Instrumented result = instrumented(body, values);
    std::size_t number = 0;
    for (const Instruction& instruction : result.module.function("k")->instructions) {
      if (instruction.opcode != Opcode::call) continue;
      ++number;
      const Function* callee = result.module.function(instruction.operands.at(0).name);
      EXPECT_NE(callee, nullptr);
      EXPECT_EQ(instruction.operands.at(1).parts.size(), callee->parameters.size());
    }
    return std::pair(number, result.module.function("k")->instructions.size());
  };
  const auto [one, few] = calls("ld.global.f32 %f1, [%rd2];\nret;", true);
  const auto [two, more] = calls("ld.global.f32 %f1, [%rd2];\nst.global.f32 [%rd2+4], %f1;\nret;", true);
  EXPECT_EQ(one, 1u);
  EXPECT_EQ(two, 2u);
  EXPECT_LT(more - few, 20u) << "an unrolled kernel has hundreds of accesses";
  EXPECT_EQ(calls("ld.global.f32 %f1, [%rd2];\nret;", false).first, 1u);
  EXPECT_EQ(calls("bar.sync 0;\nret;", true).first, 2u);
}

TEST(Instrument, NamesTheInstructionOfEachPoint) {
  const Instrumented result = instrumented(
      "ld.global.f32 %f1, [%rd2];\n"
      "ld.param.u64 %rd1, [k_param_0];\n"
      "cp.async.ca.shared.global [%r1], [%rd2], 16;\n"
      "bar.sync 1;\n"
      "bar.arrive 2, 64;\n"
      "st.f32 [%rd3], %f1;\n"
      "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd4, {%r1}];\n"
      "ret;");
  using Point = RecordPoint::Kind;
  const std::vector<RecordPoint> expected = {
      {Point::access, Space::global, "k", 6, true},           {Point::copy_source, Space::global, "k", 8, true},
      {Point::copy_destination, Space::shared, "k", 8, true}, {Point::arrival, Space::shared, "k", 9, true},
      {Point::release, Space::shared, "k", 9, true},          {Point::arrival, Space::shared, "k", 10, false},
      {Point::access, Space::generic, "k", 11, true},         {Point::fetch, Space::global, "k", 12, true}};
  EXPECT_EQ(result.points, expected);
}

TEST(Instrument, TakesTheSpaceAndTheAddressOfAVariable) {
  const Instrumented result = instrumented(
      ".shared .u32 tile[8]; .local .u64 own;\n"
      "st.u32 tile[2], 5;\n"
      "atom.add.u32 %r1, [tile], 1;\n"
      "st.u64 [own], tile+4;\n"
      "ret;");
  using Point = RecordPoint::Kind;
  const std::vector<RecordPoint> expected = {{Point::access, Space::shared, "k", 7, true},
                                             {Point::access, Space::shared, "k", 8, true},
                                             {Point::access, Space::local, "k", 9, true}};
  EXPECT_EQ(result.points, expected);
  const std::string text = print(result.module);
  EXPECT_NE(text.find("st.u32 [tile+8], 5;"), std::string::npos) << text;
  EXPECT_EQ(text.find("isspacep"), std::string::npos) << "the space is known";
  EXPECT_NE(text.find("mov.b64 %lanescope_double, tile+4;"), std::string::npos) << "the value that is stored: " << text;
}

TEST(Instrument, KeepsTheOriginalInstructionsInTheirOrder) {
  const std::string body = "ld.global.u64 %rd2, [%rd2];\n@%p1 bra $end;\nst.global.u64 [%rd2], %rd2;\n$end:\nret;";
  const Function original = parsed_body(body);
  const Instrumented result = instrumented(body);
  const Function& function = result.module.functions.front();
  auto at = function.instructions.begin();
  for (const Instruction& instruction : original.instructions) {
    at = std::find_if(at, function.instructions.end(),
                      [&](const Instruction& other) { return same_text(other, instruction); });
    ASSERT_NE(at, function.instructions.end()) << print(original, instruction);
    ++at;
  }
  // The load writes the register that it reads its address from: the address was kept.
  const std::string text = print(result.module);
  const std::size_t kept = text.find("mov.b64 %lanescope_base_wide, %rd2;");
  EXPECT_LT(kept, text.find("ld.global.u64 %rd2, [%rd2];"));
}

TEST(Instrument, ABlockThatWasNotChosenOnlyTestsAPredicate) {
  const std::string text = print(instrumented("ld.global.f32 %f1, [%rd2];\nret;").module);
  const std::size_t load = text.find("ld.global.f32 %f1");
  ASSERT_NE(load, std::string::npos);
  const std::size_t next = text.find('@', load);
  EXPECT_EQ(text.find("@!%lanescope_chosen bra.uni ", load), next);
  EXPECT_EQ(text.substr(load, next - load), "ld.global.f32 %f1, [%rd2];\n\t");
}

TEST(Instrument, LeavesTheBarrierOfAClusterAndWhatOnlyWaitsAsItIs) {
  const std::string body =
      "barrier.cluster.arrive.aligned;\n"
      "barrier.cluster.wait.aligned;\n"
      "fence.proxy.async;\n"
      "fence.mbarrier_init.release.cluster;\n"
      "cp.async.bulk.commit_group;\n"
      "cp.async.bulk.wait_group.read 0;\n"
      "prefetch.tensormap [%rd1];\n"
      "getctarank.u64 %r1, %rd1;\n";
  const Instrumented result = instrumented(body + "ret;");
  EXPECT_TRUE(result.points.empty());
  const std::string text = print(result.module);
  for (std::size_t begin = 0; begin < body.size();) {
    const std::size_t end = body.find('\n', begin);
    const std::string line = body.substr(begin, end - begin);
    EXPECT_NE(text.find(line), std::string::npos) << line;
    begin = end + 1;
  }
}

TEST(Instrument, RecordsTheLanesThatGiveRowsOfMatrices) {
  for (const auto& [matrices, lanes] : {std::pair{"x1", "8"}, {"x2", "16"}, {"x4", ""}}) {
    const std::string registers = matrices == std::string("x1")   ? "{%r1}"
                                  : matrices == std::string("x2") ? "{%r1, %r3}"
                                                                  : "{%r1, %r3, %r4, %r5}";
    for (const std::string& body :
         {"ldmatrix.sync.aligned.m8n8." + std::string(matrices) + ".shared.b16 " + registers + ", [%r2];",
          "stmatrix.sync.aligned.m8n8." + std::string(matrices) + ".shared.b16 [%r2], " + registers + ";"}) {
      const Instrumented result = instrumented(body + "\nret;");
      ASSERT_EQ(result.points.size(), 1u) << body;
      const std::string text = print(result.module);
      EXPECT_NE(text.find(body), std::string::npos) << text;
      EXPECT_EQ(text.find("%lanescope_row_lane, ") != std::string::npos, *lanes != '\0') << text;
      if (*lanes != '\0') {
        EXPECT_NE(text.find("%lanescope_row_lane, " + std::string(lanes) + ";"), std::string::npos) << text;
      }
    }
  }
}

TEST(Instrument, RecordsTheBlockWhoseSharedMemoryIsAccessed) {
  const std::string own = print(instrumented("ld.shared.u32 %r1, [%r2];\nret;").module);
  EXPECT_EQ(own.find("getctarank"), std::string::npos) << own;
  const Instrumented other =
      instrumented("mapa.shared::cluster.u32 %r3, %r2, 1;\nld.shared::cluster.u32 %r1, [%r3];\nret;");
  ASSERT_EQ(other.points.size(), 1u);
  EXPECT_EQ(other.points[0].space, Space::shared_cluster);
  const std::string text = print(other.module);
  EXPECT_NE(text.find("getctarank.shared::cluster.u32 %lanescope_rank"), std::string::npos) << text;
}

TEST(Instrument, RefusesWhatNoRecordDescribes) {
  const Error several = refusal("multimem.ld_reduce.global.add.u32 %r1, [%rd2];\nret;");
  EXPECT_NE(several.what.text().find("multimem"), std::string::npos) << several.what;
  EXPECT_NE(several.where.text().find("PTX line 6"), std::string::npos) << several.where.text();
  for (const char* const other :
       {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd2], 16, [%r2];",
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1], %r3, [%r2];"}) {
    const Error refused = refusal(std::string(other) + "\nret;");
    EXPECT_NE(refused.what.text().find("cannot be recorded on a GPU"), std::string::npos) << refused.what;
  }
  const Error line = refusal("ld.global.f32 %f1, [%rd2]; ld.global.f32 %f2, [%rd2];\nret;");
  EXPECT_NE(line.what.text().find("one line"), std::string::npos) << line.what;
  const Instrumented once = instrumented("ret;");
  const auto twice = instrument(once.module, {});
  ASSERT_FALSE(twice);
  EXPECT_NE(twice.error().what.text().find("already"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::ptx
