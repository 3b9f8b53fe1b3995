// Makes inputs of other inputs, the same ones for the same seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace lanescope::fuzz {

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  /// Returns one of the seeds, changed in one to eight places: bits, bytes, numbers, words of the formats, pieces that
  /// are left out, repeated, moved, or taken from another seed.
  [[nodiscard]] std::string next(const std::vector<std::string>& seeds);

 private:
  [[nodiscard]] std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }
  void change(std::string& text, const std::string& other);

  std::mt19937_64 random_;
};

}  // namespace lanescope::fuzz
