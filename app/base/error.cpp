#include "base/error.h"

#include "base/messages.h"

namespace lanescope {

std::string Error::text() const {
  return message().text();
}

Message Error::message() const {
  if (where.empty()) return remedy.empty() ? what : lanescope::message<"error.with_remedy">(what, remedy);
  return remedy.empty() ? lanescope::message<"error.at">(where, what)
                        : lanescope::message<"error.at_with_remedy">(where, what, remedy);
}

MachineError::MachineError(Error error) : std::runtime_error(error.text()), error_(std::move(error)) {}

}  // namespace lanescope
