// Titles, summaries and claims of kernels in other languages.
#include "catalogue/front_matter/translations.h"

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "catalogue/kernel_file.h"
#include "temporary_folder.h"

namespace lanescope::catalogue {
namespace {

const std::string in_chinese = "\n[translations.zh]\ntitle = \"小\"\nclaims = [\"一\", \"二\"]\n";

TEST(Translations, StandInTheFrontMatterAndFallBackToEnglish) {
  const auto kernel = read_kernel({"family/small", "small.cu", file_of(small_toml + in_chinese), {}});
  ASSERT_TRUE(kernel) << kernel.error().front().text();
  const ShownTexts chinese = texts_of(*kernel, "zh"), other = texts_of(*kernel, "fr");
  EXPECT_EQ(chinese.title, "小");
  EXPECT_EQ(chinese.summary, "A small kernel.") << "it is not translated";
  EXPECT_EQ(chinese.claims, (std::vector<std::string>{"一", "二"}));
  EXPECT_EQ(other.title, "Small");
  EXPECT_TRUE(other.claims.empty());
}

TEST(Translations, OfUnknownThingsAreRefusedWithTheirLine) {
  const auto kernel =
      read_kernel({"family/small", "small.cu", file_of(small_toml + "\n[translations.zh]\nname = \"小\"\n"), {}});
  ASSERT_FALSE(kernel);
  EXPECT_NE(kernel.error().front().what.text().find("name"), std::string::npos) << kernel.error().front().text();
}

class TranslationFile : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((temporary_.path() / name).parent_path());
    EXPECT_TRUE(write_file(temporary_.path() / name, text));
  }
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const { return Catalogue(temporary_.path()).snapshot(); }

  TemporaryFolder temporary_;
};

TEST_F(TranslationFile, HoldsTheTextsOfKernelsByTheirIds) {
  write("family/small.cu", file_of(small_toml));
  write("family/other.cu", file_of(small_toml + in_chinese));
  write("translations/zh.toml",
        "[kernels.\"family/small\"]\nsummary = \"一个小核函数。\"\n[kernels.\"family/other\"]\ntitle = \"别的\"\n");
  const auto found = snapshot();
  EXPECT_TRUE(found->errors.empty());
  EXPECT_EQ(texts_of(*found->kernels.at("family/small"), "zh").summary, "一个小核函数。");
  EXPECT_EQ(texts_of(*found->kernels.at("family/other"), "zh").title, "小") << "the kernel's own file goes before";
}

TEST_F(TranslationFile, ThatIsWrongIsNamedAndTheKernelsStay) {
  write("family/small.cu", file_of(small_toml));
  write("translations/zh.toml", "[kernels.\"family/small\"]\ntitle = 3\n");
  const auto found = snapshot();
  EXPECT_EQ(found->kernels.size(), 1u);
  ASSERT_EQ(found->errors.size(), 1u);
  EXPECT_NE(found->errors.begin()->second.front().where.text().find("zh.toml:2"), std::string::npos)
      << found->errors.begin()->second.front().text();
}

TEST(TranslationsOfTheCatalogue, AreThereForEveryKernelAndItsClaims) {
  const auto found = Catalogue(LANESCOPE_SOURCES "/kernels").snapshot();
  ASSERT_GE(found->kernels.size(), 80u);
  for (const auto& [id, kernel] : found->kernels) {
    ASSERT_TRUE(kernel->translations.contains("zh")) << id;
    const KernelTexts& chinese = kernel->translations.at("zh");
    EXPECT_FALSE(chinese.title.empty()) << id;
    EXPECT_EQ(chinese.summary.empty(), kernel->summary.empty()) << id;
    EXPECT_EQ(chinese.claims.size(), kernel->claims.size()) << id;
  }
  for (const auto& [id, texts] : read_translations(LANESCOPE_SOURCES "/kernels/translations").kernels) {
    EXPECT_TRUE(found->kernels.contains(id)) << "there is no kernel " << id;
  }
}

}  // namespace
}  // namespace lanescope::catalogue
