#include "gpu/prepare/prepare.h"

#include <gtest/gtest.h>

#include "base/messages.h"
#include "cuda/functions.h"
#include "gpu/messages.h"
#include "gpu/picture.h"
#include "gpu/plans.h"
#include "gpu/prepare/textures.h"

namespace lanescope::gpu {
namespace {

TEST(Inputs, AreFoundByTheNamesOfTheirBuffers) {
  const auto plan = copy_plan("copy", 4);
  const auto bytes = as_bytes(std::vector<float>{1, 2, 3, 4});
  const auto given = place_inputs(plan, {{"in", bytes}});
  ASSERT_TRUE(given) << given.error().what;
  EXPECT_EQ((*given)[0], bytes);
  EXPECT_FALSE((*given)[1].has_value());
}

TEST(Inputs, OfAnotherSizeAreRefusedWithBothNumbers) {
  const auto given = place_inputs(copy_plan("copy", 4), {{"in", std::vector<std::byte>(15)}});
  ASSERT_FALSE(given);
  EXPECT_EQ(given.error().kind, FaultKind::resolve);
  EXPECT_EQ(given.error().buffer, "in");
  EXPECT_NE(given.error().what.text().find("15 bytes"), std::string::npos) << given.error().what;
  EXPECT_NE(given.error().what.text().find("16 (4 elements of type f32)"), std::string::npos) << given.error().what;
}

TEST(Inputs, ForABufferThatIsNotThereNameThoseThatAre) {
  const auto given = place_inputs(copy_plan("copy", 4), {{"input", {}}});
  ASSERT_FALSE(given);
  EXPECT_NE(given.error().remedy.text().find("in, out"), std::string::npos) << given.error().remedy;
}

TEST(Copy, TakesTwoBuffersAndNoLessRoomThanItNeeds) {
  catalogue::LaunchPlan plan = copy_plan("copy", 64);
  plan.buffers.push_back(buffer("small", Role::out, {63}, Fill::poison));
  catalogue::Launch launch;
  launch.call = catalogue::Launch::Call::memcpy;
  launch.entry = "memcpy";
  launch.arguments = {buffer_argument("out", 1), buffer_argument("in", 0)};
  EXPECT_TRUE(check_copy(plan, launch));
  launch.arguments[0] = buffer_argument("small", 2);
  const auto fits = check_copy(plan, launch);
  ASSERT_FALSE(fits);
  EXPECT_NE(fits.error().what.text().find("256"), std::string::npos) << fits.error().what;
  EXPECT_NE(fits.error().what.text().find("252"), std::string::npos) << fits.error().what;
  launch.arguments[0] = scalar_argument("n", 3);
  EXPECT_FALSE(check_copy(plan, launch));
  launch.arguments.clear();
  EXPECT_FALSE(check_copy(plan, launch));
}

TEST(LibraryCall, IsAProductOfThreeBuffersWithThreeSizes) {
  catalogue::LaunchPlan plan = copy_plan("copy", 64);
  plan.buffers.push_back(buffer("second", Role::in, {64}, Fill::random));
  catalogue::Launch launch;
  launch.call = catalogue::Launch::Call::library;
  launch.entry = "cublas_sgemm";
  launch.arguments = {buffer_argument("out", 1), buffer_argument("in", 0), buffer_argument("second", 2),
                      scalar_argument("m", 8),   scalar_argument("n", 8),  scalar_argument("k", 8)};
  EXPECT_TRUE(check_product(plan, launch));
  std::swap(launch.arguments[2], launch.arguments[3]);
  const auto fits = check_product(plan, launch);
  ASSERT_FALSE(fits);
  EXPECT_EQ(fits.error().kind, FaultKind::resolve);
  EXPECT_NE(fits.error().what.text().find("three buffers and three sizes"), std::string::npos) << fits.error().what;
  launch.arguments.clear();
  EXPECT_FALSE(check_product(plan, launch));
  launch.entry = "cublas_dgemm";
  EXPECT_FALSE(check_product(plan, launch));
}

TEST(Texture, ReadsTheTypesOfTheTextureUnitAndRefusesOthersByName) {
  EXPECT_EQ(texture_format(ElementType::f32).value(), CU_AD_FORMAT_FLOAT);
  EXPECT_EQ(texture_format(ElementType::f16).value(), CU_AD_FORMAT_HALF);
  EXPECT_EQ(texture_format(ElementType::u8).value(), CU_AD_FORMAT_UNSIGNED_INT8);
  const auto format = texture_format(ElementType::f64);
  ASSERT_FALSE(format);
  EXPECT_NE(format.error().what.text().find("f64"), std::string::npos);
}

TEST(Texture, OnArraysNeedsMemoryOfItsOwn) {
  catalogue::LaunchPlan plan = copy_plan("copy", 1000);
  catalogue::Texture texture;
  plan.launches[0].textures = {texture};
  EXPECT_EQ(texture_bytes(plan), 0U);
  plan.launches[0].textures[0].layout = catalogue::Texture::Layout::array_2d;
  EXPECT_EQ(texture_bytes(plan), 4000U);
}

TEST(Failure, HoldsTheDriversWordsWhatWasDoneAndARemedyByKind) {
  const Error lost =
      failed_while("launch of k", {"cuStreamSynchronize(0x1): words", "", "", FaultKind::illegal_address, true});
  EXPECT_EQ(lost.what, "launch of k: cuStreamSynchronize(0x1): words");
  EXPECT_EQ(lost.kind, FaultKind::illegal_address);
  EXPECT_TRUE(lost.context_lost);
  EXPECT_NE(lost.remedy.text().find("compute-sanitizer"), std::string::npos);
  EXPECT_NE(failed_while("", {"", "", "", FaultKind::assertion}).remedy.text().find("message of the device"),
            std::string::npos);
  EXPECT_NE(failed_while("", {"", "", "", FaultKind::launch, true}).remedy.text().find("compute-sanitizer"),
            std::string::npos);
  EXPECT_NE(failed_while("", {"", "", "", FaultKind::out_of_memory}).remedy.text().find("smaller"), std::string::npos);
  EXPECT_EQ(failed_while("", {"", "", "", FaultKind::launch}).remedy, "");
  EXPECT_EQ(failed_while("", {"", "", "own", FaultKind::out_of_memory}).remedy, "own");
}

TEST(Failure, SaysWhatWasDoneAsAMessageThatIsMadeOnlyThen) {
  EXPECT_TRUE(with_context<"doing.running">(Status(), "copy/rows"));
  const Status failed = with_context<"doing.running">(Status(failure("words")), "copy/rows");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().what, "running copy/rows: words");
  const Message doing = std::get<Message>(failed.error().what.arguments().front().value());
  EXPECT_EQ(doing, message<"doing.running">("copy/rows"));
  EXPECT_EQ(with_context("H100", Status(failure("words"))).error().what, "H100: words") << "a name is no message";
}

TEST(Failure, AtALineOfTheKernelFileHasItsPlaceInTheText) {
  const Error placed = at_kernel_line({"words", "libcublas.so", "mend it", FaultKind::launch}, 14);
  EXPECT_EQ(placed,
            (Error{message<"error.at">("libcublas.so", Message("words")), {"", 14}, "mend it", FaultKind::launch}));
  EXPECT_EQ(placed.text(), "libcublas.so: words (mend it)");
}

TEST(Picture, IsNeverLargerThanTheMatrix) {
  const PictureSize size = picture_size(buffer("out", Role::out, {3, 7}, Fill::poison), 256, 256);
  EXPECT_EQ(size.width, 7U);
  EXPECT_EQ(size.height, 3U);
  const PictureSize large = picture_size(buffer("out", Role::out, {4, 1000, 3000}, Fill::poison), 256, 128);
  EXPECT_EQ(large.rows, 4000U);
  EXPECT_EQ(large.columns, 3000U);
  EXPECT_EQ(large.width, 256U);
  EXPECT_EQ(large.height, 128U);
}

TEST(Picture, OfNothingIsEmpty) {
  const PictureSize size = picture_size(buffer("out", Role::out, {0, 8}, Fill::poison), 256, 256);
  EXPECT_EQ(size.width, 0U);
  EXPECT_EQ(size.height, 0U);
}

TEST(Picture, ShowsTheCheckedOutputElseWhatIsWritten) {
  catalogue::LaunchPlan plan = copy_plan("copy", 4);
  plan.buffers.push_back(buffer("other", Role::out, {4}, Fill::poison));
  plan.check.output = 2;
  EXPECT_EQ(shown_buffer(plan), 2U);
  plan.check = {};
  EXPECT_EQ(shown_buffer(plan), 1U);
  plan.buffers.resize(1);
  EXPECT_EQ(shown_buffer(plan), 0U);
}

TEST(Picture, TakesTheElementUnderTheMiddleOfAPixel) {
  EXPECT_EQ(nearest_element(0, 2, 4), 1U);
  EXPECT_EQ(nearest_element(1, 2, 4), 3U);
  for (std::uint64_t i = 0; i < 9; ++i) EXPECT_EQ(nearest_element(i, 9, 9), i);
}

TEST(DeviceSource, IsOnePlainTextWithAllOurKernels) {
  const std::string_view source = device_source();
  for (const char* kernel : {"lanescope_fill", "lanescope_guard_fill", "lanescope_guard_check", "lanescope_compare",
                             "lanescope_explain", "lanescope_preview"}) {
    EXPECT_NE(source.find("extern \"C\" __global__ void " + std::string(kernel) + "("), std::string_view::npos)
        << kernel;
  }
  EXPECT_EQ(source.find("#include"), std::string_view::npos);
  EXPECT_EQ(source.substr(0, 28), "#line 1 \"lanescope/elements.");
}

}  // namespace
}  // namespace lanescope::gpu
