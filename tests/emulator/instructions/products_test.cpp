// mma and mma.sp in every shape and format, against results computed from the layouts of the manual.
#include "emulator/instructions/product_kernels.h"

#include "emulator/instructions/wmma_kernels.h"
#include "emulator/instructions/written_program.h"

namespace lanescope::emulator {
namespace {

void use_huge_pages(const std::vector<ProductCase>& cases) {
  const ReadyKernel kernel = written_program(product_kernel(cases));
  const auto in = filled(kernel), out = result(kernel, run_clean(kernel));
  for (std::size_t number = 0; number < cases.size(); ++number) {
    const ProductCase& how = cases[number];
    const auto expected = ExpectedProduct(how, in).output();
    for (unsigned word = 0; word < product_output; ++word) {
      ASSERT_EQ(out[number * product_output + word], expected[word])
          << "mma" << how.sparse << ".m" << how.m << "n" << how.n << "k" << how.k << "." << how.layout << "." << how.d
          << "." << how.a.name << "." << how.b.name << how.operation << ", selector " << how.selector << ", register "
          << word / 32 << " of lane " << word % 32;
    }
  }
}

TEST(Products, AreExactInEveryShape) {
  use_huge_pages(all_products());
}

TEST(SparseProducts, AreExactInEveryShapeWithEverySelector) {
  use_huge_pages(all_sparse_products());
}

TEST(Products, AreTakenByTheAssembler) {
  // ptxas takes long for the many loads of wmma, so that only some layouts of each shape are tried.
  std::vector<WmmaCase> loaded;
  const std::vector<WmmaCase> layouts = all_wmma_products();
  for (std::size_t number = 0; number < layouts.size(); number += 7) loaded.push_back(layouts[number]);
  for (const std::string& text :
       {product_kernel(all_products()), product_kernel(all_sparse_products()), wmma_kernel(loaded)}) {
    const auto compiled = compiler::shared_compiler().compile({"written.cu", text, {}, {}, {9, 0}});
    EXPECT_TRUE(compiled) << compiled.error().text();
  }
}

TEST(WmmaProducts, AreExactInEveryShapeAndLayout) {
  const std::vector<WmmaCase> cases = all_wmma_products();
  const ReadyKernel kernel = written_program(wmma_kernel(cases));
  const auto in = filled(kernel), out = result(kernel, run_clean(kernel));
  for (std::size_t number = 0; number < cases.size(); ++number) {
    const WmmaCase& how = cases[number];
    const auto expected = expected_of(how, in);
    for (unsigned word = 0; word < wmma_output; ++word) {
      ASSERT_EQ(out[number * wmma_output + word], expected[word])
          << "wmma m" << how.m << "n" << how.n << "k" << how.k << " of " << how.element_a.name << " into " << how.d
          << ", " << how.a_columns << how.b_columns << how.c_columns << how.d_columns << ", word " << word;
    }
  }
}

TEST(SparseProducts, MetadataThatIsNoneIsAFault) {
  const auto message_of = [](const ProductCase& how, const std::string& bits) {
    std::string text = product_kernel({how});
    const std::string from = "e = metadata(";
    text.replace(text.find(from), from.size(), "e = " + bits + " | 0 & metadata(");
    const auto faults = run_program(written_program(text)).faults;
    return faults.empty() ? std::string() : faults.front().message.text();
  };
  using namespace matrix_elements;
  const std::string words = "sparse metadata of row 0 is invalid";
  EXPECT_NE(message_of({f16, f16, "f32", 16, 8, 16, ".sp"}, "0x44444440u").find(words), std::string::npos);
  EXPECT_EQ(message_of({f16, f16, "f32", 16, 8, 16, ".sp"}, "0x44444441u"), "");
  EXPECT_NE(message_of({f16, f16, "f32", 16, 8, 16, ".sp::ordered_metadata"}, "0x44444441u").find(words),
            std::string::npos);
  EXPECT_NE(message_of({tf32, tf32, "f32", 16, 8, 8, ".sp"}, "0x44444448u").find(words), std::string::npos);
}

TEST(Products, WhatMmaDoesNotHaveIsRefused) {
  using namespace matrix_elements;
  for (const ProductCase& how :
       std::vector<ProductCase>{{f16, f16, "f32", 16, 8, 32},
                                {f16, bf16, "f32", 16, 8, 16},
                                {tf32, tf32, "f32", 16, 8, 16},
                                {bf16, bf16, "f32", 8, 8, 4},
                                {s8, s8, "s32", 16, 8, 64},
                                {f16, f16, "f32", 16, 8, 16, "", 0, "", false, "row.col", "f16"},
                                {f16, f16, "f32", 16, 8, 16, ".sp", 4},
                                {f16, f16, "f32", 16, 8, 8, ".sp"},
                                {s8, s8, "s32", 16, 8, 64, ".sp", 1},
                                {e4m3, e4m3, "f16", 16, 8, 64, ".sp"}}) {
    const ReadyKernel kernel = written_program(product_kernel({how}));
    const auto outcome = run(kernel.module, kernel.plan, {});
    ASSERT_FALSE(outcome) << how.k << how.a.name;
    EXPECT_NE(outcome.error().what.text().find("the emulator does not support mma"), std::string::npos)
        << outcome.error().text();
  }
}

}  // namespace
}  // namespace lanescope::emulator
