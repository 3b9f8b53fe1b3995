#include "lessons/claims.h"

#include <algorithm>

#include "base/file.h"
#include "base/names.h"
#include "base/text.h"
#include "lessons/messages.h"

namespace lanescope::lessons {
namespace {

constexpr EnumNames<3> verdict_names{"holds", "differs", "open"};

}  // namespace

std::string_view name_of(Claim::Verdict verdict) {
  return enum_name(verdict_names, verdict);
}

Expected<std::vector<Claim>> read_claims(const std::filesystem::path& file) {
  TRY(const std::string text, read_file(file));
  std::vector<Claim> claims;
  std::vector<std::string_view> header;
  int number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (line.empty()) continue;
    const auto fields = split(line, ',');
    if (header.empty()) {
      header = fields;
      continue;
    }
    const Place where(file.string(), number);
    if (fields.size() != header.size()) {
      return failure(message<"claims.field_count">(fields.size(), header.size()), where,
                     message<"claims.field_count_remedy">());
    }
    const auto field = [&](std::string_view name) {
      const auto found = std::ranges::find(header, name);
      return found == header.end() ? std::string()
                                   : std::string(fields[static_cast<std::size_t>(found - header.begin())]);
    };
    const auto verdict = enum_cast<Claim::Verdict>(verdict_names, field("verdict"));
    if (!verdict) {
      return failure(message<"claims.verdict">(field("verdict")), where, message<"claims.verdict_remedy">());
    }
    claims.push_back({field("doc"), field("claim"), field("says"), field("place"), *verdict, field("note")});
  }
  return claims;
}

}  // namespace lanescope::lessons
