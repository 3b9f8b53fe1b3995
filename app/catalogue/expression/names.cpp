#include "catalogue/expression/expression_tree.h"

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

std::optional<std::size_t> Names::slot(std::string_view name) const {
  const auto found = slots_.find(name);
  if (found == slots_.end()) return std::nullopt;
  return found->second;
}

std::string Names::why_no_number(std::string_view name) const {
  const auto found = others_.find(name);
  return found == others_.end() ? std::string() : found->second;
}

std::vector<std::string> Names::others() const {
  std::vector<std::string> names;
  for (const auto& [name, why] : others_) names.push_back(name);
  return names;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known, std::string otherwise) {
  const auto near = nearest(word, known);
  return near ? "did you mean '" + *near + "'?" : std::move(otherwise);
}

}  // namespace lanescope::catalogue
