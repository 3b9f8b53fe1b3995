// Stands in for ssh: REMOTE_SHELL [options] HOST COMMAND... runs the command here and relays its standard streams, over
// a line as slow, as chatty and as unreliable as the options say. Ends as ssh does: with the command's exit status, or
// with 255 for what is its own fault.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr int own_fault = 255;
/// How often a line looks whether it is still up.
constexpr nanoseconds between_looks{5'000'000};

struct Settings {
  double delay_ms = 0;           ///< each way
  double rate = 1e12;            ///< bytes per second, each way
  std::size_t buffer = 1 << 20;  ///< bytes that the line takes before they leave it, each way: as a socket's buffers do
  std::string banner;            ///< on standard output, before the command
  std::string say;               ///< on standard error, at the start
  int exit = -1;                 ///< ends with it at once; -1: runs the command
  std::string version;  ///< greets as a worker of this protocol version, and then says nothing; empty: does not
  std::uint64_t drop_after = 0;  ///< bytes from the command, then the line breaks; 0: never
  std::string drop_once;         ///< drops only while this file is not there, and makes it
  std::string down_while;        ///< no line while this file is there
  std::string log;               ///< the words of the command are added to this file
  std::string host, command;
};

[[noreturn]] void end(const std::string& words, int status) {
  if (!words.empty()) std::fprintf(stderr, "%s\n", words.c_str());
  std::fflush(stderr);
  _exit(status);
}

bool is_there(const std::string& file) {
  struct stat status {};
  return !file.empty() && stat(file.c_str(), &status) == 0;
}

Settings read_settings(int count, char** words) {
  Settings settings;
  int next = 1;
  for (; next + 1 < count && std::string(words[next]).rfind("--", 0) == 0; next += 2) {
    const std::string option = words[next], value = words[next + 1];
    if (option == "--delay")
      settings.delay_ms = std::stod(value);
    else if (option == "--rate")
      settings.rate = std::stod(value);
    else if (option == "--buffer")
      settings.buffer = std::stoul(value);
    else if (option == "--banner")
      settings.banner = value;
    else if (option == "--say")
      settings.say = value;
    else if (option == "--exit")
      settings.exit = std::stoi(value);
    else if (option == "--version")
      settings.version = value;
    else if (option == "--drop-after")
      settings.drop_after = std::stoull(value);
    else if (option == "--drop-once")
      settings.drop_once = value;
    else if (option == "--down-while")
      settings.down_while = value;
    else if (option == "--log")
      settings.log = value;
    else
      end("unknown option " + option, own_fault);
  }
  if (next >= count) end("usage: remote_shell [options] HOST COMMAND...", own_fault);
  settings.host = words[next++];
  for (; next < count; ++next) settings.command.append(settings.command.empty() ? "" : " ").append(words[next]);
  return settings;
}

/// One way of the line.
class Way {
 public:
  /// `max_bytes`: bytes that it carries before it breaks.
  Way(int from, int to, const Settings& settings, std::uint64_t max_bytes = ~std::uint64_t{0})
      : from_(from), to_(to), max_bytes_(max_bytes), settings_(settings) {
    for (const int end : {from, to}) fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
  }

  [[nodiscard]] bool ended() const { return to_ < 0; }
  [[nodiscard]] bool broken() const { return taken_ >= max_bytes_; }
  [[nodiscard]] pollfd reads() const { return {waiting_ < settings_.buffer ? from_ : -1, POLLIN, 0}; }
  [[nodiscard]] pollfd writes() const { return {is_due(Clock::now()) ? to_ : -1, POLLOUT, 0}; }
  [[nodiscard]] nanoseconds until_due() const {
    if (pieces_.empty() || is_due(Clock::now())) return between_looks;
    return std::max(nanoseconds(0), std::min<nanoseconds>(between_looks, pieces_.front().due - Clock::now()));
  }

  void move() {
    take();
    give();
  }

 private:
  struct Piece {
    Clock::time_point due;
    std::vector<char> bytes;
    std::size_t given = 0;
  };
  [[nodiscard]] bool is_due(Clock::time_point now) const { return !pieces_.empty() && pieces_.front().due <= now; }

