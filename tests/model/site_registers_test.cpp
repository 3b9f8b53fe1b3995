// Which registers memory instructions fill and store, and how long a loaded value may still be read.
#include "model/metrics/site_registers.h"

#include <gtest/gtest.h>

#include <string>

namespace lanescope::model {
namespace {

class SiteRegistersOf : public testing::Test {
 protected:
  /// Each instruction of the body has a site.
  void read(const std::string& body) {
    auto module = ptx::parse(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
        ".reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %a<9>; .reg .f32 %f<9>;\n"
        ".shared .align 16 .b8 tile[1024];\n" +
        body + "ret;\n}\n");
    ASSERT_TRUE(module) << module.error().text();
    const ptx::Function& function = module->functions.at(0);
    std::vector<trace::Site> sites;
    for (const ptx::Instruction& instruction : function.instructions) {
      sites.emplace_back().ptx_line = instruction.ptx_line;
    }
    for (const ptx::Register& known : function.registers) names_.push_back(known.name);
    sites_ = site_registers(sites, *module);
  }
  [[nodiscard]] std::string names(const std::vector<std::uint32_t>& registers) const {
    std::string list;
    for (const std::uint32_t number : registers) list += (list.empty() ? "" : " ") + names_.at(number);
    return list;
  }
  [[nodiscard]] std::string copies(std::size_t site) const {
    std::string list;
    for (const StoredCopy& copy : sites_.at(site).copies) {
      list += (list.empty() ? "" : ", ") + names_.at(copy.loaded_register) + " at " +
              std::to_string(copy.address_offset) + " from " + std::to_string(copy.register_offset) + ": " +
              std::to_string(copy.bytes) + (copy.converted != 0 ? " converted" : "");
    }
    return list;
  }
  std::vector<std::string> names_;
  std::vector<SiteRegisters> sites_;
};

TEST_F(SiteRegistersOf, AStoreAreThoseOfTheLoadsWhoseValueItMayWrite) {
  read(
      "ld.global.f32 %f1, [%a1];\n"
      "mov.f32 %f2, 0f00000000;\n"
      "@%p1 ld.global.f32 %f2, [%a1+4];\n"
      "selp.f32 %f3, %f1, %f2, %p2;\n"
      "st.shared.f32 [tile], %f3;\n"
      "add.f32 %f4, %f1, %f2;\n"
      "st.shared.f32 [tile+4], %f4;\n");
  EXPECT_EQ(names(sites_[0].filled), "%f1");
  EXPECT_EQ(copies(4), "%f1 at 0 from 0: 4, %f2 at 0 from 0: 4");
  EXPECT_EQ(copies(6), "") << "a sum is no copy";
  EXPECT_FALSE(sites_[0].only_stored) << "it is added too";
}

TEST_F(SiteRegistersOf, VectorsAndHalvesHaveTheirPlaces) {
  read(
      "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%a1];\n"
      "st.shared.v2.f32 [tile], {%f4, %f1};\n"
      "cvt.rn.f16.f32 %h1, %f2;\n"
      "cvt.rn.f16.f32 %h2, %f3;\n"
      "mov.b32 %r1, {%h1, %h2};\n"
      "st.shared.b32 [tile+16], %r1;\n"
      "ld.global.b32 %r2, [%a1+64];\n"
      "mov.b32 {%h3, %h4}, %r2;\n"
      "st.shared.b16 [tile+32], %h4;\n");
  EXPECT_EQ(names(sites_[0].filled), "%f1 %f2 %f3 %f4");
  EXPECT_EQ(copies(1), "%f4 at 0 from 0: 4, %f1 at 4 from 0: 4");
  EXPECT_EQ(copies(5), "%f2 at 0 from 0: 2 converted, %f3 at 2 from 0: 2 converted");
  EXPECT_EQ(copies(8), "%r2 at 0 from 2: 2");
  EXPECT_TRUE(sites_[0].only_stored);
}

TEST_F(SiteRegistersOf, ACopyThatWasMadeBeforeTheLoadIsNotOfIt) {
  // So a compiler begins with zeros that a load replaces where it is made.
  read(
      "mov.f32 %f1, 0f00000000;\n"
      "mov.f32 %f2, %f1;\n"
      "@%p1 bra behind;\n"
      "ld.global.v2.f32 {%f1, %f2}, [%a1];\n"
      "behind:\n"
      "st.shared.f32 [tile], %f1;\n"
      "st.shared.f32 [tile+4], %f2;\n");
  EXPECT_EQ(copies(4), "%f1 at 0 from 0: 4");
  EXPECT_EQ(copies(5), "%f2 at 0 from 0: 4");
  EXPECT_EQ(names(sites_[4].live), "%f2");
}

TEST_F(SiteRegistersOf, ALoopAreLiveUntilTheLastRead) {
  read(
      "ld.global.f32 %f1, [%a1];\n"
      "again:\n"
      "mov.f32 %f2, %f1;\n"
      "ld.global.f32 %f1, [%a1];\n"
      "ld.shared.f32 %f3, [tile];\n"
      "fma.rn.f32 %f4, %f2, %f3, %f4;\n"
      "@%p1 bra again;\n"
      "st.global.f32 [%a2], %f4;\n");
  EXPECT_EQ(names(sites_[0].live), "%f1");
  EXPECT_EQ(names(sites_[2].live), "%f1") << "for the next turn";
  EXPECT_EQ(names(sites_[3].live), "%f1 %f3");
  EXPECT_EQ(names(sites_[6].live), "") << "the last product was the last read";
}

TEST_F(SiteRegistersOf, AnUnknownInstructionAreNone) {
  const trace::Site elsewhere;
  auto module = ptx::parse(".version 8.0\n.target sm_80\n.address_size 64\n");
  ASSERT_TRUE(module);
  EXPECT_EQ(site_registers({&elsewhere, 1}, *module), std::vector<SiteRegisters>(1));
}

TEST_F(SiteRegistersOf, AValueThatIsCopiedWithoutEndAreFoundWithoutExhaustingTheStack) {
  std::string body = "ld.global.f32 %f1, [%a1];\n";
  for (int times = 0; times < 1'000; ++times) body += "mov.f32 %f2, %f1;\nmov.f32 %f1, %f2;\n";
  read(body + "st.global.f32 [%a2], %f1;\n");
  EXPECT_EQ(names(sites_[0].filled), "%f1");
  EXPECT_EQ(copies(sites_.size() - 2), "") << "nobody follows so many copies";
}

}  // namespace
}  // namespace lanescope::model
