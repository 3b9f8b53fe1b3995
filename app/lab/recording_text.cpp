#include "lab/recording_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lab/recording_table.h"
#include "lab/sweep_key.h"
#include "lab/wire.h"
#include "lab/writer.h"

namespace warpscope::lab {

RecordingText::RecordingText(Recording recording)
    : title_(std::move(recording.title)), date_(std::move(recording.date)), machine_(std::move(recording.machine)) {
  for (Result& result : recording.results) {
    const auto source = recording.sources.find(result.kernel);
    Part& part = part_of(result, source == recording.sources.end() ? std::string() : source->second);
    part.results.push_back(std::move(result));
  }
}

RecordingText::Part& RecordingText::part_of(const Result& result, const std::string& fingerprint) {
  const auto found = std::find_if(parts_.begin(), parts_.end(), [&](const Part& part) {
    return part.kernel == result.kernel && part.source == result.source && part.fingerprint == fingerprint;
  });
  if (found != parts_.end()) return *found;
  parts_.push_back({result.kernel, result.source, fingerprint, {}, {}});
  return parts_.back();
}

void RecordingText::add(const Result& result, const std::string& source) {
  Part& part = part_of(result, source);
  const auto same = std::find_if(part.results.begin(), part.results.end(), [&](const Result& other) {
    return other.parameters == result.parameters && other.sizes == result.sizes && other.seed == result.seed;
  });
  if (same != part.results.end()) {
    *same = result;
  } else {
    part.results.push_back(result);
  }
  part.text.clear();
}

void RecordingText::forget_kernel(const std::string& kernel) {
  std::erase_if(parts_, [&](const Part& part) { return part.kernel == kernel; });
}

std::string RecordingText::source_of(const std::string& kernel) const {
  const auto found =
      std::find_if(parts_.begin(), parts_.end(), [&](const Part& part) { return part.kernel == kernel; });
  return found == parts_.end() ? std::string() : found->fingerprint;
}

std::string RecordingText::text() {
  std::string kernels;
  for (Part& part : parts_) {
    if (part.text.empty()) {
      std::vector<const Result*> results;
      for (const Result& result : part.results) results.push_back(&result);
      const nlohmann::json head = {{"kernel", as_utf8(part.kernel)},
                                   {"source", as_utf8(part.source)},
                                   {"fingerprint", as_utf8(part.fingerprint)}};
      const std::string open = head.dump();
      part.text = open.substr(0, open.size() - 1) + ",\n\"tables\":" + tables_text(results, machine_) + "}";
    }
    kernels += (kernels.empty() ? "\n" : ",\n") + part.text;
  }
  const nlohmann::json head = {{"schema", "warpscope.recording/2"},
                               {"title", as_utf8(title_)},
                               {"date", as_utf8(date_)},
                               {"machine", to_json(machine_)}};
  const std::string open = head.dump();
  return open.substr(0, open.size() - 1) + ",\n\"kernels\":[" + kernels + "\n]}\n";
}

}  // namespace warpscope::lab
