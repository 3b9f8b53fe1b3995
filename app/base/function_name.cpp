#include "base/function_name.h"

#include "base/text.h"

namespace lanescope {

std::string_view function_name(std::string_view function) {
  function = trim(function.substr(0, function.find_first_of("<(")));
  const std::size_t colons = function.rfind("::");
  return colons == std::string_view::npos ? function : trim(function.substr(colons + 2));
}

}  // namespace lanescope
