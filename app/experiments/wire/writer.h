// Writes values to JSON by their field lists (experiments/wire/fields.h).
#pragma once

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/names.h"
#include "experiments/wire/fields.h"
#include "experiments/wire/message_json.h"

namespace lanescope::experiments {

/// `wire` is for CBOR and holds everything exactly. `file` holds what JSON text can hold and people can read.
enum class Form { wire, file };

/// Returns the text with U+FFFD for every byte that is not UTF-8; JSON text can hold nothing else.
[[nodiscard]] std::string as_utf8(const std::string& text);

/// Whether an array of T is sent as raw little-endian bytes, exact and fast: what shaders read as words, and pictures.
template <class T>
inline constexpr bool is_raw_array =
    std::is_same_v<T, float> || std::is_same_v<T, std::byte> || std::is_same_v<T, trace::Header> ||
    std::is_same_v<T, trace::Offsets> || std::is_same_v<T, trace::Barrier> || std::is_same_v<T, model::HeatRecord> ||
    std::is_same_v<T, model::StoredCopy> || std::is_same_v<T, trace::BlockRun>;

class Writer {
 public:
  explicit Writer(Form form) : form_(form) {}

  template <class T>
  void field(const char* name, const T& value) {
    object_[name] = write(value);
  }
  /// An absent value has no key.
  template <class T>
  void field(const char* name, const std::optional<T>& value) {
    if (value) object_[name] = write(*value);
  }
  template <class T>
  void field(const char* name, const std::shared_ptr<const T>& value) {
    if (value) object_[name] = write(*value);
  }
  template <class... Pairs>
  void fields(const Pairs&... pairs) {
    for_pairs([this](const char* name, const auto& value) { field(name, value); }, pairs...);
  }
  template <class... Pairs>
  void not_in_files(const Pairs&... pairs) {
    if (form_ == Form::wire) fields(pairs...);
  }
  template <class... Pairs>
  void optional_in_old_files(const Pairs&... pairs) {
    fields(pairs...);
  }
  template <class Value>
  [[nodiscard]] static bool is_present(const Value& value) {
    if constexpr (requires { value.has_value(); }) {
      return value.has_value();
    } else {
      return !value.empty();
    }
  }
  template <class... Pairs>
  void omit_if_empty(const Pairs&... pairs) {
    const auto write_if_present = [this](const char* name, const auto& value) {
      if (form_ == Form::wire || is_present(value)) field(name, value);
    };
    for_pairs(write_if_present, pairs...);
  }

  /// A message is its text, with id and arguments beside it where it has them.
  void message_field(const std::string& name, const std::string& prefix, const Message& message) {
    object_[name] = write(message.text());
    if (message.id().empty()) return;
    object_[prefix + "id"] = message.id();
    object_[prefix + "arguments"] = arguments_json(message);
  }
  /// In a file a place is its text.
  void place_field(const char* name, const Place& place) {
    if (form_ == Form::file) return field(name, place.text());
    message_field(name, std::string(name) + "_", place.name);
    fields("line", place.line, "column", place.column);
  }
  /// A list of messages is one of texts, and beside it one of messages.
  void message_list(const char* texts, const char* name, const std::vector<Message>& messages) {
    object_[texts] = texts_json(messages);
    object_[name] = write(messages);
  }

  [[nodiscard]] nlohmann::json take() { return std::move(object_); }

  using json = nlohmann::json;
  template <class T>
  requires std::is_arithmetic_v<T> json write(T value)
  const {
    if constexpr (std::is_floating_point_v<T>) {
      if (form_ == Form::file && !std::isfinite(value)) return nullptr;
    }
    return value;
  }
  template <class T>
  requires std::is_enum_v<T> json write(T value)
  const { return std::string(json_name_of(value)); }
  template <class T>
  requires std::is_class_v<T> json write(const T& value)
  const {
    Writer inner(form_);
    each_field(inner, value);
    return inner.take();
  }
  json write(const Message& message) const { return message_json(message); }
  json write(const std::string& text) const { return form_ == Form::wire ? text : as_utf8(text); }
  json write(const trace::Memory& memory) const { return write(memory.name()); }
  json write(std::chrono::milliseconds time) const { return static_cast<std::int64_t>(time.count()); }
  json write(const catalogue::Value& value) const {
    if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
    return write(std::get<std::string>(value));
  }
  template <class T>
  json write(const std::vector<T>& values) const {
    if constexpr (is_raw_array<T>) {
      if (form_ == Form::wire || !std::is_same_v<T, float>) return binary(values);
    }
    json array = json::array();
    if constexpr (!is_raw_array<T> || std::is_same_v<T, float>) {
      for (const T& value : values) array.push_back(write(value));
    }
    return array;
  }
  template <class T, class Order>
  json write(const std::map<std::string, T, Order>& values) const {
    json object = json::object();
    for (const auto& [name, value] : values) object[form_ == Form::wire ? name : as_utf8(name)] = write(value);
    return object;
  }

 private:
  template <class T>
  static json binary(const std::vector<T>& values) {
    std::vector<std::uint8_t> copy(values.size() * sizeof(T));
    if (!copy.empty()) std::memcpy(copy.data(), values.data(), copy.size());
    return json::binary(std::move(copy));
  }

  Form form_;
  json object_ = json::object();
};

template <class T>
[[nodiscard]] nlohmann::json written(const T& value, Form form = Form::file) {
  return Writer(form).write(value);
}

/// Returns the value as scripts read it: a named field that is absent, an empty text or line 0 becomes null.
template <class T>
[[nodiscard]] nlohmann::json with_nulls(const T& value, std::initializer_list<std::string_view> names) {
  nlohmann::json object = written(value);
  for (const std::string_view name : names) {
    nlohmann::json& field = object[std::string(name)];
    const bool line = name == "line" || name == "column" || name == "ptx_line";
    if (field == "" || (line && field == 0)) field = nullptr;
  }
  return object;
}

}  // namespace lanescope::experiments
