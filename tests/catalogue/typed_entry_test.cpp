// What a compiler knows of parameters, in proposals.
#include "catalogue/propose/typed_entry.h"

#include <gtest/gtest.h>

#include "catalogue/kernel_file.h"
#include "catalogue/propose/proposal.h"

namespace lanescope::catalogue {
namespace {

using Kind = ValueType::Kind;
using Encoding = ValueType::Encoding;

/// A table of types, made from the inside out.
struct Table : ValueTypes {
  std::size_t add(ValueType type) {
    types.push_back(std::move(type));
    return types.size() - 1;
  }
  std::size_t number(Encoding encoding, std::uint64_t bytes, std::uint32_t vector = 1) {
    ValueType type;
    type.kind = Kind::number;
    type.encoding = encoding;
    type.bytes = bytes * vector;
    type.vector = vector;
    return add(std::move(type));
  }
  std::size_t integer() { return number(Encoding::signed_integer, 4); }
  std::size_t real() { return number(Encoding::floating, 4); }
  std::size_t pointer(std::size_t target, bool is_constant = false) {
    ValueType type;
    type.kind = Kind::pointer;
    type.bytes = 8;
    type.target = target;
    type.target_is_constant = is_constant;
    return add(std::move(type));
  }
  std::size_t array(std::size_t target, std::vector<std::uint64_t> extents) {
    ValueType type;
    type.kind = Kind::array;
    type.bytes = types.at(target).bytes;
    for (const std::uint64_t extent : extents) type.bytes *= extent;
    type.target = target;
    type.extents = std::move(extents);
    return add(std::move(type));
  }
  std::size_t structure(std::uint64_t bytes, std::vector<ValueField> members, Kind kind = Kind::structure) {
    ValueType type;
    type.kind = kind;
    type.name = "Body";
    type.bytes = bytes;
    type.members = std::move(members);
    return add(std::move(type));
  }
  Table& parameter(const std::string& name, std::size_t type, const std::string& written = "") {
    parameters.push_back({name, written, type});
    return *this;
  }
};

EntryDeclaration typed(const ValueTypes& types, const std::string& text) {
  const auto entries = entries_in({"mine", "mine.cu", text, {}});
  return entries.size() == 1 ? with_types(entries.front(), types) : EntryDeclaration{};
}

/// The plan of the file's only kernel, whose parameters have these types.
LaunchPlan plan_with(const ValueTypes& types, const std::string& text,
                     std::map<std::string, std::string> arguments = {}) {
  KernelSource source{"mine", "mine.cu", text, {}};
  const auto proposal = propose(source, {"", "", "", std::move(arguments), types});
  if (!proposal) {
    ADD_FAILURE() << proposal.error().text();
    return {};
  }
  source.headers[sidecar_name("mine.cu")] = proposal->toml;
  const auto kernel = read_kernel(std::move(source));
  if (kernel) return plan_of(*kernel);
  ADD_FAILURE() << kernel.error().front().text() << "\n" << proposal->toml;
  return {};
}

/// The layout of a structure by value with these members: "x at 0, n at 8, together 16 bytes".
std::string layout_of(Table table, std::uint64_t bytes, std::vector<ValueField> members) {
  const std::size_t structure = table.structure(bytes, std::move(members));
  const LaunchPlan plan = plan_with(table.parameter("s", structure), "__global__ void kernel(Body s) {}");
  if (plan.launches.empty() || !plan.launches[0].arguments.at(0).structure) return "none";
  return plan.launches[0].arguments[0].structure->layout;
}

TEST(TypedEntries, KnowNamesOfNumbersAndWhatLiesBehindPointers) {
  Table table;
  const std::size_t real = table.number(Encoding::floating, 8);
  table.parameter("a", table.pointer(real), "real*");
  table.parameter("b", table.pointer(table.number(Encoding::brain_floating, 2), true), "const brain*");
  table.parameter("grid", table.pointer(table.array(table.real(), {4, 64})), "float (*)[4][64]");
  table.parameter("n", table.number(Encoding::unsigned_integer, 4), "index_t");
  table.parameter("z", table.number(Encoding::floating, 4, 2), "cuComplex");
  const std::string text =
      "__global__ void kernel(real* a, brain const* b, float (*grid)[4][64], index_t n, cuComplex z) {}";
  const EntryDeclaration entry = typed(table, text);
  ASSERT_EQ(entry.parameters.size(), 5u);
  EXPECT_EQ(entry.text(), "kernel(real* a, brain const* b, float (*)[4][64] grid, index_t n, float2 z)");
  EXPECT_EQ(entry.parameters[0].element, ElementType::f64);
  EXPECT_EQ(entry.parameters[1].element, ElementType::bf16);
  EXPECT_TRUE(entry.parameters[1].constant);
  const LaunchPlan plan = plan_with(table, text, {{"n", "10"}});
  EXPECT_EQ(plan.buffers.at(2).type, ElementType::f32);
  EXPECT_EQ(plan.buffers.at(2).elements(), 2560u);
  EXPECT_EQ(plan.sizes.at("n"), 10);
}

TEST(TypedEntries, HaveTheParametersOfTheCompilerWhereTheTextHidesThem) {
  Table table;
  table.parameter("t", table.integer(), "int").parameter("", table.pointer(table.real()), "float*");
  const EntryDeclaration entry = typed(table, "__global__ void kernel(ALL_PARAMETERS) {}");
  EXPECT_EQ(entry.text(), "kernel(int t, float* parameter_1)");
}

TEST(TypedEntries, RefuseStructuresWhosePointersTheKernelFollows) {
  Table table;
  const auto element =
      table.structure(16, {{"name", "", table.pointer(table.integer()), 0}, {"value", "", table.integer(), 8}});
  table.parameter("e", table.pointer(element), "Body*");
  const auto refused = [&](const std::string& body) {
    const auto proposal =
        propose({"mine", "mine.cu", "__global__ void kernel(Body* e) { " + body + " }", {}}, {"", "", "", {}, table});
    return proposal ? "" : proposal.error().what.id();
  };
  EXPECT_EQ(refused("e->name[0] = 1;"), "proposal.pointer_member");
  EXPECT_EQ(refused("e[threadIdx.x].value += 1;"), "") << "it follows none";
  Table nested;
  const auto text =
      nested.structure(16, {{"data", "", nested.pointer(nested.integer()), 0}, {"length", "", nested.integer(), 8}});
  nested.parameter("e", nested.pointer(nested.structure(16, {{"name", "", text, 0}})), "Body*");
  const auto proposal = propose({"mine", "mine.cu", "__global__ void kernel(Body* e) { e->name.data[0] = 1; }", {}},
                                {"", "", "", {}, nested});
  ASSERT_FALSE(proposal);
  EXPECT_EQ(proposal.error().what.id(), "proposal.pointer_member");
}

TEST(TypedEntries, RefuseATableOfPointersUntilItIsSaidWhatItHolds) {
  Table table;
  table.parameter("rows", table.pointer(table.pointer(table.real())), "float**").parameter("n", table.integer(), "int");
  const std::string text = "__global__ void kernel(float** rows, int n) {}";
  const auto refused = propose({"mine", "mine.cu", text, {}}, {"", "", "", {}, table});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what.id(), "proposal.pointer_table");
  EXPECT_EQ(plan_with(table, text, {{"rows", "null"}}).buffers.size(), 0u);
  const LaunchPlan plan = plan_with(table, text, {{"rows", "u64[n]"}, {"n", "5"}});
  EXPECT_EQ(plan.buffers.at(0).bytes(), 40u);
  EXPECT_EQ(plan.buffers.at(0).fill, Fill::zero) << "random numbers are no addresses";
}

TEST(TypedEntries, MakeBytesOfStructuresBehindPointers) {
  Table table;
  const std::size_t real = table.real(), integer = table.integer();
  const std::size_t body =
      table.structure(16, {{"x", "", real, 0}, {"y", "", real, 4}, {"z", "", real, 8}, {"id", "", integer, 12}});
  const std::size_t point = table.structure(12, {{"at", "", table.array(real, {3}), 0}});
  const std::size_t pair = table.structure(24, {{"from", "", point, 0}, {"to", "", point, 12}});
  const std::size_t gap = table.structure(16, {{"x", "", real, 0}, {"y", "", real, 12}});
  table.parameter("bodies", table.pointer(body), "Body*").parameter("pairs", table.pointer(pair, true), "const Pair*");
  table.parameter("gaps", table.pointer(gap), "Gap*").parameter("n", integer, "int");
  const LaunchPlan plan =
      plan_with(table, "__global__ void kernel(Body* bodies, const Pair* pairs, Gap* gaps, int n) {}", {{"n", "100"}});
  EXPECT_EQ(plan.buffers.at(0).type, ElementType::u8);
  EXPECT_EQ(plan.buffers.at(0).bytes(), 1600u);
  EXPECT_EQ(plan.buffers.at(0).fill, Fill::zero);
  EXPECT_EQ(plan.buffers.at(1).type, ElementType::f32) << "all its members are floats";
  EXPECT_EQ(plan.buffers.at(1).elements(), 600u);
  EXPECT_EQ(plan.buffers.at(1).role, Role::in);
  EXPECT_EQ(plan.buffers.at(2).type, ElementType::u8) << "it has bytes that are no float";
}

TEST(TypedEntries, TakeTheNamesOfAnEnumeration) {
  Table table;
  ValueType mode;
  mode.kind = Kind::enumeration;
  mode.bytes = 1;
  mode.enumerators = {{"PLAIN", -1}, {"TWICE", 2}};
  // It has the name of a size, and is none.
  table.parameter("count", table.add(mode), "Mode");
  const auto value = [&](std::map<std::string, std::string> arguments) {
    const LaunchPlan plan = plan_with(table, "__global__ void kernel(Mode count) {}", std::move(arguments));
    return plan.launches.empty() ? 0 : plan.launches[0].arguments.at(0).value;
  };
  EXPECT_EQ(value({}), -1) << "the first one";
  EXPECT_EQ(value({{"count", "TWICE"}}), 2);
  EXPECT_EQ(value({{"count", "Mode::TWICE"}}), 2);
  EXPECT_EQ(value({{"count", "7"}}), 7);
}

TEST(TypedEntries, LayStructuresOutAsTheCompilerDoes) {
  Table table;
  const std::size_t real = table.real(), integer = table.integer(), byte = table.number(Encoding::signed_integer, 1);
  const std::size_t pointer = table.pointer(real), vector = table.number(Encoding::floating, 4, 4);
  EXPECT_EQ(layout_of(table, 16, {{"data", "float*", pointer, 0}, {"n", "int", integer, 8}}),
            "data at 0, n at 8, together 16 bytes");
  EXPECT_EQ(layout_of(table, 32, {{"n", "", integer, 0}, {"v", "", vector, 16}}),
            "n at 0, v.x at 16, v.y at 20, v.z at 24, v.w at 28, together 32 bytes");
  // By alignas or behind a base class a member may stand further on: bytes of padding lie before it.
  EXPECT_EQ(layout_of(table, 16, {{"c", "", byte, 0}, {"x", "", real, 8}, {"e", "", byte, 12}}),
            "c at 0, padding_at_1[0] at 1, padding_at_1[1] at 2, padding_at_1[2] at 3, padding_at_1[3] at 4, "
            "padding_at_1[4] at 5, padding_at_1[5] at 6, padding_at_1[6] at 7, x at 8, e at 12, together 16 bytes");
  EXPECT_EQ(
      layout_of(table, 8, {{"x", "", real, 0}}),
      "x at 0, padding_at_4[0] at 4, padding_at_4[1] at 5, padding_at_4[2] at 6, padding_at_4[3] at 7, together 8 "
      "bytes");
  // A bit-field has no value of its own.
  EXPECT_EQ(
      layout_of(table, 8, {{"flag", "", integer, 0, 3}, {"x", "", real, 4}}),
      "padding_at_0[0] at 0, padding_at_0[1] at 1, padding_at_0[2] at 2, padding_at_0[3] at 3, x at 4, together 8 "
      "bytes");
}

TEST(TypedEntries, LayNestedArraysAndUnionsOut) {
  Table table;
  const std::size_t real = table.real(), integer = table.integer(), wide = table.number(Encoding::floating, 8);
  const std::size_t inner = table.structure(8, {{"x", "", real, 0}, {"n", "", integer, 4}});
  const std::size_t both = table.structure(8, {{"a", "", integer, 0}, {"b", "", wide, 0}}, Kind::union_type);
  const std::size_t nameless = table.structure(4, {{"i", "", integer, 0}, {"f", "", real, 0}}, Kind::union_type);
  EXPECT_EQ(
      layout_of(table, 40,
                {{"inner", "", table.array(inner, {2}), 0},
                 {"u", "", both, 16},
                 {"", "", nameless, 24},
                 {"q", "", table.array(table.array(integer, {1}), {2}), 28}}),
      "inner[0].x at 0, inner[0].n at 4, inner[1].x at 8, inner[1].n at 12, u.a at 16, u.padding_at_4[0] at 20, "
      "u.padding_at_4[1] at 21, u.padding_at_4[2] at 22, u.padding_at_4[3] at 23, i at 24, q[0] at 28, q[1] at 32, "
      "padding_at_36[0] at 36, padding_at_36[1] at 37, padding_at_36[2] at 38, padding_at_36[3] at 39, together 40 "
      "bytes");
}

TEST(TypedEntries, HaveNoFieldsWhereTheFrontMatterCannotLayThemOut) {
  Table table;
  const std::size_t real = table.real(), byte = table.number(Encoding::signed_integer, 1);
  const auto fields = [&](std::uint64_t bytes, std::vector<ValueField> members) {
    Table copy = table;
    const std::size_t structure = copy.structure(bytes, std::move(members));
    return typed(copy.parameter("s", structure), "__global__ void kernel(Body s) {}").parameters.at(0).fields.size();
  };
  EXPECT_EQ(fields(8, {{"c", "", byte, 0}, {"x", "", real, 4}}), 2u);
  EXPECT_EQ(fields(5, {{"c", "", byte, 0}, {"x", "", real, 1}}), 0u) << "packed";
  EXPECT_EQ(fields(40'000, {{"x", "", table.array(real, {10'000}), 0}}), 0u) << "more than a kernel takes";
}

