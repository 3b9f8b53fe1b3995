#include "recordings/result_index.h"

#include <utility>

#include "experiments/setting_text.h"

namespace lanescope::recordings {
namespace {

std::string key_text(const std::string& kernel, const std::string& setting) {
  return kernel + '\n' + setting;
}

}  // namespace

void ResultIndex::push_back(Pointer result) {
  std::string kernel = result->kernel, setting = experiments::setting_text(*result);
  places_[key_text(kernel, setting)].push_back(results_.size());
  by_kernel_[kernel].push_back(results_.size());
  results_.push_back({std::move(kernel), std::move(setting), std::move(result)});
}

void ResultIndex::put(const std::string& kernel, const std::string& setting, Pointer result) {
  std::vector<std::size_t>& places = places_[key_text(kernel, setting)];
  if (places.empty()) {
    places.push_back(results_.size());
    by_kernel_[kernel].push_back(results_.size());
    results_.push_back({kernel, setting, std::move(result)});
  } else {
    results_[places.front()].result = std::move(result);
  }
}

void ResultIndex::forget(const std::string& kernel) {
  std::erase_if(results_, [&](const Entry& entry) { return entry.kernel == kernel; });
  places_.clear();
  by_kernel_.clear();
  for (std::size_t i = 0; i < results_.size(); ++i) {
    places_[key_text(results_[i].kernel, results_[i].setting)].push_back(i);
    by_kernel_[results_[i].kernel].push_back(i);
  }
}

std::vector<std::string> ResultIndex::kernels() const {
  std::vector<std::string> names;
  for (const auto& [name, places] : by_kernel_) names.push_back(name);
  return names;
}

ResultIndex::Pointer ResultIndex::find(const std::string& kernel, const std::string& setting) const {
  const std::vector<std::size_t>& places = places_of(kernel, setting);
  return places.empty() ? nullptr : results_[places.front()].result;
}

const std::vector<std::size_t>& ResultIndex::places_of(const std::string& kernel, const std::string& setting) const {
  static const std::vector<std::size_t> none;
  const auto found = places_.find(key_text(kernel, setting));
  return found == places_.end() ? none : found->second;
}

}  // namespace lanescope::recordings
