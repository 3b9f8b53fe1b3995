#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

using Derived = std::pair<std::string, Formula>;

/// Which values each value uses, and which use it, by their places in the file.
struct Uses {
  std::vector<std::vector<std::size_t>> used, users;
};

/// Calls visit(word) for every word of a formula.
void visit_words(std::string_view text, const std::function<void(std::string_view)>& visit) {
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_word_letter(text[end])) ++end;
    if (end > begin) visit(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

Uses uses_of(const std::vector<Derived>& values) {
  std::map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < values.size(); ++i) places.emplace(values[i].first, i);
  Uses uses{std::vector<std::vector<std::size_t>>(values.size()), std::vector<std::vector<std::size_t>>(values.size())};
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::set<std::size_t> used;
    visit_words(values[i].second.text, [&](std::string_view word) {
      if (const auto found = places.find(word); found != places.end()) used.insert(found->second);
    });
    uses.used[i].assign(used.begin(), used.end());
    for (const std::size_t other : used) uses.users[other].push_back(i);
  }
  return uses;
}

/// Describes a cycle as "a -> b -> a" among the values that are not `done`; each of them uses another of them.
std::string cycle_of(const std::vector<Derived>& values, const Uses& uses, const std::vector<bool>& done) {
  std::vector<std::size_t> path, place_in_path(values.size(), values.size());
  auto at = static_cast<std::size_t>(std::find(done.begin(), done.end(), false) - done.begin());
  while (place_in_path[at] == values.size()) {
    place_in_path[at] = path.size();
    path.push_back(at);
    at = *std::ranges::find_if(uses.used[at], [&](std::size_t other) { return !done[other]; });
  }
  constexpr std::size_t max_names = 20;
  std::vector<std::string> names;
  for (std::size_t i = place_in_path[at]; i < path.size() && names.size() < max_names; ++i) {
    names.push_back(values[path[i]].first);
  }
  if (path.size() - place_in_path[at] > max_names) names.emplace_back("...");
  names.push_back(values[at].first);
  return join(names, " -> ");
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
  // Each goes after those that it uses; of several that could be next, the first of the file.
  const Uses uses = uses_of(left);
  std::vector<std::size_t> missing;
  std::set<std::size_t> ready;
  for (std::size_t i = 0; i < left.size(); ++i) {
    missing.push_back(uses.used[i].size());
    if (missing.back() == 0) ready.insert(i);
  }
  std::vector<bool> done(left.size(), false);
  std::vector<std::size_t> order;
  while (!ready.empty()) {
    const std::size_t next = *ready.begin();
    ready.erase(ready.begin());
    done[next] = true;
    order.push_back(next);
    for (const std::size_t user : uses.users[next]) {
      if (--missing[user] == 0) ready.insert(user);
    }
  }
  if (order.size() < left.size()) {
    const auto first = std::find(done.begin(), done.end(), false) - done.begin();
    errors.add(left[static_cast<std::size_t>(first)].second.line, message<"let.cycle">(cycle_of(left, uses, done)),
               message<"let.cycle_remedy">());
    return;
  }
  for (const std::size_t place : order) matter.derived.push_back(std::move(left[place]));
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

}  // namespace lanescope::catalogue
