// The headers that nvcc would take from the host's compiler, as NVRTC gets them: what a kernel can use of them, and
// nothing of the rest.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::compiler {

/// The text of host_headers.txt, which travels inside the library.
[[nodiscard]] std::string_view host_headers_text();

struct HostHeader {
  std::vector<std::string> names;  ///< as #include writes them; one with a final / is a folder
  std::vector<std::string> words;  ///< of which the code must use one; empty: the text is given in any case
  std::string text;                ///< empty: there is nothing in it for a device
};
/// All of them, read once from host_headers_text().
[[nodiscard]] const std::vector<HostHeader>& host_headers();

/// The header that nvcc itself reads before every file, among host_headers().
inline constexpr std::string_view implied_header = "lanescope_implied.h";

/// The header of that name. Null: it is not known.
[[nodiscard]] const HostHeader* host_header(std::string_view name);

/// Returns the header's text for code that uses these words; with `everything`, also the text that no word needs.
[[nodiscard]] std::string text_for(const HostHeader& header, const std::set<std::string, std::less<>>& words,
                                   bool everything);

}  // namespace lanescope::compiler
