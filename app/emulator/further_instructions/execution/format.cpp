#include "emulator/further_instructions/execution/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>

#include "base/rounding.h"
#include "emulator/messages.h"

namespace lanescope::emulator {
namespace {

constexpr int widest = 4096;  // characters of a width or precision

/// One conversion of a format: %[flags][width][.precision][size]letter.
struct ConversionSpecification {
  std::string flags;
  std::optional<int> width;  ///< not negative
  std::optional<int> precision;
  std::string_view size;  ///< "", "h", "hh", "l", "ll", "z", "t", "j"
  char letter = 0;
};

/// The arguments, which are read one by one.
class Arguments {
 public:
  explicit Arguments(std::span<const std::byte> bytes) : bytes_(bytes) {}

  /// Returns nothing at the end.
  template <class T>
  [[nodiscard]] std::optional<T> next() {
    const std::size_t begin = round_up(next_, alignof(T));
    if (begin > bytes_.size() || bytes_.size() - begin < sizeof(T)) return std::nullopt;
    T value{};
    std::memcpy(&value, bytes_.data() + begin, sizeof value);
    next_ = begin + sizeof value;
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t next_ = 0;
};

bool is_one_of(char letter, std::string_view letters) {
  return letters.find(letter) != std::string_view::npos;
}

/// Writes one printf call.
class Formatter {
 public:
  Formatter(std::string_view format, std::span<const std::byte> arguments,
            const std::function<Expected<std::string>(std::uint64_t)>& read_string)
      : format_(format), arguments_(arguments), read_string_(read_string) {}

  [[nodiscard]] Expected<std::string> run() {
    while (position_ < format_.size()) {
      const std::size_t percent = std::min(format_.find('%', position_), format_.size());
      text_ += format_.substr(position_, percent - position_);
      position_ = percent;
      if (percent == format_.size()) break;
      TRY_STATUS(write_conversion());
    }
    return std::move(text_);
  }

 private:
  [[nodiscard]] char peek() const { return position_ < format_.size() ? format_[position_] : '\0'; }
  [[nodiscard]] tl::unexpected<Error> wrong(const Message& what, Message remedy) const {
    return failure(std::string(what), fmt::format("printf(\"{}\")", format_), std::move(remedy));
  }
  [[nodiscard]] tl::unexpected<Error> too_few() const {
    return wrong(message<"printf.too_few_arguments">(), message<"printf.too_few_arguments_remedy">());
  }

  Expected<std::optional<int>> number() {
    if (!is_one_of(peek(), "0123456789") || peek() == '\0') return std::optional<int>();
    int value = 0;
    for (; peek() != '\0' && is_one_of(peek(), "0123456789"); ++position_) {
      value = value * 10 + (peek() - '0');
      if (value > widest) return too_wide();
    }
    return std::optional<int>(value);
  }
  [[nodiscard]] tl::unexpected<Error> too_wide() const {
    return wrong(message<"printf.width">(widest), message<"printf.width_remedy">());
  }

  Status read_width(ConversionSpecification& conversion) {
    if (peek() != '*') {
      TRY(conversion.width, number());
      return {};
    }
    ++position_;
    const auto width = arguments_.next<std::int32_t>();
    if (!width) return too_few();
    if (*width > widest || *width < -widest) return too_wide();
    if (*width < 0) conversion.flags += '-';
    conversion.width = *width < 0 ? -*width : *width;
    return {};
  }

  Status read_precision(ConversionSpecification& conversion) {
    if (peek() != '.') return {};
    ++position_;
    // A device prints wrong text here: the CUDA guide allows * only for the width.
    if (peek() == '*') return wrong(message<"printf.precision">(), message<"printf.precision_remedy">());
    TRY(const std::optional<int> precision, number());
    conversion.precision = precision.value_or(0);
    return {};
  }

  Expected<ConversionSpecification> read_conversion() {
    ConversionSpecification conversion;
    for (++position_; peek() != '\0' && is_one_of(peek(), "-+ #0"); ++position_) conversion.flags += peek();
    TRY_STATUS(read_width(conversion));
    TRY_STATUS(read_precision(conversion));
    for (const std::string_view size : {"hh", "ll", "h", "l", "z", "t", "j"}) {
      if (!format_.substr(position_).starts_with(size)) continue;
      conversion.size = size;
      position_ += size.size();
      break;
    }
    if (position_ == format_.size())
      return wrong(message<"printf.unfinished">(), message<"printf.unfinished_remedy">());
    conversion.letter = format_[position_++];
    return conversion;
  }

