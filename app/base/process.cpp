#include "base/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "base/file.h"
#include "base/messages.h"
#include "base/time/process_clock.h"

namespace lanescope {
namespace {

struct Pipe {
  Descriptor read, write;
};

Expected<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return failure(message<"process.no_pipe">(std::strerror(errno)));
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Runs in the child between fork and exec, where only async-signal-safe calls are allowed.
[[noreturn]] void become(char* const* arguments, char* const* environment, const std::array<int, 3>& standard,
                         int report, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // the parent ended before the line above took hold
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int ignored : {SIGPIPE, SIGXFSZ}) signal(ignored, SIG_DFL);
  for (int number = 0; number < 3; ++number) {
    if (dup2(standard.at(static_cast<std::size_t>(number)), number) < 0) _exit(127);
  }
  execvpe(arguments[0], arguments, environment);
  const int reason = errno;
  [[maybe_unused]] const ssize_t written = write(report, &reason, sizeof reason);
  _exit(127);
}

std::vector<std::string> merged_environment(const std::vector<std::string>& extra) {
  std::vector<std::string> entries = extra;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::string name = text.substr(0, text.find('=') + 1);
    const bool replaced = std::ranges::any_of(extra, [&](const std::string& mine) { return mine.starts_with(name); });
    if (!replaced) entries.push_back(text);
  }
  return entries;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  list.reserve(texts.size() + 1);
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

constexpr std::size_t max_output_bytes = std::size_t{256} << 20;  ///< bytes of a program that is run to its end

/// Appends the bytes that are there; returns false at the end of the stream.
bool drain(int descriptor, std::string& text) {
  std::array<char, 65536> buffer{};
  const ssize_t count = read(descriptor, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

}  // namespace

void close_descriptor(int descriptor) noexcept {
  close(descriptor);
}

std::string ExitState::text() const {
  if (signal) return fmt::format("killed by signal {} ({})", *signal, strsignal(*signal));
  if (status) return fmt::format("exit status {}", *status);
  return "still running";
}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(input_, other.input_);
  std::swap(output_, other.output_);
  std::swap(error_, other.error_);
  std::swap(ended_, other.ended_);
  return *this;
}

ChildProcess::~ChildProcess() {
  if (id_ <= 0 || ended_) return;
  kill();
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
}

Expected<ChildProcess> ChildProcess::start(const std::vector<std::string>& arguments,
                                           const std::vector<std::string>& environment) {
  if (arguments.empty()) return failure(message<"process.no_program">());
  auto input = make_pipe(), output = make_pipe(), error = make_pipe(), report = make_pipe();
  for (const auto* one : {&input, &output, &error, &report}) {
    if (!*one) return failure(one->error());
  }
  // Everything that allocates happens before the fork, because another thread may hold the allocator's lock.
  std::vector<std::string> argument_texts = arguments;
  std::vector<std::string> environment_texts = merged_environment(environment);
  const std::vector<char*> argument_list = pointers(argument_texts);
  const std::vector<char*> environment_list = pointers(environment_texts);
  const std::array<int, 3> standard = {input->read.get(), output->write.get(), error->write.get()};
  const pid_t parent = getpid();

  const pid_t id = fork();
  if (id < 0) return failure(message<"process.not_made">(std::strerror(errno)), arguments[0]);
  if (id == 0) become(argument_list.data(), environment_list.data(), standard, report->write.get(), parent);

  report->write.close();
  int reason = 0;
  ssize_t count = 0;
  do {
    count = read(report->read.get(), &reason, sizeof reason);
  } while (count < 0 && errno == EINTR);
  ChildProcess child;
  child.id_ = id;
  if (count == static_cast<ssize_t>(sizeof reason)) {
    return failure(message<"process.does_not_start">(std::strerror(reason)), arguments[0],
                   message<"process.does_not_start_remedy">());
  }
  child.input_ = std::move(input->write);
  child.output_ = std::move(output->read);
  child.error_ = std::move(error->read);
  return child;
}

void ChildProcess::kill() noexcept {
  if (id_ > 0 && !ended_) ::kill(id_, SIGKILL);
}

bool ChildProcess::is_stopped() const {
  if (id_ <= 0 || ended_) return false;
  // "12 (name) T ...", where a name may hold parentheses.
  const auto status = read_file(fmt::format("/proc/{}/stat", id_));
  const std::size_t state = status ? status->rfind(')') : std::string::npos;
  return state != std::string::npos && state + 2 < status->size() &&
         ((*status)[state + 2] == 'T' || (*status)[state + 2] == 't');
}

std::optional<ExitState> ChildProcess::wait(std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!ended_ && id_ > 0) {
    int status = 0;
    const pid_t ended = waitpid(id_, &status, WNOHANG);
    if (ended == id_) {
      ExitState state;
      if (WIFEXITED(status)) state.status = WEXITSTATUS(status);
      if (WIFSIGNALED(status)) state.signal = WTERMSIG(status);
      ended_ = state;
    } else if (ended < 0 && errno != EINTR) {
      ended_ = ExitState{};
    } else if (std::chrono::steady_clock::now() >= deadline) {
      return std::nullopt;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return ended_;
}

Expected<FinishedProcess> run_process(const std::vector<std::string>& arguments, std::chrono::milliseconds limit) {
  TRY(auto child, ChildProcess::start(arguments));
  child.input().close();
  ProcessClock clock(child.id());
  const auto deadline = clock.now() + limit;
  const auto left = [&] { return std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock.now()); };
  const auto outlived = [&] { return failure(message<"process.time_limit">(limit.count()), arguments[0]); };
  FinishedProcess finished;
  while (child.output() || child.error()) {
    if (left().count() <= 0) return outlived();
    if (finished.output.size() + finished.error.size() > max_output_bytes) {
      return failure(message<"process.output_limit">(max_output_bytes >> 20), arguments[0]);
    }
    std::array<pollfd, 2> waiting = {pollfd{child.output().get(), POLLIN, 0}, pollfd{child.error().get(), POLLIN, 0}};
    const auto wait = static_cast<int>(std::max<std::int64_t>(0, left().count()));
    if (poll(waiting.data(), waiting.size(), wait) < 0 && errno != EINTR) break;
    if (waiting[0].revents != 0 && !drain(child.output().get(), finished.output)) child.output().close();
    if (waiting[1].revents != 0 && !drain(child.error().get(), finished.error)) child.error().close();
  }
  const auto state = child.wait(std::max(left(), std::chrono::milliseconds(0)));
  if (!state) return outlived();
  finished.state = *state;
  return finished;
}

}  // namespace lanescope
