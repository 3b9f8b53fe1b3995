// Messages as JSON: the English text, and beside it the id and the arguments, by which programs tell messages apart.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/message.h"

namespace lanescope::experiments {

/// Returns the arguments in their order: texts and numbers as they are, and a message as message_json().
[[nodiscard]] nlohmann::json arguments_json(const Message& message);
/// Returns {"id": ..., "arguments": [...], "message": "..."}; a text that is in no table has the id null.
[[nodiscard]] nlohmann::json message_json(const Message& message);
/// Returns the texts alone.
[[nodiscard]] nlohmann::json texts_json(const std::vector<Message>& messages);
/// Adds a message to an object: its text as `name`, PREFIXid and PREFIXarguments; an empty one has null and [].
void add_message(nlohmann::json& object, const std::string& name, const std::string& prefix, const Message& message);

/// Returns the message of an object that add_message() or message_json() wrote; without an id it is a text. It returns
/// nothing where a field is of another kind, and `name` must be there.
[[nodiscard]] std::optional<Message> read_message(const nlohmann::json& object, const std::string& name,
                                                  const std::string& prefix);

}  // namespace lanescope::experiments
