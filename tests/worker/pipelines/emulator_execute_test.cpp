// execute() in the emulator: whole experiments without a GPU.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>

#include "catalogue/reference/reference.h"
#include "experiments/sheet/rates.h"
#include "sanitized.h"
#include "worker/emulation/preflight.h"
#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

using experiments::BlockChoice;
using trace::Operation;
using trace::Space;
using Number = std::int64_t;

class InTheEmulator : public Execute {
 protected:
  static const model::Counts& total(const model::ViewMetrics& view, Space space, Operation operation) {
    static const model::Counts none;
    const auto found = std::find_if(view.totals.begin(), view.totals.end(), [&](const model::TotalMetrics& row) {
      return row.space == space && row.operation == operation;
    });
    return found == view.totals.end() ? none : found->counts;
  }
};

TEST_F(InTheEmulator, AnExperimentIsCompiledVerifiedAndNeverTimed) {
  const Log log = run(own("transpose/smem_tile", {{"nx", Number{128}}, {"ny", Number{64}}}));
  ASSERT_EQ(log.results.size(), 3u) << log.results.back().faults.at(0).message;
  EXPECT_EQ(log.results[0].stage, experiments::ResultStage::compiled);
  EXPECT_EQ(log.results[1].stage, experiments::ResultStage::verified);
  EXPECT_EQ(log.results[2].stage, experiments::ResultStage::refined);
  const experiments::Result& result = log.results.back();
  EXPECT_EQ(result.backend, experiments::Backend::emulator);
  EXPECT_TRUE(result.faults.empty());
  ASSERT_TRUE(result.verification);
  EXPECT_TRUE(result.verification->passed);
  EXPECT_EQ(result.verification->checked, 128u * 64u);
  EXPECT_FALSE(result.hot || result.cold || experiments::rate_of(result, experiments::Work::bytes));
  EXPECT_TRUE(result.machine.device.empty());
  EXPECT_TRUE(result.notes.empty());
}

// A window moves its needle by it, while the emulator runs the whole plan.
TEST_F(InTheEmulator, ThePredictionIsPublishedBeforeThePlanRuns) {
  options_.gpus = LANESCOPE_SOURCES "/assets/gpus";
  const Log log = run(own("transpose/smem_tile", {{"nx", Number{128}}, {"ny", Number{64}}}));
  ASSERT_EQ(log.results.size(), 4u) << log.results.back().faults.at(0).message;
  EXPECT_FALSE(log.results[0].predicted);
  EXPECT_EQ(log.results[1].stage, experiments::ResultStage::compiled);
  EXPECT_FALSE(log.results[1].metrics) << "the plan has not run";
  ASSERT_TRUE(log.results[1].predicted);
  EXPECT_EQ(log.results[1].predicted->prediction.profile, "H200");
  EXPECT_EQ(log.results.back().predicted, log.results[1].predicted);
  EXPECT_EQ(log.results.back().stage, experiments::ResultStage::refined);
}

TEST_F(InTheEmulator, WhyNothingIsPredictedIsPublishedAsEarly) {
  options_.gpus = LANESCOPE_SOURCES "/assets/gpus";
  experiments::Experiment experiment = own("transpose/smem_tile", {{"nx", Number{128}}, {"ny", Number{64}}});
  experiment.target = "RTX 5090";
  const Log log = run(experiment);
  ASSERT_EQ(log.results.size(), 4u) << log.results.back().faults.at(0).message;
  EXPECT_FALSE(log.results[1].predicted);
  EXPECT_NE(log.results[1].without_prediction.text().find("no performance profile of the RTX 5090"), std::string::npos)
      << log.results[1].without_prediction;
  EXPECT_EQ(log.results.back().without_prediction, log.results[1].without_prediction);
}

