// The source that the .loc of a PTX file lead to. Its text is shown, and goes nowhere else: it is in no experiment,
// recording, export or picture.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/message.h"
#include "catalogue/kernel.h"

namespace lanescope::gui {

struct State;

struct NamedSource {
  std::string kernel_path;  ///< of the PTX file
  std::string name;         ///< as results name it: "add.py"
  /// The whole path of the file that was read. While none was, the one that a click reads; empty when there is none.
  std::string path;
  bool read = false;
  std::string text;
  Message trouble;  ///< why it could not be read; empty when it was, or was not tried
  friend bool operator==(const NamedSource&, const NamedSource&) = default;
};

/// How a PTX file names its source.
struct SourceName {
  std::string name, path;
};
/// Returns the source in which most of a kernel's code stands; nothing for CUDA C++, and for PTX without line
/// information.
[[nodiscard]] std::optional<SourceName> source_name_of(const catalogue::Kernel& kernel);

/// Returns the source of the selected kernel; null when it has none or that is not known yet.
[[nodiscard]] const NamedSource* named_source(const State& state);
/// Returns whether the Source panel shows that source, and results name its lines, rather than the PTX.
[[nodiscard]] bool shows_named_source(const State& state);

/// Takes the source of the selected kernel; null when it has none.
void accept_named_source(State& state, std::shared_ptr<const NamedSource> source, double seconds);

/// Asks for results that name the lines of the other of both, PTX file and source. Their numbers are the same, so the
/// history has no change.
void name_other_lines(State& state, double seconds);

}  // namespace lanescope::gui
