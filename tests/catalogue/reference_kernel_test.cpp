// The kernel that another one is compared with.
#include "catalogue/catalogue.h"
#include "kernel_file.h"

namespace lanescope::catalogue {
namespace {

std::shared_ptr<const Kernel> kernel(const std::string& id, const std::string& toml) {
  auto read = read_kernel({id, id + ".cu", file_of(toml), {}});
  if (!read) throw std::runtime_error(read.error().front().text());
  return std::make_shared<const Kernel>(std::move(*read));
}

std::string same_as(const std::string& id) {
  return changed("reference = \"copy\"", "same_as = \"" + id + "\"");
}

Snapshot snapshot_of(const std::vector<std::shared_ptr<const Kernel>>& kernels) {
  Snapshot snapshot;
  for (const auto& each : kernels) snapshot.kernels[each->source.id] = each;
  return snapshot;
}

TEST(AReferenceKernel, IsFoundByItsId) {
  const auto first = kernel("family/first", small_toml), second = kernel("family/second", same_as("family/first"));
  const Snapshot snapshot = snapshot_of({first, second});
  EXPECT_EQ(find_reference_kernel(*second, snapshot).value(), first);
  EXPECT_EQ(find_reference_kernel(*first, snapshot).value(), nullptr) << "it is compared with a reference";
}

TEST(AReferenceKernel, ThatDoesNotExistIsNamedWithTheLineOfTheCheck) {
  const auto second = kernel("family/second", same_as("family/frist"));
  const auto reference = find_reference_kernel(*second, snapshot_of({kernel("family/first", small_toml), second}));
  ASSERT_FALSE(reference);
  EXPECT_EQ(reference.error().text(),
            "family/second.cu:25: [check] same_as: there is no kernel 'family/frist' (did you mean 'family/first'?)");
}

TEST(AReferenceKernel, HasAReferenceOfItsOwnSoThatNoChainAndNoCircleIsPossible) {
  const auto first = kernel("family/first", same_as("family/second"));
  const auto second = kernel("family/second", same_as("family/first"));
  const auto reference = find_reference_kernel(*second, snapshot_of({first, second}));
  ASSERT_FALSE(reference);
  EXPECT_EQ(reference.error().what, "[check] same_as: family/first is itself compared with this kernel");
  EXPECT_EQ(reference.error().where.text(), "family/second.cu:25");
  const auto itself = kernel("family/itself", same_as("family/itself"));
  EXPECT_EQ(find_reference_kernel(*itself, snapshot_of({itself})).error().what, "[check] same_as is the kernel itself");
}

TEST(AReferenceKernel, PromisesNoFault) {
  const auto museum = kernel("museum/race", small_toml + "\n[expect]\nfault = \"race\"\n");
  const auto second = kernel("family/second", same_as("museum/race"));
  EXPECT_EQ(find_reference_kernel(*second, snapshot_of({museum, second})).error().what,
            "[check] same_as: museum/race is expected to fault");
}

TEST(AReferenceKernel, IsComparedWithAsAWhole) {
  const std::string errors =
      errors_of(changed("exact = true", "exact = true\nsampled_rows = 4", same_as("family/first")));
  EXPECT_NE(errors.find("small.cu:29: [check] sampled_rows works only with reference"), std::string::npos) << errors;
}

}  // namespace
}  // namespace lanescope::catalogue
