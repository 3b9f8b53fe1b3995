#include "base/error.h"

namespace lanescope {

std::string Error::text() const {
  std::string sentence = where.empty() ? what : where + ": " + what;
  if (!remedy.empty()) sentence += " (" + remedy + ")";
  return sentence;
}

MachineError::MachineError(Error error) : std::runtime_error(error.text()), error_(std::move(error)) {}

}  // namespace lanescope
