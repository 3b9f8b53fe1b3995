// Reads values from JSON by their field lists (experiments/wire/fields.h). Nothing is trusted: every field is checked
// for presence, type and range, and the error names the path of the first wrong one.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "experiments/messages.h"
#include "experiments/names.h"
#include "experiments/wire/fields.h"
#include "experiments/wire/writer.h"

namespace lanescope::experiments {

class Reader {
 public:
  /// `path` is the prefix of field names in errors ("launches[2]."). `error` keeps the first error, after which nothing
  /// more is read.
  Reader(const nlohmann::json& object, std::string path, Form form, std::optional<Message>& error)
      : object_(object), path_(std::move(path)), form_(form), error_(error) {}

  template <class T>
  void field(const char* name, T& value) {
    if (error_) return;
    const auto found = object_.find(name);
    if (found == object_.end()) return fail(path_ + name, message<"fields.missing">());
    read(*found, path_ + name, value);
  }
  template <class T>
  void field(const char* name, std::optional<T>& value) {
    if (error_) return;
    value.reset();
    const auto found = object_.find(name);
    if (found == object_.end() || found->is_null()) return;
    T inner{};
    read(*found, path_ + name, inner);
    value = std::move(inner);
  }
  template <class T>
  void field(const char* name, std::shared_ptr<const T>& value) {
    std::optional<T> inner;
    field(name, inner);
    value = inner ? std::make_shared<const T>(std::move(*inner)) : nullptr;
  }
  template <class... Pairs>
  void fields(Pairs&... pairs) {
    for_pairs([this](const char* name, auto& value) { field(name, value); }, pairs...);
  }
  template <class... Pairs>
  void not_in_files(Pairs&... pairs) {
    if (form_ == Form::wire) fields(pairs...);
  }
  /// Both ends of a pipe have the same version; files may be older.
  template <class... Pairs>
  void optional_in_old_files(Pairs&... pairs) {
    const auto read_if_present = [this](const char* name, auto& value) {
      if (form_ == Form::wire || object_.contains(name)) field(name, value);
    };
    for_pairs(read_if_present, pairs...);
  }
  void message_field(const std::string& name, const std::string& prefix, Message& value) {
    if (error_) return;
    if (!object_.contains(name)) return fail(path_ + name, message<"fields.missing">());
    read_message_of(object_, path_ + name, name, prefix, value);
  }
  /// In a file a place is its text.
  void place_field(const char* name, Place& value) {
    if (form_ == Form::wire) {
      message_field(name, std::string(name) + "_", value.name);
      return fields("line", value.line, "column", value.column);
    }
    std::string text;
    field(name, text);
    value = std::move(text);
  }
  /// Files from before messages had ids hold their texts alone.
  void message_list(const char* texts, const char* name, std::vector<Message>& values) {
    if (error_) return;
    if (object_.contains(name)) return field(name, values);
    if (form_ == Form::file && !object_.contains(texts)) return;
    std::vector<std::string> old;
    field(texts, old);
    values.assign(old.begin(), old.end());
  }
  template <class... Pairs>
  void omit_if_empty(Pairs&... pairs) {
    optional_in_old_files(pairs...);
  }

 private:
  using json = nlohmann::json;

  void fail(const std::string& path, const Message& problem) {
    if (!error_) error_ = message<"fields.wrong">(path, problem);
  }

