// The folder app/emulator/further_instructions holds what no kernel of the catalogue uses, file by file.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "catalogue/every_setting.h"
#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Type;

/// Instructions, and the files that implement them alone.
struct Further {
  std::string files;
  std::function<bool(const Instruction&)> contains;
};

bool has_type(const Instruction& instruction, std::initializer_list<Type> wanted) {
  return std::ranges::any_of(instruction.suffixes, [&](const ptx::Suffix& suffix) {
    return std::ranges::find(wanted, suffix.type) != wanted.end();
  });
}

bool calls(const Instruction& instruction, std::initializer_list<std::string_view> functions) {
  return instruction.opcode == Opcode::call &&
         std::ranges::any_of(instruction.operands, [&](const ptx::Operand& operand) {
           return std::ranges::find(functions, operand.name) != functions.end();
         });
}

bool is_one_of(Opcode opcode, std::initializer_list<Opcode> opcodes) {
  return std::ranges::find(opcodes, opcode) != opcodes.end();
}

std::vector<Further> further_instructions() {
  using enum Opcode;
  return {
      {"arithmetic/half.cpp arithmetic/half.inl",
       [](const Instruction& each) {
         return has_type(each, {Type::f16, Type::f16x2, Type::bf16, Type::bf16x2});
       }},
      {"arithmetic/carry.inl",
       [](const Instruction& each) {
         return is_one_of(each.opcode, {addc, subc, madc}) || each.has("cc");
       }},
      {"arithmetic/approximate.cpp",
       [](const Instruction& each) {
         return is_one_of(each.opcode, {sin, cos, ex2, lg2, tanh, rsqrt}) ||
                (each.opcode == rcp && each.type() == Type::f64);
       }},
      {"arithmetic/rare_conversions.cpp",
       [](const Instruction& each) {
         const bool directed = each.has("rz") || each.has("rm") || each.has("rp");
         const bool saturates = each.has("sat") || each.has("satfinite") || each.has("relu");
         const bool is_short = has_type(each, {Type::u8, Type::s8, Type::f16, Type::bf16, Type::tf32});
         return each.opcode == cvt && (directed || saturates || is_short || each.has("pack"));
       }},
      {"arithmetic/video.cpp arithmetic/video.h decode/video.cpp",
       [](const Instruction& each) { return each.opcode >= vabsdiff && each.opcode <= vsub4 && each.opcode != vote; }},
      {"decode/matrix.cpp decode/matrix.h decode/matrix_suffixes.h execution/matrix.cpp arithmetic/matrix_product.cpp "
       "decode/group_matrix.cpp execution/group_matrix.cpp",
       [](const Instruction& each) {
         return is_one_of(each.opcode, {ldmatrix, stmatrix, movmatrix, mma, wmma, wgmma});
       }},
      {"decode/mbarrier.cpp memory/mbarrier.cpp",
       [](const Instruction& each) { return each.opcode == Opcode::mbarrier || each.has("mbarrier"); }},
      {"decode/bulk_copy.cpp memory/bulk_copy.cpp memory/bulk_copy.h memory/tensor_copy.cpp memory/tensor_map.h",
       [](const Instruction& each) {
         return each.has("bulk") || (is_one_of(each.opcode, {st, red}) && each.has("async"));
       }},
      {"decode/cluster.cpp execution/cluster_barrier.cpp",
       [](const Instruction& each) {
         return is_one_of(each.opcode, {mapa, getctarank}) || each.has("cluster");
       }},
      {"memory/surface_access.cpp",
       [](const Instruction& each) {
         return is_one_of(each.opcode, {suld, sust});
       }},
      {"memory/device_heap.cpp memory/device_heap.h execution/heap_calls.cpp",
       [](const Instruction& each) {
         return calls(each, {"malloc", "free"});
       }},
      {"execution/format.cpp execution/format.h", [](const Instruction& each) { return calls(each, {"vprintf"}); }},
  };
}

TEST(FurtherInstructions, AreThoseOfEachFileOfTheirFolder) {
  std::set<std::string> listed, there;
  for (const Further& further : further_instructions()) {
    for (const std::string_view file : split(further.files, ' ')) listed.emplace(file);
  }
  const std::filesystem::path folder = LANESCOPE_SOURCES "/app/emulator/further_instructions";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) there.insert(std::filesystem::relative(entry.path(), folder).generic_string());
  }
  EXPECT_EQ(listed, there);
}

/// Each kernel as it opens, and as its former ids mean it.
TEST(FurtherInstructions, AreInNoKernelOfTheCatalogue) {
  catalogue::Catalogue kernels(LANESCOPE_SOURCES "/kernels");  // others add files of theirs to own_kernels()
  kernels.refresh();
  std::size_t programs = 0;
  for (const auto& [id, kernel] : kernels.snapshot()->kernels) {
    for (const auto& [name, values] : catalogue::every_id(*kernel)) {
      const auto plan = catalogue::resolve(*kernel, values, 1);
      ASSERT_TRUE(plan) << name << ": " << plan.error().text();
      const ptx::Module module = module_of(kernel->source, *plan);
      ++programs;
      for (const ptx::Function& function : module.functions) {
        for (const Instruction& instruction : function.instructions) {
          for (const Further& further : further_instructions()) {
            EXPECT_FALSE(further.contains(instruction))
                << name << " has " << instruction.mnemonic() << ": " << further.files << " belong to the other folders";
          }
        }
      }
    }
  }
  EXPECT_GT(programs, 80u);
}

}  // namespace
}  // namespace lanescope::emulator
