#include <chrono>

#include "kernel_file.h"

namespace lanescope::catalogue {
namespace {

Error error_of(const Kernel& kernel, const Values& values) {
  const auto plan = resolve(kernel, values, 1);
  EXPECT_FALSE(plan);
  return plan ? Error{} : plan.error();
}

/// block_x × block_y of at most 1024 threads, a tile that block_y divides, and a knob that no requirement names.
const std::string three_knobs = R"toml(title = "Three"

[parameters]
block_x = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 32 }
block_y = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 8 }
pad = { values = [0, 1, 2, 3, 4, 5, 6, 7, 8], default = 1 }

[problem]
nx = { min = 1, max = 32768, default = 4096 }
ny = { min = 1, max = 32768, default = 4096 }

[let]
twice = "2 * threads"
threads = "block_x * block_y"

[[require]]
that = "twice <= 2048"
else = "a block has at most 1024 threads"

[[require]]
that = "nx % block_x == 0"
else = "block_x must divide nx"

[buffers]
in = { role = "in", type = "f32", shape = ["ny", "nx"] }

[[launch]]
entry = "small"
grid = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)"]
block = ["block_x", "block_y"]
arguments = ["in", "pad", "threads"]
)toml";

TEST(Resolve, PutsDefaultsAndValuesIntoOnePlan) {
  const Kernel kernel = good_kernel(small_toml);
  const LaunchPlan plan = plan_of(kernel, {{"block", std::int64_t{64}}, {"ny", std::int64_t{3}}}, 7);
  EXPECT_EQ(plan.kernel, "family/small");
  EXPECT_EQ(plan.seed, 7u);
  EXPECT_EQ(plan.parameters, (std::map<std::string, std::int64_t>{{"block", 64}}));
  EXPECT_EQ(plan.sizes, (std::map<std::string, std::int64_t>{{"nx", 100}, {"ny", 3}}));
  EXPECT_EQ(plan.defines, (std::vector<std::string>{"-DBLOCK=64"}));
  EXPECT_EQ(plan.work.bytes, 2400);
  EXPECT_EQ(plan.buffer_bytes(), 2400u);
  ASSERT_EQ(plan.launches.size(), 1u);
  const Launch& launch = plan.launches[0];
  EXPECT_EQ(launch.call, Launch::Call::kernel);
  EXPECT_EQ(launch.entry, "small");
  EXPECT_EQ(launch.grid, (Dim3{2, 3, 1}));
  EXPECT_EQ(launch.block, (Dim3{64, 1, 1}));
  EXPECT_EQ(launch.line, line_of(small_toml, "[[launch]]"));
  ASSERT_EQ(launch.arguments.size(), 4u);
  EXPECT_EQ(launch.arguments[0].kind, Argument::Kind::buffer);
  EXPECT_EQ(launch.arguments[0].index, 1u);
  EXPECT_EQ(launch.arguments[1].index, 0u);
  EXPECT_EQ(launch.arguments[2].kind, Argument::Kind::scalar);
  EXPECT_EQ(launch.arguments[2].value, 100);
  EXPECT_EQ(launch.arguments[3].name, "ny");
  EXPECT_EQ(launch.arguments[3].value, 3);
}

TEST(Resolve, DerivesValuesInTheOrderOfTheirNeed) {
  const LaunchPlan plan = plan_of(good_kernel(three_knobs));
  EXPECT_EQ(plan.derived, (std::map<std::string, std::int64_t>{{"threads", 256}, {"twice", 512}}));
  EXPECT_EQ(plan.launches[0].arguments[2].value, 256);
}