// Long PTX is assembled for longer than a step without an answer may take.
TEST_F(InTheEmulator, AssemblingPtxIsAStepOfItsOwn) {
  experiments::Experiment experiment;
  experiment.kernel = {
      "k",
      "k.ptx",
      ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { ret; }\n",
      {{"k.toml", "title = \"k\"\n[[launch]]\nentry = \"k\"\ngrid = [\"1\"]\nblock = [\"32\"]\narguments = []\n"}}};
  experiment.backend = experiments::Backend::emulator;
  const Log log = run(experiment);
  EXPECT_TRUE(log.results.back().faults.empty()) << log.results.back().faults.at(0).message;
  EXPECT_TRUE(std::ranges::any_of(log.progress, [](const experiments::Progress& progress) {
    return progress.step == experiments::Progress::Activity::compiling;
  }));
}

TEST_F(InTheEmulator, ItsStepsComeInOrder) {
  const Log log = run(own("transpose/copy_row", {{"nx", Number{64}}, {"ny", Number{64}}}));
  std::vector<experiments::Progress::Activity> steps;
  for (const experiments::Progress& progress : log.progress) steps.push_back(progress.step);
  EXPECT_TRUE(std::is_sorted(steps.begin(), steps.end()));
  EXPECT_NE(std::find(steps.begin(), steps.end(), experiments::Progress::Activity::emulating), steps.end());
}

// A warp of the naive transpose reads a row of 32 floats (4 sectors) and writes a column: 32 sectors.
TEST_F(InTheEmulator, TheNaiveTransposeScattersItsStores) {
  const experiments::Result result = last(own("transpose/naive_row", {{"nx", Number{128}}, {"ny", Number{64}}}));
  ASSERT_TRUE(result.metrics);
  const std::uint64_t warps = 128 * 64 / 32;
  const model::Counts loads = total(result.metrics->executed, Space::global, Operation::load);
  const model::Counts stores = total(result.metrics->executed, Space::global, Operation::store);
  EXPECT_EQ(loads.requests, warps);
  EXPECT_EQ(loads.sectors, 4 * warps);
  EXPECT_EQ(stores.requests, warps);
  EXPECT_EQ(stores.sectors, 32 * warps);
  EXPECT_EQ(stores.sectors_ideal, 4 * warps);
  EXPECT_EQ(result.metrics->blocks, result.metrics->grid_blocks);
  EXPECT_EQ(result.metrics->dropped, 0u);
  for (const model::BufferMetrics& row : result.metrics->written.buffers) {
    EXPECT_EQ(row.counts, row.buffer == "in" ? loads : stores);
  }
}

// Rows of 32 floats: a column of the tile lies in one bank.
TEST_F(InTheEmulator, ATileWithoutPaddingConflictsThirtyTwoFoldWhereItIsReadAndAtThatLine) {
  const experiments::Experiment experiment = own("transpose/smem_tile", {{"nx", Number{64}}, {"ny", Number{64}}});
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.metrics);
  const model::Counts loads = total(result.metrics->executed, Space::shared, Operation::load);
  const std::uint64_t warps = 64 * 64 / 32;
  EXPECT_EQ(loads.wavefronts, 32 * warps);
  EXPECT_EQ(loads.wavefronts_ideal, warps);
  const model::Counts stores = total(result.metrics->executed, Space::shared, Operation::store);
  EXPECT_EQ(stores.wavefronts, warps);
  const std::string& text = experiment.kernel.text;
  const auto line =
      1 +
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("square[threadIdx.x][row]")), '\n');
  for (const model::SiteMetrics& site : result.metrics->executed.sites) {
    if (site.space != Space::shared || site.operation != Operation::load || site.counts.requests == 0) continue;
    EXPECT_EQ(site.line, line);
    EXPECT_EQ(site.file, experiment.kernel.path);
  }
  const auto& lines = result.metrics->lines;
  const auto executed =
      std::find_if(lines.begin(), lines.end(), [&](const trace::LineExecution& row) { return row.line == line; });
  ASSERT_NE(executed, lines.end());
  EXPECT_DOUBLE_EQ(executed->lane_efficiency(), 1.0);
}

