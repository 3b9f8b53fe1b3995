// The names of one kernel with their values: chosen knobs and sizes, and the [let] values derived from them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/front_matter/front_matter.h"

namespace lanescope::catalogue {

class Settings {
 public:
  /// The kernel must outlive it. Until choose() is called, every value is 0 except the named values.
  explicit Settings(const Kernel& kernel);

  /// Takes the given knobs and sizes, and the defaults of the others. It fails on an unknown name, an illegal value and
  /// a size out of range.
  Status choose(const Values& values);
  /// Computes [let] from the present values; those in `kept` stay. It fails when an expression does.
  Status derive(const std::vector<std::string>& kept = {});

  void restore(const Settings& earlier) { values_ = earlier.values_; }  ///< `earlier` has the same kernel.
  void set(const std::string& name, std::int64_t value) { values_[slot(name)] = value; }
  [[nodiscard]] std::int64_t get(const std::string& name) const { return values_[slot(name)]; }
  [[nodiscard]] const std::vector<std::int64_t>& by_slot() const noexcept { return values_; }
  [[nodiscard]] std::size_t slot(const std::string& name) const;

  [[nodiscard]] Expected<std::int64_t> evaluate(const Formula& formula) const {
    return formula.compiled.evaluate(values_);
  }
  /// `what` names the number in the error for a negative value.
  [[nodiscard]] Expected<std::int64_t> not_negative(const Formula& formula, const std::string& what) const;

  /// The front matter that belongs to the chosen knobs.
  [[nodiscard]] const FrontMatter& front_matter() const noexcept { return *matter_; }

 private:
  void use(const FrontMatter& matter);

  const Kernel& kernel_;
  const FrontMatter* matter_ = nullptr;
  std::vector<std::int64_t> values_;  ///< by the slots of the front matter's names
};

/// The buffer that each name stands for; repeated launches swap them.
using Binding = std::vector<std::size_t>;

/// Returns a value with the present settings: an argument, a field, or a variable's. It fails when an expression does,
/// when it points beyond its buffer, and when a field cannot hold it.
[[nodiscard]] Expected<Argument> value_of(const ArgumentText& text, const LaunchPlan& plan, const Settings& settings,
                                          const Binding& binding);
/// Returns a tensor map with its numbers, or fails where CUDA does not allow them or the buffer is too small.
[[nodiscard]] Expected<TensorMap> tensor_map_of(const TensorMapText& text, const Settings& settings,
                                                const Buffer& buffer);

/// The most launches that one plan may have.
inline constexpr std::size_t max_launches = 10'000;

/// Appends the launches of a kernel file to plan.launches, with conditions decided, repetitions unrolled and swaps
/// done. plan.buffers must be there. The settings are the same afterwards. It sets plan.check.output to the buffer
/// where the swaps left the output. It fails when an expression does, when CUDA does not allow the grid, block or
/// shared memory, and when a repetition does not end.
[[nodiscard]] Status unroll_launches(Settings& settings, LaunchPlan& plan);

}  // namespace lanescope::catalogue
