// malloc, free, new and delete of device code.
#include <fmt/format.h>

#include <algorithm>

#include "emulator/instructions/mistakes.h"

namespace lanescope::emulator {
namespace {

TEST(TheDeviceHeap, HoldsListsOfThreadsAndArraysOfBlocks) {
  const ReadyKernel kernel = program(test_kernel("heap_lists"));
  const Outcome outcome = run_clean(kernel);
  const auto lists = result(kernel, outcome, "lists"), shared = result(kernel, outcome, "shared"),
             kept = result(kernel, outcome, "kept"), empty = result(kernel, outcome, "empty");
  constexpr std::uint32_t n = 9;
  for (std::uint32_t i = 0; i < 256; ++i) {
    const std::uint32_t t = i % 64, count = n + t % 3, mirrored = i - t + 63 - t;
    std::uint32_t sum = 0;
    for (std::uint32_t place = 1; place <= count; ++place) sum += (i * (count - place) + 1) * place;
    ASSERT_EQ(lists[i], sum) << i;
    ASSERT_EQ(shared[i], mirrored * mirrored + 1) << i;
    ASSERT_EQ(kept[i], 3 * mirrored + 7) << i;
  }
  for (const std::uint32_t word : empty) EXPECT_EQ(word, 1200u) << "a full heap gives null";
  const auto leak = std::find_if(outcome.notes.begin(), outcome.notes.end(), [](const Message& note) {
    return note.text().find("4 allocations of the device heap with 1024 bytes were not freed") != std::string::npos;
  });
  ASSERT_NE(leak, outcome.notes.end()) << "what was not freed is noted";
  EXPECT_NE(leak->text().find(fmt::format("(line {})", line_with(kernel, "new unsigned[64]"))), std::string::npos)
      << *leak;
}

TEST(TheDeviceHeap, IsOneBufferOfATrace) {
  const ReadyKernel kernel = program(test_kernel("heap_lists"));
  Options options;
  options.trace.emplace();
  const Outcome outcome = run_program(kernel, options);
  ASSERT_TRUE(outcome.faults.empty());
  const auto tables = trace_tables(kernel.module, kernel.plan, std::string(compiler::source_root));
  ASSERT_TRUE(tables);
  ASSERT_EQ(tables->buffers.size(), outcome.trace.buffers.size());
  const auto heap = std::find_if(outcome.trace.buffers.begin(), outcome.trace.buffers.end(),
                                 [](const auto& buffer) { return buffer.name == "the device heap"; });
  ASSERT_NE(heap, outcome.trace.buffers.end());
  const auto index = static_cast<std::uint32_t>(heap - outcome.trace.buffers.begin());
  EXPECT_EQ(tables->buffers[index].name, heap->name);
  // The lanes of a warp hold allocations of their own, at different places of the heap.
  const std::int32_t line = line_with(kernel, "new Node{");
  std::size_t records = 0;
  for (std::size_t record = 0; record < outcome.trace.headers.size(); ++record) {
    const trace::Header& header = outcome.trace.headers[record];
    if (header.buffer != index || outcome.trace.sites[header.site].line != line) continue;
    if (outcome.trace.sites[header.site].space != trace::Space::global || header.active_mask != 0xffffffffu) continue;
    ++records;
    std::vector<std::uint32_t> places(outcome.trace.offsets[record].begin(), outcome.trace.offsets[record].end());
    std::sort(places.begin(), places.end());
    EXPECT_EQ(std::adjacent_find(places.begin(), places.end()), places.end());
    EXPECT_LT(places.back(), heap->bytes);
  }
  EXPECT_GT(records, 0u);
}

TEST(TheDeviceHeap, LeavesAProgramWithoutMistakesAlone) {
  const ReadyKernel kernel = program(test_kernel("heap_wrong"));
  const auto out = result(kernel, run_clean(kernel));
  for (std::uint32_t t = 0; t < 64; ++t) ASSERT_EQ(out[t], 63 - t);
}

class MistakesWithTheHeap : public testing::TestWithParam<Mistake> {};

TEST_P(MistakesWithTheHeap, AreFoundAtTheirLine) {
  expect_found("heap_wrong", GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Heap, MistakesWithTheHeap,
    testing::Values(Mistake{"past_end", FaultKind::out_of_bounds, "// past the end",
                            "0 bytes past the end of the memory that thread 0 of block 0 allocated (line"},
                    Mistake{"before", FaultKind::out_of_bounds, "// before the start", "4 bytes before the start of"},
                    Mistake{"after_free", FaultKind::use_after_free, "// after it was freed",
                            "thread 0 of block 0 freed it (line"},
                    Mistake{"twice", FaultKind::invalid_free, "// a second time", "a second time"},
                    Mistake{"never", FaultKind::invalid_free, "// never allocated", "which malloc did not return"},
                    Mistake{"inside", FaultKind::invalid_free, "// inside", "frees byte 16 of"},
                    Mistake{"uninitialised", FaultKind::uninitialised, "// reads", "which were never written"},
                    Mistake{"exhausted", FaultKind::out_of_bounds, "// through a null pointer", "at 0x0"}),
    [](const auto& tested) { return tested.param.name; });

TEST(TheDeviceHeap, NamesAnAllocationByAMessage) {
  const ReadyKernel kernel = program(test_kernel("heap_wrong"), {{"mistake", std::string("twice")}});
  const Outcome outcome = run_program(kernel, {});
  ASSERT_FALSE(outcome.faults.empty());
  const Fault& fault = outcome.faults.front();
  const bool named = std::ranges::any_of(fault.message.arguments(), [](const MessageArgument& argument) {
    const auto* const part = std::get_if<Message>(&argument.value());
    return part != nullptr && part->id() == "place.allocation";
  });
  EXPECT_TRUE(named) << fault.message;
  EXPECT_EQ(fault.memory.buffer.find("the memory that thread "), 0U) << "results publish its text";
}

/// Which of the two comes first depends on the order of the warps; each order shows the mistake.
TEST(TheDeviceHeap, ShowsAFreeThatIsInNoOrderWithAnAccess) {
  const ReadyKernel kernel = program(test_kernel("heap_wrong"), {{"mistake", std::string("unordered")}});
  bool raced = false, late = false;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Options options;
    options.schedule_seed = seed;
    const Outcome outcome = run_program(kernel, options);
    ASSERT_FALSE(outcome.faults.empty()) << seed;
    const Fault& fault = outcome.faults.front();
    if (fault.kind == FaultKind::race) {
      raced = true;
      EXPECT_EQ(fault.line, line_with(kernel, "// the right one"));
      EXPECT_NE(fault.message.text().find(fmt::format("(line {})", line_with(kernel, "// writes beside the free"))),
                std::string::npos)
          << fault.message;
    } else {
      late = true;
      EXPECT_EQ(fault.kind, FaultKind::use_after_free) << fault.message;
      EXPECT_EQ(fault.line, line_with(kernel, "// writes beside the free"));
    }
  }
  EXPECT_TRUE(raced);
  EXPECT_TRUE(late);
}

}  // namespace
}  // namespace lanescope::emulator
