#include "catalogue/catalogue.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "kernel_file.h"
#include "temporary_folder.h"

namespace lanescope::catalogue {
namespace {

namespace fs = std::filesystem;

/// A folder of kernels that is gone after the test.
class ACatalogue : public testing::Test {
 protected:
  void SetUp() override {
    root = fs::canonical(temporary.path());
    kernels = root / "kernels";
    fs::create_directories(kernels);
  }

  /// Writes and moves the time on, as an editor that saves a second later does.
  fs::path write(const fs::path& name, const std::string& text) {
    const fs::path file = name.is_absolute() ? name : kernels / name;
    EXPECT_TRUE(write_file(file, text));
    fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::seconds(++saves));
    return file;
  }
  static std::vector<std::string> ids(const Catalogue& catalogue) {
    std::vector<std::string> all;
    for (const auto& [id, kernel] : catalogue.snapshot()->kernels) all.push_back(id);
    return all;
  }
  static std::string title(const Catalogue& catalogue, const std::string& id) {
    const auto snapshot = catalogue.snapshot();
    const auto found = snapshot->kernels.find(id);
    return found == snapshot->kernels.end() ? "" : found->second->title;
  }
  static std::vector<Error> errors(const Catalogue& catalogue, const fs::path& file) {
    const auto snapshot = catalogue.snapshot();
    const auto found = snapshot->errors.find(file.string());
    return found == snapshot->errors.end() ? std::vector<Error>{} : found->second;
  }

