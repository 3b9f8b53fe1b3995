#include "gui/store/kernels_list.h"

#include <algorithm>

#include "base/text.h"

namespace lanescope::gui {
namespace {

bool is_found(const catalogue::Kernel& kernel, std::string_view search) {
  const std::string query = lower(trim(search));
  std::string text = kernel.source.id + '\n' + kernel.title + '\n' + kernel.summary + '\n' + kernel.section;
  for (const auto& [language, texts] : kernel.translations) text += '\n' + texts.title + '\n' + texts.summary;
  text = lower(text);
  return std::ranges::all_of(split(query, ' '),
                             [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

}  // namespace

std::vector<KernelRow> kernel_rows(const catalogue::Snapshot& snapshot, const KernelSearch& search) {
  std::vector<KernelRow> rows;
  const bool searching = !trim(search.text).empty();
  std::size_t heading = 0;  // index of the present family's row
  for (const auto& [id, kernel] : snapshot.kernels) {
    if (searching && !is_found(*kernel, search.text)) continue;
    if (rows.empty() || rows[heading].family != kernel->family) {
      heading = rows.size();
      rows.push_back({kernel->family, !searching && search.folded.contains(kernel->family)});
    }
    KernelRow& family = rows[heading];
    const bool has_errors = snapshot.errors.contains(kernel->source.path);
    ++family.count;
    family.has_errors = family.has_errors || has_errors;
    if (family.folded) continue;
    rows.push_back({kernel->family, false, 0, kernel, has_errors});
  }
  return rows;
}

std::string candidate_of(const std::vector<KernelRow>& rows, const KernelSearch& search, const std::string& selected) {
  const auto listed = [&](const std::string& id) {
    return std::ranges::any_of(rows, [&](const KernelRow& row) { return row.kernel && row.kernel->source.id == id; });
  };
  if (listed(search.candidate)) return search.candidate;
  if (trim(search.text).empty() && listed(selected)) return selected;
  const auto first = std::ranges::find_if(rows, [](const KernelRow& row) { return row.kernel != nullptr; });
  return first == rows.end() ? std::string() : first->kernel->source.id;
}

}  // namespace lanescope::gui
