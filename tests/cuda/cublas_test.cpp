// Opening cuBLAS on a machine that may have neither it nor a GPU.
#include "cuda/cublas.h"

#include <gtest/gtest.h>

namespace lanescope::cuda {
namespace {

TEST(Cublas, IsTriedFromTheDriversVersionDown) {
  EXPECT_EQ(cublas_library_names(),
            (std::vector<std::string>{"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"}));
  EXPECT_EQ(cublas_library_names(12), (std::vector<std::string>{"libcublas.so.12", "libcublas.so.11"}));
  EXPECT_EQ(cublas_library_names(99), cublas_library_names()) << "what comes later may have other functions";
  EXPECT_TRUE(cublas_library_names(10).empty());
}

TEST(Cublas, ThatIsNotThereSaysWhatWouldHelp) {
  const auto library = CublasLibrary::open({"/nowhere/libcublas.so.13"});
  ASSERT_FALSE(library);
  EXPECT_NE(library.error().what.text().find("/nowhere/libcublas.so.13"), std::string::npos) << library.error().what;
  EXPECT_NE(library.error().remedy.text().find("pip install nvidia-cublas"), std::string::npos);
  EXPECT_FALSE(CublasLibrary::open({}));
}

TEST(Cublas, IsNoOtherLibraryOfThatName) {
  const auto library = CublasLibrary::open({"libm.so.6"});
  ASSERT_FALSE(library);
  EXPECT_NE(library.error().what.text().find("libm.so.6 is not cuBLAS"), std::string::npos) << library.error().what;
}

class InstalledCublas : public testing::Test {
 protected:
  void SetUp() override {
    std::vector<std::string> files;
    for (const std::string& name : cublas_library_names()) {
      files.push_back("/usr/local/cuda/lib64/" + name);
      files.push_back(name);
    }
    auto opened = CublasLibrary::open(files);
    if (!opened) GTEST_SKIP() << opened.error().text();
    library_ = std::move(*opened);
  }
  CublasLibrary library_;
};

TEST_F(InstalledCublas, HasAllItsFunctions) {
  EXPECT_TRUE(library_.create && library_.destroy && library_.set_stream && library_.set_workspace &&
              library_.set_math_mode && library_.sgemm);
}

TEST_F(InstalledCublas, WithoutADriverIsAnErrorThatNamesTheCall) {
  if (SharedLibrary::open({"libcuda.so.1"})) GTEST_SKIP() << "there is a driver";
  const SharedLibrary no_driver;
  const Functions nothing(no_driver);
  const auto cublas = Cublas::create(nothing, Stream{}, std::move(library_));
  ASSERT_FALSE(cublas);
  EXPECT_NE(cublas.error().what.text().find("cublasCreate: CUBLAS_STATUS"), std::string::npos) << cublas.error().what;
  EXPECT_NE(cublas.error().where.text().find("libcublas"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::cuda
