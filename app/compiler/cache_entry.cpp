#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/file.h"
#include "compiler/cache.h"

namespace warpscope::compiler {
namespace {

/// Raise the number whenever the layout below, or the meaning of anything in it, changes.
constexpr std::string_view format = "warpscope compiled 1\n";
constexpr std::size_t fingerprint_length = 32;

class Writer {
 public:
  template <class T>
  void number(T value) {
    static_assert(std::is_arithmetic_v<T>);
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    text_.append(bytes, sizeof(T));
  }
  void text(std::string_view value) {
    number(std::uint64_t{value.size()});
    text_.append(value);
  }
  [[nodiscard]] const std::string& result() const { return text_; }

 private:
  std::string text_;
};

/// Once something does not fit, ok() is false and everything read is empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T number() {
    T value{};
    if (bytes_.size() < sizeof(T)) {
      fail();
    } else {
      std::memcpy(&value, bytes_.data(), sizeof(T));
      bytes_.remove_prefix(sizeof(T));
    }
    return value;
  }
  std::string text() {
    const auto size = number<std::uint64_t>();
    if (size > bytes_.size()) {
      fail();
      return {};
    }
    std::string value(bytes_.substr(0, size));
    bytes_.remove_prefix(size);
    return value;
  }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool done() const { return ok_ && bytes_.empty(); }

 private:
  void fail() {
    ok_ = false;
    bytes_ = {};
  }
  std::string_view bytes_;
  bool ok_ = true;
};

void write(Writer& writer, const Diagnostic& message) {
  writer.number(static_cast<std::int32_t>(message.severity));
  writer.text(message.file);
  writer.number(std::int32_t{message.line});
  writer.number(std::int32_t{message.column});
  writer.text(message.message);
}

Diagnostic read_message(Reader& reader) {
  Diagnostic message;
  message.severity = static_cast<Diagnostic::Severity>(reader.number<std::int32_t>());
  message.file = reader.text();
  message.line = reader.number<std::int32_t>();
  message.column = reader.number<std::int32_t>();
  message.message = reader.text();
  return message;
}

void write(Writer& writer, const Resources& resources) {
  writer.number(std::int32_t{resources.registers});
  writer.number(resources.shared_bytes);
  writer.number(resources.local_bytes);
  writer.number(std::int32_t{resources.max_threads});
}

Resources read_entry(Reader& reader) {
  Resources resources;
  resources.registers = reader.number<std::int32_t>();
  resources.shared_bytes = reader.number<std::int64_t>();
  resources.local_bytes = reader.number<std::int64_t>();
  resources.max_threads = reader.number<std::int32_t>();
  return resources;
}

}  // namespace

std::string cache_key(const std::string& compiler, const Request& request, const std::vector<std::string>& options) {
  Writer writer;
  writer.text(format);
  writer.text(compiler);
  writer.text(request.file);
  writer.text(request.text);
  writer.number(std::uint64_t{request.headers.size()});
  for (const auto& [name, text] : request.headers) {
    writer.text(name);
    writer.text(text);
  }
  for (const std::string& option : options) writer.text(option);
  return fingerprint(writer.result());
}

std::string to_bytes(const Compiled& compiled) {
  Writer writer;
  writer.text(compiled.ptx);
  writer.text({reinterpret_cast<const char*>(compiled.cubin.data()), compiled.cubin.size()});
  writer.text(compiled.nvrtc);
  writer.number(compiled.milliseconds);
  writer.number(std::uint64_t{compiled.entries.size()});
  for (const auto& [name, resources] : compiled.entries) {
    writer.text(name);
    write(writer, resources);
  }
  writer.number(std::uint64_t{compiled.messages.size()});
  for (const Diagnostic& message : compiled.messages) write(writer, message);
  return std::string(format) + fingerprint(writer.result()) + writer.result();
}

std::optional<Compiled> from_bytes(std::string_view bytes) {
  if (!bytes.starts_with(format)) return std::nullopt;
  bytes.remove_prefix(format.size());
  const std::string_view content = bytes.substr(std::min(bytes.size(), fingerprint_length));
  if (bytes.substr(0, fingerprint_length) != fingerprint(content)) return std::nullopt;

  Reader reader(content);
  Compiled compiled;
  compiled.ptx = reader.text();
  const std::string cubin = reader.text();
  compiled.cubin.assign(cubin.begin(), cubin.end());
  compiled.nvrtc = reader.text();
  compiled.milliseconds = reader.number<double>();
  for (auto count = reader.number<std::uint64_t>(); count > 0 && reader.ok(); --count) {
    std::string name = reader.text();
    compiled.entries[std::move(name)] = read_entry(reader);
  }
  for (auto count = reader.number<std::uint64_t>(); count > 0 && reader.ok(); --count) {
    compiled.messages.push_back(read_message(reader));
  }
  if (!reader.done()) return std::nullopt;
  compiled.cached = true;
  return compiled;
}

}  // namespace warpscope::compiler
