#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/messages.h"
#include "catalogue/reference/reference.h"

namespace lanescope::catalogue {
namespace {

/// Reads a decimal number, alone or times an integer expression: 1e-6, "1e-6", "6e-8 * k".
void read_relative(TableReader& reader, FrontMatter& matter, FileErrors& errors) {
  const Place line = reader.line_of_key("relative");
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
    errors.add(line, message<"check.tolerance">(), message<"check.tolerance_remedy">());
  }
}

void read_compare(TableReader& reader, FrontMatter& matter, FileErrors& errors) {
  const bool exact = reader.boolean("exact").value_or(false), wrap = reader.boolean("wrap").value_or(false);
  const bool relative = reader.find("relative") != nullptr;
  if (int{exact} + int{wrap} + int{relative} != 1) {
    errors.add(reader.line(), message<"check.no_comparison">(), message<"check.no_comparison_remedy">());
    return;
  }
  Check& check = matter.check;
  check.compare = exact ? Check::Compare::exact : wrap ? Check::Compare::wrap : Check::Compare::relative;
  if (relative) read_relative(reader, matter, errors);
}

void check_output(const Check& check, const Buffer& output, const TableReader& reader, FileErrors& errors) {
  const auto refuse_if = [&](bool wrong, const Message& what, const Message& remedy) {
    if (wrong) errors.add(reader.line_of_key("output"), message<"check.wrong">(what), remedy);
  };
  refuse_if(output.role != Role::out && output.role != Role::inout,
            message<"check.output_role">(output.name, name_of(output.role)), message<"check.output_role_remedy">());
  refuse_if(check.compare == Check::Compare::wrap && !is_integer(output.type),
            message<"check.wrap_of_real">(output.name, name_of(output.type)), message<"check.wrap_of_real_remedy">());
  refuse_if(check.compare == Check::Compare::relative && is_integer(output.type),
            message<"check.relative_of_integer">(output.name, name_of(output.type)),
            message<"check.relative_of_integer_remedy">());
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
    errors.add(reader.line(), message<"check.no_reference_named">(), "reference = \"transpose\"");
  }
  if (check.compares_bytes() && matter.sampled_rows) {
    errors.add(reader.line_of_key("sampled_rows"), message<"check.sampled_rows">(),
               message<"check.sampled_rows_remedy">());
  }
  std::vector<std::string> known;
  for (const Reference& reference : references()) known.emplace_back(reference.name);
  if (!check.reference.empty() && std::find(known.begin(), known.end(), check.reference) == known.end()) {
    errors.add(reader.line_of_key("reference"), message<"check.no_reference">(check.reference),
               did_you_mean(check.reference, known, message<"check.references_are">(join(known, ", "))));
  }
  if (output.empty()) return;
  if (const auto index = known_buffer(matter, output, "[check] output", reader.line_of_key("output"), errors)) {
    check.output = *index;
    check_output(check, matter.buffers[*index].without_shape, reader, errors);
  }
}

}  // namespace lanescope::catalogue
