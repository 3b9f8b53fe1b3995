#include "catalogue/expression/expression_tree.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"

namespace lanescope::catalogue {

std::size_t Names::add(std::string name) {
  slots_.emplace(name, names_.size());
  names_.push_back(std::move(name));
  return names_.size() - 1;
}

void Names::add_other(std::string name, std::string why) {
  others_.emplace(std::move(name), std::move(why));
}

tl::expected<std::size_t, UnknownName> Names::slot(std::string_view name) const {
  if (const auto found = slots_.find(name); found != slots_.end()) return found->second;
  if (const auto found = others_.find(name); found != others_.end()) {
    return tl::unexpected(
        UnknownName{fmt::format("{} {}", name, found->second), "use a number or a named value here", true});
  }
  std::vector<std::string> others;  // they may stand in a list of arguments
  for (const auto& [other, why] : others_) others.push_back(other);
  const bool near_other = !nearest(name, names_) && nearest(name, others);
  return tl::unexpected(
      UnknownName{fmt::format("there is no {}", name), nearest_of(name, near_other ? others : names_, "names")});
}

std::string nearest_of(std::string_view word, const std::vector<std::string>& known, const char* kind) {
  if (const auto near = nearest(word, known)) return fmt::format("did you mean {}?", *near);
  return known.empty() ? fmt::format("there are no {}", kind) : fmt::format("{} are {}", kind, join(known, ", "));
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known, std::string otherwise) {
  const auto near = nearest(word, known);
  return near ? "did you mean '" + *near + "'?" : std::move(otherwise);
}

}  // namespace lanescope::catalogue
