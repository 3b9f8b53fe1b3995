#include "catalogue/expression/expression_tree.h"

#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {

std::size_t Names::add(std::string name) {
  slots_.emplace(name, names_.size());
  names_.push_back(std::move(name));
  return names_.size() - 1;
}

void Names::add_other(std::string name, Message why) {
  others_.emplace(std::move(name), std::move(why));
}

tl::expected<std::size_t, UnknownName> Names::slot(std::string_view name) const {
  if (const auto found = slots_.find(name); found != slots_.end()) return found->second;
  if (const auto found = others_.find(name); found != others_.end()) {
    return tl::unexpected(UnknownName{message<"expression.name_is">(name, found->second),
                                      message<"expression.use_number_remedy">(), true});
  }
  std::vector<std::string> others;  // they may stand in a list of arguments
  for (const auto& [other, why] : others_) others.push_back(other);
  const bool near_other = !nearest(name, names_) && nearest(name, others);
  return tl::unexpected(UnknownName{message<"expression.no_name">(name),
                                    nearest_of(name, near_other ? others : names_, message<"expression.names">())});
}

Message nearest_of(std::string_view word, const std::vector<std::string>& known, const Message& kind) {
  if (const auto near = nearest(word, known)) return message<"expression.did_you_mean">(*near);
  return known.empty() ? message<"expression.none_known">(kind)
                       : message<"expression.known_are">(kind, join(known, ", "));
}

Message did_you_mean(std::string_view word, const std::vector<std::string>& known, const Message& otherwise) {
  const auto near = nearest(word, known);
  return near ? message<"front_matter.did_you_mean">(*near) : otherwise;
}

}  // namespace lanescope::catalogue
