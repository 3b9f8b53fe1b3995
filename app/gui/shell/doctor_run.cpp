#include "gui/shell/doctor_run.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "base/process.h"
#include "base/time/process_clock.h"
#include "gui/messages.h"

namespace lanescope::gui {
namespace {

using namespace std::chrono_literals;
constexpr auto limit = 30s;           ///< an unloaded driver takes seconds, and a distant machine takes more
constexpr int poll_interval_ms = 30;  ///< in milliseconds

Message by_hand() {
  return message<"doctor.by_hand_remedy">();
}

constexpr std::size_t max_answer_bytes = std::size_t{4} << 20;  ///< a login shell may write without end

/// Reads what is there now, and keeps it as far as there is room. It returns false at the end of the pipe.
bool read_some(Descriptor& pipe, std::string& text) {
  std::array<char, 4096> buffer;
  const ssize_t count = ::read(pipe.get(), buffer.data(), buffer.size());
  if (count <= 0) return false;
  text.append(buffer.data(), std::min(static_cast<std::size_t>(count), max_answer_bytes - text.size()));
  return true;
}

}  // namespace

DoctorRun::DoctorRun(Expected<std::vector<std::string>> command, std::function<void()> wake) {
  thread_ = std::thread([this, command = std::move(command), wake = std::move(wake)] {
    found_ = command ? examine(*command) : failure(command.error());
    ended_ = true;
    if (wake && !stop_requested_) wake();
  });
}

DoctorRun::~DoctorRun() {
  stop_requested_ = true;
  thread_.join();
}

Expected<std::vector<DoctorCheck>> DoctorRun::examine(const std::vector<std::string>& command) const {
  TRY(auto child, ChildProcess::start(command));
  child.input().close();
  std::string said, complained;
  ProcessClock clock(child.id());
  const auto end = clock.now() + limit;
  while (child.output() || child.error()) {
    if (stop_requested_) return failure(message<"doctor.given_up">());
    if (clock.now() > end) return failure(message<"doctor.time_limit">(), "", by_hand());
    // poll() ignores a descriptor of -1.
    std::array<pollfd, 2> pipes{pollfd{child.output().get(), POLLIN, 0}, pollfd{child.error().get(), POLLIN, 0}};
    if (::poll(pipes.data(), pipes.size(), poll_interval_ms) <= 0) continue;
    if (pipes[0].revents != 0 && !read_some(child.output(), said)) child.output().close();
    if (pipes[1].revents != 0 && !read_some(child.error(), complained)) child.error().close();
  }
  const auto state = child.wait(1s);
  if (auto checks = read_checks(said)) return checks;
  const std::string reason = complained.substr(0, complained.find('\n'));
  const Message how = state ? Message(state->text()) : message<"doctor.did_not_end">();
  return failure(
      reason.empty() ? message<"doctor.not_examined">(how) : message<"doctor.not_examined_because">(how, reason), "",
      by_hand());
}

Expected<std::vector<DoctorCheck>> DoctorRun::result() {
  return ended_ ? std::exchange(found_, failure(message<"doctor.taken">())) : failure(message<"doctor.not_ended">());
}

}  // namespace lanescope::gui
