#include "gui/panels/source/source_highlight.h"

#include <algorithm>
#include <array>

namespace warpscope::gui {

namespace {

using Names = std::string_view;

constexpr std::array keywords = {
    Names("alignas"),
    Names("asm"),
    Names("auto"),
    Names("break"),
    Names("case"),
    Names("const"),
    Names("continue"),
    Names("constexpr"),
    Names("decltype"),
    Names("default"),
    Names("do"),
    Names("else"),
    Names("enum"),
    Names("extern"),
    Names("false"),
    Names("for"),
    Names("if"),
    Names("inline"),
    Names("namespace"),
    Names("nullptr"),
    Names("operator"),
    Names("return"),
    Names("sizeof"),
    Names("static"),
    Names("static_assert"),
    Names("struct"),
    Names("switch"),
    Names("template"),
    Names("this"),
    Names("true"),
    Names("typedef"),
    Names("typename"),
    Names("union"),
    Names("using"),
    Names("volatile"),
    Names("while"),
    Names("static_cast"),
    Names("reinterpret_cast"),
    Names("const_cast"),
};

constexpr std::array types = {
    Names("bool"),     Names("char"),     Names("double"),   Names("float"),   Names("half"),    Names("half2"),
    Names("int"),      Names("long"),     Names("short"),    Names("signed"),  Names("size_t"),  Names("unsigned"),
    Names("void"),     Names("int8_t"),   Names("int16_t"),  Names("int32_t"), Names("int64_t"), Names("uint8_t"),
    Names("uint16_t"), Names("uint32_t"), Names("uint64_t"), Names("dim3"),    Names("float2"),  Names("float3"),
    Names("float4"),   Names("double2"),  Names("double4"),  Names("int2"),    Names("int3"),    Names("int4"),
    Names("uint2"),    Names("uint3"),    Names("uint4"),    Names("__half"),  Names("__half2"), Names("__nv_bfloat16"),
};

constexpr std::array builtins = {
    Names("threadIdx"), Names("blockIdx"),  Names("blockDim"),           Names("gridDim"),   Names("warpSize"),
    Names("atomicAdd"), Names("atomicMax"), Names("atomicMin"),          Names("atomicCAS"), Names("atomicExch"),
    Names("atomicSub"), Names("atomicAnd"), Names("atomicOr"),           Names("atomicXor"), Names("printf"),
    Names("assert"),    Names("fmaf"),      Names("cooperative_groups"),
};

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

bool is_name(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || is_digit(character) ||
         character == '_';
}

template <std::size_t Count>
bool among(const std::array<Names, Count>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

SourceWord word_of(std::string_view name) {
  if (among(keywords, name)) return SourceWord::keyword;
  if (among(types, name)) return SourceWord::type;
  // Two underscores in front belong to the compiler: __global__, __shared__, __syncthreads, __ldg.
  if (among(builtins, name) || name.starts_with("__")) return SourceWord::builtin;
  return SourceWord::text;
}

std::size_t end_of_quote(std::string_view line, std::size_t from) {
  for (std::size_t at = from + 1; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == line[from]) {
      return at + 1;
    }
  }
  return line.size();
}

/// 32, 0x1F, 1.5e-3f, 1'000.
std::size_t end_of_number(std::string_view line, std::size_t from) {
  std::size_t at = from + 1;
  const bool hexadecimal = line.substr(from).starts_with("0x") || line.substr(from).starts_with("0X");
  for (; at < line.size(); ++at) {
    const char before = line[at - 1];
    const bool exponent_sign = !hexadecimal && (line[at] == '+' || line[at] == '-') && (before == 'e' || before == 'E');
    if (!is_name(line[at]) && line[at] != '.' && line[at] != '\'' && !exponent_sign) break;
  }
  return at;
}

class Reader {
 public:
  explicit Reader(std::string_view line) : line_(line) {}

  std::vector<SourceSpan> read(bool& in_comment) {
    if (in_comment) in_comment = !read_comment(0);
    while (at_ < line_.size()) {
      const std::string_view rest = line_.substr(at_);
      const char next = rest.front();
      if (rest.starts_with("//")) {
        add(line_.size(), SourceWord::comment);
      } else if (rest.starts_with("/*")) {
        in_comment = !read_comment(2);
      } else if (next == '#' && only_blanks_before()) {
        read_directive();
      } else if (next == '"' || next == '\'') {
        add(end_of_quote(line_, at_), SourceWord::quoted);
      } else if (is_digit(next)) {
        add(end_of_number(line_, at_), SourceWord::number);
      } else if (is_name(next)) {
        std::size_t end = at_;
        while (end < line_.size() && is_name(line_[end])) ++end;
        add(end, word_of(line_.substr(at_, end - at_)));
      } else {
        add(at_ + 1, SourceWord::text);
      }
    }
    return std::move(spans_);
  }

 private:
  [[nodiscard]] bool only_blanks_before() const {
    return line_.substr(0, at_).find_first_not_of(' ') == std::string_view::npos;
  }

  /// "#include <file>", "#pragma unroll": the word, and the file's name as quoted.
  void read_directive() {
    const std::size_t name = std::min(line_.find_first_not_of(" #", at_), line_.size());
    const std::size_t end = std::min(line_.find_first_of(" (<\"", name), line_.size());
    const bool includes = line_.substr(name, end - name) == "include";
    add(end, SourceWord::preprocessor);
    if (includes) add(std::min(line_.find("//", end), line_.size()), SourceWord::quoted);
  }

  /// True when it ends in this line. `skip`: the signs that open it.
  bool read_comment(std::size_t skip) {
    const std::size_t end = line_.find("*/", at_ + skip);
    add(end == std::string_view::npos ? line_.size() : end + 2, SourceWord::comment);
    return end != std::string_view::npos;
  }

  void add(std::size_t end, SourceWord word) {
    if (end <= at_) return;
    if (!spans_.empty() && spans_.back().word == word) {
      spans_.back().length += end - at_;
    } else {
      spans_.push_back({at_, end - at_, word});
    }
    at_ = end;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::vector<SourceSpan> spans_;
};

}  // namespace

std::vector<SourceSpan> highlight(std::string_view line, bool& in_comment) {
  return Reader(line).read(in_comment);
}

}  // namespace warpscope::gui