// The counters of an H200 for this setting: 15,360 wavefronts, 6,144 of them conflicts.
TEST_F(InTheEmulator, ARegisterBlockedProductReadsSharedMemorySixteenBytesAtATime) {
  const experiments::Result result =
      last(emulated("matmul_registers", {{"m", Number{128}}, {"n", Number{192}}, {"k", Number{64}}}));
  ASSERT_TRUE(result.metrics);
  const model::Counts written = total(result.metrics->written, Space::shared, Operation::load);
  const model::Counts executed = total(result.metrics->executed, Space::shared, Operation::load);
  EXPECT_EQ(written.requests, 4 * executed.requests);
  EXPECT_EQ(executed.requests, 3072u);
  EXPECT_EQ(executed.wavefronts, 15360u);
  EXPECT_EQ(executed.bank_conflicts, 6144u);
  for (const model::SiteMetrics& site : result.metrics->executed.sites) {
    if (site.space != Space::shared || site.operation != Operation::load) continue;
    EXPECT_TRUE(site.proven) << site.reason;
    EXPECT_EQ(site.merged, 4u);
    EXPECT_EQ(site.bytes_per_lane, 16u);
  }
}

TEST_F(InTheEmulator, ChosenBlocksAreCountedAloneAndNothingIsVerified) {
  experiments::Experiment experiment = own("transpose/smem_tile");
  experiment.verify = false;
  experiment.blocks = {BlockChoice::Kind::range, 5, 4};
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.metrics) << (result.faults.empty() ? "" : result.faults[0].message);
  EXPECT_EQ(result.metrics->blocks, 4u);
  EXPECT_EQ(result.metrics->grid_blocks, 128u * 128u) << "default sizes stay, four blocks are few";
  EXPECT_EQ(total(result.metrics->executed, Space::global, Operation::load).requests, 4u * 32u);
  EXPECT_FALSE(result.verification);
  EXPECT_EQ(result.sizes.at("nx"), 4096);
  experiment.scale_to_grid = true;
  const experiments::Result scaled = last(experiment);
  EXPECT_TRUE(scaled.metrics->scaled);
  EXPECT_EQ(total(scaled.metrics->executed, Space::global, Operation::load).requests, 128u * 128u * 32u);
}

TEST_F(InTheEmulator, BlocksThatTheGridDoesNotHaveAreAFault) {
  experiments::Experiment experiment = own("transpose/smem_tile", {{"nx", Number{64}}, {"ny", Number{64}}});
  experiment.verify = false;
  experiment.blocks = {BlockChoice::Kind::range, 4, 1};
  const experiments::Result result = last(experiment);
  EXPECT_TRUE(result.failed());
  EXPECT_NE(result.faults.at(0).message.text().find("outside the grid, which has 4"), std::string::npos)
      << result.faults[0].message;
}

// 2^18 accesses are kept; 1024 x 1024 through a tile are 131,072 in all views, 2048 x 2048 more than are kept.
TEST_F(InTheEmulator, CountsAreTheSameWhetherAccessesAreKeptOrCountedAsTheyHappen) {
  experiments::Experiment experiment = own("transpose/copy_row", {{"nx", Number{1024}}, {"ny", Number{1024}}});
  experiment.verify = false;
  experiment.blocks.kind = BlockChoice::Kind::all;
  const experiments::Result kept = last(experiment);
  ASSERT_TRUE(kept.metrics) << kept.faults.at(0).message;
  experiment.values = {{"nx", Number{4096}}, {"ny", Number{2048}}};
  const experiments::Result counted = last(experiment);
  ASSERT_TRUE(counted.metrics) << counted.faults.at(0).message;
  EXPECT_EQ(counted.metrics->dropped, 0u);
  const auto loads = [](const experiments::Result& result) {
    return total(result.metrics->executed, Space::global, Operation::load);
  };
  EXPECT_EQ(loads(counted).requests, 8 * loads(kept).requests);
  EXPECT_EQ(loads(counted).sectors, 8 * loads(kept).sectors);
}

