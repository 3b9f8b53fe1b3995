#include "base/message.h"

#include <fmt/args.h>

#include <iterator>
#include <limits>
#include <ostream>

namespace lanescope {

struct Message::Content {
  std::string id, text;
  std::vector<MessageArgument> arguments;
};

Message::Message(std::string text) {
  if (!text.empty()) content_ = std::make_shared<const Content>(Content{{}, std::move(text), {}});
}
Message::Message(std::string_view text) : Message(std::string(text)) {}
Message::Message(const char* text) : Message(std::string(text)) {}
Message::Message(std::string id, std::string text, std::vector<MessageArgument> arguments)
    : content_(std::make_shared<const Content>(Content{std::move(id), std::move(text), std::move(arguments)})) {}

const std::string& Message::id() const {
  static const std::string none;
  return content_ ? content_->id : none;
}

const std::string& Message::text() const {
  static const std::string none;
  return content_ ? content_->text : none;
}

const std::vector<MessageArgument>& Message::arguments() const {
  static const std::vector<MessageArgument> none;
  return content_ ? content_->arguments : none;
}

bool operator==(const Message& left, const Message& right) {
  if (left.content_ == right.content_) return true;
  return left.id() == right.id() && left.text() == right.text() && left.arguments() == right.arguments();
}

std::ostream& operator<<(std::ostream& stream, const Message& message) {
  return stream << message.text();
}

MessageArgument::MessageArgument(Value value) : value_(std::move(value)) {
  const auto* const number = std::get_if<std::uint64_t>(&value_);
  if (number != nullptr && std::in_range<std::int64_t>(*number)) value_ = static_cast<std::int64_t>(*number);
}

Message messages::made(std::string_view id, std::string_view pattern, std::span<MessageArgument> arguments) {
  fmt::dynamic_format_arg_store<fmt::format_context> shown;
  for (const MessageArgument& argument : arguments) {
    std::visit(
        [&](const auto& value) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, Message>) {
            shown.push_back(std::string_view(value.text()));
          } else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::string>) {
            shown.push_back(std::string_view(value));
          } else {
            shown.push_back(value);
          }
        },
        argument.value());
  }
  std::string text = fmt::vformat(fmt::string_view(pattern.data(), pattern.size()), shown);
  return {std::string(id), std::move(text),
          std::vector<MessageArgument>(std::make_move_iterator(arguments.begin()),
                                       std::make_move_iterator(arguments.end()))};
}

}  // namespace lanescope
