// Headers of the toolkit that take long are read once for many compilations. cooperative_groups.h alone takes a second
// of a processor, a hundred times as long as a kernel that includes it.
#pragma once

#include <list>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/process.h"
#include "compiler/headers/preprocessing.h"
#include "compiler/libraries/nvrtc.h"

namespace lanescope::compiler {

/// Uses NVRTC's precompiled headers (12.8 and later). They are valid for one process only: each is a file of 5 to 160
/// MB in the folder for temporary files, which loses its name as soon as it is complete; the next process removes what
/// a process leaves that ends before that. The result is the same as without them: where a header could notice that it
/// is read first, it is not. Source: NVRTC's guide, chapter Precompiled Headers.
class PrecompiledHeaders {
 public:
  /// Headers are examined after compilations of at least `slow_ms`, and get a file when reading them takes at least
  /// `min_saving_ms`.
  explicit PrecompiledHeaders(double slow_ms = 250, double min_saving_ms = 150)
      : slow_ms_(slow_ms), min_saving_ms_(min_saving_ms) {}

  /// Compiles like Nvrtc::compile. It returns nothing where precompiled headers cannot be used or gain nothing, and
  /// when the text does not compile; the caller then compiles it whole, so that every message is the usual one.
  [[nodiscard]] std::optional<NvrtcOutput> compile(const Nvrtc& nvrtc, const NvrtcInput& input);

  /// Records how long a whole compilation took that succeeded; after a slow one its headers are examined.
  void record_duration(const NvrtcInput& input, double milliseconds);

 private:
  struct Entry {
    std::vector<std::string> headers;  ///< in the order in which they are included
    std::vector<std::string> options;
    Vocabulary vocabulary;
    Descriptor file;  ///< none when it is not worth it or NVRTC made none
  };

  [[nodiscard]] const Entry& entry_for(const Nvrtc& nvrtc, std::vector<std::string> headers,
                                       std::vector<std::string> options);

  double slow_ms_, min_saving_ms_;
  std::set<std::vector<std::string>> known_;  ///< headers and options of slow compilations
  std::list<Entry> entries_;                  ///< the most recently used is the last
};

}  // namespace lanescope::compiler