TEST_F(InTheEmulator, DefaultSizesAreReducedUntilItAnswersAndItSaysSo) {
  const experiments::Result result = last(own("matmul/tile"));
  ASSERT_FALSE(result.failed()) << result.faults.at(0).message;
  EXPECT_TRUE(result.verification && result.verification->passed);
  const Number m = result.sizes.at("m");
  EXPECT_LT(m, 1024);
  EXPECT_EQ(result.sizes.at("n"), m) << "the proportions stay";
  EXPECT_EQ(result.sizes.at("k"), m);
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].text().rfind("sizes reduced from m x n x k = 1024 x 1024 x 1024 to m x n x k = ", 0), 0u)
      << result.notes[0];
  EXPECT_EQ(result.work_bytes, 12 * m * m);
}

TEST_F(InTheEmulator, ASizeThatWasGivenStaysAndOnlyTheOtherIsReduced) {
  const experiments::Result result = last(own("matmul/tile", {{"m", Number{768}}}));
  ASSERT_FALSE(result.failed()) << result.faults.at(0).message;
  EXPECT_EQ(result.sizes.at("m"), 768);
  EXPECT_LT(result.sizes.at("n"), 1024);
}

TEST_F(InTheEmulator, SizesThatTakeTooLongAreRefusedWithAnEstimate) {
  experiments::Experiment experiment = own("transpose/naive_row", {{"nx", Number{16384}}, {"ny", Number{16384}}});
  experiment.timeout = std::chrono::seconds(sanitized ? 30 : 1);
  const experiments::Result result = last(experiment);
  EXPECT_TRUE(result.failed());
  ASSERT_EQ(result.faults.size(), 1u);
  // A sanitizer may make even one block too slow for an estimate.
  if (!sanitized) {
    EXPECT_EQ(result.faults[0].kind, FaultKind::too_large);
  }
  EXPECT_NE(result.faults[0].message.text().find("16384 x 16384"), std::string::npos) << result.faults[0].message;
  EXPECT_NE(result.faults[0].remedy.text().find("--timeout"), std::string::npos);
}

TEST_F(InTheEmulator, AnExchangeWhoseResultNothingUsesNeedsNothingThere) {
  const auto exchange = [](const std::string& statement) {
    experiments::Experiment experiment;
    experiment.kernel = {"mine", "mine.cu", "", {}};
    experiment.kernel.text =
        "/* lanescope\ntitle = \"mine\"\n[buffers]\nout = { role = \"out\", type = \"u32\", shape = [32] }\n"
        "[[launch]]\nentry = \"k\"\ngrid = [1]\nblock = [32]\narguments = [\"out\"]\n*/\n"
        "__global__ void k(unsigned* out) {\n  __shared__ unsigned hit;\n  " +
        statement + "\n  __syncthreads();\n  out[threadIdx.x] = hit;\n}\n";
    experiment.backend = experiments::Backend::emulator;
    return experiment;
  };
  const experiments::Result set = last(exchange("atomicExch(&hit, 7u);"));
  EXPECT_TRUE(set.faults.empty()) << set.faults.at(0).message;
  EXPECT_EQ(last(exchange("out[threadIdx.x] = atomicExch(&hit, 7u); __syncthreads();")).faults.at(0).kind,
            FaultKind::uninitialised);
  EXPECT_EQ(last(exchange("atomicAdd(&hit, 7u);")).faults.at(0).kind, FaultKind::uninitialised);
}

