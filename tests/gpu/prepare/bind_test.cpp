#include "gpu/prepare/bind.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/plans.h"

namespace lanescope::gpu {
namespace {

constexpr std::string_view ptx = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry transpose(
	.param .u64 transpose_param_0,
	.param .u64 transpose_param_1,
	.param .u32 transpose_param_2,
	.param .u32 transpose_param_3
)
{
	ret;
}
.visible .entry _Z6reducePfi(
	.param .u64 _Z6reducePfi_param_0,
	.param .u32 _Z6reducePfi_param_1
)
{
	ret;
}
)";

class Binding : public testing::Test {
 protected:
  void SetUp() override {
    auto read = ptx::read_signatures(ptx);
    ASSERT_TRUE(read) << read.error().text();
    signatures_ = std::move(*read);
  }

  std::vector<ptx::Signature> signatures_;
  catalogue::LaunchPlan plan_ = transpose_plan("transpose", 100, 60);
  const std::vector<std::uint64_t> addresses_ = {0x7f0000010000, 0x7f0000090000};
};

TEST_F(Binding, LaysArgumentsDownAsTheParametersDeclareThem) {
  const auto entry = find_entry(signatures_, plan_, plan_.launches[0]);
  ASSERT_TRUE(entry) << entry.error().what;
  const auto bytes = bind_arguments(plan_, plan_.launches[0], **entry, addresses_, {});
  ASSERT_TRUE(bytes) << bytes.error().what;
  ASSERT_EQ(bytes->size(), 4U);
  EXPECT_EQ((*bytes)[0], as_bytes(std::vector<std::uint64_t>{0x7f0000090000}));  // out comes first
  EXPECT_EQ((*bytes)[1], as_bytes(std::vector<std::uint64_t>{0x7f0000010000}));
  EXPECT_EQ((*bytes)[2], as_bytes(std::vector<std::uint32_t>{100}));
  EXPECT_EQ((*bytes)[3], as_bytes(std::vector<std::uint32_t>{60}));
}

TEST_F(Binding, TakesTexturesByTheirObjects) {
  catalogue::Launch& launch = plan_.launches[0];
  launch.arguments[1] = {catalogue::Argument::Kind::texture, "t", 0, 0};
  const auto bytes = bind_arguments(plan_, launch, signatures_[0], addresses_, {42});
  ASSERT_TRUE(bytes) << bytes.error().what;
  EXPECT_EQ((*bytes)[1], as_bytes(std::vector<std::uint64_t>{42}));
}

TEST_F(Binding, AnEntryThatIsNotThereNamesTheLineAndThoseThatAre) {
  plan_.launches[0].entry = "transpos";
  const auto entry = find_entry(signatures_, plan_, plan_.launches[0]);
  ASSERT_FALSE(entry);
  const Error& failure = entry.error();
  EXPECT_EQ(failure.kind, FaultKind::resolve);
  EXPECT_EQ(failure.where.line, 21);
  EXPECT_NE(failure.what.text().find("line 21"), std::string::npos) << failure.what;
  EXPECT_NE(failure.what.text().find("transpose, _Z6reducePfi"), std::string::npos) << failure.what;
  EXPECT_EQ(failure.remedy, "did you mean transpose?");
}

TEST_F(Binding, AnEntryWithCppLinkageIsToldToBeExternC) {
  plan_.launches[0].entry = "reduce";
  const auto entry = find_entry(signatures_, plan_, plan_.launches[0]);
  ASSERT_FALSE(entry);
  EXPECT_NE(entry.error().remedy.text().find("extern \"C\""), std::string::npos) << entry.error().remedy;
}

TEST_F(Binding, AMissingArgumentNamesAllParameters) {
  plan_.launches[0].arguments.pop_back();
  const auto bytes = bind_arguments(plan_, plan_.launches[0], signatures_[0], addresses_, {});
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().kind, FaultKind::resolve);
  EXPECT_NE(bytes.error().what.text().find("3 arguments"), std::string::npos) << bytes.error().what;
  EXPECT_NE(bytes.error().what.text().find("4 parameters"), std::string::npos) << bytes.error().what;
  EXPECT_NE(bytes.error().what.text().find("transpose_param_3"), std::string::npos) << bytes.error().what;
}

TEST_F(Binding, ANumberThatDoesNotFitNamesArgumentAndParameter) {
  plan_.launches[0].arguments[2].value = std::int64_t{1} << 32;
  const auto bytes = bind_arguments(plan_, plan_.launches[0], signatures_[0], addresses_, {});
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().kind, FaultKind::resolve);
  EXPECT_NE(bytes.error().what.text().find("argument 3 (nx)"), std::string::npos) << bytes.error().what;
  EXPECT_NE(bytes.error().what.text().find("4294967296"), std::string::npos) << bytes.error().what;
}

TEST_F(Binding, ABufferForANumberIsRefused) {
  plan_.launches[0].arguments[2] = buffer_argument("in", 0);
  const auto bytes = bind_arguments(plan_, plan_.launches[0], signatures_[0], addresses_, {});
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().kind, FaultKind::resolve);
  EXPECT_NE(bytes.error().what.text().find("argument 3 (in)"), std::string::npos) << bytes.error().what;
}

}  // namespace
}  // namespace lanescope::gpu
