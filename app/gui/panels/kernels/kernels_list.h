// The kernels as the Kernels panel lists them: by family, folded or open, or only those that a search finds.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"

namespace warpscope::gui {

/// What is chosen in the list, as part of the window's State.
struct KernelSearch {
  std::string text;              ///< as typed
  std::string candidate;         ///< id that Enter selects; empty: the first that is found
  std::set<std::string> folded;  ///< families whose kernels are not listed
};

struct KernelRow {
  std::string family = {};                                    ///< empty: loose files
  bool folded = false;                                        ///< of a family
  std::size_t count = 0;                                      ///< of a family: its kernels that were found
  std::shared_ptr<const catalogue::Kernel> kernel = nullptr;  ///< null: the row of a family
  bool has_errors = false;  ///< its file, or one of the family's, cannot be used as it is
  [[nodiscard]] bool is_family() const { return kernel == nullptr; }
};

/// Families in their order, each followed by its kernels. A search looks into folded families too: a kernel is found
/// when every word occurs in its id, title, summary or section, whatever the case.
[[nodiscard]] std::vector<KernelRow> kernel_rows(const catalogue::Snapshot& snapshot, const KernelSearch& search);

/// The id that Enter selects: the candidate while it is listed, else the first that is. Empty: nothing is found.
[[nodiscard]] std::string candidate_of(const std::vector<KernelRow>& rows, const KernelSearch& search,
                                       const std::string& selected);

}  // namespace warpscope::gui
