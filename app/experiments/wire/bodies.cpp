// The bodies of frames are CBOR of the field lists.
#include <fmt/format.h>

#include <algorithm>

#include "experiments/messages.h"
#include "experiments/wire/cbor.h"
#include "experiments/wire/reader.h"
#include "experiments/wire/wire.h"
#include "experiments/wire/writer.h"

namespace lanescope::experiments {
namespace {

template <class T>
std::vector<std::uint8_t> encoded(const T& value) {
  return nlohmann::json::to_cbor(written(value, Form::wire));
}

template <class T>
Expected<T> decoded(const std::vector<std::uint8_t>& body, const char* where) {
  if (!is_plain_cbor(body)) return failure(message<"wire.body_malformed">(), where, same_version_remedy());
  const auto value = nlohmann::json::from_cbor(body, true, false);
  if (value.is_discarded()) return failure(message<"wire.body_malformed">(), where, same_version_remedy());
  return read_fields<T>(value, Form::wire, where, same_version_remedy());
}

std::string defect(const Preview& preview) {
  const std::uint64_t values = std::uint64_t{preview.width} * preview.height;
  if (values == preview.values.size()) return {};
  return fmt::format("a picture of {} × {} with {} values", preview.height, preview.width, preview.values.size());
}

/// Every index must be one of the table.
std::string defect(const ValueTypes& types) {
  const auto is_known = [&](std::size_t index) { return index < types.types.size(); };
  const auto are_known = [&](const std::vector<ValueField>& fields) {
    return std::ranges::all_of(fields, is_known, &ValueField::type);
  };
  bool whole = are_known(types.parameters);
  for (const ValueType& type : types.types)
    whole = whole && are_known(type.members) && (!type.target || is_known(*type.target));
  return whole ? "" : "a type that is not in its table";
}

template <class Value>
Expected<Value> decode_and_check(const std::vector<std::uint8_t>& body) {
  constexpr const char* where = "attachment frames";
  auto value = decoded<Value>(body, where);
  if (!value) return value;
  if (std::string wrong = defect(*value); !wrong.empty())
    return failure(std::move(wrong), where, same_version_remedy());
  return value;
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
std::vector<std::uint8_t> encode(const AttachmentPart& part) {
  return encoded(part);
}
std::vector<std::uint8_t> encode(const Attachment& attachment) {
  return std::visit(
      [](const auto& value) {
        if constexpr (requires { *value; }) {
          return encoded(*value);
        } else {
          return encoded(value);
        }
      },
      attachment);
}

Expected<Experiment> decode_experiment(const std::vector<std::uint8_t>& body) {
  return decoded<Experiment>(body, "request frame");
}
Expected<Result> decode_result(const std::vector<std::uint8_t>& body) {
  constexpr const char* where = "result frame";
  auto result = decoded<Result>(body, where);
  if (!result) return result;
  if (std::string wrong = result->parameter_types ? defect(*result->parameter_types) : ""; !wrong.empty())
    return failure(std::move(wrong), where, same_version_remedy());
  if (!result->heat) return result;
  if (std::string wrong = defect(*result->heat); !wrong.empty())
    return failure(std::move(wrong), where, same_version_remedy());
  return result;
}
Expected<Machine> decode_machine(const std::vector<std::uint8_t>& body) {
  return decoded<Machine>(body, "hello frame");
}
Expected<Progress> decode_progress(const std::vector<std::uint8_t>& body) {
  return decoded<Progress>(body, "progress frame");
}
Expected<AttachmentPart> decode_attachment_part(const std::vector<std::uint8_t>& body) {
  return decoded<AttachmentPart>(body, "attachment frame");
}

Expected<Attachment> decode_attachment(AttachmentKind kind, const std::vector<std::uint8_t>& body) {
  switch (kind) {
    case AttachmentKind::preview:
      return decode_and_check<Preview>(body);
    case AttachmentKind::heat:
      return decode_and_check<HeatTrace>(body);
    case AttachmentKind::block_times: {
      TRY(auto times, decode_and_check<trace::BlockTimes>(body));
      return std::make_shared<const trace::BlockTimes>(std::move(times));
    }
    case AttachmentKind::trace:
      break;
  }
  TRY(auto traced, decode_and_check<analysis::Traced>(body));
  return std::make_shared<const analysis::Traced>(std::move(traced));
}

}  // namespace lanescope::experiments
