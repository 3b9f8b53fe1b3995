// [check] same_as and library calls in the emulator.
#include "worker/verify/reference_kernel.h"

#include <cstring>

#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

using Number = std::int64_t;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::runtime_error("the test changes a text that is not there: " + from);
  return text.replace(at, from.size(), to);
}

class AReferenceKernelInTheEmulator : public Execute {
 protected:
  /// One of the test kernels, with its output compared with that of another one.
  static experiments::Experiment compared(const std::string& kernel, const std::string& reference,
                                          catalogue::Values values = {}) {
    experiments::Experiment experiment = emulated(kernel, std::move(values));
    std::string& text = experiment.kernel.text;
    if (text.find("same_as") == std::string::npos) {
      text = replaced(text, "reference = \"copy\"", "same_as = \"" + reference + "\"");
    }
    experiment.kernel.id += "_compared";
    experiment.reference_kernel = test_experiment(reference).kernel;
    return experiment;
  }
  experiments::Fault only_fault(const experiments::Experiment& experiment) {
    const experiments::Result result = last(experiment);
    EXPECT_TRUE(result.failed());
    if (result.faults.size() != 1) throw std::runtime_error("there is not exactly one fault");
    return result.faults[0];
  }
};

TEST_F(AReferenceKernelInTheEmulator, HasTheOutputThatARightKernelHas) {
  const experiments::Result result = last(compared("copy", "copy", {{"n", Number{1000}}}));
  ASSERT_TRUE(result.verification) << result.faults.at(0).message;
  EXPECT_TRUE(result.verification->passed);
  EXPECT_EQ(result.verification->method, "output of copy");
  EXPECT_EQ(result.verification->checked, 1000u);
  EXPECT_TRUE(result.faults.empty());
}

TEST_F(AReferenceKernelInTheEmulator, ShowsWhatIsWrong) {
  const experiments::Result result = last(promising_nothing(compared("wrong_result", "copy", {{"n", Number{2000}}})));
  ASSERT_TRUE(result.verification);
  EXPECT_FALSE(result.verification->passed);
  EXPECT_EQ(result.verification->mismatches, 2u);
  EXPECT_EQ(result.verification->first->index, 17u);
  EXPECT_EQ(result.faults.at(0).kind, FaultKind::mismatch);
}

TEST_F(AReferenceKernelInTheEmulator, ReadsTheSameInputsWhereverTheirBuffersStand) {
  experiments::Experiment experiment = compared("copy", "copy", {{"n", Number{1000}}});
  const std::string in = "in  = { role = \"in\",  type = \"f32\", shape = [\"n\"], fill = \"random\" }\n";
  const std::string out = "out = { role = \"out\", type = \"f32\", shape = [\"n\"], fill = \"poison\" }\n";
  experiment.kernel.text = replaced(experiment.kernel.text, in + out, out + in);
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.verification) << result.faults.at(0).message;
  EXPECT_TRUE(result.verification->passed) << "random elements depend on the place of their buffer";
}

TEST_F(AReferenceKernelInTheEmulator, ReadsTheInputsThatWereGiven) {
  experiments::Experiment experiment = compared("copy", "copy", {{"n", Number{4}}});
  const std::vector<float> values = {1, 2, 3, 4};
  experiment.inputs["in"].resize(16);
  std::memcpy(experiment.inputs["in"].data(), values.data(), 16);
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.verification) << result.faults.at(0).message;
  EXPECT_TRUE(result.verification->passed);
}

TEST_F(AReferenceKernelInTheEmulator, RunsWithTheSizesThatWereReducedForTheEmulator) {
  experiments::Experiment experiment = compared("copy", "copy");
  experiment.kernel.text =
      replaced(experiment.kernel.text, "max = 16777216, default = 65536", "max = 268435456, default = 268435456");
  experiment.reference_kernel->text =
      replaced(experiment.reference_kernel->text, "max = 16777216, default = 65536", "max = 268435456, default = 4");
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.verification) << result.faults.at(0).message;
  EXPECT_LT(result.sizes.at("n"), 268435456);
  EXPECT_TRUE(result.verification->passed);
  EXPECT_EQ(result.verification->checked, static_cast<std::uint64_t>(result.sizes.at("n")));
}

TEST_F(AReferenceKernelInTheEmulator, IsNotRunWhereNothingIsVerified) {
  experiments::Experiment experiment = compared("copy", "copy", {{"n", Number{64}}});
  experiment.reference_kernel.reset();
  experiment.verify = false;
  EXPECT_FALSE(last(experiment).failed());
}

TEST_F(AReferenceKernelInTheEmulator, ThatWasNotSentIsAFaultAtTheCheck) {
  experiments::Experiment experiment = compared("copy", "copy", {{"n", Number{64}}});
  experiment.reference_kernel.reset();
  const experiments::Fault fault = only_fault(experiment);
  EXPECT_EQ(fault.kind, FaultKind::reference_kernel);
  EXPECT_EQ(fault.message, "the reference kernel copy is missing");
  EXPECT_EQ(fault.line, 25);
  EXPECT_EQ(fault.file, experiment.kernel.path);
}

