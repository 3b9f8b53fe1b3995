#include "lessons/nth_access.h"

#include <filesystem>

namespace lanescope::lessons {

bool is_own_file(std::string_view file, std::string_view kernel) {
  return std::filesystem::path(file).stem() == std::filesystem::path(kernel).filename();
}

namespace {

/// Calls visit(record) for every access that counts, in their order, until it returns true.
template <class Visit>
void each_access(const analysis::Traced& traced, std::string_view kernel, int line,
                 const std::function<bool(trace::Space)>& shows, const Visit& visit) {
  for (const std::uint32_t record : trace::in_order(traced.trace)) {
    const std::uint32_t index = traced.trace.headers[record].site;
    const trace::Site& site = traced.trace.sites[index];
    if (!shows(site.space) || model::is_merged_into_leader(traced.vectorization, index)) continue;
    if (line != 0 && (site.line != line || !is_own_file(site.file, kernel))) continue;
    if (visit(record)) return;
  }
}

}  // namespace

std::optional<std::size_t> nth_access(const analysis::Traced& traced, std::string_view kernel, int line,
                                      const std::function<bool(trace::Space)>& shows, std::uint32_t n) {
  std::optional<std::size_t> found;
  each_access(traced, kernel, line, shows, [&](std::uint32_t record) {
    if (n == 0) found = record;
    return n-- == 0;
  });
  return found;
}

std::optional<std::uint32_t> number_of_access(const analysis::Traced& traced, std::string_view kernel, int line,
                                              const std::function<bool(trace::Space)>& shows, std::size_t record) {
  std::uint32_t number = 0;
  std::optional<std::uint32_t> found;
  each_access(traced, kernel, line, shows, [&](std::uint32_t each) {
    if (each == record) found = number;
    ++number;
    return found.has_value();
  });
  return found;
}

}  // namespace lanescope::lessons
