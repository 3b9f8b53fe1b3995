// What the program prints holds text from elsewhere: messages of compilers, notes and printf of kernels, output of
// workers. All of it passes here before it can reach a terminal.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace lanescope::cli {

/// Makes a stream print printable() text until this object ends, and notices when it cannot be written.
class SafeOutput final : private std::streambuf {
 public:
  explicit SafeOutput(std::ostream& stream);
  ~SafeOutput() override;
  SafeOutput(const SafeOutput&) = delete;
  SafeOutput& operator=(const SafeOutput&) = delete;

  /// Writes all that was printed. It returns the reason why some of it was lost, or 0.
  [[nodiscard]] int finish();

 private:
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int_type overflow(int_type letter) override;
  int sync() override;
  bool put(std::string_view text);

  std::ostream& stream_;
  std::streambuf* target_;
  std::string rest_;  ///< the beginning of a character that was cut off
  int reason_ = 0;
};

/// Writes a sequence that controls the terminal, which is ours, past SafeOutput to standard error.
void control_terminal(std::string_view sequence);

}  // namespace lanescope::cli
