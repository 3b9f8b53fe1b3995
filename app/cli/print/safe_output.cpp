#include "cli/print/safe_output.h"

#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <utility>

#include "base/text.h"

namespace lanescope::cli {

SafeOutput::SafeOutput(std::ostream& stream) : stream_(stream), target_(stream.rdbuf(this)) {}

SafeOutput::~SafeOutput() {
  static_cast<void>(finish());
  stream_.rdbuf(target_);
}

bool SafeOutput::put(std::string_view text) {
  errno = 0;
  const bool whole = target_->sputn(text.data(), static_cast<std::streamsize>(text.size())) ==
                     static_cast<std::streamsize>(text.size());
  if (!whole && reason_ == 0) reason_ = errno != 0 ? errno : EIO;
  return whole;
}

std::streamsize SafeOutput::xsputn(const char* text, std::streamsize count) {
  std::string whole = rest_;
  whole.append(text, static_cast<std::size_t>(count));
  rest_.clear();
  return put(printable(whole, &rest_)) ? count : 0;
}

SafeOutput::int_type SafeOutput::overflow(int_type letter) {
  if (traits_type::eq_int_type(letter, traits_type::eof())) return traits_type::not_eof(letter);
  const char byte = traits_type::to_char_type(letter);
  return xsputn(&byte, 1) == 1 ? letter : traits_type::eof();
}

int SafeOutput::sync() {
  errno = 0;
  if (target_->pubsync() == 0) return 0;
  if (reason_ == 0) reason_ = errno != 0 ? errno : EIO;
  return -1;
}

int SafeOutput::finish() {
  const std::string rest = std::exchange(rest_, {});
  if (!rest.empty()) put(printable(rest));
  stream_.flush();
  sync();
  return reason_;
}

void control_terminal(std::string_view sequence) {
  std::cerr.flush();
  [[maybe_unused]] const ssize_t ignored = write(STDERR_FILENO, sequence.data(), sequence.size());
}

}  // namespace lanescope::cli
