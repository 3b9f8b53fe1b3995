// execute() where only the types of a kernel's parameters are wanted.
#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

using TypesOfParameters = Execute;

experiments::Experiment asking_for(const std::string& kernel, const std::string& text) {
  experiments::Experiment experiment;
  experiment.kernel = {"mine", "mine.cu", text, {{"types.h", "typedef double real;\n"}}};
  experiment.types_of = kernel;
  return experiment;
}

TEST_F(TypesOfParameters, AreAnsweredForAFileWithoutFrontMatter) {
  const Log log = run(asking_for("scale<4>",
                                 "#include \"types.h\"\nstruct View { real* data; int n; };\n"
                                 "template <int N> __global__ void scale(View v) { v.data[0] = N; }\n"
                                 "int main() { return 0; }\n"));
  ASSERT_EQ(log.results.size(), 1u);
  const experiments::Result& result = log.results[0];
  EXPECT_EQ(result.stage, experiments::ResultStage::refined);
  EXPECT_TRUE(result.faults.empty());
  ASSERT_TRUE(result.parameter_types);
  ASSERT_EQ(result.parameter_types->parameters.size(), 1u);
  const ValueType& view = result.parameter_types->of(result.parameter_types->parameters[0]);
  EXPECT_EQ(view.name, "View");
  ASSERT_EQ(view.members.size(), 2u);
  EXPECT_EQ(view.members[0].written, "real*");
}

TEST_F(TypesOfParameters, AreTheCompilersErrorWhereItRefusesTheFile) {
  const experiments::Result result = last(asking_for("scale", "__global__ void scale(Unknown u) {}\n"));
  EXPECT_EQ(result.stage, experiments::ResultStage::failed);
  EXPECT_FALSE(result.parameter_types);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(result.faults[0].kind, FaultKind::compile);
  EXPECT_EQ(result.faults[0].line, 1);
}

}  // namespace
}  // namespace lanescope::worker