TEST(Resolve, MakesNamedValuesConstantsOfTheSourceAndOfExpressions) {
  std::string toml = changed("block = { values = [32, 64], default = 32 }",
                             "block = { values = [32, 64], default = 32 }\n"
                             "load_op = { values = [\"ca\", \"cg\", \"4x\"], default = \"cg\" }");
  toml = changed("bytes = \"8 * nx * ny\"", "bytes = \"load_op == load_op_4x ? 1 : 10 + load_op\"", toml);
  const Kernel kernel = good_kernel(toml);
  const LaunchPlan plan = plan_of(kernel);
  EXPECT_EQ(plan.defines, (std::vector<std::string>{"-DBLOCK=32", "-DLOAD_OP=LOAD_OP_CG", "-DLOAD_OP_CA=0",
                                                    "-DLOAD_OP_CG=1", "-DLOAD_OP_4X=2"}));
  EXPECT_EQ(plan.parameters.at("load_op"), 1);
  EXPECT_EQ(plan.choices, (std::map<std::string, std::string>{{"load_op", "cg"}}));
  EXPECT_EQ(plan.work.bytes, 11);
  EXPECT_EQ(plan_of(kernel, {{"load_op", value_from_text("4x")}}).work.bytes, 1);
  EXPECT_EQ(error_of(kernel, {{"load_op", value_from_text("1")}}).remedy, "use one of ca, cg, 4x");
}

TEST(Resolve, TakesANamedValueOfDigitsAsItIsTyped) {
  const Kernel kernel = good_kernel(changed("block = { values = [32, 64], default = 32 }",
                                            "block = { values = [32, 64], default = 32 }\n"
                                            "width = { values = [\"16\", \"8\"], default = \"16\" }"));
  EXPECT_EQ(plan_of(kernel, {{"width", value_from_text("8")}}).choices.at("width"), "8");
}

TEST(Resolve, KeepsRandomIntegersBelowAnExpression) {
  const auto text = [](const char* buffer) {
    return std::string("title = \"Gather\"\n[problem]\nn = { min = 1, max = 100000, default = 64 }\n[buffers]\n") +
           "from = { role = \"in\", shape = [\"n\"], " + buffer +
           " }\n[[launch]]\nentry = \"k\"\ngrid = [\"1\"]\nblock = [\"32\"]\narguments = [\"from\"]\n";
  };
  const auto read = [&](const char* buffer) {
    return read_kernel(
        {"k", "k.cu", "/* lanescope\n" + text(buffer) + "*/\n__global__ void k(const int* from) {}\n", {}});
  };
  const auto kernel = read("type = \"i32\", below = \"2 * n\"");
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  EXPECT_EQ(resolve(*kernel, {{"n", std::int64_t{500}}}, 1)->buffers.at(0).fill_below, 1000);
  EXPECT_FALSE(read("type = \"f32\", below = \"n\"")) << "of numbers with a fraction";
  EXPECT_FALSE(read("type = \"i32\", fill = \"zero\", below = \"n\"")) << "of what is not random";
  const auto bytes = read("type = \"u8\", below = \"n\"");
  ASSERT_TRUE(bytes);
  EXPECT_TRUE(resolve(*bytes, {{"n", std::int64_t{256}}}, 1));
  EXPECT_NE(error_of(*bytes, {{"n", std::int64_t{257}}}).text().find("below 257"), std::string::npos);
}