TEST(TypedEntries, ProposeASizeThatItsTypeHolds) {
  Table table;
  table.parameter("n", table.number(Encoding::signed_integer, 2), "short");
  EXPECT_EQ(plan_with(table, "__global__ void kernel(short n) {}").sizes.at("n"), 32767);
}

TEST(TypedEntries, LeaveHandlesToTheUser) {
  Table table;
  table.parameter("t", table.number(Encoding::unsigned_integer, 8), "cudaTextureObject_t");
  const auto refused =
      propose({"mine", "mine.cu", "__global__ void kernel(cudaTextureObject_t t) {}", {}}, {"", "", "", {}, table});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what.id(), "proposal.texture_object");
}

TEST(TypedEntries, GiveNullForAStructureThatTheKernelCannotLookInto) {
  Table table;
  ValueType declared;
  declared.name = "State";
  const std::size_t nothing = table.add({});
  table.types[nothing].name = "void";
  table.parameter("state", table.pointer(table.add(declared)), "State*");
  const LaunchPlan plan = plan_with(table, "__global__ void kernel(State* state) {}");
  EXPECT_EQ(plan.buffers.size(), 0u);
  EXPECT_EQ(plan.launches.at(0).arguments.at(0).value, 0);
  Table untyped = table;
  untyped.parameters = {{"any", "void*", table.pointer(nothing)}};
  untyped.types = table.types;
  const LaunchPlan bytes = plan_with(untyped, "__global__ void kernel(void* any) {}");
  ASSERT_EQ(bytes.buffers.size(), 1u);
  EXPECT_EQ(bytes.buffers[0].type, ElementType::u8);
  EXPECT_EQ(bytes.buffers[0].elements() % 4, 0u);
  untyped.types[nothing].name.clear();
  const auto refused =
      propose({"mine", "mine.cu", "__global__ void kernel(void* any) {}", {}}, {"", "", "", {}, untyped});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().what.id(), "proposal.no_number_type");
}

