// The names that the expressions of one kernel may use, each with a slot for its value.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::catalogue {

class Names {
 public:
  /// A new name; its slot is the number of names before it.
  std::size_t add(std::string name);
  /// A name that stands for something else than a number: `why` completes "NAME ..." ("is a buffer, ...").
  void add_other(std::string name, std::string why);

  [[nodiscard]] std::optional<std::size_t> slot(std::string_view name) const;
  [[nodiscard]] std::string why_no_number(std::string_view name) const;  ///< empty when nothing is known of it
  [[nodiscard]] std::vector<std::string> others() const;                 ///< the names of add_other
  [[nodiscard]] const std::vector<std::string>& all() const noexcept { return names_; }  ///< by slot

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::size_t, std::less<>> slots_;
  std::map<std::string, std::string, std::less<>> others_;
};

/// The remedy of a mistyped word: "did you mean 'nearest'?", or `otherwise` when none is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, const std::vector<std::string>& known,
                                       std::string otherwise);

}  // namespace warpscope::catalogue
