#include "experiments/messages.h"
#include "experiments/wire/reader.h"
#include "experiments/wire/wire.h"
#include "experiments/wire/writer.h"

namespace lanescope::experiments {
namespace {

Message damaged() {
  return message<"fields.damaged_remedy">();
}

}  // namespace

std::string as_utf8(const std::string& text) {
  using json = nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
}

nlohmann::json to_json(const Result& result) {
  return written(result, Form::file);
}
Expected<Result> result_from_json(const nlohmann::json& object) {
  return read_fields<Result>(object, Form::file, "result", damaged());
}
nlohmann::json to_json(const Machine& machine) {
  return written(machine, Form::file);
}
Expected<Machine> machine_from_json(const nlohmann::json& object) {
  return read_fields<Machine>(object, Form::file, "machine", damaged());
}

}  // namespace lanescope::experiments
