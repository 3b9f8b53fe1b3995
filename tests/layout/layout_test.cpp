// Layouts of CuTe and their algebra, by examples that follow from the definitions.
#include "layout/layout.h"

#include <gtest/gtest.h>

#include "layout/algebra.h"
#include "layout/read/read_mapping.h"

namespace lanescope::layout {
namespace {

Layout of(std::string_view text) {
  auto layout = read_layout(text);
  if (!layout) throw MachineError(layout.error());
  return *std::move(layout);
}
std::string text_of(const Expected<Layout>& layout) {
  return layout ? text(*layout) : "error " + std::string(layout.error().what.id());
}
std::string id_of(std::string_view text, std::optional<unsigned> bits = {}) {
  const auto mapping = read_mapping(text, bits);
  return mapping ? mapping->text() : mapping.error().text();
}

TEST(Layout, CountsColexicographically) {
  const Layout layout = of("((4,8),(2,2)):((32,1),(16,8))");
  EXPECT_EQ(size(layout), 128);
  EXPECT_EQ(cosize(layout), 128);
  EXPECT_EQ(offset(layout, 0), 0);
  EXPECT_EQ(offset(layout, 1), 32);
  EXPECT_EQ(offset(layout, 4), 1);
  EXPECT_EQ(offset(layout, 32), 16);
  EXPECT_EQ(offset(layout, 127), 3 * 32 + 7 + 16 + 8);
}

TEST(Layout, IsReadInEveryFormOfCute) {
  EXPECT_EQ(id_of("_8:_1"), "8:1");
  EXPECT_EQ(id_of(" ( _8 , 64 ) : ( 64 , _1 ) "), "(8,64):(64,1)");
  EXPECT_EQ(id_of("(8,64)"), "(8,64):(1,8)");
  EXPECT_EQ(id_of("(8):(1)"), "(8):(1)");
  EXPECT_EQ(id_of("Swizzle<3,3,3> o _0 o (8,64):(64,1)"), "Sw<3,3,3> o 0 o (8,64):(64,1)");
  EXPECT_EQ(id_of("S<3,3,3> o 5 o (8,64):(64,1)"), "Sw<3,3,3> o 5 o (8,64):(64,1)");
  EXPECT_EQ(id_of("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"), "Sw<3,3,3> o 0 o (8,64):(64,1)");
  EXPECT_EQ(id_of("Sw<3,4,3>_smem_ptr[16b](0x7f0000000400) o (64,64):(64,1)"), "Sw<3,3,3> o 0 o (64,64):(64,1)");
  EXPECT_EQ(id_of("Sw<3,4,3> o smem_ptr o (64,64):(64,1)", 8), "Sw<3,4,3> o 0 o (64,64):(64,1)");
  EXPECT_EQ(id_of("gmem_ptr[32b](0x7f0000000400) o (4,4):(4,1)"), "(4,4):(4,1)");
}

TEST(Layout, SaysWhereATextIsWrong) {
  EXPECT_EQ(id_of("(8,64):(64,1"), "')' is missing, at character 13 of \"(8,64):(64,1\"");
  EXPECT_EQ(id_of("(8,(2,4)):(64,1)"),
            "mode (1) of the strides does not have as many modes as that of the shape, 2, at character 15 of "
            "\"(8,(2,4)):(64,1)\" (write a stride for each shape, in the same parentheses)");
  EXPECT_EQ(id_of("(8,0):(1,8)"),
            "a shape must be at least 1, at character 4 of \"(8,0):(1,8)\" (write a number, as 8 or _8, or modes in "
            "parentheses)");
  EXPECT_EQ(read_mapping("Sw<3,x,3> o 0 o 8:1").error().what.id(), "memory_layout.at_character");
  EXPECT_EQ(read_mapping("8:9223372036854775807").error().what.id(), "memory_layout.too_large");
  EXPECT_EQ(read_mapping("8:9223372036854775808").error().what.id(), "memory_layout.at_character");
  EXPECT_EQ(read_mapping("Sw<3,3,2> o 0 o 8:1").error().what.id(), "memory_layout.at_character");
  EXPECT_EQ(read_mapping("smem_ptr[16b] o 8:1", 32).error().what.id(), "memory_layout.elements_differ");
  EXPECT_EQ(read_mapping("9223372036854775807 o 8:1").error().what.id(), "memory_layout.at_character");
  EXPECT_EQ(read_mapping("").error().what.id(), "memory_layout.empty");
}

TEST(Layout, Coalesces) {
  EXPECT_EQ(text(coalesce(of("(2,(1,6)):(1,(6,2))"))), "12:1");
  EXPECT_EQ(text(coalesce(of("(2,4):(4,1)"))), "(2,4):(4,1)");
  EXPECT_EQ(text(coalesce(of("(1,1):(3,4)"))), "1:0");
  EXPECT_EQ(text(coalesce_modes(of("((2,2),(2,2)):((1,2),(8,4))"))), "(4,(2,2)):(1,(8,4))");
}

TEST(Layout, Composes) {
  EXPECT_EQ(text_of(composition(of("(6,2):(8,2)"), of("(4,3):(3,1)"))), "((2,2),3):((24,2),8)");
  EXPECT_EQ(text_of(composition(of("20:2"), of("(5,4):(4,1)"))), "(5,4):(8,2)");
  EXPECT_EQ(text_of(composition(of("(4,3):(1,10)"), of("6:1"))), "error memory_layout.not_composable");
  EXPECT_EQ(text_of(composition(of("4:9223372036854775"), of("2:9999999"))), "error memory_layout.product_too_large");
}

TEST(Layout, IsInvertedAndCompleted) {
  EXPECT_EQ(text_of(complement(of("(2,2):(1,6)"), 24)), "(3,2):(2,12)");
  EXPECT_EQ(text_of(complement(of("4:2"), 24)), "(2,3):(1,8)");
  EXPECT_EQ(text_of(complement(of("(4,4):(1,2)"), 24)), "error memory_layout.modes_meet");
  EXPECT_EQ(text_of(right_inverse(of("(8,4):(4,1)"))), "(4,8):(8,1)");
  EXPECT_EQ(text_of(right_inverse(of("4:2"))), "1:0");
  EXPECT_EQ(text_of(left_inverse(of("4:2"))), "(2,4):(0,1)");
  EXPECT_EQ(text_of(left_inverse(of("4:-2"))), "error memory_layout.negative_stride");
}

TEST(Layout, IsDividedAndMultiplied) {
  EXPECT_EQ(text_of(logical_divide(of("(4,2,3):(2,1,8)"), of("4:2"))), "((2,2),(2,3)):((4,1),(2,8))");
  const Tiler tiler{of("3:3"), of("(2,4):(1,8)")};
  EXPECT_EQ(text_of(by_mode(logical_divide, of("(9,(4,8)):(59,(13,1))"), tiler)),
            "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))");
  EXPECT_EQ(text_of(zipped_divide(of("(9,(4,8)):(59,(13,1))"), tiler)),
            "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))");
  EXPECT_EQ(text_of(logical_product(of("(2,2):(4,1)"), of("6:1"))), "((2,2),(2,3)):((4,1),(2,8))");
  EXPECT_EQ(text_of(blocked_product(of("(2,5):(5,1)"), of("(3,4):(1,3)"))), "(6,(5,4)):(5,(1,30))");
  EXPECT_EQ(text_of(zipped_divide(of("8:1"), {of("2:1"), of("2:1")})), "error memory_layout.tiler_rank");
}

TEST(Layout, SaysHowManyElementsTwoHaveInCommon) {
  EXPECT_EQ(max_common_vector(of("(8,8):(8,1)"), of("(8,8):(8,1)")), 64);
  EXPECT_EQ(max_common_vector(of("(8,8):(8,1)"), of("(8,8):(16,1)")), 8);
  EXPECT_EQ(max_common_vector(of("(8,8):(8,1)"), of("(8,8):(1,8)")), 1);
}

}  // namespace
}  // namespace lanescope::layout
