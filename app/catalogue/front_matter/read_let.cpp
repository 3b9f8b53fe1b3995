#include <algorithm>

#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/front_matter/source_code.h"

namespace warpscope::catalogue {
namespace {

using Derived = std::pair<std::string, Formula>;

/// Returns the first of `values` that `user` uses, or null.
const Derived* first_used(const Derived& user, const std::vector<Derived>& values) {
  const auto used = std::find_if(values.begin(), values.end(),
                                 [&](const Derived& other) { return has_word(user.second.text, other.first); });
  return used == values.end() ? nullptr : &*used;
}

/// Describes a cycle as "a -> b -> a"; every one of `values` uses another of them.
std::string cycle_of(const std::vector<Derived>& values) {
  std::vector<std::string> path;
  const Derived* at = &values.front();
  while (std::find(path.begin(), path.end(), at->first) == path.end()) {
    path.push_back(at->first);
    at = first_used(*at, values);
  }
  path.erase(path.begin(), std::find(path.begin(), path.end(), at->first));
  path.push_back(at->first);
  return join(path, " -> ");
}

}  // namespace

void read_derived(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  auto reader = top.section("let");
  if (!reader) return;
  std::vector<Derived> left;
  for (const std::string& name : reader->keys()) {
    require_identifier(name, reader->line_of_key(name), errors);
    if (auto formula = reader->formula(name, true)) left.emplace_back(name, std::move(*formula));
  }
  while (!left.empty()) {
    const auto ready = std::find_if(left.begin(), left.end(),
                                    [&](const Derived& candidate) { return first_used(candidate, left) == nullptr; });
    if (ready == left.end()) {
      errors.add(left.front().second.line, "[let]: a value needs itself: " + cycle_of(left),
                 "break the cycle: compute one of them from knobs and sizes alone");
      return;
    }
    matter.derived.push_back(std::move(*ready));
    left.erase(ready);
  }
}

void read_requirements(TableReader& top, Kernel& kernel, FrontMatter& matter, FileErrors& errors) {
  for (const toml::table* table : top.tables("require")) {
    TableReader reader(*table, "[[require]]", errors);
    auto that = reader.formula("that", true);
    const std::string otherwise = reader.text("else", true);
    reader.refuse_unknown();
    if (!that) continue;
    kernel.requirements.push_back({that->text, otherwise, errors.kernel_line(that->line)});
    matter.requirements.push_back(std::move(*that));
  }
}

}  // namespace warpscope::catalogue
