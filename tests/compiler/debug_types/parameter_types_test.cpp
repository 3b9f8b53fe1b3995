// The types of parameters, from what NVRTC writes of them.
#include "compiler/debug_types/parameter_types.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "base/text.h"
#include "compiler/debug_types/sections.h"
#include "compiler/fixture.h"

namespace lanescope::compiler {
namespace {

/// Writes a type as a tree: "f32x4", "i32*", "View{data@0 f32*, n@8 i32}". What has been written once has only its
/// name.
class Shape {
 public:
  explicit Shape(const ValueTypes& types) : types_(types) {}

  std::string of(std::size_t index) {
    const ValueType& type = types_.types.at(index);
    switch (type.kind) {
      case ValueType::Kind::number:
        return number(type);
      case ValueType::Kind::boolean:
        return "bool";
      case ValueType::Kind::enumeration: {
        std::string text = type.name + "(" + number(type);
        for (const auto& each : type.enumerators) text += fmt::format(" {}={}", each.name, each.value);
        return text + ")";
      }
      case ValueType::Kind::pointer:
        return of(*type.target) + (type.target_is_constant ? " const*" : "*");
      case ValueType::Kind::array: {
        std::string text = of(*type.target) + (type.target_is_constant ? " const" : "");
        for (const std::uint64_t extent : type.extents) text += fmt::format("[{}]", extent);
        return text;
      }
      case ValueType::Kind::structure:
      case ValueType::Kind::union_type:
        break;
      case ValueType::Kind::other:
        return "other";
    }
    if (std::ranges::find(seen_, index) != seen_.end()) return type.name;
    seen_.push_back(index);
    std::string text = fmt::format("{} {}:", type.kind == ValueType::Kind::structure ? "struct" : "union", type.bytes);
    for (const ValueField& member : type.members) {
      text += fmt::format(" {}@{}{} {};", member.name, member.offset,
                          member.bits == 0 ? "" : fmt::format(":{}", member.bits), of(member.type));
    }
    return text + ".";
  }

 private:
  static std::string number(const ValueType& type) {
    constexpr const char* letters[] = {"i", "u", "f", "bf"};
    const std::string one = fmt::format("{}{}", letters[static_cast<int>(type.encoding)], 8 * type.bytes / type.vector);
    return type.vector == 1 ? one : fmt::format("{}x{}", one, type.vector);
  }

