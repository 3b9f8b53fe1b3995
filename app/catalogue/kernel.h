// A kernel file: its front matter as data. Reading never throws; what is wrong is a list of errors with lines.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"

namespace warpscope::catalogue {

/// What travels to a worker: the text of a kernel and of the files it includes. Nothing else of it is on that machine.
struct KernelSource {
  std::string id;    ///< "transpose/naive_row", or the file's stem for a loose file
  std::string path;  ///< for messages
  std::string text;
  std::map<std::string, std::string> headers;  ///< "name.cuh" or "name.toml" -> text, from kernels/include

  friend bool operator==(const KernelSource&, const KernelSource&) = default;
};

/// 2^53: knobs and sizes are no larger, so that plots and readers of JSON, which compute with doubles, hold them
/// exactly.
inline constexpr std::int64_t max_exact_integer = std::int64_t{1} << 53;

/// A setting as the user gives it: a number, or the name of a named value.
using Value = std::variant<std::int64_t, std::string>;
using Values = std::map<std::string, Value>;
[[nodiscard]] std::string to_text(const Value& value);
[[nodiscard]] Value value_from_text(const std::string& text);

/// A knob. Either numbers or names.
struct Parameter {
  std::string name;
  std::vector<std::int64_t> values;  ///< the numbers, or 0, 1, 2 ... for names
  std::vector<std::string> names;    ///< empty for numbers, else one a value
  std::size_t default_index = 0;
  int line = 0;
};

/// Every value as it is written in the file and given by a user.
[[nodiscard]] std::vector<std::string> written_values(const Parameter& parameter);

/// A problem size: any integer of a range.
struct Size {
  std::string name;
  std::int64_t minimum = 1, maximum = 1, default_value = 1;
  int line = 0;
};

struct Requirement {
  std::string that;       ///< expression; holds when not zero
  std::string otherwise;  ///< the sentence shown when it does not
  int line = 0;
};

struct FrontMatter;  ///< the compiled tables that resolve() reads (catalogue/front_matter/front_matter.h)

struct Kernel {
  KernelSource source;
  std::string family;  ///< "transpose"; "" for a loose file
  std::string title, summary;
  std::string article;                ///< optional key: where the kernel is taught
  std::string section;                ///< optional key: the part of the article, "1.1"
  std::vector<std::string> claims;    ///< optional key: sentences that a student can test with this kernel
  std::vector<Parameter> parameters;  ///< in the order of the file
  std::vector<Size> sizes;
  std::vector<Requirement> requirements;
  std::map<std::string, Values> aliases;  ///< ids that it had before, with the knobs that make it what they were
  FaultKind expect = FaultKind::none;     ///< the fault that a museum kernel shows
  std::shared_ptr<const FrontMatter> front_matter;  ///< with the default values
  /// Where texts depend on a named knob: that knob, and the front matter for each of its values.
  std::string variant_knob;
  std::vector<std::shared_ptr<const FrontMatter>> variants;
};

/// Reads the front matter of one source. All errors of the file, each with file and line, when it cannot be used.
[[nodiscard]] tl::expected<Kernel, std::vector<Error>> read_kernel(KernelSource source);

/// Puts values in. Unnamed knobs and sizes take their defaults. Errors: unknown name (with the nearest), value not
/// among the legal ones, size out of range, a requirement that fails (its sentence), expressions that are not exact
/// integers.
[[nodiscard]] Expected<LaunchPlan> resolve(const Kernel& kernel, const Values& values, std::uint64_t seed);

/// The knobs of a plan as a user gives them: names for named values, numbers for the others.
[[nodiscard]] Values settings_of(const LaunchPlan& plan);

/// Why `parameter` cannot take value number `index` while the others stay: the sentence of the requirement that would
/// fail, or empty when it can. For greying out.
[[nodiscard]] std::string why_not(const Kernel& kernel, const Values& values, const std::string& parameter,
                                  std::size_t index);

}  // namespace warpscope::catalogue
