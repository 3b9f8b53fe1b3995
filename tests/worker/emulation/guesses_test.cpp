// Sizes, memory and content of which nobody says what they are, in whole experiments.
#include "worker/emulation/guesses.h"

#include <algorithm>
#include <string>
#include <vector>

#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

using AGuess = Execute;
using Number = std::int64_t;

/// A kernel whose memory is a guess: it reads 1000 elements of a buffer of 4, and 64 of shared memory.
experiments::Experiment guessed(const std::string& buffer, const std::string& launch) {
  experiments::Experiment experiment;
  experiment.kernel = {"mine", "mine.cu", "", {}};
  experiment.kernel.text =
      "/* lanescope\ntitle = \"mine\"\n[buffers]\na = { role = \"inout\", type = \"f32\", shape = [\"4\"]" + buffer +
      " }\n[[launch]]\nentry = \"k\"\ngrid = [\"100\"]\nblock = [\"10\"]\narguments = [\"a\"]\n" + launch +
      "*/\n__global__ void k(float* a) {\n  extern __shared__ float s[];\n  s[threadIdx.x] = a[blockIdx.x * 10 + "
      "threadIdx.x];\n"
      "  a[blockIdx.x * 10 + threadIdx.x] = s[threadIdx.x] + 1;\n}\n";
  experiment.backend = experiments::Backend::emulator;
  return experiment;
}

