#include "gui/panels/source/source_highlight.h"

#include <algorithm>

#include "base/text.h"

namespace warpscope::gui {

namespace {

// Separated by blanks.
constexpr std::string_view keywords =
    "alignas asm auto break case const continue constexpr decltype default do else enum extern false for if "
    "inline namespace nullptr operator return sizeof static static_assert struct switch template this true "
    "typedef typename union using volatile while static_cast reinterpret_cast const_cast";

constexpr std::string_view types =
    "bool char double float half half2 int long short signed size_t unsigned void int8_t int16_t int32_t "
    "int64_t uint8_t uint16_t uint32_t uint64_t dim3 float2 float3 float4 double2 double4 int2 int3 int4 "
    "uint2 uint3 uint4 __half __half2 __nv_bfloat16";

constexpr std::string_view builtins =
    "threadIdx blockIdx blockDim gridDim warpSize atomicAdd atomicMax atomicMin atomicCAS atomicExch "
    "atomicSub atomicAnd atomicOr atomicXor printf assert fmaf cooperative_groups";

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

bool is_name(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || is_digit(character) ||
         character == '_';
}

bool among(std::string_view names, std::string_view name) {
  const std::vector<std::string_view> all = split(names, ' ');
  return std::ranges::find(all, name) != all.end();
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
