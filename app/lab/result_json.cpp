#include "lab/reader.h"
#include "lab/wire.h"
#include "lab/writer.h"

namespace warpscope::lab {
namespace {

constexpr const char* remedy = "the file was damaged, or written by another version of warpscope";

}  // namespace

std::string as_utf8(const std::string& text) {
  using json = nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
}

nlohmann::json to_json(const Result& result) {
  return written(result, Form::file);
}
Expected<Result> result_from_json(const nlohmann::json& json) {
  return read_fields<Result>(json, Form::file, "result", remedy);
}
nlohmann::json to_json(const Machine& machine) {
  return written(machine, Form::file);
}
Expected<Machine> machine_from_json(const nlohmann::json& json) {
  return read_fields<Machine>(json, Form::file, "machine", remedy);
}

}  // namespace warpscope::lab