  void read(const json& from, const std::string& path, bool& value) {
    if (!from.is_boolean()) return fail(path, message<"fields.no_truth_value">());
    value = from.get<bool>();
  }
  template <std::integral T>
  void read(const json& from, const std::string& path, T& value) {
    bool fits = from.is_number_integer();
    if (from.is_number_unsigned()) {
      fits = std::in_range<T>(from.get<std::uint64_t>());
    } else if (fits) {
      fits = std::in_range<T>(from.get<std::int64_t>());
    }
    if (!fits) {
      return fail(path, message<"fields.integer_range">(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    }
    value = from.get<T>();
  }
  /// In a file, null stands for a number that JSON text cannot hold.
  template <std::floating_point T>
  void read(const json& from, const std::string& path, T& value) {
    if (from.is_number()) {
      value = from.get<T>();
    } else if (from.is_null() && form_ == Form::file) {
      value = std::numeric_limits<T>::quiet_NaN();
    } else {
      fail(path, message<"fields.no_number">());
    }
  }
  template <class T>
  requires std::is_enum_v<T>
  void read(const json& from, const std::string& path, T& value) {
    const auto known = from.is_string() ? enum_named<T>(from.get_ref<const std::string&>()) : std::nullopt;
    if (known) {
      value = *known;
      return;
    }
    std::string names;
    for_each_value<T>([&](T each) { names += (names.empty() ? "" : ", ") + std::string(json_name_of(each)); });
    fail(path, message<"fields.no_name">(names));
  }
  template <class T>
  requires std::is_class_v<T>
  void read(const json& from, const std::string& path, T& value) {
    if (!from.is_object()) return fail(path, message<"fields.no_object">());
    Reader inner(from, path + ".", form_, error_);
    each_field(inner, value);
  }
  void read_message_of(const json& object, const std::string& path, const std::string& name, const std::string& prefix,
                       Message& value) {
    auto known = read_message(object, name, prefix);
    if (!known) return fail(path, message<"fields.no_message">());
    value = std::move(*known);
  }
  void read(const json& from, const std::string& path, Message& value) {
    if (!from.is_object()) return fail(path, message<"fields.no_object">());
    read_message_of(from, path, "message", "", value);
  }
  void read(const json& from, const std::string& path, std::string& value) {
    if (!from.is_string()) return fail(path, message<"fields.no_text">());
    value = from.get_ref<const std::string&>();
  }
  void read(const json& from, const std::string& path, trace::Memory& value) {
    std::string name;
    read(from, path, name);
    value = trace::Memory::named(std::move(name));
  }
  void read(const json& from, const std::string& path, std::chrono::milliseconds& value) {
    std::int64_t count = 0;
    read(from, path, count);
    if (count < 0) return fail(path, message<"fields.negative">());
    value = std::chrono::milliseconds(count);
  }
  void read(const json& from, const std::string& path, catalogue::Value& value) {
    if (from.is_string()) {
      value = from.get_ref<const std::string&>();
    } else {
      std::int64_t number = 0;
      read(from, path, number);
      value = number;
    }
  }
  template <class T>
  void read(const json& from, const std::string& path, std::vector<T>& value) {
    if constexpr (is_raw_array<T>) {
      if (form_ == Form::wire || !std::is_same_v<T, float>) return read_raw_array(from, path, value);
    }
    if constexpr (!is_raw_array<T> || std::is_same_v<T, float>) read_array(from, path, value);
  }
  template <class T, class Order>
  void read(const json& from, const std::string& path, std::map<std::string, T, Order>& value) {
    if (!from.is_object()) return fail(path, message<"fields.no_object">());
    value.clear();
    for (const auto& [name, inner] : from.items()) read(inner, path + "." + name, value[name]);
  }

  template <class T>
  void read_array(const json& from, const std::string& path, std::vector<T>& value) {
    if (!from.is_array()) return fail(path, message<"fields.no_list">());
    value.clear();
    // One after the other: an item of one byte that is wrong must not take the memory of as many whole ones.
    for (std::size_t i = 0; i < from.size() && !error_; ++i) {
      T item{};
      read(from[i], fmt::format("{}[{}]", path, i), item);
      value.push_back(std::move(item));
    }
  }
  template <class T>
  void read_raw_array(const json& from, const std::string& path, std::vector<T>& value) {
    if (!from.is_binary()) return fail(path, message<"fields.no_bytes">());
    const auto& bytes = from.get_binary();
    if (bytes.size() % sizeof(T) != 0) return fail(path, message<"fields.byte_count">(sizeof(T)));
    value.assign(bytes.size() / sizeof(T), T{});
    if (!bytes.empty()) std::memcpy(value.data(), bytes.data(), bytes.size());
  }

  const json& object_;
  std::string path_;
  Form form_;
  std::optional<Message>& error_;
};

/// Returns the value, or what is wrong with the first wrong field. `where` and `remedy` go into the error.
template <class T>
[[nodiscard]] Expected<T> read_fields(const nlohmann::json& object, Form form, const char* where,
                                      const Message& remedy) {
  if (!object.is_object()) return failure(message<"fields.none">(), where, remedy);
  T value;
  std::optional<Message> error;
  Reader reader(object, "", form, error);
  each_field(reader, value);
  if (error) return failure(*error, where, remedy);
  return value;
}

}  // namespace lanescope::experiments
