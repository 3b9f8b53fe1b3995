#include "lab/names.h"

#include <initializer_list>

namespace warpscope::lab {
namespace {

/// Returns the name with the number of the value.
template <class Enumeration>
std::string_view named(Enumeration value, std::initializer_list<std::string_view> names) {
  const auto place = static_cast<std::size_t>(value);
  return place < names.size() ? names.begin()[place] : std::string_view();
}

}  // namespace

std::string_view name_of(Backend backend) {
  return named(backend, {"automatic", "gpu", "emulator", "cpu"});
}
std::string_view name_of(BlockChoice::Kind kind) {
  return named(kind, {"sample", "range", "all"});
}
std::string_view name_of(View view) {
  return named(view, {"written", "executed"});
}
std::string_view name_of(Stage stage) {
  return named(stage, {"resolved", "compiled", "sampled", "verified", "refined", "failed"});
}
std::string_view name_of(Progress::Activity step) {
  return named(step,
               {"started", "compiling", "opening", "emulating", "launching", "verifying", "measuring", "abandoned"});
}
std::string_view name_of(Origin origin) {
  return named(origin, {"measured", "counted", "derived", "recorded", "predicted"});
}
std::string_view name_of(trace::Trace::Source source) {
  return named(source, {"emulator", "instrumented"});
}
std::string_view name_of(Diagnostic::Severity severity) {
  return named(severity, {"error", "warning", "remark"});
}
std::string_view name_of(AttachmentKind kind) {
  return named(kind, {"preview", "trace", "heat"});
}

}  // namespace warpscope::lab
