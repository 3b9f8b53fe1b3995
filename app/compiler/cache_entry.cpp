#include <algorithm>
#include <concepts>
#include <cstring>
#include <type_traits>

#include "base/file.h"
#include "compiler/cache.h"
#include "compiler/host/host_headers.h"

namespace lanescope::compiler {
namespace {

/// The number must rise whenever the layout below, or the meaning of anything in it, changes.
constexpr std::string_view format = "lanescope compiled 3\n";
constexpr std::size_t fingerprint_length = 32;

class Writer {
 public:
  static constexpr bool reads = false;
  void bytes(const void* data, std::size_t size) { text_.append(static_cast<const char*>(data), size); }
  [[nodiscard]] const std::string& result() const { return text_; }

 private:
  std::string text_;
};

/// Once something does not fit, ok() is false and everything read is empty.
class Reader {
 public:
  static constexpr bool reads = true;
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool fits(std::uint64_t size) {
    ok_ = ok_ && size <= bytes_.size();
    return ok_;
  }
  void bytes(void* data, std::size_t size) {
    if (!fits(size) || size == 0) return;
    std::memcpy(data, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }
  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool done() const { return ok_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool ok_ = true;
};

template <class T, class Plain>
concept Either = std::same_as<std::remove_const_t<T>, Plain>;

// They pass the content of an entry in order, both ways. Numbers are as in memory; a length precedes texts and lists.

template <class Archive, class... Parts>
void pass_all(Archive& archive, Parts&... parts) {
  (pass(archive, parts), ...);
}

template <class Archive, class Number>
requires(std::is_arithmetic_v<Number> || std::is_enum_v<Number>) void pass(Archive& archive, Number& number) {
  archive.bytes(&number, sizeof number);
}

template <class Archive, class Text>
requires(sizeof(typename Text::value_type) == 1) void pass(Archive& archive, Text& text) {
  std::uint64_t size = text.size();
  pass(archive, size);
  if constexpr (Archive::reads) text.resize(archive.fits(size) ? size : 0);
  archive.bytes(text.data(), text.size());
}

template <class Archive, Either<Diagnostic> Message>
void pass(Archive& archive, Message& message) {
  pass_all(archive, message.severity, message.file, message.line, message.column, message.message);
}

template <class Archive, Either<Resources> Entry>
void pass(Archive& archive, Entry& entry) {
  pass_all(archive, entry.registers, entry.shared_bytes, entry.local_bytes, entry.max_threads);
}

template <class Archive, Either<LineRange> Range>
void pass(Archive& archive, Range& range) {
  pass_all(archive, range.first, range.last);
}

template <class Archive, class List>
requires(sizeof(typename List::value_type) > 1 && !requires { typename List::mapped_type; }) void pass(Archive& archive,
                                                                                                       List& list) {
  std::uint64_t size = list.size();
  pass(archive, size);
  if constexpr (Archive::reads) {
    for (; size > 0 && archive.ok(); --size) pass(archive, list.emplace_back());
  } else {
    for (auto& each : list) pass(archive, each);
  }
}

template <class Archive, class Map>
requires requires {
  typename Map::mapped_type;
}
void pass(Archive& archive, Map& map) {
  std::uint64_t size = map.size();
  pass(archive, size);
  if constexpr (Archive::reads) {
    for (std::string name; size > 0 && archive.ok(); --size) {
      pass(archive, name);
      pass(archive, map[name]);
    }
  } else {
    for (auto& [name, value] : map) pass_all(archive, name, value);
  }
}

template <class Archive, Either<Compiled> Whole>
void pass(Archive& archive, Whole& whole) {
  pass_all(archive, whole.ptx, whole.cubin, whole.nvrtc, whole.milliseconds, whole.entries, whole.messages,
           whole.lowered, whole.left_out);
}

}  // namespace

std::string cache_key(const std::string& compiler, const Request& request, const std::vector<std::string>& options) {
  Writer writer;
  const std::uint64_t headers = request.headers.size();
  pass_all(writer, format, compiler, request.file, request.text, headers);
  for (const auto& [name, text] : request.headers) pass_all(writer, name, text);
  for (const std::string& option : options) pass(writer, option);
  const std::string_view host_headers = host_headers_text();
  pass_all(writer, request.kernels, request.only, host_headers);
  return fingerprint(writer.result());
}

std::string to_bytes(const std::string& key, const Compiled& compiled) {
  Writer writer;
  pass_all(writer, key, compiled);
  return std::string(format) + fingerprint(writer.result()) + writer.result();
}

std::optional<Compiled> from_bytes(const std::string& key, std::string_view bytes) {
  if (!bytes.starts_with(format)) return std::nullopt;
  bytes.remove_prefix(format.size());
  const std::string_view content = bytes.substr(std::min(bytes.size(), fingerprint_length));
  if (bytes.substr(0, fingerprint_length) != fingerprint(content)) return std::nullopt;
  Reader reader(content);
  std::string own_key;
  Compiled compiled;
  pass_all(reader, own_key, compiled);
  if (!reader.done() || own_key != key) return std::nullopt;
  compiled.cached = true;
  return compiled;
}

}  // namespace lanescope::compiler
