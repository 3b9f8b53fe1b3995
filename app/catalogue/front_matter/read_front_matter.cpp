#include "catalogue/front_matter/read_front_matter.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

void read_work(TableReader& top, FrontMatter& matter) {
  matter.bytes = matter.flops = Formula{"0", top.line()};
  auto reader = top.section("work");
  if (!reader) return;
  if (auto bytes = reader->formula("bytes", true)) matter.bytes = std::move(*bytes);
  if (auto flops = reader->formula("flops", false)) matter.flops = std::move(*flops);
  reader->refuse_unknown();
}

void read_timing(TableReader& top, FrontMatter& matter) {
  auto reader = top.section("timing");
  if (!reader) return;
  matter.timing.scope = reader->choice<TimingRule::Scope>("scope", scope_names, TimingRule::Scope::plan);
  matter.timing.repeatable = reader->boolean("repeatable").value_or(true);
  reader->refuse_unknown();
}

void read_expectation(TableReader& top, FrontMatter& matter) {
  auto reader = top.section("expect");
  if (!reader) return;
  std::vector<std::string> names;
  for (const FaultKind kind : expected_faults) names.emplace_back(name_of(kind));
  matter.expect = expected_faults.at(reader->choice("fault", names, true).value_or(0));
  reader->refuse_unknown();
}

/// Standards that NVRTC knows, each from some release on.
const std::vector<std::string>& known_standards() {
  static const std::vector<std::string> standards = {"c++03", "c++11", "c++14", "c++17", "c++20", "c++23"};
  return standards;
}

/// What a key of its own stands for, and what is no option at all. Which others a compilation may have is the
/// compiler's to say, because a request may also come from elsewhere.
bool is_refused(std::string_view option) {
  constexpr std::array<std::string_view, 6> keys = {
      "--gpu-architecture", "-arch", "--include-path", "-I", "--std", "-std"};
  return !option.starts_with('-') ||
         std::any_of(keys.begin(), keys.end(), [&](std::string_view each) { return option.starts_with(each); });
}

/// "sm_90a": instructions that only this compute capability has, such as wgmma.
bool is_specific_architecture(std::string_view name) {
  constexpr std::string_view prefix = "sm_";
  return name.starts_with(prefix) && name.size() >= prefix.size() + 3 && name.ends_with('a') &&
         std::all_of(name.begin() + prefix.size(), name.end() - 1, is_digit);
}

void read_compile(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  auto reader = top.section("compile");
  if (!reader) return;
  static_cast<void>(reader->texts("include"));  // followed when the file is read: the headers travel with it
  matter.compile_options = reader->texts("options");
  for (const std::string& option : matter.compile_options) {
    if (!is_refused(option)) continue;
    errors.add(reader->line_of_key("options"), message<"compile.option_of_kernel">(option),
               message<"compile.option_of_kernel_remedy">());
  }
  if (reader->find("standard") != nullptr) {
    matter.compile_options.push_back(
        "--std=" + known_standards().at(reader->choice("standard", known_standards(), true).value_or(4)));
  }
  if (reader->find("architecture") != nullptr) {
    const std::string architecture = reader->text("architecture", true);
    if (!is_specific_architecture(architecture)) {
      errors.add(reader->line_of_key("architecture"), message<"compile.architecture">(architecture),
                 message<"compile.architecture_remedy">());
    }
    matter.compile_options.push_back("--gpu-architecture=" + architecture);
  }
  reader->refuse_unknown();
}

}  // namespace

void require_identifier(const std::string& word, const Place& line, FileErrors& errors) {
  if (is_word(word) && !is_digit(word[0])) return;
  errors.add(line, message<"front_matter.no_name">(word), message<"front_matter.no_name_remedy">());
}

void read_front_matter(const toml::table& file, Kernel& kernel, FrontMatter& matter, FileErrors& errors) {
  TableReader top(file, "the front matter", errors);
  kernel.title = top.text("title", true);
  kernel.summary = top.text("summary", false);
  kernel.article = top.text("article", false);
  kernel.section = top.text("section", false);
  kernel.claims = top.texts("claims");
  read_translations(top, kernel);
  read_parameters(top, kernel, errors);
  read_sizes(top, kernel, errors);
  read_aliases(top, kernel);
  read_derived(top, matter, errors);
  read_requirements(top, kernel, matter, errors);
  read_buffers(top, matter, errors);
  read_symbols(top, matter, errors);
  read_launches(top, kernel, matter, errors);
  read_check(top, matter, errors);
  read_work(top, matter);
  read_timing(top, matter);
  read_compile(top, matter, errors);
  read_expectation(top, matter);
  top.refuse_unknown();
}

}  // namespace lanescope::catalogue
