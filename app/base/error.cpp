#include "base/error.h"

#include "base/messages.h"

namespace lanescope {

std::string Error::text() const {
  return message().text();
}

Message Error::message() const {
  if (where.empty()) return remedy.empty() ? what : lanescope::message<"error.with_remedy">(what, remedy);
  const auto at = [&](const auto& place) {
    return remedy.empty() ? lanescope::message<"error.at">(place, what)
                          : lanescope::message<"error.at_with_remedy">(place, what, remedy);
  };
  const Message place = where.message();
  return place.id().empty() ? at(place.text()) : at(place);
}

MachineError::MachineError(Error error) : std::runtime_error(error.text()), error_(std::move(error)) {}

}  // namespace lanescope