  Status write_conversion() {
    TRY(const ConversionSpecification conversion, read_conversion());
    const char letter = conversion.letter;
    if (is_one_of(letter, "di")) return write_integer<true>(conversion);
    if (is_one_of(letter, "uoxX")) return write_integer<false>(conversion);
    if (is_one_of(letter, "fFeEgGaA")) return take<double>([&](double value) { write("", conversion, value); });
    if (letter == 'c') {
      return take<std::int32_t>([&](std::int32_t value) { pad(conversion, std::string(1, static_cast<char>(value))); });
    }
    if (letter == 'p') {
      return take<std::uint64_t>([&](std::uint64_t address) {
        pad(conversion, address == 0 ? std::string("(nil)") : fmt::format("{:#x}", address));
      });
    }
    if (letter == 's') return write_string(conversion);
    if (letter != '%') {
      return wrong(message<"printf.conversion">(conversion.size, letter), message<"printf.conversion_remedy">());
    }
    text_ += '%';
    return {};
  }

  /// Calls `use` with the next argument.
  template <class T, class Use>
  Status take(Use use) {
    const auto value = arguments_.next<T>();
    if (!value) return too_few();
    use(*value);
    return {};
  }

  /// Writes the integer of the given size, cut from the argument, which is an int or has 8 bytes.
  template <bool is_signed>
  Status write_integer(const ConversionSpecification& conversion) {
    // long has the size of the host's long, because the compiler of a kernel follows its host.
    const std::string_view size = conversion.size;
    const bool wide = size == "ll" || size == "z" || size == "t" || size == "j" || (size == "l" && sizeof(long) == 8);
    const auto given =
        wide ? arguments_.next<std::int64_t>() : std::optional<std::int64_t>(arguments_.next<std::int32_t>());
    if (!given) return too_few();
    std::int64_t value = *given;
    if (size == "h") value = static_cast<std::int16_t>(value);
    if (size == "hh") value = static_cast<std::int8_t>(value);
    if constexpr (is_signed) {
      write("ll", conversion, static_cast<long long>(value));
    } else {
      const unsigned bits = wide ? 64 : size == "hh" ? 8 : size == "h" ? 16 : 32;
      write("ll", conversion, static_cast<unsigned long long>(value) & (~0ull >> (64 - bits)));
    }
    return {};
  }

  Status write_string(const ConversionSpecification& conversion) {
    const auto address = arguments_.next<std::uint64_t>();
    if (!address) return too_few();
    TRY(const std::string text, read_string_(*address));
    pad(conversion, std::string_view(text).substr(0, static_cast<std::size_t>(conversion.precision.value_or(INT_MAX))));
    return {};
  }

  void pad(const ConversionSpecification& conversion, std::string_view text) {
    const auto width = static_cast<std::size_t>(conversion.width.value_or(0));
    const bool left = conversion.flags.find('-') != std::string::npos;
    const std::size_t blanks = width > text.size() ? width - text.size() : 0;  // in bytes, as in C
    if (!left) text_.append(blanks, ' ');
    text_ += text;
    if (left) text_.append(blanks, ' ');
  }

  /// Formats with the C library, as the driver does.
  template <class T>
  void write(std::string_view size, const ConversionSpecification& conversion, T value) {
    std::string specification = fmt::format("%{}", conversion.flags);
    if (conversion.width) specification += fmt::format("{}", *conversion.width);
    if (conversion.precision) specification += fmt::format(".{}", *conversion.precision);
    specification += size;
    specification += conversion.letter;
    // There is room for the width or precision, and for the longest %f with its 309 digits.
    std::array<char, 2 * widest + 512> buffer{};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int length = std::snprintf(buffer.data(), buffer.size(), specification.c_str(), value);
#pragma GCC diagnostic pop
    if (length > 0) text_.append(buffer.data(), std::min(static_cast<std::size_t>(length), buffer.size() - 1));
  }

  std::string_view format_;
  Arguments arguments_;
  const std::function<Expected<std::string>(std::uint64_t)>& read_string_;
  std::size_t position_ = 0;
  std::string text_;
};

}  // namespace

Expected<std::string> format_device_text(std::string_view format, std::span<const std::byte> arguments,
                                         const std::function<Expected<std::string>(std::uint64_t)>& read_string) {
  return Formatter(format, arguments, read_string).run();
}

}  // namespace lanescope::emulator
