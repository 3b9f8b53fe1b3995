// The names of one kernel with numbers in them: knobs and sizes as chosen, [let] derived from them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/front_matter/front_matter.h"

namespace warpscope::catalogue {

class Settings {
 public:
  /// The kernel must outlive it. Until choose() everything is 0 but the named values.
  explicit Settings(const Kernel& kernel);

  /// Knobs and sizes as given, the others by default. Errors: unknown name, a value that is none of the legal ones, a
  /// size out of its range.
  Status choose(const Values& values);
  /// [let] from the values now; those in `kept` stay as they are. Error: of the expression.
  Status derive(const std::vector<std::string>& kept = {});

  void restore(const Settings& earlier) { values_ = earlier.values_; }  ///< of the same kernel
  void set(const std::string& name, std::int64_t value) { values_[slot(name)] = value; }
  [[nodiscard]] std::int64_t get(const std::string& name) const { return values_[slot(name)]; }
  [[nodiscard]] const std::vector<std::int64_t>& by_slot() const noexcept { return values_; }
  [[nodiscard]] std::size_t slot(const std::string& name) const;

  [[nodiscard]] Expected<std::int64_t> evaluate(const Formula& formula) const {
    return formula.compiled.evaluate(values_);
  }
  /// `what` is for the error of a negative value.
  [[nodiscard]] Expected<std::int64_t> not_negative(const Formula& formula, const std::string& what) const;

  /// The one that belongs to the chosen knobs.
  [[nodiscard]] const FrontMatter& front_matter() const noexcept { return *matter_; }

 private:
  void use(const FrontMatter& matter);

  const Kernel& kernel_;
  const FrontMatter* matter_ = nullptr;
  std::vector<std::int64_t> values_;  ///< by slots of the front matter's names
};

/// The most launches that one plan may have.
inline constexpr std::size_t max_launches = 10'000;

/// Launches of a kernel file put into a row: conditions decided, repetitions unrolled, swaps done. Appends to
/// plan.launches; plan.buffers must be there. The settings are as before in the end. Sets plan.check.output to where
/// the swaps left it. Errors: of expressions; grid, block or shared memory that CUDA does not have; a repetition that
/// does not end.
[[nodiscard]] Status put_launches(Settings& settings, LaunchPlan& plan);

}  // namespace warpscope::catalogue
