#include "compiler/host/host_headers.h"

#include <algorithm>

#include "base/text.h"

namespace lanescope::compiler {
namespace {

/// "== NAME... ? WORD..." without its signs.
HostHeader read_section(std::string_view line) {
  HostHeader header;
  bool words = false;
  for (const std::string_view word : split(line, ' ')) {
    if (word == "?") {
      words = true;
    } else if (!word.empty()) {
      (words ? header.words : header.names).emplace_back(word);
    }
  }
  return header;
}

std::vector<HostHeader> read_headers(std::string_view text) {
  constexpr std::string_view sign = "== ";
  std::vector<HostHeader> headers;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with(sign)) {
      headers.push_back(read_section(line.substr(sign.size())));
    } else if (!headers.empty() && !(line.empty() && headers.back().text.empty())) {
      headers.back().text += std::string(line) + "\n";
    }
  }
  for (HostHeader& header : headers) header.text.resize(trim(header.text).size());
  return headers;
}

}  // namespace

const std::vector<HostHeader>& host_headers() {
  static const std::vector<HostHeader> headers = read_headers(host_headers_text());
  return headers;
}

const HostHeader* host_header(std::string_view name) {
  const auto is_of = [&](const std::string& known) {
    return known == name || (known.ends_with('/') && name.starts_with(known));
  };
  for (const HostHeader& header : host_headers()) {
    if (std::any_of(header.names.begin(), header.names.end(), is_of)) return &header;
  }
  return nullptr;
}

std::string text_for(const HostHeader& header, const std::set<std::string, std::less<>>& words, bool everything) {
  const auto is_used = [&](const std::string& word) { return words.contains(word); };
  const bool given =
      everything || header.words.empty() || std::any_of(header.words.begin(), header.words.end(), is_used);
  return given ? header.text : std::string();
}

}  // namespace lanescope::compiler