namespace {

/// An experiment of blocks that take long, in which nothing is compared. `begin` and `end` stand around what the kernel
/// computes.
experiments::Experiment long_launch(const std::string& begin, const std::string& end) {
  experiments::Experiment experiment;
  experiment.kernel = {"mine", "mine.cu", "", {}};
  experiment.kernel.text =
      "/* lanescope\ntitle = \"mine\"\n[problem]\nn = { min = 256, max = 16777216, default = 16777216 }\n"
      "[buffers]\na = { role = \"inout\", type = \"f32\", shape = [\"n\"] }\n"
      "turn = { role = \"inout\", type = \"u32\", shape = [1], fill = \"zero\" }\n"
      "[[launch]]\nentry = \"k\"\ngrid = [\"n / 256\"]\nblock = [\"256\"]\narguments = [\"a\", \"turn\"]\n*/\n"
      "__global__ void k(float* a, unsigned* turn) {\n  " +
      begin +
      "\n  float x = a[blockIdx.x * 256 + threadIdx.x];\n"
      "  for (int i = 0; i < 1000; ++i) x = x * 0.5f + 1;\n"
      "  a[blockIdx.x * 256 + threadIdx.x] = x;\n"
      "  " +
      end + "\n}\n";
  experiment.values["n"] = Number{16777216};
  experiment.backend = experiments::Backend::emulator;
  experiment.timeout = std::chrono::seconds(sanitized ? 60 : 10);
  return experiment;
}

}  // namespace

TEST_F(InTheEmulator, BlocksStandForAWholeThatTakesTooLongWhereNothingIsCompared) {
  const experiments::Result result = last(long_launch("", ""));
  ASSERT_FALSE(result.failed()) << result.faults.at(0).message;
  EXPECT_FALSE(result.verification) << "not all of the output was computed";
  const auto note = std::ranges::find_if(result.notes, [](const Message& each) {
    return each.text().find("of 65536 blocks were executed, because all of them would take") != std::string::npos;
  });
  EXPECT_NE(note, result.notes.end());
}

TEST_F(InTheEmulator, BlocksThatWaitForEachOtherAreRefusedWhereTheWholeTakesTooLong) {
  const auto started = std::chrono::steady_clock::now();
  const experiments::Experiment experiment =
      long_launch("if (threadIdx.x == 0)\n    while (*(volatile unsigned*)turn < blockIdx.x) {}\n  __syncthreads();",
                  "__syncthreads();\n  if (threadIdx.x == 0) atomicAdd(turn, 1u);");
  const experiments::Result result = last(experiment);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::too_large) << result.faults[0].message;
  EXPECT_NE(result.faults[0].message.text().find("n = 16777216"), std::string::npos) << result.faults[0].message;
  EXPECT_LT(std::chrono::steady_clock::now() - started, experiment.timeout) << "it did not wait for the limit";
}

TEST_F(InTheEmulator, ALaunchOfWhichNotEvenOneBlockEndsSoonSaysWhatItWouldTake) {
  experiments::Experiment experiment = emulated("long_blocks");
  experiment.values["n"] = Number{65536};
  // All blocks have to run for a buffer that is written out.
  experiment.dump = {"out"};
  experiment.timeout = std::chrono::seconds(3);
  const experiments::Result result = last(experiment);
  ASSERT_EQ(result.faults.size(), 1u);
  // Where a block ends within a glance, the estimate is exact.
  const experiments::Fault& fault = result.faults[0];
  EXPECT_TRUE(fault.kind == FaultKind::timeout || fault.kind == FaultKind::too_large) << name_of(fault.kind);
  EXPECT_NE(fault.message.text().find("would take"), std::string::npos) << fault.message;
  EXPECT_NE(fault.message.text().find("n = 65536"), std::string::npos) << fault.message;
  EXPECT_NE(fault.remedy.text().find("smaller sizes"), std::string::npos) << fault.remedy;
}

TEST_F(InTheEmulator, AWrongResultIsAMismatchWithItsFirstElement) {
  const experiments::Result result = last(promising_nothing(emulated("wrong_result")));
  EXPECT_EQ(result.stage, experiments::ResultStage::refined);
  ASSERT_TRUE(result.verification);
  EXPECT_FALSE(result.verification->passed);
  EXPECT_EQ(result.verification->mismatches, 66u);
  EXPECT_EQ(result.verification->first->index, 17u);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::mismatch);
}