  void take() {
    std::array<char, 2048> bytes;
    while (from_ >= 0 && waiting_ < settings_.buffer && !broken()) {
      const ssize_t count = read(from_, bytes.data(), std::min<std::uint64_t>(bytes.size(), max_bytes_ - taken_));
      if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
      if (count <= 0) {
        close(from_);
        from_ = -1;
        return;
      }
      const auto size = static_cast<std::size_t>(count);
      free_at_ = std::max(free_at_, Clock::now()) + seconds(static_cast<double>(size) / settings_.rate);
      pieces_.push_back({free_at_ + seconds(settings_.delay_ms / 1000), {bytes.begin(), bytes.begin() + count}});
      waiting_ += size;
      taken_ += size;
    }
  }

  void give() {
    while (to_ >= 0 && is_due(Clock::now())) {
      Piece& piece = pieces_.front();
      const ssize_t count = write(to_, piece.bytes.data() + piece.given, piece.bytes.size() - piece.given);
      if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
      if (count < 0) return shut();
      piece.given += static_cast<std::size_t>(count);
      if (piece.given < piece.bytes.size()) return;
      waiting_ -= piece.bytes.size();
      pieces_.pop_front();
    }
    if (from_ < 0 && pieces_.empty()) shut();
  }

  void shut() {
    if (to_ >= 0) close(to_);
    if (from_ >= 0) close(from_);
    to_ = from_ = -1;
    pieces_.clear();
  }

  static nanoseconds seconds(double value) { return nanoseconds(static_cast<std::int64_t>(value * 1e9)); }

  int from_, to_;
  std::uint64_t max_bytes_;
  const Settings& settings_;
  std::deque<Piece> pieces_;
  std::size_t waiting_ = 0;
  std::uint64_t taken_ = 0;
  Clock::time_point free_at_;  ///< when the line has carried what it took
};

struct Command {
  pid_t process = -1;
  int input = -1, output = -1;
};

Command start(const std::string& text) {
  std::array<int, 2> in{}, out{};
  if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0) end("no pipe", own_fault);
  const pid_t process = fork();
  if (process < 0) end("no process", own_fault);
  if (process == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    signal(SIGPIPE, SIG_DFL);
    execl("/bin/sh", "sh", "-c", text.c_str(), nullptr);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  return {process, in[1], out[0]};
}

[[noreturn]] void end_as(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : own_fault);
}

void look_at_line(const Settings& settings, const Way& back) {
  const std::string lost = "Connection to " + settings.host + " closed by remote host.";
  if (is_there(settings.down_while)) end(lost, own_fault);
  if (!back.broken()) return;
  if (!settings.drop_once.empty()) close(open(settings.drop_once.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  end(lost, own_fault);
}

[[noreturn]] void greet_as(const std::string& version) {
  std::string greeting = "lanescope\x01";
  const std::uint32_t number = static_cast<std::uint32_t>(std::stoul(version));
  for (int byte = 0; byte < 4; ++byte) greeting += static_cast<char>(number >> (8 * byte));
  [[maybe_unused]] const ssize_t written = write(STDOUT_FILENO, greeting.data(), greeting.size());
  for (;;) pause();
}

}  // namespace

int main(int count, char** words) {
  const Settings settings = read_settings(count, words);
  signal(SIGPIPE, SIG_IGN);
  if (!settings.log.empty()) {
    if (std::FILE* log = std::fopen(settings.log.c_str(), "ae")) {
      std::fprintf(log, "%s: %s\n", settings.host.c_str(), settings.command.c_str());
      std::fclose(log);
    }
  }
  if (is_there(settings.down_while))
    end("ssh: connect to host " + settings.host + " port 22: Connection refused", own_fault);
  if (!settings.say.empty()) std::fprintf(stderr, "%s\n", settings.say.c_str());
  if (settings.exit >= 0) end("", settings.exit);
  if (!settings.banner.empty()) {
    [[maybe_unused]] const ssize_t written = write(STDOUT_FILENO, settings.banner.data(), settings.banner.size());
  }
  if (!settings.version.empty()) greet_as(settings.version);
  const Command command = start(settings.command);
  const bool breaks = settings.drop_after > 0 && !is_there(settings.drop_once);
  Way there(STDIN_FILENO, command.input, settings);
  Way back(command.output, STDOUT_FILENO, settings, breaks ? settings.drop_after : ~std::uint64_t{0});
  while (!back.ended()) {
    std::array<pollfd, 4> waiting = {there.reads(), there.writes(), back.reads(), back.writes()};
    const nanoseconds pause = std::min(there.until_due(), back.until_due());
    const timespec limit{0, static_cast<long>(pause.count())};
    ppoll(waiting.data(), waiting.size(), &limit, nullptr);
    there.move();
    back.move();
    look_at_line(settings, back);
  }
  end_as(command.process);
}
