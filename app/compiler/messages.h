// NVRTC's and its assembler's words as values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compiler {

struct Message {
  enum class Severity { error, warning, remark };
  Severity severity = Severity::error;
  std::string file;          ///< as in the Request; a full path for the toolkit's headers; empty when there is none
  int line = 0, column = 0;  ///< from 1; 0: not told (11.8 tells no columns)
  std::string text;          ///< details, such as where a template was instantiated, follow on further lines

  friend bool operator==(const Message&, const Message&) = default;
};

/// All messages of a log, in its order. Notes are folded into the message they explain. What the assembler says of a
/// line of PTX or of an entry is led back to the source through the PTX's .loc; empty PTX: it has no place then.
[[nodiscard]] std::vector<Message> read_log(std::string_view log, std::string_view ptx);

}  // namespace warpscope::compiler