  const ValueTypes& types_;
  std::vector<std::size_t> seen_;
};

ValueTypes types_of(const std::string& text, const std::string& kernel,
                    std::map<std::string, std::string> headers = {}) {
  auto types = shared_compiler().parameter_types(request(text, std::move(headers)), kernel);
  if (!types) ADD_FAILURE() << types.error().text();
  return types ? *std::move(types) : ValueTypes{};
}

/// Returns the parameters of `kernel(PARAMETERS)` behind some declarations: "x: f32*, n: i32".
std::string shapes(const std::string& declarations, const std::string& parameters, const std::string& body = "") {
  const ValueTypes types =
      types_of(declarations + "\n__global__ void kernel(" + parameters + ") {" + body + "}\n", "kernel");
  std::vector<std::string> texts;
  for (const ValueField& parameter : types.parameters) {
    texts.push_back(parameter.name + ": " + Shape(types).of(parameter.type));
  }
  return join(texts, ", ");
}

TEST(ParameterTypes, KnowTheNumbersThatHaveManyNames) {
  EXPECT_EQ(shapes("", "unsigned long long int* a, short int* b, int unsigned c, long int d, signed char e, char f"),
            "a: u64*, b: i16*, c: u32, d: i64, e: i8, f: i8");
  EXPECT_EQ(shapes("typedef float real; using index_t = unsigned int;\n#define DATA double",
                   "real* a, const DATA* b, index_t n, bool c, wchar_t d, char16_t e"),
            "a: f32*, b: f64 const*, n: u32, c: bool, d: i32, e: u16");
  EXPECT_EQ(shapes("", "uintptr_t a, int8_t* b, size_t c, clock_t d"), "a: u64, b: i8*, c: u64, d: i64");
}

TEST(ParameterTypes, KnowTheVectorsOfCudaAndOfItsHeaders) {
  EXPECT_EQ(shapes("", "float4* a, uchar3 b, dim3 c, double2 d, const longlong2* e, float1 f"),
            "a: f32x4*, b: u8x3, c: u32x3, d: f64x2, e: i64x2 const*, f: f32");
  EXPECT_EQ(shapes("#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuComplex.h>",
                   "half* a, __half2 b, nv_bfloat16* c, __nv_bfloat162 d, cuComplex* e, cuDoubleComplex f"),
            "a: f16*, b: f16x2, c: bf16*, d: bf16x2, e: f32x2*, f: f64x2");
  // A structure of that shape with a name of its own is no vector.
  EXPECT_EQ(shapes("struct Point { float x, y; };", "Point p"), "p: struct 8: x@0 f32; y@4 f32;.");
}

TEST(ParameterTypes, KnowEnumerationsWithTheirNames) {
  EXPECT_EQ(shapes("enum Mode { ADD, SUB = 5 }; enum class Kind : signed char { PLAIN = -1, TWICE };\n"
                   "namespace lesson { enum class Wide : unsigned char { LAST = 200 }; }",
                   "Mode mode, Kind* kind, lesson::Wide wide"),
            "mode: Mode(i32 ADD=0 SUB=5), kind: Kind(i8 PLAIN=-1 TWICE=0)*, wide: Wide(u8 LAST=200)");
}

TEST(ParameterTypes, KnowStructuresHoweverTheyAreDeclared) {
  const std::string span = "struct 16: first@0 i32*; count@8 i32;.";
  for (const char* declared :
       {"struct Span { int* first; int count; };", "typedef struct { int* first; int count; } Span;",
        "typedef struct tag { int* first; int count; } Span;",
        "class Span { int* first; protected: int count; public: __device__ int at(int i) const { "
        "return first[i]; } };",
        "struct Span { int *first; int count; static const int limit = 3; __device__ Span(); };",
        "template <class T> struct Of { T* first; int count; }; using Span = Of<int>;"}) {
    for (const char* parameter : {"Span s", "const Span s", "__grid_constant__ const Span s"}) {
      EXPECT_EQ(shapes(declared, parameter), "s: " + span) << declared << " " << parameter;
    }
  }
  EXPECT_EQ(shapes("struct Span { int* first; int count; };", "struct Span s, struct Span* p"),
            "s: " + span + ", p: " + span + "*");
}

TEST(ParameterTypes, HaveTheMembersOfBaseClassesAtTheirPlaces) {
  EXPECT_EQ(
      shapes("struct Base { int id; char c; }; struct Empty {}; struct View : Base, Empty { char d; double* p; };",
             "View v"),
      "v: struct 24: id@0 i32; c@4 i8; d@8 i8; p@16 f64*;.");
  EXPECT_EQ(shapes("struct A { int id; }; struct B : A { int id; }; struct C : B { float x; };", "C c"),
            "c: struct 12: id@0 i32; B::id@4 i32; x@8 f32;.");
}

TEST(ParameterTypes, KnowUnionsBitFieldsAndWhatHasNoValue) {
  EXPECT_EQ(shapes("struct S { int q[2][3]; union { int a; double b; }; unsigned f : 3, g : 7; void (*call)(int); };",
                   "S s, void* v, const void* w"),
            "s: struct 48: q@0 i32[2][3]; @24 union 8: a@0 i32; b@0 f64;.; f@32:3 u32; g@32:7 u32; call@40 other*;., "
            "v: other*, w: other const*");
  EXPECT_EQ(shapes("struct Unknown; struct Unused { int x; };", "Unknown* u, Unused* w, cudaTextureObject_t t"),
            "u: other*, w: other*, t: u64");
  EXPECT_EQ(types_of("__global__ void kernel(cudaTextureObject_t t) {}", "kernel").parameters.at(0).written,
            "cudaTextureObject_t");
}

TEST(ParameterTypes, KnowWhatLiesBehindPointers) {
  EXPECT_EQ(shapes("typedef double real;",
                   "float (*a)[64], real (*b)[3][4], float** c, const float* const* d, int* e[3], volatile int* f, "
                   "const real* __restrict__ g, real const* const h, const float (*i)[2]"),
            "a: f32[64]*, b: f64[3][4]*, c: f32**, d: f32 const* const*, e: i32**, f: i32*, g: f64 const*, "
            "h: f64 const*, i: f32 const[2]*");
  EXPECT_EQ(shapes("struct Node { const Node* next; Node* children[2]; int value; };", "Node* n", "n->value = 1;"),
            "n: struct 32: next@0 Node const*; children@8 Node*[2]; value@24 i32;.*");
}

TEST(ParameterTypes, AreThoseOfTheKernelThatIsNamed) {
  const std::string text =
      "template <class T, int N> struct Tile { T* data; T rows[N]; };\n"
      "template <class T, int N> __global__ void tile(Tile<T, N> t, T by) { t.data[0] = by; }\n"
      "__global__ void scale(float* x, int n) {}\n__global__ void scale(double* y, int n) {}\n"
      "template <class... T> __global__ void many(T... all) {}\n"
      "namespace lesson { __global__ void inside(char* c) {} }\nextern \"C\" __global__ void plain(int) {}\n";
  const ValueTypes tile = types_of(text, "tile<double, 4>");
  ASSERT_EQ(tile.parameters.size(), 2u);
  EXPECT_EQ(Shape(tile).of(tile.parameters[0].type), "struct 40: data@0 f64*; rows@8 f64[4];.");
  EXPECT_EQ(types_of(text, "scale(double*, int)").parameters.at(0).name, "y");
  EXPECT_EQ(types_of(text, "many<int, float*>").parameters.size(), 2u);
  EXPECT_EQ(types_of(text, "inside").parameters.at(0).written, "char*");
  EXPECT_EQ(types_of(text, "plain").parameters.at(0).name, "");
  EXPECT_FALSE(shared_compiler().parameter_types(request(text), "scale")) << "there are two";
  EXPECT_FALSE(shared_compiler().parameter_types(request(text), "nowhere"));
  const auto wrong = shared_compiler().parameter_types(request("__global__ void kernel(Unknown u) {}"), "kernel");
  ASSERT_FALSE(wrong);
  EXPECT_FALSE(wrong.error().diagnostics.empty()) << "it is the compiler's own error";
}

TEST(ParameterTypes, AreKnownOfAFileWithCodeOfTheHost) {
  const std::string text =
      "#include <vector>\n#include \"types.h\"\n__global__ void add(real* x, uint n) { x[0] += n; }\n"
      "int main() { std::vector<real> host(3); return 0; }\n";
  const ValueTypes types = types_of(text, "add", {{"types.h", "typedef float real;\n"}});
  EXPECT_EQ(types.parameters.at(0).written, "real*");
  EXPECT_EQ(types.of(types.parameters.at(1)).name, "unsigned int");
}

// --- What nobody's compiler writes
// --------------------------------------------------------------------------------------

using Bytes = std::vector<int>;

std::string section(const std::string& name, const Bytes& bytes) {
  std::string text = "\t.section\t" + name + "\n\t{\n";
  for (const int byte : bytes) text += fmt::format(".b8 {}\n", byte);
  return text + "\n\t}\n";
}

/// The PTX of one unit with these entries, whose first stands at byte 12 of the section. The abbreviations are 1: the
/// unit, 2: the kernel "k", 3: a parameter "p" of a type, 4: a typedef of a type, 5: a pointer to a type, 6: a
/// structure of 8 bytes, 7: a base class at 0 of a type, 8: a member "m" at 0 of a type, 9: an array, 10: its extent.
std::string ptx_with(const Bytes& entries) {
  const Bytes abbreviations = {1,    0x11, 1,    0, 0,    2,  0x2e, 1,    0x03, 8,    0,    0,    3, 0x05, 0,    0x03,
                               8,    0x49, 0x11, 0, 0,    4,  0x16, 0,    0x49, 0x11, 0,    0,    5, 0x0f, 0,    0x49,
                               0x11, 0,    0,    6, 0x13, 1,  0x0b, 0x0b, 0,    0,    7,    0x1c, 0, 0x49, 0x11, 0x38,
                               0x0b, 0,    0,    8, 0x0d, 0,  0x03, 8,    0x49, 0x11, 0x38, 0x0b, 0, 0,    9,    0x01,
                               1,    0x49, 0x11, 0, 0,    10, 0x21, 0,    0x37, 0x06, 0,    0,    0};
  Bytes information = {2, 0, 0, 0, 0, 0, 8, 1};
  information.insert(information.end(), entries.begin(), entries.end());
  const int length = static_cast<int>(information.size());
  information.insert(information.begin(), {length & 255, length >> 8, 0, 0});
  return section(".debug_abbrev", abbreviations) + section(".debug_info", information);
}

// The kernel begins at byte 12 and its parameter at 15; what its type refers to begins at 20.
const Bytes kernel_of_20 = {2, 'k', 0, 3, 'p', 0, 20, 0};

TEST(ParameterTypes, EndWhereTypesReferToThemselves) {
  const auto kind = [](Bytes further) {
    Bytes entries = kernel_of_20;
    entries.insert(entries.end(), further.begin(), further.end());
    const auto types = parameter_types(ptx_with(entries), "k");
    return types ? std::string(name_of(types->of(types->parameters.at(0)).kind)) : types.error().text();
  };
  EXPECT_EQ(kind({4, 20}), "other") << "a typedef of itself";
  EXPECT_EQ(kind({5, 20}), "pointer") << "to itself";
  EXPECT_EQ(kind({6, 8, 7, 20, 0, 0}), "structure") << "its own base class";
  EXPECT_EQ(kind({6, 8, 7, 20, 0, 7, 20, 0, 0}),
            "the compiler's debugging information cannot be read (write --argument for each parameter, or use another "
            "CUDA Toolkit)");
  EXPECT_EQ(kind({6, 8, 8, 'm', 0, 20, 0, 0}), "structure") << "its own member";
  EXPECT_EQ(kind({9, 20, 10, 255, 255, 255, 255, 0}), "array") << "of itself";
  EXPECT_EQ(kind({}), "other") << "nothing is there";
}

TEST(ParameterTypes, AreRefusedWhereTheSectionsAreNotWellFormed) {
  EXPECT_FALSE(parameter_types("", "k"));
  EXPECT_FALSE(parameter_types("\t.section .debug_info\n{", "k"));
  EXPECT_FALSE(parameter_types(section(".debug_info", {1, 2, 3}), "k"));
  EXPECT_FALSE(parameter_types(section(".debug_info", {255, 255, 255, 255, 2, 0, 0, 0, 0, 0, 8}), "k"));
  EXPECT_FALSE(parameter_types(ptx_with({11}), "k")) << "an abbreviation that is not there";
  EXPECT_FALSE(parameter_types(ptx_with({2, 'k'}), "k")) << "a name without an end";
  Bytes deep(600, 1);
  EXPECT_FALSE(parameter_types(ptx_with(deep), "k")) << "units in units";
}

TEST(ParameterTypes, SurviveAnyWrongByte) {
  Request debug = request(
      "typedef float real; enum class Kind { A, B }; struct Base { int id; };\n"
      "struct View : Base { const real* data; float c[3]; union { int a; float b; }; unsigned f : 3; View* next; };\n"
      "extern \"C\" __global__ void k(real* a, View v, Kind kind, float (*g)[64], float** t, dim3 d) {}\n");
  debug.options = {"--device-debug"};
  const auto ptx = shared_compiler().ptx(debug);
  ASSERT_TRUE(ptx) << ptx.error().text();
  ASSERT_TRUE(parameter_types(*ptx, "k"));
  const std::size_t begin = ptx->find(".debug_abbrev");
  const std::string head = ptx->substr(0, begin);
  for (const char* const name : {".debug_abbrev", ".debug_info"}) {
    const auto whole = debug_section(*ptx, name);
    const auto other = debug_section(*ptx, name == std::string(".debug_info") ? ".debug_abbrev" : ".debug_info");
    const char* const other_name = name == std::string(".debug_info") ? ".debug_abbrev" : ".debug_info";
    const std::string rest = section(other_name, {other.begin(), other.end()});
    for (std::size_t at = 0; at < whole.size(); ++at) {
      for (const int wrong : {0, 127, 255}) {
        Bytes bytes(whole.begin(), whole.end());
        bytes[at] = wrong;
        static_cast<void>(parameter_types(section(name, bytes) + rest, "k"));
      }
      if (at % 16 == 0)
        static_cast<void>(parameter_types(
            section(name, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(at)}) + rest, "k"));
    }
  }
}

TEST(DebugSections, HaveTheBytesOfNumbersOfEachWidth) {
  const std::string ptx =
      ".section .debug_info\n{\n.b8 1,2, -1 // three\n\t.b16 0x0304\n.b32 $L__begin\n.b64 5\n}\n"
      ".section .debug_line\n{ .b8 9\n}\n.section .debug_info {\n.b8 7\n}";
  const std::vector<std::uint8_t> expected = {1, 2, 255, 4, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 7};
  EXPECT_EQ(debug_section(ptx, ".debug_info"), expected);
  EXPECT_TRUE(debug_section(ptx, ".debug_str").empty());
}

}  // namespace
}  // namespace lanescope::compiler
