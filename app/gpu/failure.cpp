#include "gpu/failure.h"

#include "base/messages.h"
#include "gpu/messages.h"

namespace lanescope::gpu {
namespace {

Message remedy_for(const Error& error) {
  switch (error.kind) {
    case FaultKind::out_of_memory:
      return message<"memory.gpu_remedy">();
    case FaultKind::illegal_address:
      return message<"gpu.sanitizer_names_line">();
    case FaultKind::assertion:
      return message<"gpu.device_message_names_line">();
    default:
      return error.context_lost ? message<"gpu.sanitizer_may_name_line">() : Message();
  }
}

}  // namespace

Error failed_while(const Message& doing, Error error) {
  error.what = message<"error.at">(doing, error.what);
  if (error.remedy.empty()) error.remedy = remedy_for(error);
  return error;
}

Error at_kernel_line(Error error, int line) {
  error.what = Error{error.what, error.where, {}}.message();
  error.where = {"", line};
  return error;
}

}  // namespace lanescope::gpu
