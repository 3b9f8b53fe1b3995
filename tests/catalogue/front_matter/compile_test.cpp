// Kernels by the names of C++, and the table [compile].
#include "base/file.h"
#include "catalogue/catalogue.h"
#include "catalogue/kernel_file.h"
#include "catalogue/kernel_files.h"
#include "temporary_folder.h"

namespace lanescope::catalogue {
namespace {

const std::string template_code = R"(
template <class T, int N>
__global__ void small(T* out, const T* in, int nx, int ny) {}
)";

std::string with_entry(const std::string& entry, const std::string& knobs = "") {
  const std::string toml = changed("entry = \"small\"", "entry = \"" + entry + "\"");
  return file_of(changed("[problem]", knobs + "\n[problem]", toml), template_code);
}

std::string entry_of(const Kernel& kernel, const Values& values) {
  const auto plan = resolve(kernel, values, 1);
  EXPECT_TRUE(plan) << plan.error().text();
  return plan ? plan->launches.at(0).entry : std::string();
}

TEST(Entry, TakesTheValuesOfKnobs) {
  const auto kernel = read_text(with_entry("small<float, {block}>"));
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  EXPECT_EQ(entry_of(*kernel, {}), "small<float, 32>");
  EXPECT_EQ(entry_of(*kernel, {{"block", std::int64_t{64}}}), "small<float, 64>");
}

TEST(Entry, TakesTheNamesOfKnobsAsTypesOfTheSource) {
  const auto kernel = read_text(
      with_entry("small<{element}, {block}>", "element = { values = [\"f32\", \"u8\", \"mine\"], default = \"f32\" }"));
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  EXPECT_EQ(entry_of(*kernel, {}), "small<float, 32>");
  EXPECT_EQ(entry_of(*kernel, {{"element", "u8"}}), "small<unsigned char, 32>");
  EXPECT_EQ(entry_of(*kernel, {{"element", "mine"}}), "small<mine, 32>");
}

TEST(Entry, TakesAKnobThatChoosesTextsOfTheFrontMatterToo) {
  std::string text =
      with_entry("small<{element}, {block}>", "element = { values = [\"f32\", \"i32\"], default = \"f32\" }");
  for (int i = 0; i < 2; ++i) text = changed("type = \"f32\"", "type = \"{element}\"", text);
  const auto kernel = read_text(text);
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  EXPECT_EQ(entry_of(*kernel, {{"element", "i32"}}), "small<int, 32>");
  EXPECT_EQ(resolve(*kernel, {{"element", "i32"}}, 1)->buffers[0].type, ElementType::i32);
}

TEST(Entry, RefusesBracesAroundWhatIsNoKnob) {
  const auto kernel = read_text(with_entry("small<float, {nx}>"));
  ASSERT_FALSE(kernel);
  EXPECT_NE(kernel.error().front().what.text().find("{nx} is not a knob"), std::string::npos)
      << kernel.error().front().text();
}

TEST(Entry, MayNameANamespace) {
  const auto kernel = read_text(with_entry("lesson::small<float, 3>"));
  EXPECT_TRUE(kernel) << kernel.error().front().text();
  EXPECT_FALSE(read_text(with_entry("lesson::other<float, 3>")));
}

TEST(CompileTable, AddsItsOptionsBehindThoseOfTheKnobs) {
  const auto kernel = read_text(
      file_of(changed("[work]", "[compile]\noptions = [\"--use_fast_math\"]\nstandard = \"c++17\"\n\n[work]")));
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  EXPECT_EQ(resolve(*kernel, {}, 1)->defines,
            (std::vector<std::string>{"-DBLOCK=32", "--use_fast_math", "--std=c++17"}));
}

TEST(CompileTable, MayAskForTheFeaturesOfOneArchitecture) {
  const auto kernel = read_text(file_of(changed("[work]", "[compile]\narchitecture = \"sm_90a\"\n\n[work]")));
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  EXPECT_EQ(resolve(*kernel, {}, 1)->defines, (std::vector<std::string>{"-DBLOCK=32", "--gpu-architecture=sm_90a"}));
}

TEST(CompileTable, RefusesWhatDecidesAboutMoreThanTheCode) {
  for (const char* line :
       {"options = [\"-arch=sm_50\"]", "options = [\"-I/tmp\"]", "options = [\"x.cu\"]", "standard = \"c++98\"",
        "optimise = 3", "architecture = \"sm_90\"", "architecture = \"compute_90a\""}) {
    EXPECT_FALSE(read_text(file_of(changed("[work]", std::string("[compile]\n") + line + "\n\n[work]")))) << line;
  }
}

TEST(SidecarFiles, AreHeadersBesideTheFileInIncludeAndInTheFoldersOfCompile) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "loose" / "program.cu";
  const std::string toml = changed("[work]", "[compile]\ninclude = [\"../common\"]\n\n[work]");
  ASSERT_TRUE(write_file(file, file_of(toml,
                                       "#include \"beside.h\"\n#include <shared.hpp>\n#include \"far.h\"\n"
                                       "#include <vector>\n" +
                                           small_code)));
  ASSERT_TRUE(write_file(folder.path() / "loose" / "beside.h", "#include \"parts/part.h\"\n"));
  ASSERT_TRUE(write_file(folder.path() / "loose" / "parts" / "part.h", "#include \"other.h\"\n"));
  ASSERT_TRUE(write_file(folder.path() / "loose" / "parts" / "other.h", "// other\n"));
  ASSERT_TRUE(write_file(folder.path() / "loose" / "include" / "shared.hpp", "// shared\n"));
  ASSERT_TRUE(write_file(folder.path() / "common" / "far.h", "// far\n"));
  Catalogue catalogue(folder.path() / "kernels");
  const auto kernel = catalogue.find(file.string());
  ASSERT_TRUE(kernel) << kernel.error().text();
  std::vector<std::string> names;
  for (const auto& [name, text] : (*kernel)->source.headers) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"beside.h", "far.h", "other.h", "parts/part.h", "shared.hpp"}));

  EXPECT_FALSE(catalogue.refresh());
  ASSERT_TRUE(write_file(folder.path() / "common" / "far.h", "// changed, and longer\n"));
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ((*catalogue.find(file.string()))->source.headers.at("far.h"), "// changed, and longer\n");
  ASSERT_TRUE(write_file(folder.path() / "loose" / "vector", "// appeared\n"));
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_TRUE((*catalogue.find(file.string()))->source.headers.contains("vector"));
}

