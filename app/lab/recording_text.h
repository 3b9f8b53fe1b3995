// The text of a recording, kept kernel by kernel, so that adding a point costs that of one kernel.
#pragma once

#include <string>
#include <vector>

#include "lab/recording.h"

namespace warpscope::lab {

class RecordingText {
 public:
  explicit RecordingText(Recording recording);

  /// In place of the result of the same setting and seed, if there is one. `source`: fingerprint of the kernel's text.
  void add(const Result& result, const std::string& source);
  /// Takes out all results of a kernel.
  void forget_kernel(const std::string& kernel);

  [[nodiscard]] const std::string& date() const noexcept { return date_; }
  [[nodiscard]] const Machine& machine() const noexcept { return machine_; }
  /// Fingerprint of the text that the kernel's results belong to; empty: no results, or it is not known.
  [[nodiscard]] std::string source_of(const std::string& kernel) const;

  /// The whole file.
  [[nodiscard]] std::string text();

 private:
  /// Results of one text of a kernel.
  struct Part {
    std::string kernel, source, fingerprint;
    std::vector<Result> results;
    std::string text;  ///< empty: to be written anew
  };
  [[nodiscard]] Part& part_of(const Result& result, const std::string& fingerprint);

  std::string title_, date_;
  Machine machine_;
  std::vector<Part> parts_;
};

}  // namespace warpscope::lab
