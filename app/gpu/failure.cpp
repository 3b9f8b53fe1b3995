#include "gpu/failure.h"

#include <fmt/format.h>

namespace lanescope::gpu {
namespace {

std::string_view remedy_for(const Error& error) {
  switch (error.kind) {
    case FaultKind::out_of_memory:
      return "choose a smaller problem, or end other programs that use the GPU";
    case FaultKind::illegal_address:
      return "compute-sanitizer, with the profile option, names the line and the thread";
    case FaultKind::assertion:
      return "the device's message names file, line and thread";
    default:
      return error.context_lost ? "compute-sanitizer, with the profile option, may name the line" : "";
  }
}

}  // namespace

Error failed_while(std::string_view doing, Error error) {
  error.what = fmt::format("{}: {}", doing, error.what);
  if (error.remedy.empty()) error.remedy = remedy_for(error);
  return error;
}

}  // namespace lanescope::gpu