TEST(SidecarFiles, OutsideOfTheKernelsFoldersStayOnThisMachine) {
  const TemporaryFolder folder;
  const std::filesystem::path home = folder.path() / "home", file = home / "project" / "k.cu";
  const std::string secret = "-----BEGIN SECRETKEY-----\n", key = (home / ".ssh" / "id_rsa").string();
  for (const char* name : {".ssh/id_rsa", "project/.hidden/key", "project/own.h", "project/include/shared.h",
                           "common/far.h", "other/else.h"}) {
    ASSERT_TRUE(write_file(home / name, secret));
  }
  std::filesystem::create_symlink("../other/else.h", home / "project" / "link.h");
  const std::string includes =
      "#if 0\n#include \"" + key +
      "\"\n#include \"../.ssh/id_rsa\"\n#include \"id_rsa\"\n#include \".hidden/key\"\n#endif\n"
      "#include \"own.h\"\n#include \"include/../include/shared.h\"\n#include \"far.h\"\n#include <../other/else.h>\n"
      "#include \"link.h\"\n";
  const std::string toml = changed("[work]", "[compile]\ninclude = [\"../common\", \"../.ssh\"]\n\n[work]");
  ASSERT_TRUE(write_file(file, file_of(toml, includes + small_code)));
  Catalogue catalogue(folder.path() / "kernels");
  const auto kernel = catalogue.find(file.string());
  ASSERT_TRUE(kernel) << kernel.error().text();
  const KernelSource& source = (*kernel)->source;
  EXPECT_EQ(source.outside,
            (std::set<std::string>{key, "../.ssh/id_rsa", "id_rsa", ".hidden/key", "../other/else.h", "link.h"}));
  for (const std::string& name : {key, std::string("../.ssh/id_rsa"), std::string("id_rsa")}) {
    EXPECT_EQ(source.headers.at(name).find("SECRETKEY"), std::string::npos) << "not even here";
    EXPECT_TRUE(source.headers.at(name).starts_with("#error " + name)) << source.headers.at(name);
  }
  EXPECT_NE(source.headers.at("../other/else.h").find("SECRETKEY"), std::string::npos) << "a header is read here";
  const KernelSource sent = without_outside_files(source);
  for (const auto& [name, text] : sent.headers) {
    const bool own = name == "own.h" || name == "include/../include/shared.h" || name == "far.h";
    EXPECT_EQ(text.find("SECRETKEY") != std::string::npos, own) << name << ": " << text;
    EXPECT_EQ(text.starts_with("#error"), !own) << name << ": " << text;
  }
  EXPECT_EQ(sent.headers.size(), source.headers.size());
}

TEST(SidecarFiles, NumbersOfACheckThatLieElsewhereStayOnThisMachine) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "project" / "k.cu";
  ASSERT_TRUE(write_file(folder.path() / "secret", "12345678"));
  ASSERT_TRUE(write_file(file, file_of(changed("reference = \"copy\"", "expect = \"../secret\""))));
  Catalogue catalogue(folder.path() / "kernels");
  const auto kernel = catalogue.find(file.string());
  ASSERT_TRUE(kernel) << kernel.error().text();
  EXPECT_TRUE((*kernel)->source.data.contains("../secret"));
  EXPECT_TRUE(without_outside_files((*kernel)->source).data.empty());
}

}  // namespace
}  // namespace lanescope::catalogue