  const TemporaryFolder temporary;
  fs::path root, kernels;
  int saves = 0;
};

using Ids = std::vector<std::string>;
const std::string good = file_of(small_toml);
const std::string bad = file_of(changed("default = 32", "default = 33"));
const std::string renamed = file_of(changed("\"Small\"", "\"Other\""));

TEST_F(ACatalogue, HasTheKernelsOfEveryFamily) {
  write("transpose/a.cu", good);
  write("reduction/b.cu", good);
  write("include/not_a_kernel.cu", good);
  write("transpose/notes.txt", "no kernel");
  write("loose.cu", good);
  write("transpose/deeper/c.cu", good);
  const Catalogue catalogue(kernels);
  EXPECT_EQ(ids(catalogue), (Ids{"reduction/b", "transpose/a"}));
  const auto kernel = catalogue.snapshot()->kernels.at("transpose/a");
  EXPECT_EQ(kernel->source.path, (kernels / "transpose/a.cu").string());
  EXPECT_EQ(kernel->source.text, good);
  EXPECT_EQ(kernel->family, "transpose");
  EXPECT_TRUE(catalogue.snapshot()->errors.empty());
}

TEST_F(ACatalogue, LoadsTheOtherKernelsBesideAWrongFile) {
  write("family/good.cu", good);
  const fs::path wrong = write("family/wrong.cu", bad);
  const Catalogue catalogue(kernels);
  EXPECT_EQ(ids(catalogue), (Ids{"family/good"}));
  ASSERT_EQ(errors(catalogue, wrong).size(), 1u);
  EXPECT_EQ(errors(catalogue, wrong)[0].where.text(), wrong.string() + ":6");
}

TEST_F(ACatalogue, SaysWhenItsFolderIsNotThere) {
  Catalogue catalogue(root / "nowhere");
  ASSERT_EQ(catalogue.snapshot()->errors.size(), 1u);
  EXPECT_EQ(errors(catalogue, root / "nowhere").at(0).what, "the kernels folder does not exist");
  EXPECT_FALSE(catalogue.find("transpose/a"));
}

TEST_F(ACatalogue, ReadsAgainOnlyWhatChanged) {
  write("family/a.cu", good);
  write("family/b.cu", good);
  Catalogue catalogue(kernels);
  const auto before = catalogue.snapshot();
  EXPECT_FALSE(catalogue.refresh());
  EXPECT_EQ(catalogue.snapshot(), before);
  write("family/a.cu", renamed);
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(title(catalogue, "family/a"), "Other");
  EXPECT_EQ(catalogue.snapshot()->kernels.at("family/b"), before->kernels.at("family/b"));
  EXPECT_EQ(before->kernels.at("family/a")->title, "Small") << "a snapshot never changes";
  EXPECT_FALSE(catalogue.refresh());
}

TEST_F(ACatalogue, SeesAChangeOfSizeAloneOrOfTimeAlone) {
  const fs::path file = write("family/a.cu", good);
  Catalogue catalogue(kernels);
  const auto time = fs::last_write_time(file);
  std::ofstream(file, std::ios::app) << "// longer\n";
  fs::last_write_time(file, time);
  EXPECT_TRUE(catalogue.refresh());
  fs::last_write_time(file, time + std::chrono::milliseconds(5));
  EXPECT_TRUE(catalogue.refresh());
}

TEST_F(ACatalogue, FindsNewFilesAndForgetsDeletedOnes) {
  Catalogue catalogue(kernels);
  EXPECT_TRUE(ids(catalogue).empty());
  const fs::path file = write("family/a.cu", good);
  const fs::path wrong = write("family/b.cu", bad);
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(ids(catalogue), (Ids{"family/a"}));
  fs::remove(file);
  fs::remove(wrong);
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_TRUE(ids(catalogue).empty());
  EXPECT_TRUE(catalogue.snapshot()->errors.empty());
}

TEST_F(ACatalogue, KeepsTheLastGoodKernelWhileItsFileIsWrong) {
  const fs::path file = write("family/a.cu", good);
  Catalogue catalogue(kernels);
  const auto kernel = catalogue.snapshot()->kernels.at("family/a");
  write(file, bad);
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(catalogue.snapshot()->kernels.at("family/a"), kernel);
  EXPECT_EQ(errors(catalogue, file).size(), 1u);
  EXPECT_EQ(catalogue.find("family/a").value(), kernel);
  EXPECT_EQ(catalogue.find(file.string()).value(), kernel);
  write(file, renamed);
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(title(catalogue, "family/a"), "Other");
  EXPECT_TRUE(errors(catalogue, file).empty());
}

TEST_F(ACatalogue, GivesAKernelTheHeadersItIncludesAndTheirs) {
  write("include/one.cuh", "#include \"two.cuh\"\n" + small_code);
  write("include/two.cuh", "#include \"one.cuh\"\n");
  write("include/three.cuh", "");
  write("family/a.cu", file_of(small_toml, "#include \"one.cuh\"\n#include \"missing.cuh\"\n#include <three.cuh>\n"));
  write("family/b.cu", good);
  const Catalogue catalogue(kernels);
  const auto snapshot = catalogue.snapshot();
  const auto& headers = snapshot->kernels.at("family/a")->source.headers;
  ASSERT_EQ(headers.size(), 2u);
  EXPECT_EQ(headers.at("one.cuh"), "#include \"two.cuh\"\n" + small_code);
  EXPECT_TRUE(headers.contains("two.cuh"));
  EXPECT_TRUE(snapshot->kernels.at("family/b")->source.headers.empty());
}

TEST_F(ACatalogue, OpensAKernelByAFormerIdWithItsKnobs) {
  const std::string alias = "[alias]\n\"family/old\" = { block = 64 }\n";
  write("family/a.cu", file_of(changed("[problem]", alias + "[problem]")));
  Catalogue catalogue(kernels);
  EXPECT_EQ(catalogue.find("family/old").value()->source.id, "family/a");
  EXPECT_EQ(ids(catalogue), (Ids{"family/a"}));
  std::string id = "family/old";
  Values values{{"nx", std::int64_t{7}}};
  catalogue.snapshot()->follow_alias(id, values);
  EXPECT_EQ(id, "family/a");
  EXPECT_EQ(values, (Values{{"block", std::int64_t{64}}, {"nx", std::int64_t{7}}}));
  Values given{{"block", std::int64_t{32}}};
  catalogue.snapshot()->follow_alias(id = "family/old", given);
  EXPECT_EQ(given, (Values{{"block", std::int64_t{32}}})) << "what is given by hand stays";

  write("family/old.cu", good);
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(catalogue.find("family/old").value()->source.id, "family/old") << "a file comes before an alias";
  EXPECT_EQ(errors(catalogue, kernels / "family/a.cu").size(), 1u);
}

TEST_F(ACatalogue, ReadsAKernelAgainWhenAFrontMatterThatItIncludesChanges) {
  const std::string work = "[work]\nbytes = \"8 * nx * ny\"\n";
  write("family/a.cu", file_of(changed(work, "[[include]]\nfile = \"work.toml\"\n")));
  Catalogue catalogue(kernels);
  EXPECT_TRUE(ids(catalogue).empty()) << "the included file is missing";
  const fs::path shared = write("include/work.toml", work);
  EXPECT_TRUE(catalogue.refresh());
  const auto kernel = catalogue.find("family/a").value();
  EXPECT_EQ(kernel->source.headers.at("work.toml"), work) << "it travels with the kernel";
  EXPECT_EQ(plan_of(*kernel).work.bytes, 8 * 100 * 10);
  write(shared, "[work]\nbytes = 7\n");
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(plan_of(*catalogue.find("family/a").value()).work.bytes, 7);
}

TEST_F(ACatalogue, FollowsAHeaderThatChangesAppearsOrGoes) {
  write("family/a.cu", file_of(small_toml, "#include \"one.cuh\"\n"));
  Catalogue catalogue(kernels);
  EXPECT_TRUE(ids(catalogue).empty()) << "the entry stands in the header";
  const fs::path header = write("include/one.cuh", small_code);
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(ids(catalogue), (Ids{"family/a"}));
  write(header, small_code + "// changed\n");
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(catalogue.find("family/a").value()->source.headers.at("one.cuh"), small_code + "// changed\n");
  fs::remove(header);
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(errors(catalogue, kernels / "family/a.cu").size(), 1u);
}

TEST_F(ACatalogue, TakesALooseFileByItsStem) {
  Catalogue catalogue(kernels);
  const fs::path file = write(root / "mine.cu", good);
  EXPECT_EQ(catalogue.add_file(file).value(), "mine");
  EXPECT_EQ(ids(catalogue), (Ids{"mine"}));
  EXPECT_EQ(catalogue.snapshot()->kernels.at("mine")->family, "");
  EXPECT_EQ(catalogue.add_file(file).value(), "mine") << "twice is once";
  EXPECT_EQ(catalogue.snapshot()->kernels.size(), 1u);
  write(file, renamed);
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(title(catalogue, "mine"), "Other");
  fs::remove(file);
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_TRUE(ids(catalogue).empty());
  write(file, good);
  EXPECT_TRUE(catalogue.refresh()) << "an editor may delete and write anew";
  EXPECT_EQ(ids(catalogue), (Ids{"mine"}));
}

TEST_F(ACatalogue, KnowsAFileOfItsFolderByItsOwnId) {
  Catalogue catalogue(kernels);
  write("family/a.cu", good);
  EXPECT_EQ(catalogue.add_file(kernels / "family" / ".." / "family" / "a.cu").value(), "family/a");
  EXPECT_EQ(ids(catalogue), (Ids{"family/a"}));
}

TEST_F(ACatalogue, ReachedByALinkIsTheSame) {
  write("family/a.cu", good);
  fs::create_directory_symlink(kernels, root / "link");
  Catalogue catalogue(root / "link");
  EXPECT_EQ(catalogue.add_file(root / "link/family/a.cu").value(), "family/a");
  EXPECT_EQ(catalogue.add_file(kernels / "family/a.cu").value(), "family/a");
  EXPECT_EQ(catalogue.snapshot()->kernels.size(), 1u);
  EXPECT_TRUE(catalogue.snapshot()->errors.empty());
}

TEST_F(ACatalogue, AddsAWrongFileWithItsErrors) {
  Catalogue catalogue(kernels);
  const fs::path file = write(root / "mine.cu", bad);
  EXPECT_EQ(catalogue.add_file(file).value(), "mine");
  EXPECT_TRUE(ids(catalogue).empty());
  EXPECT_EQ(errors(catalogue, file).size(), 1u);
  EXPECT_EQ(catalogue.find("mine").error().where.text(), file.string() + ":6");
  EXPECT_EQ(catalogue.find(file.string()).error().where.text(), file.string() + ":6");
}

TEST_F(ACatalogue, RefusesToAddWhatIsNoSourceFile) {
  Catalogue catalogue(kernels);
  EXPECT_EQ(catalogue.add_file(root / "none.cu").error().what, "the file does not exist");
  EXPECT_EQ(catalogue.add_file(kernels).error().what, "this is a folder, not a file");
  EXPECT_EQ(catalogue.find(kernels).error().what, "this is a folder, not a file");
  ASSERT_EQ(mkfifo((root / "pipe.cu").c_str(), 0600), 0);
  EXPECT_EQ(catalogue.add_file(root / "pipe.cu").error().what, "this is a pipe, not a file");
  EXPECT_EQ(catalogue.find("/dev/zero").error().what, "this is a device, not a file");
  const fs::path large = write(root / "large.cu", std::string((1 << 20) + 1, ' '));
  EXPECT_NE(catalogue.add_file(large).error().what.text().find("too large for a kernel file"), std::string::npos);
  EXPECT_TRUE(catalogue.source_of(write(root / "large.ptx", std::string((3 << 20) + 1, ' ')))) << "unrolled loops";
  EXPECT_TRUE(catalogue.snapshot()->errors.empty());
}

TEST_F(ACatalogue, SaysWhatTheFileOfExpectedNumbersIsInsteadOfAFile) {
  ASSERT_EQ(mkfifo((root / "pipe.npy").c_str(), 0600), 0);
  const std::string text = file_of(changed("reference = \"copy\"", "expect = \"pipe.npy\""));
  const fs::path file = write(root / "mine.cu", text);
  Catalogue catalogue(kernels);
  ASSERT_TRUE(catalogue.add_file(file));
  ASSERT_EQ(errors(catalogue, file).size(), 1u);
  EXPECT_EQ(errors(catalogue, file)[0].what, "[check] expect: pipe.npy: this is a pipe, not a file");
  write(file, changed("pipe.npy", "none.npy", text));
  catalogue.refresh();
  ASSERT_EQ(errors(catalogue, file).size(), 1u);
  EXPECT_EQ(errors(catalogue, file)[0].what, "[check] expect: none.npy: the file does not exist");
}

TEST_F(ACatalogue, ReportsTwoFilesWithOneIdAndKeepsTheFirst) {
  Catalogue catalogue(kernels);
  const fs::path first = write(root / "z/mine.cu", good);
  const fs::path second = write(root / "a/mine.cu", renamed);
  EXPECT_TRUE(catalogue.add_file(first));
  EXPECT_TRUE(catalogue.add_file(second));
  EXPECT_EQ(title(catalogue, "mine"), "Small");
  EXPECT_TRUE(errors(catalogue, first).empty());
  ASSERT_EQ(errors(catalogue, second).size(), 1u);
  EXPECT_EQ(errors(catalogue, second)[0].what, "the id 'mine' is already used by " + first.string());
  EXPECT_FALSE(errors(catalogue, second)[0].remedy.empty());
  EXPECT_EQ(catalogue.find(second.string()).error(), errors(catalogue, second)[0]);
  EXPECT_EQ(catalogue.find(first.string()).value()->title, "Small");
  fs::remove(first);
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(title(catalogue, "mine"), "Other");
  EXPECT_TRUE(catalogue.snapshot()->errors.empty());
}

TEST_F(ACatalogue, FindsByIdOrPathAndSuggestsTheNearest) {
  write("transpose/naive_row.cu", good);
  Catalogue catalogue(kernels);
  EXPECT_EQ(catalogue.find("transpose/naive_row").value()->title, "Small");
  EXPECT_EQ(catalogue.find((kernels / "transpose/naive_row.cu").string()).value()->source.id, "transpose/naive_row");
  const fs::path loose = write(root / "mine.cu", renamed);
  EXPECT_EQ(catalogue.find(loose.string()).value()->title, "Other") << "a path need not be added first";
  EXPECT_EQ(catalogue.find("mine").value()->title, "Other");
  EXPECT_EQ(catalogue.find("transpose/naive_raw").error().remedy, "did you mean 'transpose/naive_row'?");
  EXPECT_EQ(catalogue.find("naive_row").error().remedy, "did you mean 'transpose/naive_row'?");
  EXPECT_EQ(catalogue.find("something").error().what, "there is no kernel or file 'something'");
  EXPECT_EQ(catalogue.find("something").error().remedy, "kernels are mine, transpose/naive_row");
  EXPECT_EQ(catalogue.find("nowhere.cu").error().what, "the file does not exist");
}

TEST_F(ACatalogue, ReportsAComparisonWithAKernelThatDoesNotExist) {
  write("family/a.cu", good);
  const fs::path file = write("family/b.cu", file_of(changed("reference = \"copy\"", "same_as = \"family/aa\"")));
  Catalogue catalogue(kernels);
  EXPECT_EQ(ids(catalogue), (Ids{"family/a", "family/b"})) << "it still runs";
  ASSERT_EQ(errors(catalogue, file).size(), 1u);
  EXPECT_EQ(errors(catalogue, file)[0].text(),
            file.string() + ":25: [check] same_as: there is no kernel 'family/aa' (did you mean 'family/a'?)");
  write(file, file_of(changed("reference = \"copy\"", "same_as = \"family/b\"")));
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(errors(catalogue, file).at(0).what, "[check] same_as is the kernel itself");
  write(file, file_of(changed("reference = \"copy\"", "same_as = \"family/a\"")));
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_TRUE(catalogue.snapshot()->errors.empty());
}

TEST_F(ACatalogue, AssumesAFrontMatterUntilThereIsOne) {
  const fs::path file = write("loose.cu", "__global__ void small(float* out, const float* in, int nx, int ny) {}\n");
  Catalogue catalogue(kernels);
  ASSERT_TRUE(catalogue.add_file(file));
  EXPECT_FALSE(catalogue.find("loose"));
  catalogue.set_default_front_matter(file, small_toml);
  EXPECT_TRUE(catalogue.refresh());
  ASSERT_TRUE(catalogue.find("loose"));
  EXPECT_EQ(catalogue.find("loose").value()->title, "Small");
  write("loose.toml", changed("Small", "Beside it"));
  EXPECT_TRUE(catalogue.refresh());
  EXPECT_EQ(catalogue.find("loose").value()->title, "Beside it");
}

TEST_F(ACatalogue, SurvivesWhateverLiesInItsFolder) {
  write("family/empty.cu", "");
  write("family/binary.cu", std::string("\0\xff\xfe/*\0*/", 8));
  write("family/deep.cu", file_of(changed("\"8 * nx * ny\"", "\"" + std::string(990, '(') + "\"")));
  write("family/good.cu", good);
  fs::create_directories(kernels / "family/folder.cu");
  fs::create_symlink(root / "nowhere", kernels / "family/broken.cu");
  ASSERT_EQ(mkfifo((kernels / "family/pipe.cu").c_str(), 0600), 0);
  const Catalogue catalogue(kernels);
  EXPECT_EQ(ids(catalogue), (Ids{"family/good"}));
  EXPECT_EQ(catalogue.snapshot()->errors.size(), 3u);
}

}  // namespace
}  // namespace lanescope::catalogue