TEST(Resolve, KeepsTheSmallestRandomIntegerAndTheStepOfAnIndex) {
  const auto read = [](const char* buffer) {
    return read_kernel(
        {"k",
         "k.cu",
         std::string("/* lanescope\ntitle = \"k\"\n[problem]\nn = { min = 1, max = 100, default = 64 }\n") +
             "[buffers]\na = { role = \"in\", type = \"i8\", shape = [\"n\"], " + buffer +
             " }\n[[launch]]\nentry = \"k\"\ngrid = [1]\nblock = [32]\narguments = [\"a\"]\n*/\n"
             "__global__ void k(const char* a) {}\n",
         {}});
  };
  const auto letters = read("from = 97, below = \"97 + min(n, 26)\"");
  ASSERT_TRUE(letters) << letters.error().front().text();
  const auto plan = resolve(*letters, {}, 1);
  EXPECT_EQ(plan->buffers.at(0).fill_from, 97);
  EXPECT_EQ(plan->buffers.at(0).fill_below, 123);
  EXPECT_EQ(resolve(*read("fill = \"index\", step = \"n / 16\""), {}, 1)->buffers.at(0).fill_step, 4);
  const auto refused = [&](const char* buffer) {
    const auto kernel = read(buffer);
    return kernel ? "" : kernel.error().front().what.id();
  };
  EXPECT_EQ(refused("from = 3"), "buffers.no_below");
  EXPECT_EQ(refused("step = 3"), "buffers.step");
  EXPECT_EQ(refused("fill = \"zero\", from = 1, below = 3"), "buffers.of_random_integers");
  const auto refused_text = [&](const char* buffer) {
    const auto kernel = read(buffer);
    return kernel ? std::string() : kernel.error().front().text();
  };
  EXPECT_NE(refused_text("from = 9, below = 9").find("from 9 and below 9"), std::string::npos);
  EXPECT_NE(refused_text("from = -200, below = 9").find("of i8 from -200"), std::string::npos);
}

TEST(Resolve, KnowsWhichMemoryIsAGuess) {
  const auto plan = [](const char* buffer, const char* launch) {
    const auto kernel = read_kernel(
        {"k",
         "k.cu",
         std::string("/* lanescope\ntitle = \"k\"\n[buffers]\na = { role = \"in\", type = \"f32\", shape = [4]") +
             buffer + " }\n[[launch]]\nentry = \"k\"\ngrid = [1]\nblock = [32]\narguments = [\"a\"]\n" + launch +
             "*/\n__global__ void k(const float* a) {}\n",
         {}});
    EXPECT_TRUE(kernel) << kernel.error().front().text();
    return *resolve(*kernel, {}, 1);
  };
  EXPECT_FALSE(plan("", "").has_guesses());
  EXPECT_TRUE(plan(", grows = true", "").buffers.at(0).grows);
  EXPECT_TRUE(plan(", grows = true", "").has_guesses());
  EXPECT_TRUE(plan("", "shared_grows = true\n").launches.at(0).shared_grows);
  EXPECT_TRUE(plan("", "shared_grows = true\n").has_guesses());
}

TEST(Resolve, RefusesWhatIsNotThere) {
  const Kernel kernel = good_kernel(small_toml);
  EXPECT_EQ(error_of(kernel, {{"blok", std::int64_t{32}}}).text(),
            "small.cu: family/small has no knob or size 'blok' (did you mean 'block'?)");
  EXPECT_EQ(error_of(kernel, {{"anything", std::int64_t{32}}}).remedy, "it has block, nx, ny");
  EXPECT_EQ(error_of(kernel, {{"block", std::int64_t{33}}}).text(),
            "small.cu:6: 33 is not a value of 'block' (use one of 32, 64)");
  EXPECT_EQ(error_of(kernel, {{"block", std::string("wide")}}).what, "wide is not a value of 'block'");
  EXPECT_EQ(error_of(kernel, {{"nx", std::int64_t{0}}}).text(),
            "small.cu:9: 'nx' cannot be 0 (use an integer from 1 to 1000)");
  EXPECT_EQ(error_of(kernel, {{"nx", std::int64_t{1001}}}).what, "'nx' cannot be 1001");
  EXPECT_EQ(error_of(kernel, {{"nx", std::string("many")}}).what, "'nx' cannot be many");
  EXPECT_EQ(error_of(kernel, {{"nx", std::numeric_limits<std::int64_t>::min()}}).where.text(), "small.cu:9");
}

TEST(Resolve, SuggestsAConditionWhereASizeOfZeroLeavesNothingToLaunch) {
  const Error error = error_of(good_kernel(small_toml), {{"ny", std::int64_t{0}}});
  EXPECT_EQ(error.what, "grid.y \"ny\" is 0; CUDA allows 1 to 65535");
  EXPECT_NE(error.remedy.text().find("when ="), std::string::npos);
  const Kernel guarded = good_kernel(changed("entry = \"small\"", "entry = \"small\"\nwhen = \"ny > 0\""));
  EXPECT_TRUE(plan_of(guarded, {{"ny", std::int64_t{0}}}).launches.empty());
  EXPECT_EQ(plan_of(guarded, {{"ny", std::int64_t{1}}}).launches.size(), 1u);
}

