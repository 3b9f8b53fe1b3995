// Bodies of frames: CBOR of the field lists.
#include "lab/cbor.h"
#include "lab/reader.h"
#include "lab/wire.h"
#include "lab/writer.h"

namespace warpscope::lab {
namespace {

template <class T>
std::vector<std::uint8_t> encoded(const T& value) {
  return nlohmann::json::to_cbor(written(value, Form::wire));
}

template <class T>
Expected<T> decoded(const std::vector<std::uint8_t>& body, const char* where) {
  if (!is_plain_cbor(body)) return failure("the body is not well-formed", where, same_version);
  const auto json = nlohmann::json::from_cbor(body, true, false);
  if (json.is_discarded()) return failure("the body is not well-formed", where, same_version);
  return read_fields<T>(json, Form::wire, where, same_version);
}

}  // namespace

std::vector<std::uint8_t> encode(const Experiment& experiment) {
  return encoded(experiment);
}
std::vector<std::uint8_t> encode(const Result& result) {
  return encoded(result);
}
std::vector<std::uint8_t> encode(const Machine& machine) {
  return encoded(machine);
}
std::vector<std::uint8_t> encode(const Progress& progress) {
  return encoded(progress);
}
std::vector<std::uint8_t> encode(const PicturePart& part) {
  return encoded(part);
}
std::vector<std::uint8_t> encode(const TracePart& part) {
  return encoded(part);
}
std::vector<std::uint8_t> encode(const Traced& traced) {
  return encoded(traced);
}

bool picture_follows(const Preview& preview) {
  return preview.values.empty() && preview.ipc_handle.empty() && preview.width > 0 && preview.height > 0;
}

Expected<Experiment> decode_experiment(const std::vector<std::uint8_t>& body) {
  return decoded<Experiment>(body, "request frame");
}
Expected<Result> decode_result(const std::vector<std::uint8_t>& body) {
  return decoded<Result>(body, "result frame");
}
Expected<Machine> decode_machine(const std::vector<std::uint8_t>& body) {
  return decoded<Machine>(body, "hello frame");
}
Expected<Progress> decode_progress(const std::vector<std::uint8_t>& body) {
  return decoded<Progress>(body, "progress frame");
}
Expected<PicturePart> decode_picture_part(const std::vector<std::uint8_t>& body) {
  return decoded<PicturePart>(body, "picture frame");
}
Expected<TracePart> decode_trace_part(const std::vector<std::uint8_t>& body) {
  return decoded<TracePart>(body, "trace frame");
}
Expected<Traced> decode_traced(const std::vector<std::uint8_t>& body) {
  auto traced = decoded<Traced>(body, "trace frames");
  if (!traced) return traced;
  if (const std::string wrong = defect(*traced); !wrong.empty()) return failure(wrong, "trace frames", same_version);
  return traced;
}

}  // namespace warpscope::lab