bool has_note(const experiments::Result& result, const std::string& part) {
  return std::ranges::any_of(notes_of(result),
                             [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

/// An experiment of one kernel; `tables` is the rest of the front matter.
experiments::Experiment experiment_of(const std::string& tables, const std::string& code) {
  experiments::Experiment experiment;
  experiment.kernel = {"mine", "mine.cu", "/* lanescope\ntitle = \"mine\"\n" + tables + "*/\n" + code, {}};
  experiment.backend = experiments::Backend::emulator;
  return experiment;
}

/// A block that stores to n elements of an array of 2048, and writes what it stored last.
experiments::Experiment fills_shared(const std::string& guessed) {
  return experiment_of("[problem]\nn = { min = 1, max = 1048576, default = 65536" + guessed +
                           " }\nm = { min = 1, max = 4096, default = 64, guessed = true }\n"
                           "[buffers]\nout = { role = \"out\", type = \"u32\", shape = [64], grows = true }\n"
                           "[[launch]]\nentry = \"k\"\ngrid = [1]\nblock = [64]\narguments = [\"out\", \"n\", \"m\"]\n",
                       "__global__ void k(unsigned* out, int n, int m) {\n  __shared__ unsigned s[2048];\n"
                       "  for (int i = threadIdx.x; i < n; i += 64) s[i] = i + m;\n"
                       "  __syncthreads();\n  out[threadIdx.x] = s[(threadIdx.x + 1) % 64];\n}\n");
}

TEST_F(AGuess, MemoryThatIsAGuessIsAsLargeAsTheKernelReaches) {
  const experiments::Result result = last(guessed(", grows = true", "shared_grows = true\n"));
  ASSERT_FALSE(result.failed()) << result.faults.at(0).message;
  EXPECT_TRUE(result.faults.empty());
  EXPECT_EQ(notes_of(result),
            (std::vector<std::string>{
                "the buffer a has 1000 elements, because the kernel reaches further than 4",
                "the blocks of k have 40 bytes of dynamic shared memory, because the kernel reaches further than 0"}));
  EXPECT_EQ(last(guessed("", "shared_grows = true\n")).faults.at(0).kind, FaultKind::out_of_bounds);
  EXPECT_EQ(last(guessed(", grows = true", "")).faults.at(0).kind, FaultKind::out_of_bounds);
}

TEST_F(AGuess, RandomNumbersThatAreAGuessBecomeZerosWhereTheyLeadOutOfTheMemory) {
  const auto gather = [](const std::string& guessed, const std::string& index) {
    experiments::Experiment experiment;
    experiment.kernel = {"mine", "mine.cu", "", {}};
    experiment.kernel.text =
        "/* lanescope\ntitle = \"mine\"\n[buffers]\nfrom = { role = \"in\", type = \"i32\", shape = [64]" + guessed +
        " }\nout = { role = \"out\", type = \"f32\", shape = [64], fill = \"zero\" }\n"
        "[[launch]]\nentry = \"k\"\ngrid = [1]\nblock = [64]\narguments = [\"from\", \"out\"]\n*/\n"
        "__global__ void k(const int* from, float* out) {\n  __shared__ float s[16];\n  s[threadIdx.x % 16] = 1;\n"
        "  __syncthreads();\n  out[threadIdx.x] = s[" +
        index + "];\n}\n";
    experiment.backend = experiments::Backend::emulator;
    return experiment;
  };
  const experiments::Result settled = last(gather(", guessed = true", "from[threadIdx.x]"));
  ASSERT_FALSE(settled.failed()) << settled.faults.at(0).message;
  EXPECT_TRUE(settled.faults.empty());
  const auto tells_zeros = [](const experiments::Result& result) {
    return std::ranges::count_if(result.notes, [](const Message& note) {
      return note.text() == "the buffer from has zeros in it, because random numbers led the kernel out of its memory";
    });
  };
  EXPECT_EQ(tells_zeros(settled), 1);
  EXPECT_EQ(last(gather("", "from[threadIdx.x]")).faults.at(0).kind, FaultKind::out_of_bounds) << "nobody said guess";
  const experiments::Result inside = last(gather(", guessed = true", "from[threadIdx.x] & 15"));
  EXPECT_TRUE(inside.faults.empty());
  EXPECT_EQ(tells_zeros(inside), 0);
  EXPECT_EQ(last(gather(", guessed = true", "from[threadIdx.x] + 16")).faults.at(0).kind, FaultKind::out_of_bounds)
      << "a mistake that zeros do not hide";
}

TEST_F(AGuess, MemoryKeepsItsSizeWhereDataAreGiven) {
  experiments::Experiment experiment = guessed(", grows = true", "shared_grows = true\n");
  experiment.inputs["a"] = std::vector<std::byte>(16);
  const experiments::Result result = last(experiment);
  ASSERT_FALSE(result.faults.empty());
  EXPECT_EQ(result.faults[0].kind, FaultKind::out_of_bounds);
}

TEST_F(AGuess, OfASizeIsHalvedUntilTheKernelStaysInItsMemory) {
  const experiments::Result settled = last(fills_shared(", guessed = true"));
  ASSERT_FALSE(settled.failed()) << settled.faults.at(0).message;
  EXPECT_TRUE(settled.faults.empty());
  EXPECT_EQ(settled.sizes.at("n"), 2048);
  EXPECT_EQ(settled.sizes.at("m"), 64) << "the smaller guess may be right";
  EXPECT_TRUE(
      has_note(settled, "sizes reduced from n x m = 65536 x 64 to n x m = 2048 x 64, because the kernel leaves"));

  const experiments::Result named = last(fills_shared(""));
  ASSERT_FALSE(named.faults.empty()) << "somebody named it";
  EXPECT_EQ(named.faults[0].kind, FaultKind::out_of_bounds);
  experiments::Experiment typed = fills_shared(", guessed = true");
  typed.values["n"] = Number{4096};
  const experiments::Result as_typed = last(typed);
  ASSERT_FALSE(as_typed.faults.empty());
  EXPECT_EQ(as_typed.faults[0].kind, FaultKind::out_of_bounds);
  EXPECT_EQ(as_typed.sizes.at("n"), 4096);
}

TEST_F(AGuess, OfASizeHidesNoMistakeThatASmallerOneDoesNotReach) {
  // A tile of 32 x 32 is stored beyond its end, as soon as there is a whole tile.
  const experiments::Result result = last(
      experiment_of("[problem]\nn = { min = 1, max = 65536, default = 256, guessed = true }\n"
                    "[buffers]\na = { role = \"inout\", type = \"f32\", shape = [\"n\"], grows = true }\n"
                    "[[launch]]\nentry = \"k\"\ngrid = [1]\nblock = [32]\narguments = [\"a\", \"n\"]\n",
                    "__global__ void k(float* a, int n) {\n  __shared__ float tile[32];\n"
                    "  for (int i = 0; i < n / 32; ++i) {\n    tile[threadIdx.x + 1] = a[i];\n    __syncthreads();\n"
                    "    a[threadIdx.x] = tile[threadIdx.x];\n    __syncthreads();\n  }\n}\n"));
  ASSERT_FALSE(result.faults.empty());
  EXPECT_EQ(result.faults[0].kind, FaultKind::out_of_bounds);
  EXPECT_EQ(result.sizes.at("n"), 256);
}

TEST_F(AGuess, OfRandomNumbersIsGivenUpWhereTheyLeadToMemoryThatNothingWrote) {
  const auto gather = [](const std::string& guessed) {
    return experiment_of(
        "[buffers]\nfrom = { role = \"in\", type = \"u32\", shape = [64]" + guessed +
            " }\nout = { role = \"out\", type = \"f32\", shape = [64] }\n"
            "[[launch]]\nentry = \"k\"\ngrid = [1]\nblock = [64]\narguments = [\"from\", \"out\"]\n",
        "__global__ void k(const unsigned* from, float* out) {\n  __shared__ float s[1024];\n"
        "  s[threadIdx.x] = 1;\n  __syncthreads();\n  out[threadIdx.x] = s[from[threadIdx.x] % 1024];\n}\n");
  };
  const experiments::Result settled = last(gather(", guessed = true"));
  EXPECT_TRUE(settled.faults.empty()) << settled.faults.at(0).message;
  EXPECT_TRUE(has_note(settled, "the buffer from has zeros in it"));
  EXPECT_EQ(last(gather("")).faults.at(0).kind, FaultKind::uninitialised);
}

TEST_F(AGuess, OfASizeThatKeepsOneBlockBusyForLongIsReduced) {
  // Nothing is compared, so that chosen blocks are all that runs; of one block no smaller part can be chosen.
  experiments::Experiment experiment = experiment_of(
      "[problem]\nn = { min = 1, max = 2147483647, default = 1073741824 }\n"
      "[buffers]\na = { role = \"inout\", type = \"u32\", shape = [1024], fill = \"zero\" }\n"
      "[[launch]]\nentry = \"k\"\ngrid = [1]\nblock = [32]\narguments = [\"a\", \"n\"]\n",
      "__global__ void k(unsigned* a, int n) {\n"
      "  for (int i = threadIdx.x; i < n; i += 32) a[i % 1024] += i;\n}\n");
  experiment.verify = false;
  const experiments::Result result = last(experiment);
  EXPECT_TRUE(result.faults.empty()) << result.faults.at(0).message;
  EXPECT_LT(result.sizes.at("n"), 1073741824);
  EXPECT_TRUE(has_note(result, "sizes reduced from n = 1073741824 to n = "));
}

}  // namespace
}  // namespace lanescope::worker
