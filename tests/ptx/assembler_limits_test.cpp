#include "ptx/assembler_limits.h"

#include <gtest/gtest.h>

#include <string>

namespace lanescope::ptx {
namespace {

std::string module_of(const std::string& directive, const std::string& statement, const std::string& behind = "") {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n" + directive +
         "\n{\n.reg .b64 %rd<9>;\n" + statement + "\nret;\n}\n" + behind + "\n";
}

std::string what_is_said(const std::string& text) {
  const Status checked = check_assembler_limits(text);
  return checked ? "none" : checked.error().text();
}

TEST(AssemblerLimits, RefuseBlocksWhoseThreadsOverflow) {
  for (const char* directive :
       {".maxntid 4294967295, 4294967295, 4294967295", ".maxntid 4294967295", ".reqntid 65536, 65536",
        ".maxntid 0x7fffffff, 2", ".maxntid 4, 18446744073709551615"}) {
    const std::string said = what_is_said(module_of(directive, ""));
    EXPECT_NE(said.find("PTX line 5"), std::string::npos) << directive << ": " << said;
    EXPECT_NE(said.find("more threads than any GPU has"), std::string::npos) << said;
  }
  for (const char* directive : {".maxntid 256, 1, 1", ".maxntid 0", ".reqntid 1024",
                                ".maxntid 1025\n.minnctapersm 4294967295", ".maxntid what"}) {
    EXPECT_EQ(what_is_said(module_of(directive, "")), "none") << directive;
  }
}

TEST(AssemblerLimits, RefuseConstantsThatADivisionOverflows) {
  for (const char* divisor : {"-1", "(-1)", "(0-1)", "~0", "0", "0xffffffffffffffff", "x"}) {
    const std::string constant = std::string("(-9223372036854775807-1) / ") + divisor + ";";
    const std::string said = what_is_said(module_of("", "mov.s64 %rd1, " + constant));
    EXPECT_NE(said.find("PTX line 8"), std::string::npos) << constant << said;
    EXPECT_NE(said.find("write the quotient"), std::string::npos) << said;
    EXPECT_NE(what_is_said(module_of("", "", ".global .s64 x = " + constant)), "none");
  }
  for (const char* statement : {"mov.s64 %rd1, 64/2;", "mov.s64 %rd1, -6;  // not / -1", "/* 1 / -1 */",
                                ".pragma \"1/-1\";", "mov.s64 %rd1, 7 % 3;"}) {
    EXPECT_EQ(what_is_said(module_of("", statement)), "none") << statement;
  }
}

}  // namespace
}  // namespace lanescope::ptx
