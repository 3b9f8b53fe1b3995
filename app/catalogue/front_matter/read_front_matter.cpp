#include "catalogue/front_matter/read_front_matter.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace warpscope::catalogue {
namespace {

void read_work(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  matter.bytes = matter.flops = Formula{"0", top.line()};
  const toml::table* table = top.table("work", "[work]");
  if (table == nullptr) return;
  TableReader reader(*table, "[work]", errors, top.line());
  if (auto bytes = reader.formula("bytes", true)) matter.bytes = std::move(*bytes);
  if (auto flops = reader.formula("flops", false)) matter.flops = std::move(*flops);
  reader.refuse_unknown();
}

void read_timing(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  const toml::table* table = top.table("timing", "[timing]");
  if (table == nullptr) return;
  TableReader reader(*table, "[timing]", errors, top.line());
  matter.timing.scope = reader.choice<TimingRule::Scope>("scope", scope_names, TimingRule::Scope::plan);
  matter.timing.repeatable = reader.boolean("repeatable").value_or(true);
  reader.refuse_unknown();
}

void read_expectation(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  const toml::table* table = top.table("expect", "[expect]");
  if (table == nullptr) return;
  TableReader reader(*table, "[expect]", errors, top.line());
  using enum FaultKind;
  constexpr std::array promised = {out_of_bounds, race, uninitialised, divergent_barrier, unwritten, mismatch, endless};
  std::vector<std::string> names;
  for (const FaultKind kind : promised) names.emplace_back(name_of(kind));
  matter.expect = promised.at(reader.choice("fault", names, true).value_or(0));
  reader.refuse_unknown();
}

}  // namespace

void require_identifier(const std::string& word, const FileLine& line, FileErrors& errors) {
  const bool good = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0 &&
                    std::all_of(word.begin(), word.end(), [](unsigned char c) {
                      return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
                    });
  if (good) return;
  errors.add(line, fmt::format("'{}' is no name", word), "use small letters, digits and _, and begin with a letter");
}

void read_front_matter(const toml::table& file, Kernel& kernel, FrontMatter& matter, FileErrors& errors) {
  TableReader top(file, "the front matter", errors);
  kernel.title = top.text("title", true);
  kernel.summary = top.text("summary", false);
  kernel.article = top.text("article", false);
  kernel.section = top.text("section", false);
  kernel.claims = top.texts("claims");
  read_parameters(top, kernel, errors);
  read_sizes(top, kernel, errors);
  read_aliases(top, kernel, errors);
  read_derived(top, matter, errors);
  read_requirements(top, kernel, matter, errors);
  read_buffers(top, matter, errors);
  read_launches(top, kernel, matter, errors);
  read_check(top, matter, errors);
  read_work(top, matter, errors);
  read_timing(top, matter, errors);
  read_expectation(top, matter, errors);
  top.refuse_unknown();
}

}  // namespace warpscope::catalogue
