#include "experiments/wire/message_json.h"

#include <cmath>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/wire/writer.h"

namespace lanescope::experiments {
namespace {

using json = nlohmann::json;
constexpr int max_depth = 8;  // a message in a message in ...

json argument_json(const MessageArgument& argument) {
  return std::visit(
      [](const auto& value) -> json {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, Message>) return message_json(value);
        if constexpr (std::is_same_v<Value, std::string>) return as_utf8(value);
        if constexpr (std::is_same_v<Value, double>) return std::isfinite(value) ? json(value) : json(nullptr);
        if constexpr (std::is_integral_v<Value>) return value;
      },
      argument.value());
}

std::optional<Message> read(const json& object, const std::string& name, const std::string& prefix, int depth);

std::optional<MessageArgument> read_argument(const json& from, int depth) {
  if (from.is_string()) return MessageArgument(from.get<std::string>());
  if (from.is_number_unsigned()) return MessageArgument(from.get<std::uint64_t>());
  if (from.is_number_integer()) return MessageArgument(from.get<std::int64_t>());
  if (from.is_number()) return MessageArgument(from.get<double>());
  if (from.is_null()) return MessageArgument(std::numeric_limits<double>::quiet_NaN());
  if (!from.is_object() || depth >= max_depth) return std::nullopt;
  auto inner = read(from, "message", "", depth + 1);
  return inner ? std::optional(MessageArgument(std::move(*inner))) : std::nullopt;
}

std::optional<Message> read(const json& object, const std::string& name, const std::string& prefix, int depth) {
  const auto text = object.find(name), id = object.find(prefix + "id"), arguments = object.find(prefix + "arguments");
  if (text == object.end() || !(text->is_string() || text->is_null())) return std::nullopt;
  std::string shown = text->is_null() ? std::string() : text->get<std::string>();
  if (id == object.end() || id->is_null() || *id == "") return Message(std::move(shown));
  if (!id->is_string() || arguments == object.end() || !arguments->is_array()) return std::nullopt;
  std::vector<MessageArgument> values;
  for (const json& each : *arguments) {
    auto value = read_argument(each, depth);
    if (!value) return std::nullopt;
    values.push_back(std::move(*value));
  }
  return Message(id->get<std::string>(), std::move(shown), std::move(values));
}

}  // namespace

json arguments_json(const Message& message) {
  json array = json::array();
  for (const MessageArgument& argument : message.arguments()) array.push_back(argument_json(argument));
  return array;
}

json message_json(const Message& message) {
  return {{"id", message.id().empty() ? json(nullptr) : json(as_utf8(message.id()))},
          {"arguments", arguments_json(message)},
          {"message", as_utf8(message.text())}};
}

json texts_json(const std::vector<Message>& messages) {
  json array = json::array();
  for (const Message& message : messages) array.push_back(as_utf8(message.text()));
  return array;
}

void add_message(json& object, const std::string& name, const std::string& prefix, const Message& message) {
  object[name] = message.empty() ? json(nullptr) : json(as_utf8(message.text()));
  object[prefix + "id"] = message.id().empty() ? json(nullptr) : json(as_utf8(message.id()));
  object[prefix + "arguments"] = arguments_json(message);
}

std::optional<Message> read_message(const json& object, const std::string& name, const std::string& prefix) {
  return read(object, name, prefix, 0);
}

}  // namespace lanescope::experiments