TEST(Resolve, GivesTheSentenceOfARequirementThatFails) {
  const Kernel kernel = good_kernel(three_knobs);
  const Error error = error_of(kernel, {{"block_x", std::int64_t{512}}});
  EXPECT_EQ(error.what, "a block has at most 1024 threads");
  EXPECT_EQ(error.where.text(), "small.cu:" + std::to_string(line_of(three_knobs, "that = \"twice")));
  EXPECT_EQ(error.remedy, "twice <= 2048 must hold; now twice = 8192");
}

TEST(WhyNot, GivesTheSentenceForEachValueThatWouldFail) {
  const Kernel kernel = good_kernel(three_knobs);
  for (std::size_t index = 0; index <= 10; ++index) {
    const std::string expected = index <= 7 ? "" : "a block has at most 1024 threads";
    EXPECT_EQ(violated_requirement(kernel, {}, "block_x", index), expected) << index;
  }
  EXPECT_EQ(violated_requirement(kernel, {{"block_x", std::int64_t{1}}}, "block_y", 10), "");
  EXPECT_EQ(violated_requirement(kernel, {{"nx", std::int64_t{20}}}, "block_x", 3), "block_x must divide nx");
  EXPECT_EQ(violated_requirement(kernel, {{"nx", std::int64_t{20}}}, "block_x", 2), "");
}

TEST(WhyNot, DoesNotBlameAKnobForWhatAnotherOneBreaks) {
  const Kernel kernel = good_kernel(three_knobs);
  const Values broken = {{"block_x", std::int64_t{1024}}, {"nx", std::int64_t{20}}};
  EXPECT_EQ(violated_requirement(kernel, broken, "pad", 0), "");
  EXPECT_EQ(violated_requirement(kernel, broken, "block_y", 0), "");
  EXPECT_EQ(violated_requirement(kernel, broken, "block_y", 1), "a block has at most 1024 threads");
}

TEST(WhyNot, SaysWhenThereIsNoSuchValue) {
  const Kernel kernel = good_kernel(three_knobs);
  EXPECT_EQ(violated_requirement(kernel, {}, "block_x", 11), "family/small has no value number 11 of 'block_x'");
  EXPECT_EQ(violated_requirement(kernel, {}, "depth", 0), "family/small has no value number 0 of 'depth'");
}

TEST(WhyNot, OfAWholePanelIsCheapEnoughForEveryFrame) {
  const Kernel kernel = good_kernel(three_knobs);
  const auto begin = std::chrono::steady_clock::now();
  constexpr int sweeps = 100;
  std::size_t refused = 0;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (const Parameter& parameter : kernel.parameters) {
      for (std::size_t index = 0; index < parameter.values.size(); ++index) {
        refused += violated_requirement(kernel, {}, parameter.name, index).empty() ? 0 : 1;
      }
    }
  }
  EXPECT_EQ(refused, static_cast<std::size_t>(sweeps * (3 + 5)));
  const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - begin;
  RecordProperty("microseconds_per_sweep", std::to_string(spent.count() / sweeps));
}

TEST(Values, TurnIntoTextAndBack) {
  EXPECT_EQ(value_from_text("32"), Value(std::int64_t{32}));
  EXPECT_EQ(value_from_text("-5"), Value(std::int64_t{-5}));
  EXPECT_EQ(value_from_text("ca"), Value(std::string("ca")));
  EXPECT_EQ(value_from_text("4x"), Value(std::string("4x")));
  EXPECT_EQ(to_text(std::int64_t{32}), "32");
  EXPECT_EQ(to_text(std::string("ca")), "ca");
}

}  // namespace
}  // namespace lanescope::catalogue