TEST_F(InTheEmulator, AStoreBehindTheEndIsFoundAtItsLineBlockAndThread) {
  const experiments::Result result = last(promising_nothing(emulated("out_of_bounds")));
  ASSERT_EQ(result.faults.size(), 1u);
  const experiments::Fault& fault = result.faults[0];
  EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
  EXPECT_GT(fault.line, 0);
  EXPECT_EQ(fault.memory.buffer, "out");
  EXPECT_EQ(fault.offset, 65536 * 4);
  EXPECT_TRUE(fault.block && fault.thread && fault.address);
  EXPECT_FALSE(result.verification) << "what a stopped run left behind tells nothing";
  EXPECT_FALSE(result.notes.empty());
}

TEST_F(InTheEmulator, ElementsThatWereNeverWrittenAreOneFault) {
  const experiments::Result result = last(promising_nothing(emulated("unwritten")));
  ASSERT_TRUE(result.verification);
  EXPECT_EQ(result.verification->unwritten, 128u);
  EXPECT_EQ(std::count_if(result.faults.begin(), result.faults.end(),
                          [](const experiments::Fault& fault) { return fault.kind == FaultKind::unwritten; }),
            1);
}

TEST_F(InTheEmulator, AnEndlessLoopEndsWithItsLine) {
  experiments::Experiment experiment = emulated("endless");
  experiment.timeout = std::chrono::seconds(2);
  const experiments::Result result = last(experiment);
  ASSERT_FALSE(result.faults.empty());
  EXPECT_TRUE(result.faults[0].kind == FaultKind::endless || result.faults[0].kind == FaultKind::timeout)
      << name_of(result.faults[0].kind);
}

TEST_F(InTheEmulator, AKernelThatKeepsItsPromisePasses) {
  for (const char* kernel : {"wrong_result", "out_of_bounds", "unwritten"}) {
    const experiments::Result result = last(emulated(kernel));
    EXPECT_TRUE(result.as_expected()) << kernel;
    EXPECT_EQ(result.faults.size(), 1u) << kernel;
  }
}

TEST_F(InTheEmulator, EveryPieceOfTheMuseumPasses) {
  const std::filesystem::path museum = std::filesystem::path(LANESCOPE_SOURCES) / "kernels/museum";
  for (const auto& file : std::filesystem::directory_iterator(museum)) {
    if (file.path().extension() != ".cu") continue;
    const std::string id = "museum/" + file.path().stem().string();
    experiments::Experiment experiment = own(id);
    const experiments::Result result = last(experiment);
    EXPECT_TRUE(result.as_expected()) << id << ": "
                                      << (result.faults.empty() ? "no fault" : result.faults.back().message);
    EXPECT_EQ(result.faults.empty() ? FaultKind::none : result.faults.front().kind, result.expected) << id;
  }
}

TEST_F(InTheEmulator, APromiseThatIsNotKeptIsAFailureThatSaysWhatAppeared) {
  const experiments::Result result = last(own("museum/laplace_halo_of_thread_32", {{"block", Number{64}}}));
  ASSERT_FALSE(result.failed());
  EXPECT_FALSE(result.as_expected());
  ASSERT_FALSE(result.faults.empty());
  EXPECT_EQ(result.faults.back().kind, FaultKind::expectation);
  EXPECT_NE(result.faults.back().message.text().find("showed no fault"), std::string::npos)
      << result.faults.back().message;
}

TEST_F(InTheEmulator, OutputsAndPicturesComeBackAndInputsAreTaken) {
  experiments::Experiment experiment = emulated("copy", {{"n", Number{200}}});
  std::vector<float> values(200, 2.5F);
  std::vector<std::byte> bytes(800);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  experiment.inputs["in"] = bytes;
  experiment.dump = {"out"};
  experiment.preview = true;
  const experiments::Result result = last(experiment);
  EXPECT_TRUE(result.verification && result.verification->passed);
  EXPECT_EQ(result.dumps.at("out"), bytes);
  ASSERT_TRUE(result.preview);
  EXPECT_EQ(result.preview->width, 200u);
  EXPECT_EQ(result.preview->values, values);
}

