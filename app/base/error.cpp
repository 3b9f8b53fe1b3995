#include "base/error.h"

namespace warpscope {

std::string Error::text() const {
  std::string line = where.empty() ? what : where + ": " + what;
  if (!remedy.empty()) line += " (" + remedy + ")";
  return line;
}

MachineError::MachineError(Error error) : std::runtime_error(error.text()), error_(std::move(error)) {}

}  // namespace warpscope
