#include "lab/lesson/nth_access.h"

#include <filesystem>

namespace warpscope::lab {

bool is_own_file(std::string_view file, std::string_view kernel) {
  return std::filesystem::path(file).stem() == std::filesystem::path(kernel).filename();
}

std::optional<std::size_t> nth_access(const Traced& traced, std::string_view kernel, int line,
                                      const std::function<bool(trace::Space)>& shows, std::uint32_t n) {
  for (const std::uint32_t record : trace::in_order(traced.trace)) {
    const std::uint32_t index = traced.trace.headers[record].site;
    const trace::Site& site = traced.trace.sites[index];
    if (!shows(site.space) || model::is_led_by_another(traced.vectorization, index)) continue;
    if (line != 0 && (site.line != line || !is_own_file(site.file, kernel))) continue;
    if (n == 0) return record;
    --n;
  }
  return std::nullopt;
}

}  // namespace warpscope::lab
