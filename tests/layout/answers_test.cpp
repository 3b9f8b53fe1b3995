// The answers of two independent implementations of CuTe's layouts (oracles.py): those that are kept, and those of the
// file that $LANESCOPE_LAYOUT_ANSWERS names.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "layout/algebra.h"
#include "layout/read/read_mapping.h"

namespace lanescope::layout {
namespace {

Layout layout_of(std::string_view text) {
  auto layout = read_layout(text);
  if (!layout) throw MachineError(layout.error());
  return *std::move(layout);
}

/// Whether two layouts have the same offsets, and top-level modes of the same sizes.
bool same(const Layout& a, const Layout& b) {
  if (a.rank() != b.rank()) return false;
  for (std::size_t i = 0; i < a.rank(); ++i) {
    if (size(a.mode(i)) != size(b.mode(i))) return false;
  }
  for (std::int64_t i = 0; i < size(a); ++i) {
    if (offset(a, i) != offset(b, i)) return false;
  }
  return true;
}

using Words = std::vector<std::string_view>;

/// A function of layouts that has a layout as its result.
Expected<Layout> result_of(const Words& words) {
  const std::string_view name = words[0];
  const Layout a = layout_of(words[1]);
  if (name == "coalesce") return coalesce(a);
  if (name == "right_inverse") return right_inverse(a);
  if (name == "left_inverse") return left_inverse(a);
  if (name == "complement") return complement(a, parse_integer(words[2]).value());
  if (name == "zipped_divide") {
    Tiler tiler;
    for (const std::string_view part : split(words[2], ',')) tiler.push_back(layout_of(part));
    return zipped_divide(a, tiler);
  }
  const Layout b = layout_of(words[2]);
  if (name == "composition") return composition(a, b);
  if (name == "logical_divide") return logical_divide(a, b);
  if (name == "logical_product") return logical_product(a, b);
  if (name == "blocked_product") return blocked_product(a, b);
  throw std::logic_error("the file of answers has an unknown function");
}

/// Whether one layout has the offsets of another behind a third: result(i) = a(b(i)).
bool is_composed(const Layout& result, const Layout& a, const Layout& b) {
  const Layout goes_on = coalesce(a);
  for (std::int64_t i = 0; i < size(b); ++i) {
    if (offset(result, i) != offset(goes_on, offset(b, i))) return false;
  }
  return size(result) == size(b);
}

/// Whether the definition of the function holds for a result that no oracle has.
bool is_right(const Words& words, const Layout& result) {
  const Layout a = layout_of(words[1]);
  if (words[0] == "left_inverse") {
    for (std::int64_t i = 0; i < size(a); ++i) {
      if (offset(a, offset(result, offset(a, i))) != offset(a, i)) return false;
    }
    return true;
  }
  if (words.size() < 4) return false;
  const Layout b = layout_of(words[2]);
  if (words[0] == "composition") return is_composed(result, a, b);
  if (words[0] == "logical_divide") return is_composed(result, a, {1, 0, {b, complement(b, size(a)).value()}});
  if (words[0] != "logical_product" || result.mode(0) != a) return false;
  std::set<std::int64_t> offsets;
  for (std::int64_t i = 0; i < size(result); ++i) offsets.insert(offset(result, i));
  return static_cast<std::int64_t>(offsets.size()) == size(a) * size(b);
}

/// Returns why the line does not hold; empty where it does.
std::string fault_of(const Words& words) {
  const std::string_view name = words[0], answer = words.back();
  if (name == "offsets") {
    std::vector<std::string> offsets;
    for (const std::int64_t each : read_mapping(words[1]).value().offsets()) offsets.push_back(std::to_string(each));
    return join(offsets, " ") == answer ? "" : join(offsets, " ");
  }
  if (name == "atom") {
    const auto mapping = read_mapping(words[1]);
    if (!mapping) return mapping.error().text();
    if (answer != "none") return same(mapping->layout, layout_of(answer)) ? "" : text(mapping->layout);
    const std::vector<std::int64_t> offsets = mapping->offsets();
    const std::set<std::int64_t> different(offsets.begin(), offsets.end());
    const bool whole = *different.rbegin() + 1 == static_cast<std::int64_t>(different.size()) &&
                       *different.rbegin() + 1 == mapping->matrix->rows * mapping->matrix->columns;
    return whole ? "" : text(mapping->layout);
  }
  if (name == "size" || name == "cosize") {
    const Layout a = layout_of(words[1]);
    const std::string found = std::to_string(name == "size" ? size(a) : cosize(a));
    return found == answer ? "" : found;
  }
  if (name == "max_common_vector") {
    const Layout a = layout_of(words[1]), b = layout_of(words[2]);
    const auto found = max_common_vector(a, b);
    if (!found) return answer == "none" ? "" : found.error().text();
    if (answer != "none") return std::to_string(*found) == answer ? "" : std::to_string(*found);
    const Layout inverse = right_inverse(b).value();
    std::int64_t count = 0;
    while (count < size(inverse) && offset(a, offset(inverse, count)) == count) ++count;
    return count == *found ? "" : std::to_string(*found);
  }
  const auto result = result_of(words);
  if (!result) return answer == "none" ? "" : result.error().text();
  if (answer == "none" || name == "left_inverse") return is_right(words, *result) ? "" : text(*result);
  return same(*result, layout_of(answer)) ? "" : text(*result);
}

/// Checks every line, and returns how many there were by function.
std::map<std::string, int, std::less<>> check(const std::filesystem::path& file) {
  const std::string content = read_file(file).value();
  std::map<std::string, int, std::less<>> counts;
  int faults = 0;
  for (const std::string_view line : split(content, '\n')) {
    if (line.empty()) continue;
    const Words words = split(line, '|');
    ++counts[std::string(words[0])];
    const std::string fault = fault_of(words);
    if (fault.empty() || ++faults > 20) continue;
    ADD_FAILURE() << line << "\n  here: " << fault;
  }
  EXPECT_EQ(faults, 0);
  return counts;
}

TEST(LayoutAnswers, OfTwoOtherImplementationsAreTheSame) {
  const auto counts = check(LANESCOPE_TEST_DATA "/layouts/answers.txt");
  EXPECT_EQ(counts.size(), 14u);
  EXPECT_GE(counts.at("atom"), 400);
  EXPECT_EQ(counts.at("composition"), 300);
}

TEST(LayoutAnswers, OfManyMoreLayoutsAreTheSame) {
  const std::string file = environment("LANESCOPE_LAYOUT_ANSWERS");
  if (file.empty()) GTEST_SKIP() << "oracles.py runs this";
  EXPECT_GE(check(file).at("composition"), 20'000);
}

}  // namespace
}  // namespace lanescope::layout
