// Results, however many, that can be found by kernel and setting.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "experiments/result.h"

namespace lanescope::recordings {

class ResultIndex {
 public:
  using Pointer = std::shared_ptr<const experiments::Result>;

  /// Adds a result under its own setting. find() returns the first one of several, which may be of several GPUs.
  void push_back(Pointer result);
  /// Replaces the result that find() returns. `setting` has the form of setting_text().
  void put(const std::string& kernel, const std::string& setting, Pointer result);
  /// Removes all results of one kernel.
  void forget(const std::string& kernel);

  /// Returns null when there is none.
  [[nodiscard]] Pointer find(const std::string& kernel, const std::string& setting) const;
  /// The same of those of which fits(const Result&) is true: of one GPU, with counters.
  template <class Fits>
  [[nodiscard]] Pointer find_if(const std::string& kernel, const std::string& setting, const Fits& fits) const {
    for (const std::size_t place : places_of(kernel, setting)) {
      if (fits(*results_[place].result)) return results_[place].result;
    }
    return nullptr;
  }

  /// Calls visit(const Pointer&) for every result of one kernel, in the order in which they were added.
  template <class Visit>
  void for_each_of(const std::string& kernel, const Visit& visit) const {
    const auto found = by_kernel_.find(kernel);
    if (found == by_kernel_.end()) return;
    for (const std::size_t place : found->second) visit(results_[place].result);
  }
  /// Returns every kernel that has a result, sorted.
  [[nodiscard]] std::vector<std::string> kernels() const;

  [[nodiscard]] bool empty() const noexcept { return results_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return results_.size(); }
  [[nodiscard]] const Pointer& front() const { return results_.front().result; }

 private:
  struct Entry {
    std::string kernel, setting;
    Pointer result;
  };
  [[nodiscard]] const std::vector<std::size_t>& places_of(const std::string& kernel, const std::string& setting) const;

  std::vector<Entry> results_;                                        ///< in the order in which they were added
  std::unordered_map<std::string, std::vector<std::size_t>> places_;  ///< by kernel and setting
  std::map<std::string, std::vector<std::size_t>> by_kernel_;
};

}  // namespace lanescope::recordings
