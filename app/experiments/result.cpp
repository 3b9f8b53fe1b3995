#include "experiments/result.h"

#include <algorithm>

namespace lanescope::experiments {
Fault fault_of(const Error& error, const catalogue::KernelSource& source) {
  Fault fault;
  fault.kind = error.kind;
  fault.message = error.what;
  fault.remedy = error.remedy;
  fault.file = source.path;
  fault.memory.buffer = error.buffer;
  fault.offset = error.offset;
  fault.line = error.where.line;
  if (error.where.line > 0) {
    if (!error.where.empty()) fault.file = error.where.name.text();
  } else if (error.where != source.path) {
    fault.message = Error{fault.message, error.where, {}}.message();
  }
  // When a compilation failed, the first error of the compiler gives the place and the message.
  for (const Diagnostic& diagnostic : error.diagnostics) {
    if (!is_error(diagnostic)) continue;
    fault.message = diagnostic.message;
    if (!diagnostic.file.empty()) fault.file = diagnostic.file;
    fault.line = diagnostic.line;
    break;
  }
  return fault;
}

bool Result::as_expected() const {
  return expected != FaultKind::none && verification && verification->passed;
}

bool Result::compared_nothing() const {
  return expected == FaultKind::none && verification && verification->passed && verification->checked == 0;
}

bool Result::has_fault(FaultKind kind) const {
  return std::ranges::find(faults, kind, &Fault::kind) != faults.end();
}

Result without_bulky_parts(Result result) {
  // What is cleared keeps its room, also when it is moved.
  for (std::string* text : {&result.source, &result.ptx}) std::string().swap(*text);
  std::vector<OccupancyCurves>().swap(result.curves);
  std::vector<float>().swap(result.recent);
  result.sass.reset();
  return result;
}

}  // namespace lanescope::experiments
