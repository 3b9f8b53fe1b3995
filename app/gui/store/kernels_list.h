// The kernels as the drop-down lists them, by family, folded or open, or only those that a search finds.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"

namespace lanescope::gui {

/// The state of the list, as part of the window's State.
struct KernelSearch {
  std::string text;              ///< as the user typed it
  std::string candidate;         ///< id that Enter selects; empty means the first that is found
  std::set<std::string> folded;  ///< families whose kernels are hidden
};

struct KernelRow {
  std::string family = {};                                    ///< empty for kernel files outside the catalogue
  bool folded = false;                                        ///< for the row of a family
  std::size_t count = 0;                                      ///< for the row of a family, its kernels that were found
  std::shared_ptr<const catalogue::Kernel> kernel = nullptr;  ///< null for the row of a family
  bool has_errors = false;  ///< whether its file, or one of the family's, cannot be used as it is
  [[nodiscard]] bool is_family() const { return kernel == nullptr; }
};

/// Returns families in their order, each followed by its kernels. A search also finds kernels of folded families. It
/// finds a kernel when every word occurs in its id, title, summary or section, in any case.
[[nodiscard]] std::vector<KernelRow> kernel_rows(const catalogue::Snapshot& snapshot, const KernelSearch& search);

/// Returns the id that Enter selects, which is the candidate if it is listed, or the first one, or nothing.
[[nodiscard]] std::string candidate_of(const std::vector<KernelRow>& rows, const KernelSearch& search,
                                       const std::string& selected);

}  // namespace lanescope::gui
