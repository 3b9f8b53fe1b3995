#include "catalogue/reference/number_file.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "base/text.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";

/// NumPy's names of the types, little-endian, in the order of ElementType. Bytes have no order.
constexpr std::array<std::string_view, 12> npy_types = {"|i1", "|u1", "<i2", "<u2", "<i4", "<u4",
                                                        "<i8", "<u8", "<f2", "<u2", "<f4", "<f8"};

/// Returns the text after 'key': in the header of an .npy file, up to the next comma outside of brackets.
std::string_view value_of(std::string_view header, std::string_view key) {
  const std::size_t at = header.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) return {};
  const std::string_view rest = header.substr(at + key.size() + 3);
  return trim(rest.substr(0, rest.find_first_of(",}")));
}

/// The header of an .npy file and what follows it. Source: NumPy's documentation of numpy.lib.format.
struct Npy {
  std::string_view header;
  std::span<const std::byte> elements;
};

std::optional<Npy> npy_of(std::span<const std::byte> file) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  constexpr std::size_t version = npy_magic.size();
  if (text.size() < version + 2) return std::nullopt;
  const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(text[at])); };
  const std::size_t length_bytes = byte(version) == 1 ? 2 : 4;
  const std::size_t begin = version + 2 + length_bytes;
  if (text.size() < begin) return std::nullopt;
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) length |= byte(version + 2 + i) << (8 * i);
  if (text.size() - begin < length) return std::nullopt;
  return Npy{text.substr(begin, length), file.subspan(begin + length)};
}

}  // namespace

Expected<std::vector<std::byte>> elements_in_file(std::span<const std::byte> file, const Buffer& buffer,
                                                  const std::string& name) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  std::span<const std::byte> elements = file;
  if (text.starts_with(npy_magic)) {
    const auto npy = npy_of(file);
    if (!npy) return failure(message<"npy.header">(), name, message<"npy.header_remedy">());
    const std::string_view type = npy_types.at(static_cast<std::size_t>(buffer.type));
    const std::string_view written = value_of(npy->header, "descr");
    if (written != fmt::format("'{}'", type)) {
      return failure(message<"npy.type">(written, buffer.name, name_of(buffer.type)), name,
                     message<"npy.type_remedy">(type));
    }
    if (value_of(npy->header, "fortran_order") != "False") {
      return failure(message<"npy.columns">(), name, message<"npy.columns_remedy">());
    }
    elements = npy->elements;
  }
  if (elements.size() != buffer.bytes()) {
    return failure(message<"npy.bytes">(elements.size(), buffer.name, buffer.bytes()), name,
                   message<"npy.bytes_remedy">());
  }
  return std::vector<std::byte>(elements.begin(), elements.end());
}

}  // namespace lanescope::catalogue
