#include "experiments/names.h"

#include "base/names.h"

namespace lanescope::experiments {

std::string_view name_of(Backend backend) {
  return enum_name(EnumNames<4>{"automatic", "gpu", "emulator", "cpu"}, backend);
}
std::string_view name_of(BlockChoice::Kind kind) {
  return enum_name(EnumNames<3>{"sample", "range", "all"}, kind);
}
std::string_view name_of(ResultStage stage) {
  return enum_name(EnumNames<6>{"resolved", "compiled", "sampled", "verified", "refined", "failed"}, stage);
}
std::string_view name_of(Progress::Activity step) {
  return enum_name(
      EnumNames<8>{"started", "compiling", "opening", "emulating", "launching", "verifying", "measuring", "abandoned"},
      step);
}
std::string_view name_of(trace::Trace::Source source) {
  return enum_name(EnumNames<2>{"emulator", "instrumented"}, source);
}
std::string_view name_of(Diagnostic::Severity severity) {
  return enum_name(EnumNames<3>{"error", "warning", "remark"}, severity);
}
std::string_view name_of(AttachmentKind kind) {
  return enum_name(EnumNames<4>{"preview", "trace", "heat", "block_times"}, kind);
}

}  // namespace lanescope::experiments
