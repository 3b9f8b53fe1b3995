#include "compiler/host/source_items.h"

#include <gtest/gtest.h>

namespace lanescope::compiler {
namespace {

std::vector<SourceItem> items_of(const std::string& code) {
  const ScannedText scanned = scan_text(code);
  return source_items(scanned, {0, scanned.code.size()});
}

std::string written(const std::string& code, const SourceItem& item) {
  return code.substr(item.range.begin, item.range.end - item.range.begin);
}

TEST(SourceItems, AreFunctionsTypesVariablesAndDeclarations) {
  const std::string code = R"(
#include <vector>
using namespace std;
struct Point { int x; };
const float table[2] = {1, 2}, other = 3;
int count(int);
template <class T = Point> __global__ void scale(T* out) { out[0] = {}; }
template void launch<int>(int);
)";
  const auto items = items_of(code);
  ASSERT_EQ(items.size(), 6u);
  EXPECT_EQ(items[0].kind, ItemKind::other);
  EXPECT_EQ(items[1].kind, ItemKind::type);
  EXPECT_EQ(items[1].names, std::vector<std::string>{"Point"});
  EXPECT_EQ(items[2].kind, ItemKind::variable);
  EXPECT_EQ(items[2].names, (std::vector<std::string>{"table", "other"}));
  EXPECT_EQ(items[3].kind, ItemKind::declaration);
  EXPECT_EQ(items[3].names, std::vector<std::string>{"count"});
  EXPECT_EQ(items[4].kind, ItemKind::function);
  EXPECT_EQ(items[4].names, std::vector<std::string>{"scale"});
  EXPECT_EQ(written(code, items[4]), "template <class T = Point> __global__ void scale(T* out) { out[0] = {}; }");
  EXPECT_EQ(items[5].kind, ItemKind::explicit_instantiation);
}

TEST(SourceItems, HaveTheirNamesInParentheses) {
  const auto items = items_of(
      "typedef void (*draw_t)(Shade kind);\ntypedef int (APIENTRYP sum_t) (int);\ntypedef float (row_t)[4];\n"
      "typedef int function_t(int);\nvoid (*callback)(Shade);\nCHECK(*value);\n");
  const std::vector<std::string> expected{"draw_t", "sum_t", "row_t", "function_t", "callback", "CHECK"};
  ASSERT_EQ(items.size(), expected.size());
  for (std::size_t i = 0; i < items.size(); ++i) EXPECT_EQ(items[i].names, std::vector<std::string>{expected[i]});
}

TEST(SourceItems, OpensNamespacesAndExternC) {
  const auto items = items_of("namespace a::b {\nextern \"C\" {\nvoid f() {}\n}\n}\nvoid g() {}\n");
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0].names, std::vector<std::string>{"f"});
  EXPECT_EQ(items[1].names, std::vector<std::string>{"g"});
}

TEST(SourceItems, CountNoBracketsOfCommentsAndLiterals) {
  const auto items = items_of(
      "void f() { /* } */ g(\"}\", '}', 1'000); // }\n"
      "  h(R\"x( } )\" }} )x\"); }\nvoid k() {}\n");
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[1].names, std::vector<std::string>{"k"});
}

TEST(SourceItems, FollowEveryBranchOfAConditionFromTheSameBrackets) {
  const auto items = items_of(
      "#ifdef A\nvoid f(int a) {\n#else\nvoid f() {\n#endif\n  g();\n}\n"
      "#if B\nvoid k() {}\n#else\nvoid l() {}\n#endif\n"
      "void m() {\n#if C\n}\n#else\n  g();\n}\n#endif\nvoid n() {}\n");
  std::vector<std::string> names;
  for (const SourceItem& item : items) names.push_back(item.names.front());
  EXPECT_EQ(names, (std::vector<std::string>{"f", "k", "l", "m", "n"}));
}

