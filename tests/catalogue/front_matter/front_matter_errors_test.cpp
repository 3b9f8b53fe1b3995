#include <random>

#include "catalogue/kernel_file.h"

namespace lanescope::catalogue {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// One change of the small kernel, and what must be said about it, in which line.
struct Case {
  const char* from;
  const char* to;
  const char* said;
  const char* remedy;
};

/// CMake 3.22 makes no names of tests from brackets, semicolons and backslashes.
void PrintTo(const Case& each, std::ostream* out) {
  std::string name = each.to;
  for (const auto& [from, to] : {std::pair('[', '('), {']', ')'}, {';', ','}, {'\\', '/'}, {'\n', ' '}}) {
    std::replace(name.begin(), name.end(), from, to);
  }
  *out << name;
}

class AWrongFrontMatter : public testing::TestWithParam<Case> {};

TEST_P(AWrongFrontMatter, IsReportedWithLineReasonAndRemedy) {
  const Case& each = GetParam();
  const std::string toml = changed(each.from, each.to);
  const std::string errors = errors_of(toml);
  EXPECT_TRUE(has(errors, each.said)) << errors;
  EXPECT_TRUE(has(errors, each.remedy)) << errors;
}

INSTANTIATE_TEST_SUITE_P(
    Keys, AWrongFrontMatter,
    testing::Values(
        Case{"title = \"Small\"", "", ":1: the front matter has no key 'title'", "add title"},
        Case{"title = \"Small\"", "titel = \"Small\"", ":2: the front matter: unknown key 'titel'",
             "did you mean 'title'?"},
        Case{"title = \"Small\"", "title = 3", ":2: the front matter: 'title' is an integer", "write a text in quotes"},
        Case{"summary = \"A small kernel.\"", "claims = \"one\"", ":3: the front matter: 'claims' is a text",
             "write a list of texts"},
        Case{"[work]", "[works]", ":22: the front matter: unknown key 'works'", "did you mean 'work'?"},
        Case{"[work]", "[work]\nflop = 1", "[work]: unknown key 'flop'", "did you mean 'flops'?"},
        Case{"[work]", "[timing]\nscope = \"plans\"\n[work]", ":23: [timing]: 'plans' is not a valid scope",
             "did you mean 'plan'?"},
        Case{"[work]", "[timing]\nrepeatable = 1\n[work]", ":23: [timing]: 'repeatable' is an integer",
             "write true or false"},
        Case{"[work]", "[expect]\nfault = \"out_of_bound\"\n[work]", "'out_of_bound' is not a valid fault",
             "did you mean 'out_of_bounds'?"},
        Case{"[work]", "[expect]\n[work]", ":22: [expect] has no key 'fault'", "add fault"},
        Case{"title = \"Small\"", "title = \"Small\"\ntiming = 8", ":3: the front matter: 'timing' is an integer",
             "write [timing]"},
        Case{"bytes = \"8 * nx * ny\"", "bytes = 0.5", "'bytes' is a decimal number", "an expression in quotes"},
        Case{"bytes = \"8 * nx * ny\"", "bytes = 1979-05-27", "'bytes' is a date or time", "an expression in quotes"},
        Case{"bytes = \"8 * nx * ny\"", "flops = 1", "[work] has no key 'bytes'", "add bytes"}));

INSTANTIATE_TEST_SUITE_P(
    Knobs, AWrongFrontMatter,
    testing::Values(
        Case{"default = 32", "default = 33", ":6: [parameters] block: the default is not one of its values",
             "use one of 32, 64"},
        Case{"default = 32", "default = \"32\"", "the default is not one of its values", "use one of 32, 64"},
        Case{", default = 32", "", ":6: [parameters] block has no key 'default'", "add default = 32"},
        Case{"values = [32, 64], ", "", ":6: [parameters] block needs a list of values", "values = [1, 2, 4]"},
        Case{"values = [32, 64]", "values = []", "needs a list of values", "values = [1, 2, 4]"},
        Case{"values = [32, 64]", "values = 32", "needs a list of values", "values = [1, 2, 4]"},
        Case{"[32, 64]", "[32, \"64\"]", "the values must be all integers or all names", "values = [\"ca\", \"cg\"]"},
        Case{"[32, 64]", "[\"a\", 64]", "the values must be all integers or all names", "values = [\"ca\", \"cg\"]"},
        Case{"[32, 64]", "[32, 1.5]", "the values must be all integers or all names", "values = [1, 2, 4]"},
        Case{"[32, 64]", "[32, 32]", "the value 32 is listed twice", "keep one"},
        Case{"[32, 64]", "[32, 9007199254740993]", "9007199254740993 is beyond 2^53", "2^53"},
        Case{"[32, 64], default = 32", "[\"a b\"], default = \"a b\"", "'a b' cannot be the name of a constant",
             "use letters"},
        Case{"[32, 64], default = 32", "[\"ca\", \"CA\"], default = \"ca\"", "the value CA is listed twice",
             "case does not matter"},
        Case{"[32, 64]", "[32, 64], step = 2", "[parameters] block: unknown key 'step'", "default, values"},
        Case{"block = { values = [32, 64], default = 32 }", "block = 32", ":6: [parameters]: 'block' is an integer",
             "block = { values = [1, 2, 4], default = 2 }"},
        Case{"block = {", "my-block = {", ":6: 'my-block' is not a valid name", "use letters"},
        Case{"block = {", "BLOCK = { values = [1], default = 1 }\nblock = {",
             ":7: the knobs BLOCK and block define the same constant, BLOCK", "rename"},
        Case{"block = {", "max = {", "the name 'max' is used in both the functions of expressions and [parameters]",
             "rename"}));

INSTANTIATE_TEST_SUITE_P(
    Sizes, AWrongFrontMatter,
    testing::Values(
        Case{"max = 1000, default = 100 ", "max = 1000 ", ":9: [problem] nx has no key 'default'", "add default"},
        Case{"default = 100 ", "default = 2000 ",
             ":9: [problem] nx: 1 to 1000 with the default 2000 is not a valid range", "min <= default <= max"},
        Case{"min = 1,", "min = -1,", "is not a valid range", "0 <= min"},
        Case{"max = 1000, default = 100 ", "max = 9007199254740993, default = 100 ", "is not a valid range", "2^53"},
        Case{"min = 1,", "min = \"1\",", "'min' is a text", "write an integer"},
        Case{"nx = {", "block = {", "the name 'block' is used in both [parameters] and [problem]", "rename"},
        Case{"ny = { min = 0, max = 1000, default = 10 }", "ny = 10", "[problem]: 'ny' is an integer",
             "ny = { min = 1, max = 32768, default = 4096 }"}));

INSTANTIATE_TEST_SUITE_P(
    Buffers, AWrongFrontMatter,
    testing::Values(
        Case{"role = \"in\"", "role = \"input\"", ":13: [buffers] in: 'input' is not a valid role",
             "did you mean 'inout'?"},
        Case{"role = \"in\", ", "", "[buffers] in has no key 'role'", "add role"},
        Case{"type = \"f32\"", "type = \"float\"", "'float' is not a valid type", "i8, u8"},
        Case{"type = \"f32\"", "type = \"\"", "'' is not a valid type", "i8, u8"},
        Case{", shape = [\"ny\", \"nx\"]", "", "[buffers] in has no key 'shape'", "add shape"},
        Case{"shape = [\"ny\", \"nx\"]", "shape = []", "the shape has no extent", "shape = ["},
        Case{"shape = [\"ny\", \"nx\"]", "shape = [\"ny\", true]", "'shape' is true or false",
             "an expression in quotes"},
        Case{"shape = [\"ny\", \"nx\"]", "shape = [\"ny - 20\", \"nx\"]", "the extent of in \"ny - 20\" is -10",
             "must not be negative"},
        Case{"shape = [\"ny\", \"nx\"]", "shape = [\"pow2(40)\", \"pow2(40)\"]",
             "buffer 'in' would have more than 2^53 elements", "choose smaller sizes"},
        Case{"type = \"f32\"", "type = \"u8\", fill = 256", "u8 cannot represent 256 exactly", "another fill"},
        Case{"type = \"f32\"", "type = \"f16\", fill = 4096", "f16 cannot represent 4096 exactly", "another fill"},
        Case{"type = \"f32\"", "type = \"f32\", fill = \"one\"", "'one' is not a valid fill",
             "random, poison, zero, index"},
        Case{"type = \"f32\"", "type = \"f32\", reset = \"no\"", "'no' is not a valid reset", "always, never"},
        Case{"in = {", "nx = {", "the name 'nx' is used in both [problem] and [buffers]", "rename"},
        Case{"[[launch]]", "tmp = { role = \"scratch\", type = \"f32\", shape = [1] }\n[[launch]]",
             ":16: no launch uses the buffer 'tmp'", "add it to arguments"}));

INSTANTIATE_TEST_SUITE_P(
    Launches, AWrongFrontMatter,
    testing::Values(
        Case{"entry = \"small\"", "entry = \"smal\"", ":16: the entry 'smal' is not in the source",
             "use a __global__ function"},
        Case{"entry = \"small\"\n", "", ":16: [[launch]] has no key 'entry'", "add entry"},
        Case{"block = [\"block\"]\n", "", ":16: [[launch]] has no key 'block'", "add block"},
        Case{"block = [\"block\"]", "block = []", ":19: [[launch]]: block has 0 extents", "one to three"},
        Case{"block = [\"block\"]", "block = [1, 1, 1, 1]", ":19: [[launch]]: block has 4 extents", "one to three"},
        Case{"block = [\"block\"]", "block = [\"blok\"]", ":19: there is no blok, at character 1 of \"blok\"",
             "did you mean block?"},
        Case{"block = [\"block\"]", "block = [\"block * 64\"]", "block.x \"block * 64\" is 2048; CUDA allows 1 to 1024",
             "choose other knobs"},
        Case{"block = [\"block\"]", "block = [32, 64]", "the block has 2048 threads; CUDA allows 1024", "[[require]]"},
        Case{"block = [\"block\"]", "block = [1, 1, 65]", "block.z \"65\" is 65; CUDA allows 1 to 64", "other knobs"},
        Case{"\"ny\"]\nblock", "\"ny - 10\"]\nblock", "grid.y \"ny - 10\" is 0; CUDA allows 1 to 65535", "when ="},
        Case{"\"ny\"]\nblock", "\"ny - 11\"]\nblock", "grid.y \"ny - 11\" is -1; CUDA allows 1 to 65535", "when ="},
        Case{"\"ny\"]\nblock", "\"65536\"]\nblock", "grid.y \"65536\" is 65536; CUDA allows 1 to 65535",
             "smaller problem"},
        Case{"\"ceil_div(nx, block)\"", "\"pow2(31)\"",
             "grid.x \"pow2(31)\" is 2147483648; CUDA allows 1 to 2147483647", "smaller problem"},
        Case{"\"ceil_div(nx, block)\"", "\"nx / (block - 32)\"",
             ":18: with the default values: division by zero in \"nx / (block - 32)\" with nx = 100, block = 32",
             "guard"},
        Case{"\"ceil_div(nx, block)\"", "\"nx * 0.5\"", ":18: 0.5 is not an integer", "decimal integers"},
        Case{"\"ceil_div(nx, block)\"", "\"9223372036854775808\"", "9223372036854775808 does not fit in 64 bits",
             "2^63"},
        Case{"\"out\", \"in\"", "\"ot\", \"in\"", ":20: there is no ot", "did you mean out?"},
        Case{"\"out\", \"in\"", "\"out\", \"in * 2\"", ":20: in is a buffer, not a number", "named value"},
        Case{"entry = \"small\"", "entry = \"small\"\nwhen = \"nz\"", ":18: there is no nz", "did you mean nx?"},
        Case{"entry = \"small\"", "entry = \"small\"\nshared_bytes = -1", "shared_bytes \"-1\" is -1",
             "not be negative"},
        Case{"entry = \"small\"", "entry = \"small\"\ncooperative = \"yes\"", ":18: there is no yes", "names are"},
        Case{"entry = \"small\"", "entry = \"small\"\ncooperative = 0.5", "'cooperative' is a decimal number",
             "an expression in quotes"},
        Case{"entry = \"small\"", "entry = \"small\"\ngrids = 1", ":18: [[launch]]: unknown key 'grids'",
             "did you mean 'grid'?"},
        Case{"entry = \"small\"", "entry = \"small\"\ncall = \"memcpy\"", "[[launch]]: a call cannot have entry",
             "remove entry"},
        Case{"entry = \"small\"\ngrid = [\"ceil_div(nx, block)\", \"ny\"]\nblock = [\"block\"]", "call = \"memcopy\"",
             ":17: [[launch]]: 'memcopy' is not a valid call", "did you mean 'memcpy'?"},
        Case{"entry = \"small\"\ngrid = [\"ceil_div(nx, block)\", \"ny\"]\nblock = [\"block\"]", "call = \"memcpy\"",
             "memcpy takes two buffers", "arguments = [\"out\", \"in\"]"},
        Case{"entry = \"small\"", "entry = \"small\"\nupdate = { nx = 1 }", "update and swap require repeat_while",
             "repeat_while ="},
        Case{"entry = \"small\"", "entry = \"small\"\nrepeat_while = 1", "repeat_while without update never ends",
             "update ="},
        Case{"entry = \"small\"", "entry = \"small\"\nrepeat_while = 1\nupdate = { block = 1 }",
             ":19: [[launch]] update: 'block' is neither a size nor a value of [let]", "[let]"},
        Case{"entry = \"small\"", "entry = \"small\"\nrepeat_while = 1\nupdate = { nx = \"nx\" }",
             "more than 10000 launches", "the condition must become false"},
        Case{"entry = \"small\"", "entry = \"small\"\nrepeat_while = 0\nupdate = { nx = 1 }\nswap = [\"out\"]",
             ":20: [[launch]] swap needs buffers in pairs", "swap = ["},
        Case{"entry = \"small\"", "entry = \"small\"\nrepeat_while = 0\nupdate = { nx = 1 }\nswap = [\"out\", \"inn\"]",
             "there is no buffer 'inn'", "did you mean 'in'?"},
        Case{"entry = \"small\"", "entry = \"small\"\nrepeat_while = 0\nupdate = { nx = 1 }\nswap = [\"out\", \"in\"]",
             "in has the role in, but would be written", "scratch"},
        Case{"[[launch]]", "[launch]", "'launch' is a table", "write [[launch]]"}));

INSTANTIATE_TEST_SUITE_P(
    Textures, AWrongFrontMatter,
    testing::Values(
        Case{"arguments", "textures = 1\narguments", "'textures' is not a list of tables", "textures = [{"},
        Case{"arguments", "textures = [{ name = \"tex\" }]\narguments", "has no key 'buffer'", "add buffer"},
        Case{"arguments", "textures = [{ name = \"tex\", buffer = \"inn\" }]\narguments", "there is no buffer 'inn'",
             "did you mean 'in'?"},
        Case{"arguments", "textures = [{ name = \"tex\", buffer = \"in\" }]\narguments",
             ":20: [[launch]]: no argument uses the texture 'tex'", "add \"tex\" to arguments"},
        Case{"arguments", "textures = [{ name = \"nx\", buffer = \"in\" }]\narguments",
             "the name 'nx' is used in both [problem] and textures", "rename"},
        Case{"arguments", "textures = [{ name = \"tex\", buffer = \"in\", filter = \"linear\" }]\narguments",
             "linear memory does not support filtering", "array_1d"},
        Case{"arguments", "textures = [{ name = \"tex\", buffer = \"in\", normalized = true }]\narguments",
             "does not support normalized coordinates", "array_1d"},
        Case{"arguments", "textures = [{ name = \"tex\", buffer = \"in\", layout = \"array_3d\" }]\narguments",
             "'array_3d' is not a valid layout", "did you mean 'array_1d'?"}));

INSTANTIATE_TEST_SUITE_P(
    Checks, AWrongFrontMatter,
    testing::Values(
        Case{"reference = \"copy\"", "reference = \"copi\"", ":26: [check]: there is no reference 'copi'",
             "did you mean 'copy'?"},
        Case{"reference = \"copy\"\n", "", ":25: [check] needs either reference or same_as", "reference ="},
        Case{"reference = \"copy\"", "reference = \"copy\"\nsame_as = \"a/b\"", "either reference or same_as",
             "reference ="},
        Case{"output = \"out\"", "output = \"outs\"", ":27: [check] output: there is no buffer 'outs'",
             "did you mean 'out'?"},
        Case{"output = \"out\"", "output = \"in\"", ":27: [check] output: in has the role in", "out or inout"},
        Case{"exact = true\n", "", ":25: [check] does not say how to compare", "exactly one of exact"},
        Case{"exact = true", "exact = true\nwrap = true", "does not say how to compare", "exactly one of exact"},
        Case{"exact = true", "wrap = true", "wrap compares integers; out is f32", "relative"},
        Case{"exact = true", "relative = \"small\"", ":28: [check] relative is not a valid tolerance", "6e-8 * k"},
        Case{"exact = true", "relative = \"0\"", "relative is not a valid tolerance", "between 0 and 1"},
        Case{"exact = true", "relative = \"-1e-6\"", "relative is not a valid tolerance", "between 0 and 1"},
        Case{"exact = true", "relative = \"nan\"", "relative is not a valid tolerance", "between 0 and 1"},
        Case{"exact = true", "relative = \"1e-6 + nx\"", "relative is not a valid tolerance", "6e-8 * k"},
        Case{"exact = true", "relative = \"1e-6 * nz\"", ":28: there is no nz", "did you mean nx?"},
        Case{"exact = true", "exact = true\nsampled_rows = -1", "sampled_rows \"-1\" is -1", "not be negative"},
        Case{"reference = \"copy\"", "reference = \"transpose\"", ":25: a transpose turns [a, b] into [b, a]",
             "two extents swapped"}));

TEST(AFrontMatter, WithoutLaunchIsRefused) {
  const std::string errors = errors_of("title = \"x\"\n");
  EXPECT_TRUE(has(errors, "small.cu:1: the front matter has no [[launch]]")) << errors;
}

TEST(AFrontMatter, WithSeveralErrorsReportsThemAllAtOnce) {
  const std::string errors = errors_of(
      changed("default = 32", "default = 33", changed("role = \"in\"", "role = \"x\"", changed("title", "titel"))));
  EXPECT_TRUE(has(errors, "the default is not one of its values")) << errors;
  EXPECT_TRUE(has(errors, "'x' is not a valid role")) << errors;
  EXPECT_TRUE(has(errors, "unknown key 'titel'")) << errors;
  const std::string expressions =
      errors_of(changed("\"ceil_div(nx, block)\"", "\"nx +\"", changed("\"8 * nx * ny\"", "\"8 ** nx\"")));
  EXPECT_TRUE(has(expressions, "at character 5 of \"nx +\"")) << expressions;
  EXPECT_TRUE(has(expressions, "at character 4 of \"8 ** nx\"")) << expressions;
}

TEST(AFrontMatter, NamesAMistypedKeyBeforeWhatIsMissingForIt) {
  const std::string errors = errors_of(changed("grid = [", "gird = [", changed("title =", "titel =")));
  EXPECT_TRUE(errors.starts_with("small.cu:2: the front matter: unknown key 'titel'")) << errors;
  EXPECT_LT(errors.find("unknown key 'gird'"), errors.find("[[launch]] has no key 'grid'")) << errors;
}

TEST(AFrontMatter, ThatIsMissingIsReported) {
  EXPECT_TRUE(has(errors_of_text(small_code), "small.cu:1: this file has no front matter (start the file with"));
  EXPECT_TRUE(has(errors_of_text(""), "this file has no front matter"));
  EXPECT_TRUE(has(errors_of_text("/* a licence */\n" + small_code), "this file has no front matter"));
  EXPECT_TRUE(has(errors_of_text(std::string(3, '\0')), "this file has no front matter"));
}

TEST(AFrontMatter, ThatIsNotTheFirstThingIsReportedWhereItStands) {
  const std::string errors = errors_of_text("// a licence\n\n" + file_of(small_toml));
  EXPECT_TRUE(has(errors, "small.cu:3: the front matter is not the first thing in the file (move")) << errors;
}

TEST(AFrontMatter, ThatIsNeverClosedIsReported) {
  const std::string errors = errors_of_text("\n/* lanescope\n" + small_toml);
  EXPECT_TRUE(has(errors, "small.cu:2: the comment with the front matter never ends (close it")) << errors;
}

TEST(AFrontMatter, WithAnEndOfCommentInsideIsReportedAtThatEnd) {
  for (const char* inside :
       {"title = \"2 */ 3\"", "title = \"Small\" # as in */", "# */\ntitle = \"Small\"", "title = \"it's */ over\""}) {
    const std::string toml = changed("title = \"Small\"", inside);
    const std::string errors = errors_of(toml);
    EXPECT_TRUE(has(errors, "small.cu:2: a */ inside the front matter ends its comment early")) << errors;
    EXPECT_TRUE(has(errors, "cannot appear inside a comment")) << errors;
  }
}

TEST(AFrontMatter, IsNotBlamedForCommentsAndStringsOfTheCode) {
  for (const char* code : {"/* one */ /* two */", "// a stray */ in a comment", "const char* text = \"*/\";",
                           "constexpr char star = '*'; // '*/'", "int n = 1'000'000; /* long */"}) {
    EXPECT_TRUE(read_text(file_of(small_toml, small_code + code + "\n"))) << code;
  }
}

TEST(AFrontMatter, ThatIsNoTomlIsReportedAtItsLine) {
  const std::string toml = changed("summary = \"A small kernel.\"", "summary = A small kernel.");
  const std::string errors = errors_of(toml);
  EXPECT_TRUE(has(errors, "small.cu:3: the front matter is not TOML: ")) << errors;
  EXPECT_TRUE(has(errors_of(changed("nx = {", "ny = {")), "not TOML"));
  EXPECT_TRUE(has(errors_of(changed("Small", "\xff\xfe")), "not TOML"));
  EXPECT_TRUE(has(errors_of(changed("[work]", "[=work]")), ":22: the front matter is not TOML"));
  // The parser of toml++ calls what these letters reach unreachable; see third_party/toml_parser.cpp.
  for (const std::string letter : {"\u00A1", "\u00E9", "\u0411", "\u0499"}) {
    const std::string said = ":3: the front matter is not TOML: ";
    EXPECT_TRUE(has(errors_of(changed("summary", letter + "summary")), said)) << letter;
    EXPECT_TRUE(has(errors_of(changed("summary", "summary" + letter)), "saw '" + letter + "'")) << letter;
  }
  EXPECT_TRUE(has(errors_of("x = " + std::string(100000, '[') + "\n"), "not TOML"));
}

TEST(AFrontMatter, WithAKeyOfMorePartsThanAnybodyWritesIsRefusedAtItsLine) {
  const auto dotted = [](int parts, const std::string& sign) {
    std::string key = "a";
    for (int part = 1; part < parts; ++part) key += sign + "a";
    return key;
  };
  const auto repeated = [](int times, const std::string& text) {
    std::string all;
    for (int time = 0; time < times; ++time) all += text;
    return all;
  };
  const std::string said = ":3: the front matter is not TOML: a key has more than 32 parts";
  for (const std::string& line :
       {dotted(100'000, ".") + " = 1", "[" + dotted(100'000, ".") + "]", "[[" + dotted(33, " . ") + "]]",
        dotted(33, ".\"b.c\".") + " = 1", "x = { " + dotted(100'000, ".") + " = 1 }"}) {
    EXPECT_TRUE(has(errors_of(changed("summary", line + "\nsummary")), said)) << line.substr(0, 80);
  }
  for (const std::string& line : {dotted(32, ".") + " = 1", "# " + dotted(100, "."), "x = \"" + dotted(100, ".") + "\"",
                                  "x = \"\\\"" + dotted(100, ".") + "\"", "x = '" + dotted(100, ".") + "'",
                                  "x = \"\"\"\n" + dotted(100, ".") + "\"\"\"\"\"",
                                  "x = '''" + dotted(100, ".") + "'''", "x = [1.5" + repeated(40, ", 2.5") + "]"}) {
    const auto kernel = read_text(file_of(changed("summary", line + "\nsummary"), small_code));
    // Most of them are keys that no kernel has.
    EXPECT_TRUE(kernel || !has(kernel.error().front().text(), "not TOML")) << line;
  }
}

TEST(AFrontMatter, OfTheDeepestKeysInOneAnotherIsReadAndFreed) {
  std::string value = "1";
  for (int level = 0; level < 250; ++level) {
    std::string key = "a";
    for (int part = 1; part < 32; ++part) key += ".a";
    value = "{ " + key + " = " + value + " }";
  }
  EXPECT_TRUE(has(errors_of(changed("summary", "x = " + value + "\nsummary")), "unknown key"));
}

TEST(AnEntry, IsLookedForOutsideOfCommentsStringsAndLongerNames) {
  for (const char* code :
       {"// small", "/* small */", "const char* name = \"small\";", "void smaller();", "void very_small();"}) {
    EXPECT_TRUE(has(errors_of(small_toml, std::string(code) + "\n"), "the entry 'small' is not in the source")) << code;
  }
}

TEST(AnEntry, MayStandInAnIncludedHeader) {
  const KernelSource source{
      "family/small", "small.cu", file_of(small_toml, "#include \"all.cuh\"\n"), {{"all.cuh", small_code}}};
  EXPECT_TRUE(read_kernel(source));
}

TEST(Let, RefusesValuesThatNeedEachOther) {
  const std::string toml =
      changed("[buffers]", "[let]\na = \"b + 1\"\nuser = \"a\"\nb = \"c\"\nc = \"a\"\n\n[buffers]");
  const std::string errors = errors_of(toml);
  EXPECT_TRUE(has(errors, "small.cu:13: [let]: circular definition: a -> b -> c -> a (break the cycle")) << errors;
  EXPECT_TRUE(has(errors_of(changed("[buffers]", "[let]\na = \"a\"\n[buffers]")), "a -> a"));
}

TEST(ARequirement, NeedsBothOfItsKeys) {
  EXPECT_TRUE(has(errors_of(changed("[buffers]", "[[require]]\nthat = \"1\"\n[buffers]")),
                  "small.cu:12: [[require]] has no key 'else'"));
  EXPECT_TRUE(has(errors_of(changed("[buffers]", "[[require]]\nelse = \"no\"\n[buffers]")), "has no key 'that'"));
  EXPECT_TRUE(has(errors_of(changed("[buffers]", "[require]\nthat = 1\n[buffers]")), "write [[require]]"));
}

TEST(ARequirement, ThatTheDefaultsBreakIsAnErrorOfTheFile) {
  const std::string errors =
      errors_of(changed("[buffers]", "[[require]]\nthat = \"block > 32\"\nelse = \"too small a block\"\n[buffers]"));
  EXPECT_TRUE(has(errors, "small.cu:13: with the default values: too small a block")) << errors;
}

TEST(NamedValues, MayNotCollideWithOtherNames) {
  const std::string named = changed("block = { values = [32, 64], default = 32 }",
                                    "block = { values = [32, 64], default = 32 }\n"
                                    "op = { values = [\"ca\"], default = \"ca\" }\n"
                                    "op_ca = { values = [1], default = 1 }");
  EXPECT_TRUE(has(errors_of(named), "the name 'op_ca' is used in both [parameters] and [parameters]"));
}

TEST(Memcpy, NeedsBuffersOfOneSizeAndADestinationThatMayBeWritten) {
  const std::string copy = changed("[work]", "[[launch]]\ncall = \"memcpy\"\narguments = [\"in\", \"out\"]\n[work]");
  EXPECT_TRUE(has(errors_of(copy), "memcpy writes in, which has the role in"));
  const std::string uneven = changed("[[launch]]",
                                     "tmp = { role = \"scratch\", type = \"f32\", shape = [\"nx\"] }\n"
                                     "[[launch]]\ncall = \"memcpy\"\narguments = [\"tmp\", \"in\"]\n[[launch]]");
  EXPECT_TRUE(has(errors_of(uneven), "memcpy copies from in with 4000 bytes to tmp with 400 bytes"))
      << errors_of(uneven);
}

TEST(AKernelFile, DamagedAnywhereIsRefusedOrReadButNeverThrows) {
  const std::string whole = file_of(small_toml);
  const std::string letters = "\"'[]{}=,#\n*/\\ 0-.x\xff?:()";
  std::mt19937 random(5);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = whole;
    for (std::size_t change = 1 + below(3); change > 0; --change) {
      const std::size_t at = below(text.size());
      if (below(3) == 0) {
        text.erase(at, 1 + below(20));
      } else {
        text.insert(at, 1, letters[below(letters.size())]);
      }
    }
    const auto kernel = read_text(text);
    if (kernel) continue;
    ++refused;
    ASSERT_FALSE(kernel.error().empty()) << text;
    for (const Error& error : kernel.error()) {
      ASSERT_TRUE(error.where.text().starts_with("small.cu:")) << error.text();
      ASSERT_FALSE(error.remedy.empty()) << error.text();
    }
  }
  EXPECT_GT(refused, 10000);
}

}  // namespace
}  // namespace lanescope::catalogue
