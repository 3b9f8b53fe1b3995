// wgmma: products of a warpgroup, against results computed from the layouts of the manual.
#include "emulator/instructions/group_kernels.h"

#include "emulator/programs_fixture.h"

namespace warpscope::emulator {
namespace {

/// A kernel from its text.
ReadyKernel program_of(const std::string& text) {
  const catalogue::KernelSource source{"group_products.cu", "group_products.cu", text, {}};
  const auto kernel = catalogue::read_kernel(source);
  if (!kernel) throw MachineError(kernel.error().front());
  auto plan = catalogue::resolve(*kernel, {}, 1);
  if (!plan) throw MachineError(plan.error());
  ptx::Module module = module_of(source, *plan);
  return {*std::move(plan), std::move(module), text};
}

void expect_products(const std::vector<GroupCase>& cases) {
  const ReadyKernel kernel = program_of(group_kernel(cases));
  const auto in = filled(kernel), out = result(kernel, run_clean(kernel));
  for (std::size_t number = 0; number < cases.size(); ++number) {
    for (unsigned r = 0; r < 128; ++r) {
      for (unsigned t = 0; t < 128; ++t) {
        ASSERT_EQ(out[number * 16384 + r * 128 + t], expected_of(cases[number], in, r, t))
            << "product " << number << " with n = " << cases[number].n << ", register " << r << " of thread " << t;
      }
    }
  }
}

TEST(Warpgroups, MultiplyHalves) {
  expect_products(all_shapes(group_elements::f16, group_elements::f16, "f32"));
}

}  // namespace
}  // namespace warpscope::emulator
