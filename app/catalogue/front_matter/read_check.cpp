#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/reference/reference.h"

namespace lanescope::catalogue {
namespace {

/// Reads a decimal number, alone or times an integer expression: 1e-6, "1e-6", "6e-8 * k".
void read_relative(TableReader& reader, FrontMatter& matter, FileErrors& errors) {
  const FileLine line = reader.line_of_key("relative");
  if (const auto number = reader.decimal("relative")) {
    matter.check.tolerance = *number;
  } else {
    const std::string text = reader.text("relative", false);
    if (text.empty()) return;  // its type is wrong, which is reported
    const std::string_view given = trim(text);
    const auto [end, problem] =
        std::from_chars(given.data(), given.data() + given.size(), matter.check.tolerance, std::chars_format::general);
    const std::string_view rest = trim(given.substr(static_cast<std::size_t>(end - given.data())));
    if (problem != std::errc() || (!rest.empty() && rest.front() != '*')) matter.check.tolerance = 0;
    if (!rest.empty()) matter.tolerance_factor = Formula{std::string(trim(rest.substr(1))), line};
  }
  if (!(matter.check.tolerance > 0 && matter.check.tolerance < 1)) {
    matter.tolerance_factor.reset();
    errors.add(line, "[check] relative is no tolerance",
               "write a decimal number between 0 and 1, or one times an expression: \"6e-8 * k\"");
  }
}

void read_compare(TableReader& reader, FrontMatter& matter, FileErrors& errors) {
  const bool exact = reader.boolean("exact").value_or(false), wrap = reader.boolean("wrap").value_or(false);
  const bool relative = reader.find("relative") != nullptr;
  if (int{exact} + int{wrap} + int{relative} != 1) {
    errors.add(reader.line(), "[check] does not say how to compare",
               "add exactly one of exact = true, wrap = true, relative = \"1e-6\"");
    return;
  }
  Check& check = matter.check;
  check.compare = exact ? Check::Compare::exact : wrap ? Check::Compare::wrap : Check::Compare::relative;
  if (relative) read_relative(reader, matter, errors);
}

void check_output(const Check& check, const Buffer& output, const TableReader& reader, FileErrors& errors) {
  const auto refuse_if = [&](bool wrong, const std::string& what, const char* remedy) {
    if (wrong) errors.add(reader.line_of_key("output"), "[check] " + what, remedy);
  };
  refuse_if(output.role != Role::out && output.role != Role::inout,
            fmt::format("output: {} has the role {}", output.name, name_of(output.role)),
            "check a buffer with the role out or inout");
  refuse_if(check.compare == Check::Compare::wrap && !is_integer(output.type),
            fmt::format("wrap compares integers; {} is {}", output.name, name_of(output.type)),
            "use exact = true or relative = \"1e-6\"");
  refuse_if(check.compare == Check::Compare::relative && is_integer(output.type),
            fmt::format("relative compares floating point; {} is {}", output.name, name_of(output.type)),
            "use exact = true or wrap = true");
}

}  // namespace

void read_check(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  auto section = top.section("check");
  if (!section) return;
  TableReader& reader = *section;
  Check& check = matter.check;
  check.line = errors.kernel_line(reader.line());
  check.reference = reader.text("reference", false);
  check.reference_kernel = reader.text("same_as", false);
  check.file = reader.text("expect", false);
  const std::string output = reader.text("output", true);
  matter.sampled_rows = reader.formula("sampled_rows", false);
  read_compare(reader, matter, errors);
  reader.refuse_unknown();
  if (int{!check.reference.empty()} + int{!check.reference_kernel.empty()} + int{!check.file.empty()} != 1) {
    errors.add(reader.line(), "[check] needs either reference or same_as or expect", "reference = \"transpose\"");
  }
  if (check.compares_bytes() && matter.sampled_rows) {
    errors.add(reader.line_of_key("sampled_rows"),
               "[check] sampled_rows goes with reference: what else an output is compared with is there as a whole",
               "remove sampled_rows");
  }
  std::vector<std::string> known;
  for (const Reference& reference : references()) known.emplace_back(reference.name);
  if (!check.reference.empty() && std::find(known.begin(), known.end(), check.reference) == known.end()) {
    errors.add(reader.line_of_key("reference"), fmt::format("[check]: there is no reference '{}'", check.reference),
               did_you_mean(check.reference, known, "references are " + join(known, ", ")));
  }
  if (output.empty()) return;
  if (const auto index = known_buffer(matter, output, "[check] output", reader.line_of_key("output"), errors)) {
    check.output = *index;
    check_output(check, matter.buffers[*index].without_shape, reader, errors);
  }
}

}  // namespace lanescope::catalogue