TEST_F(InTheEmulator, WhatAKernelPrintsIsInTheResult) {
  EXPECT_FALSE(last(emulated("print")).printed.empty());
}

TEST_F(InTheEmulator, TheMachineCodeComesWithItsLinesWhenAskedFor) {
  experiments::Experiment experiment = own("transpose/copy_row", {{"nx", Number{64}}, {"ny", Number{64}}});
  EXPECT_FALSE(last(experiment).sass);
  experiment.disassemble = true;
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.sass);
  ASSERT_EQ(result.sass->functions.size(), 1u);
  const auto& code = result.sass->functions[0].instructions;
  ASSERT_GT(code.size(), 10u);
  EXPECT_TRUE(std::any_of(code.begin(), code.end(), [&](const experiments::SassInstruction& instruction) {
    return instruction.file == experiment.kernel.path && instruction.line > 0 && instruction.ptx_line > 0;
  }));
  const bool text = std::any_of(code.begin(), code.end(), [](const experiments::SassInstruction& instruction) {
    return instruction.text.find("LDG") != std::string::npos;
  });
  EXPECT_EQ(text, result.sass->without_text.empty()) << result.sass->without_text;
}

TEST_F(InTheEmulator, ASupersededRequestStopsWithinAMoment) {
  using Clock = std::chrono::steady_clock;
  experiments::Experiment experiment = own("transpose/naive_row", {{"nx", Number{8192}}, {"ny", Number{8192}}});
  experiment.timeout = std::chrono::minutes(10);
  static_cast<void>(run(own("transpose/naive_row", {{"nx", Number{32}}, {"ny", Number{32}}})));  // compiled
  std::atomic<Clock::rep> asked{0};
  const auto start = Clock::now();
  const Log log = run(experiment, [&] {
    const bool over = Clock::now() - start > std::chrono::milliseconds(600);
    Clock::rep none = 0;
    if (over) asked.compare_exchange_strong(none, Clock::now().time_since_epoch().count());
    return over;
  });
  const auto end = Clock::now();
  EXPECT_EQ(log.ending, Completion::abandoned);
  ASSERT_NE(asked.load(), 0);
  EXPECT_LT(end.time_since_epoch() - Clock::duration(asked.load()), std::chrono::seconds(sanitized ? 100 : 2));
}

TEST_F(InTheEmulator, WhatItCannotExecuteIsAFaultAndTheWorkerLives) {
  const experiments::Result result = last(emulated("too_much_shared"));
  EXPECT_TRUE(result.failed());
  EXPECT_EQ(result.faults.at(0).kind, FaultKind::emulator);
  EXPECT_FALSE(result.faults[0].message.empty());
}

TEST_F(InTheEmulator, WhatRanBeforeAnUnknownInstructionIsShownAndMarkedAsIncomplete) {
  experiments::Experiment experiment = emulated("half_known");
  experiment.trace.emplace();
  const experiments::Result result = last(experiment);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::emulator);
  EXPECT_EQ(result.faults[0].line, 21);
  EXPECT_NE(result.faults[0].message.text().find("discard"), std::string::npos) << result.faults[0].message;
  EXPECT_TRUE(std::any_of(result.notes.begin(), result.notes.end(), [](const std::string& note) {
    return note.find("incomplete") != std::string::npos && note.find("line 21") != std::string::npos;
  }));
  ASSERT_TRUE(result.metrics);
  EXPECT_GT(total(result.metrics->written, Space::global, Operation::store).requests, 0u);
  ASSERT_TRUE(result.traced) << result.without_trace;
  EXPECT_NE(result.traced->note.text().find("line 21"), std::string::npos) << result.traced->note;
  EXPECT_FALSE(result.verification && result.verification->passed);
}

