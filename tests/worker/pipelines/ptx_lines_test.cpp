#include "worker/pipelines/ptx_lines.h"

#include <gtest/gtest.h>

namespace lanescope::worker {
namespace {

TEST(PtxLines, NameTheLineOfEachInstruction) {
  EXPECT_EQ(with_own_lines(".file 1 \"other.py\"\n"
                           ".entry e()\n"
                           "{\n"
                           "  .reg .b32 %r<2>;\n"
                           "  .local .b8 bytes[8];\n"
                           "  .loc 1 7 3\n"
                           "  mov.u32 %r1, 0; // zero\n"
                           "L:\n"
                           "  call.uni\n"
                           "  f,\n"
                           "  ();\n"
                           "  @%p1 bra L;\n"
                           "}\n",
                           "mine.ptx"),
            "\n"
            ".entry e()\n"
            "{\n"
            "  .reg .b32 %r<2>;\n"
            "  .local .b8 bytes[8];\n"
            "\n"
            ".loc 1 7 1   mov.u32 %r1, 0; // zero\n"
            "L:\n"
            ".loc 1 9 1   call.uni\n"
            "  f,\n"
            "  ();\n"
            ".loc 1 12 1   @%p1 bra L;\n"
            "}\n"
            "\n.file 1 \"mine.ptx\"\n");
}

}  // namespace
}  // namespace lanescope::worker