TEST(SourceItems, TellAFunctionFromAnAlignedTypeAndFromAnInitialiser) {
  const auto items = items_of(
      "struct __align__(16) Quad { float x; };\n"
      "auto twice = [](int a) { return 2 * a; };\n"
      "Point::Point(int a) : x{a}, y{a} { g(); }\n"
      "bool operator==(Point a, Point b) { return true; }\n"
      "struct Point make(int a) { return {}; }\n");
  ASSERT_EQ(items.size(), 5u);
  EXPECT_EQ(items[0].kind, ItemKind::type);
  EXPECT_EQ(items[0].names, std::vector<std::string>{"Quad"});
  EXPECT_EQ(items[1].kind, ItemKind::variable);
  EXPECT_EQ(items[2].kind, ItemKind::function);
  EXPECT_EQ(items[3].kind, ItemKind::function);
  EXPECT_EQ(items[4].kind, ItemKind::function);
  EXPECT_EQ(items[4].names, std::vector<std::string>{"make"});
}

TEST(SourceItems, TellComparisonsInTheParametersOfATemplateFromItsEnd) {
  const auto items = items_of(
      "template <class T, int N, bool LARGE = sizeof_bits<T>::value >= 32>\nstruct Array;\n"
      "template <int N, bool SMALL = N <= 4, int M = 1 << N> struct Few { int x[M]; };\n"
      "template <class T, class U = decltype(T()->size())> T take(U u) { return {}; }\n"
      "int last;\n");
  ASSERT_EQ(items.size(), 4u);
  EXPECT_EQ(items[0].kind, ItemKind::other);
  EXPECT_EQ(items[1].kind, ItemKind::type);
  EXPECT_EQ(items[1].names, std::vector<std::string>{"Few"});
  EXPECT_EQ(items[2].kind, ItemKind::function);
  EXPECT_EQ(items[2].names, std::vector<std::string>{"take"});
  EXPECT_EQ(items[3].kind, ItemKind::variable);
}

TEST(SourceItems, TellATypeWhoseBasesHaveParenthesesFromAFunction) {
  const auto items = items_of(
      "template <class T> struct is_other : choice<not (is_one<T>::value || is_two<T>::value)> {};\n"
      "struct Result make(lesson::Point at) { return {}; }\n");
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0].kind, ItemKind::type);
  EXPECT_EQ(items[0].names, std::vector<std::string>{"is_other"});
  EXPECT_EQ(items[1].kind, ItemKind::function);
}

TEST(SourceItems, OfATypeAreItsMembers) {
  const std::string code =
      "struct S {\n public:\n  int n;\n  void f() { g(); }\n  __device__ int h() { return n; }\n};\n";
  const ScannedText scanned = scan_text(code);
  const auto type = source_items(scanned, {0, scanned.code.size()});
  ASSERT_EQ(type.size(), 1u);
  const auto members = source_items(scanned, type[0].body);
  ASSERT_EQ(members.size(), 3u);
  EXPECT_EQ(members[0].names, std::vector<std::string>{"n"});
  EXPECT_EQ(members[1].names, std::vector<std::string>{"f"});
  EXPECT_EQ(members[2].names, std::vector<std::string>{"h"});
}

TEST(SourceItems, OfBrokenTextEndWithIt) {
  EXPECT_EQ(items_of("void f() { if (x) {\n").size(), 1u);
  EXPECT_TRUE(items_of("}}}};\n").empty());
  EXPECT_EQ(items_of("template <class T\nvoid f()").size(), 1u);
}

TEST(ScannedText, KeepsItsLengthItsLinesAndItsDirectives) {
  const std::string code = "#define A(x) \\\n  x // no\n#if A /* y */ (1)\nint i; // #else\n#endif\n";
  const ScannedText scanned = scan_text(code);
  EXPECT_EQ(scanned.code.size(), code.size());
  EXPECT_EQ(std::count(scanned.code.begin(), scanned.code.end(), '\n'), std::count(code.begin(), code.end(), '\n'));
  ASSERT_EQ(scanned.directives.size(), 3u);
  EXPECT_EQ(scanned.directives[0].word, "define");
  EXPECT_EQ(words_in(scanned.directives[0].rest), (std::vector<std::string_view>{"A", "x", "x"}));
  EXPECT_EQ(scanned.directives[1].word, "if");
  EXPECT_EQ(scanned.directives[2].word, "endif");
}

}  // namespace
}  // namespace lanescope::compiler
