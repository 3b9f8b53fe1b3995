// The toolkit's headers that take long are read once for many compilations. cooperative_groups.h alone takes a second
// of a processor, a hundred times what the kernel does that includes it.
#pragma once

#include <list>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/process.h"
#include "compiler/headers/preprocessing.h"
#include "compiler/libraries/nvrtc.h"

namespace warpscope::compiler {

/// Uses NVRTC's precompiled headers (12.8 and later). They hold for one process only: each is a file of 5 to 160 MB in
/// the folder for temporary files, without a name as soon as it is complete; what a process leaves that dies just then,
/// the next one removes. What comes out is the same as without: where a header could notice that it is read first, it
/// is not. Source: NVRTC's guide, chapter Precompiled Headers.
class PrecompiledHeaders {
 public:
  /// slow: milliseconds of a compilation from which on its headers are looked at; worth: of reading headers, from which
  /// on they are worth a file.
  explicit PrecompiledHeaders(double slow = 250, double worth = 150) : slow_(slow), worth_(worth) {}

  /// Like Nvrtc::compile. Empty where headers cannot be taken from here or where that gains nothing, and also when the
  /// text does not compile: compile it whole then, so that every message is the usual one.
  [[nodiscard]] std::optional<NvrtcOutput> compile(const Nvrtc& nvrtc, const NvrtcInput& input);

  /// How long a whole compilation took that succeeded, in milliseconds. After a long one its headers are worth a look.
  void took(const NvrtcInput& input, double milliseconds);

 private:
  struct Entry {
    std::vector<std::string> headers;  ///< in the order in which they are included
    std::vector<std::string> options;
    Vocabulary vocabulary;
    Descriptor file;  ///< none: not worth it, or NVRTC made none
  };

  [[nodiscard]] const Entry& entry_for(const Nvrtc& nvrtc, std::vector<std::string> headers,
                                       std::vector<std::string> options);

  double slow_, worth_;
  std::set<std::vector<std::string>> known_;  ///< headers and options of slow compilations
  std::list<Entry> entries_;                  ///< the one used last is the last
};

}  // namespace warpscope::compiler
