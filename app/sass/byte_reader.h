// A cursor over bytes that never leaves them: reading beyond the end gives zero, and the reader remembers it.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

namespace lanescope::sass {

using Bytes = std::span<const std::uint8_t>;

class ByteReader {
 public:
  explicit ByteReader(Bytes bytes, std::uint64_t position = 0) : bytes_(bytes), position_(position) {
    failed_ = position > bytes.size();
    if (failed_) position_ = bytes.size();
  }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] std::uint64_t position() const { return position_; }
  [[nodiscard]] std::uint64_t left() const { return bytes_.size() - position_; }
  [[nodiscard]] bool at_end() const { return failed_ || left() == 0; }

  /// Reads a little-endian value, as cubins have them.
  template <class T>
  T read() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (!take(sizeof(T))) return value;
    std::memcpy(&value, bytes_.data() + position_ - sizeof(T), sizeof(T));
    return value;
  }

  std::uint64_t read_uleb128() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = read<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80u) == 0) return value;
    }
  }

  std::int64_t read_sleb128() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;;) {
      const auto byte = read<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7fu} << shift;
      shift += 7;
      if ((byte & 0x80u) != 0) continue;
      if ((byte & 0x40u) != 0 && shift < 64) value |= ~std::uint64_t{0} << shift;
      return static_cast<std::int64_t>(value);
    }
  }

  /// Reads up to the next zero byte, which is skipped and not returned.
  std::string read_text() {
    std::string text;
    while (!failed_) {
      const auto byte = read<std::uint8_t>();
      if (byte == 0) break;
      text += static_cast<char>(byte);
    }
    return text;
  }

  /// Returns the next `length` bytes as a part.
  Bytes read_part(std::uint64_t length) {
    if (!take(length)) return {};
    return bytes_.subspan(position_ - length, length);
  }

 private:
  bool take(std::uint64_t length) {
    if (failed_ || length > left()) {
      failed_ = true;
      position_ = bytes_.size();
      return false;
    }
    position_ += length;
    return true;
  }

  Bytes bytes_;
  std::uint64_t position_ = 0;
  bool failed_ = false;
};

}  // namespace lanescope::sass