TEST_F(InTheEmulator, AScheduleIsAnotherLegalOrderWithTheSameResult) {
  experiments::Experiment experiment = own("transpose/smem_tile", {{"nx", Number{128}}, {"ny", Number{128}}});
  const experiments::Result first = last(experiment);
  experiment.schedule = 7;
  const experiments::Result other = last(experiment);
  EXPECT_EQ(other.schedule, 7u);
  EXPECT_TRUE(other.verification && other.verification->passed);
  EXPECT_EQ(other.metrics->executed.totals, first.metrics->executed.totals);
}

// More than are kept for one run: 20,480 blocks of 8 warps, each with 54 or so.
TEST_F(InTheEmulator, EveryAccessOfBlocksThatDependOnEachOtherIsCounted) {
  const Number n = 20480 * 256;
  experiments::Experiment experiment =
      own("reduce/k1", {{"n", n}, {"block", Number{256}}, {"finish", std::string("atomic_block")}});
  experiment.verify = false;
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.metrics) << (result.faults.empty() ? "" : result.faults[0].message);
  std::uint64_t requests = 0;
  for (const model::TotalMetrics& row : result.metrics->executed.totals) requests += row.counts.requests;
  EXPECT_GT(requests, std::uint64_t{1} << 20);
  EXPECT_EQ(total(result.metrics->executed, Space::global, Operation::load).requests, std::uint64_t{n} / 32);
  EXPECT_EQ(total(result.metrics->executed, Space::global, Operation::reduce).requests, 20480u)
      << "nobody uses the result";
  EXPECT_EQ(result.metrics->dropped, 0u);
}

TEST_F(InTheEmulator, BlocksThatDependOnEachOtherRunWholeWhicheverAreChosen) {
  experiments::Experiment experiment = emulated("last_block_sum");
  experiment.verify = false;
  experiment.blocks = {BlockChoice::Kind::range, 0, 1};
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.metrics) << (result.faults.empty() ? "" : result.faults[0].message);
  EXPECT_EQ(result.metrics->blocks, 1u);
  EXPECT_GT(result.metrics->grid_blocks, 1u);
  EXPECT_TRUE(result.faults.empty());
}

TEST_F(InTheEmulator, WithoutAGpuItIsWhereExperimentsRun) {
  WorkerContext context(options_);
  if (context.device(-1)) GTEST_SKIP() << "this machine has a GPU";
  experiments::Experiment experiment = own("transpose/copy_row", {{"nx", Number{64}}, {"ny", Number{64}}});
  experiment.backend = experiments::Backend::automatic;
  const experiments::Result result = last(experiment);
  EXPECT_EQ(result.backend, experiments::Backend::emulator);
  EXPECT_TRUE(result.verification && result.verification->passed);
  experiment.device = no_such_device;
  EXPECT_EQ(last(experiment).faults.at(0).kind, FaultKind::no_device) << "a device asked for by number is meant";
}

TEST_F(InTheEmulator, TheReferenceIsTimedOnTheProcessorWhenAskedFor) {
  experiments::Experiment experiment = own("transpose/copy_row", {{"nx", Number{256}}, {"ny", Number{256}}});
  experiment.backend = experiments::Backend::cpu;
  experiment.budget = std::chrono::milliseconds(10);
  const experiments::Result result = last(experiment);
  EXPECT_EQ(result.backend, experiments::Backend::cpu);
  EXPECT_EQ(result.stage, experiments::ResultStage::refined);
  ASSERT_TRUE(result.hot);
  EXPECT_GE(result.hot->samples, 5u);
  EXPECT_GT(result.hot->median, 0);
  EXPECT_TRUE(experiments::rate_of(result, experiments::Work::bytes));
  EXPECT_FALSE(result.verification || result.metrics);
}

}  // namespace
}  // namespace lanescope::worker