TEST(TypedEntries, EndWhereATableRefersToItselfOrToNothing) {
  Table table;
  const std::size_t loop = table.structure(8, {});
  table.types[loop].members = {{"a", "", loop, 0}, {"b", "", loop, 0}};
  const std::size_t array = table.array(loop, {2});
  table.types[array].target = array;
  table.parameter("a", loop)
      .parameter("b", array)
      .parameter("c", table.pointer(loop))
      .parameter("d", table.pointer(99))
      .parameter("e", 1000)
      .parameter("f", table.number(Encoding::floating, 4, 4'000'000));
  const EntryDeclaration entry = typed(table, "__global__ void kernel(int a) {}");
  ASSERT_EQ(entry.parameters.size(), 6u);
  EXPECT_FALSE(entry.parameters[5].element) << "no vector has so many";
}

// Without a compiler the text alone is read.
TEST(Entries, KnowFromTheirTextWhatNeedsNoDeclaration) {
  const auto entries =
      entries_in({"mine",
                  "mine.cu",
                  "struct Span { int* first; int count; };\n"
                  "__global__ void kernel(unsigned long long int* a, short int* b, int unsigned c, float** d,\n"
                  "                       float (*e)[4][64], const float* const* f, struct Span g, const Span h,\n"
                  "                       float (*i)[WIDTH], ushort j, cuComplex* k) {}",
                  {}});
  ASSERT_EQ(entries.size(), 1u);
  const std::vector<EntryParameter>& all = entries[0].parameters;
  ASSERT_EQ(all.size(), 11u);
  EXPECT_EQ(all[0].element, ElementType::u64);
  EXPECT_EQ(all[1].element, ElementType::i16);
  EXPECT_EQ(all[2].element, ElementType::u32);
  EXPECT_TRUE(all[3].table);
  EXPECT_EQ(all[4].name, "e");
  EXPECT_EQ(all[4].vector, 256);
  EXPECT_EQ(all[4].type, "float (*)[4][64]");
  EXPECT_TRUE(all[5].table);
  EXPECT_EQ(all[6].fields.size(), 2u);
  EXPECT_EQ(all[7].fields.size(), 2u);
  EXPECT_FALSE(all[8].element) << "an extent that is no number";
  EXPECT_EQ(all[9].element, ElementType::u16);
  EXPECT_EQ(all[10].vector, 2);
  const auto generic =
      entries_in({"mine", "mine.cu", "template <class T, int N> __global__ void k(T (*rows)[N]) {}", {}});
  const EntryParameter rows = with_arguments(generic.at(0), "k<double, 8>").parameters.at(0);
  EXPECT_EQ(rows.name, "rows");
  EXPECT_EQ(rows.element, ElementType::f64);
  EXPECT_EQ(rows.vector, 8);
}

}  // namespace
}  // namespace lanescope::catalogue
