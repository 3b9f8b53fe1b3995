// A kernel file, with its front matter as data. Reading never throws; it returns a list of errors with lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"

namespace lanescope::catalogue {

/// The text of a kernel and of the files it includes. A worker receives it; nothing else of the kernel is there.
struct KernelSource {
  std::string id;    ///< "transpose/naive_row", or the file's stem for a loose file
  std::string path;  ///< It is only for messages.
  std::string text;
  std::map<std::string, std::string> headers;  ///< "name.cuh" or "name.toml" -> text, from kernels/include
  /// Files of numbers that [check] expect names, by the name that stands there; raw elements or .npy.
  std::map<std::string, std::vector<std::byte>> data = {};
  /// Of headers and data, by name, what lies outside of the kernel's own folders (lies_in_own_folder()). It is for this
  /// machine only; no worker knows of it.
  std::set<std::string> outside = {};

  friend bool operator==(const KernelSource&, const KernelSource&) = default;
};

/// Whether a kernel file is PTX, by the end of its path, rather than CUDA C++.
[[nodiscard]] bool is_ptx(const KernelSource& source);
/// Returns the path of the file that may hold the front matter beside a kernel file: "dir/saxpy.toml" of
/// "dir/saxpy.cu". It travels in KernelSource::headers under its name without the folder.
[[nodiscard]] std::string sidecar_path(const std::string& kernel_path);
[[nodiscard]] std::string sidecar_name(const std::string& kernel_path);

/// Knobs and sizes are at most 2^53, so that plots and readers of JSON, which compute with doubles, represent them
/// exactly.
inline constexpr std::int64_t max_exact_integer = std::int64_t{1} << 53;

/// A setting as the user gives it: a number, or the name of a named value.
using Value = std::variant<std::int64_t, std::string>;
using Values = std::map<std::string, Value>;
[[nodiscard]] std::string to_text(const Value& value);
[[nodiscard]] Value value_from_text(const std::string& text);

/// A knob, whose values are either numbers or names.
struct Parameter {
  std::string name;
  std::vector<std::int64_t> values;  ///< The numbers; 0, 1, 2 ... for names.
  std::vector<std::string> names;    ///< Empty for numbers, else one for each value.
  std::size_t default_index = 0;
  int line = 0;
};

/// Returns the macro of the source that a knob becomes: BLOCK_X of block_x; a name with capitals stays as it is.
[[nodiscard]] std::string macro_name(const Parameter& parameter);
/// Returns the macro that one of its names becomes: LOAD_OP_CA of the name ca.
[[nodiscard]] std::string macro_name(const Parameter& parameter, const std::string& name);
/// Returns every value as the file writes it and a user gives it.
[[nodiscard]] std::vector<std::string> written_values(const Parameter& parameter);

/// A problem size, which is any integer of a range.
struct Size {
  std::string name;
  std::int64_t minimum = 1, maximum = 1, default_value = 1;
  int line = 0;
  bool guessed = false;  ///< Nobody named the default; where it leads the kernel out of its memory, less is meant.
};

struct Requirement {
  std::string that;       ///< An expression that holds when it is not zero.
  std::string otherwise;  ///< The sentence shown when it does not hold.
  int line = 0;
};

/// What a kernel says of itself in one language.
struct KernelTexts {
  std::string title, summary;
  std::vector<std::string> claims;
};

struct FrontMatter;  ///< the compiled tables that resolve() reads (catalogue/front_matter/front_matter.h)

struct Kernel {
  KernelSource source;
  std::string family;  ///< "transpose"; "" for a loose file
  std::string title, summary;
  std::string article;              ///< optional key: the article that teaches the kernel
  std::string section;              ///< optional key: the part of the article, "1.1"
  std::vector<std::string> claims;  ///< optional key: sentences that a student can test with this kernel
  std::map<std::string, KernelTexts> translations;  ///< by the code of the language, "zh"
  std::vector<Parameter> parameters;                ///< in the order of the file
  std::vector<Size> sizes;
  std::vector<Requirement> requirements;
  std::map<std::string, Values> aliases;  ///< Former ids, with the knobs that make the kernel what it was under them.
  FaultKind expect = FaultKind::none;     ///< the fault that a museum kernel shows
  std::shared_ptr<const FrontMatter> front_matter;  ///< It belongs to the default values.
  /// The named knob on which texts depend, and the front matter for each of its values.
  std::string variant_knob;
  std::vector<std::shared_ptr<const FrontMatter>> variants;
};

/// Reads the front matter of one source, or returns all errors of the file, each with file and line.
[[nodiscard]] tl::expected<Kernel, std::vector<Error>> read_kernel(KernelSource source);

/// The same as it is shown: texts of a kernel, or of its translation, which lives as long as the kernel.
struct ShownTexts {
  const std::string &title, &summary;
  const std::vector<std::string>& claims;
};

/// Returns the texts of a kernel in the language of that code; what was not translated is in English.
[[nodiscard]] ShownTexts texts_of(const Kernel& kernel, const std::string& language);

/// Evaluates the plan for these values. Unnamed knobs and sizes take their defaults. It fails on an unknown name (and
/// names the nearest), an illegal value, a size out of range, a requirement that does not hold (with its sentence), and
/// on expressions that are not exact integers.
[[nodiscard]] Expected<LaunchPlan> resolve(const Kernel& kernel, const Values& values, std::uint64_t seed);

/// Returns the knobs of a plan as a user gives them: names for named values, numbers for the others.
[[nodiscard]] Values settings_of(const LaunchPlan& plan);

/// Returns the sentence of the requirement that fails when `parameter` takes value number `index` and the others stay;
/// empty when none does. The window disables such values.
[[nodiscard]] Message violated_requirement(const Kernel& kernel, const Values& values, const std::string& parameter,
                                           std::size_t index);

}  // namespace lanescope::catalogue