TEST_F(AReferenceKernelInTheEmulator, NeedsTheSameSizes) {
  experiments::Experiment experiment = compared("copy", "copy", {{"n", Number{64}}});
  std::string& text = experiment.reference_kernel->text;
  text = replaced(text, "n = { min", "count = { min");
  for (const auto& [from, to] : std::initializer_list<std::pair<const char*, const char*>>{
           {"shape = [\"n\"], fill = \"random\"", "shape = [\"count\"], fill = \"random\""},
           {"shape = [\"n\"], fill = \"poison\"", "shape = [\"count\"], fill = \"poison\""},
           {"ceil_div(n, block)", "ceil_div(count, block)"},
           {"\"in\", \"n\"]", "\"in\", \"count\"]"},
           {"2 * 4 * n", "2 * 4 * count"}}) {
    text = replaced(text, from, to);
  }
  EXPECT_EQ(only_fault(experiment).message, "[check] same_as: copy has no size 'n'");
  EXPECT_EQ(only_fault(experiment).line, 25);
  text = replaced(experiment.kernel.text, "same_as = \"copy\"", "reference = \"copy\"");
  text = replaced(text, "n = { min", "more = { min = 1, max = 2, default = 1 }\nn = { min");
  EXPECT_EQ(only_fault(experiment).message,
            "[check] same_as: copy needs a size 'more', which this kernel does not have");
}

TEST_F(AReferenceKernelInTheEmulator, NeedsTheSameInputsAndAnOutputOfTheSameShape) {
  experiments::Experiment experiment = compared("copy", "copy", {{"n", Number{64}}});
  const std::string good = experiment.reference_kernel->text;
  experiment.reference_kernel->text = replaced(good, "shape = [\"n\"]", "shape = [\"n + 1\"]");
  experiment.reference_kernel->text =
      replaced(experiment.reference_kernel->text, "shape = [\"n\"]", "shape = [\"n + 1\"]");
  EXPECT_EQ(only_fault(experiment).message,
            "[check] same_as: its output is out (f32 [65]), but here it is out (f32 [64])");
  experiment.reference_kernel->text = good;
  experiment.kernel.text = replaced(experiment.kernel.text, "in  = {", "source = {");
  experiment.kernel.text = replaced(experiment.kernel.text, "\"in\", \"n\"]", "\"source\", \"n\"]");
  EXPECT_EQ(only_fault(experiment).message,
            "[check] same_as: copy reads a buffer 'in', which this kernel does not have");
}

TEST_F(AReferenceKernelInTheEmulator, ThatDoesNotCompileOrFaultsIsNamed) {
  experiments::Fault fault = only_fault(compared("copy", "compile_error", {{"n", Number{64}}}));
  EXPECT_EQ(fault.kind, FaultKind::reference_kernel);
  EXPECT_TRUE(fault.message.text().starts_with("the reference kernel compile_error: compile: ")) << fault.message;
  EXPECT_TRUE(fault.file.ends_with("compile_error.cu"));
  EXPECT_GT(fault.line, 0);

  fault = only_fault(compared("copy", "out_of_bounds", {{"n", Number{64}}}));
  EXPECT_EQ(fault.kind, FaultKind::reference_kernel);
  EXPECT_TRUE(fault.message.text().starts_with("the reference kernel out_of_bounds: out_of_bounds: ")) << fault.message;
}

TEST_F(AReferenceKernelInTheEmulator, ThatCallsALibraryIsReplacedByItsReference) {
  for (const auto& [m, n, k] : {std::tuple{1, 1, 1}, {3, 5, 7}, {33, 17, 65}, {4, 4, 0}, {0, 4, 4}}) {
    const experiments::Result result =
        last(compared("product_like_cublas", "cublas_product", {{"m", Number{m}}, {"n", Number{n}}, {"k", Number{k}}}));
    ASSERT_TRUE(result.verification) << result.faults.at(0).message;
    EXPECT_TRUE(result.verification->passed) << *result.verification->max_error;
    EXPECT_EQ(result.verification->method, "CPU reference of cublas_product");
    EXPECT_EQ(result.verification->checked, static_cast<std::uint64_t>(m * n));
    ASSERT_FALSE(result.notes.empty());
    EXPECT_NE(result.notes.back().text().find("calls a library that needs a GPU"), std::string::npos);
  }
}

TEST_F(AReferenceKernelInTheEmulator, IsNoneForTheBackendThatTimesTheReference) {
  experiments::Experiment experiment = compared("copy", "copy", {{"n", Number{64}}});
  experiment.backend = experiments::Backend::cpu;
  const experiments::Fault fault = only_fault(experiment);
  EXPECT_NE(fault.message.text().find("its output is compared with that of copy"), std::string::npos) << fault.message;
  EXPECT_EQ(fault.remedy, "run it with --backend emulator, or on a GPU");
}

TEST_F(AReferenceKernelInTheEmulator, ALibraryCallAloneIsRefusedWithTheReason) {
  const experiments::Fault fault = only_fault(emulated("cublas_product"));
  EXPECT_EQ(fault.kind, FaultKind::emulator);
  EXPECT_NE(fault.message.text().find("cublas_sgemm is machine code of a library"), std::string::npos) << fault.message;
  EXPECT_NE(fault.remedy.text().find("run it on a GPU"), std::string::npos);
  experiments::Experiment timed = emulated("cublas_product", {{"m", Number{64}}, {"n", Number{64}}, {"k", Number{64}}});
  timed.backend = experiments::Backend::cpu;
  EXPECT_TRUE(last(timed).hot) << "its reference is timed";
}

TEST_F(AReferenceKernelInTheEmulator, SampledRowsAreSaidAndCounted) {
  experiments::Experiment experiment =
      emulated("matmul_registers", {{"m", Number{256}}, {"n", Number{64}}, {"k", Number{32}}});
  experiment.kernel.text = replaced(experiment.kernel.text, "output    = \"c\"", "output    = \"c\"\nsampled_rows = 9");
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.verification) << result.faults.at(0).message;
  EXPECT_TRUE(result.verification->passed) << *result.verification->max_error;
  EXPECT_EQ(result.verification->method, "CPU reference, 9 sampled rows");
  EXPECT_EQ(result.verification->checked, 9u * 64u);
}

}  // namespace
}  // namespace lanescope::worker
