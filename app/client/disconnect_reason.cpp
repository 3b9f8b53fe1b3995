#include "client/disconnect_reason.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "base/text.h"

namespace warpscope::client {
namespace {

/// The exit statuses of a remote shell that failed itself, and of a shell that did not find the program or may not
/// start it.
constexpr int shell_failed = 255, not_found = 127, not_executable = 126;

/// What was said, for finding words in it and for showing.
class Words {
 public:
  explicit Words(const std::deque<std::string>& lines) : lines_(lines) {}

  [[nodiscard]] bool contain(std::initializer_list<std::string_view> phrases) const {
    return std::any_of(lines_.begin(), lines_.end(), [&](const std::string& line) {
      const std::string text = lower(line);
      return std::any_of(phrases.begin(), phrases.end(),
                         [&](std::string_view phrase) { return text.find(phrase) != std::string::npos; });
    });
  }
  /// " (last line)", or nothing when nothing was said.
  [[nodiscard]] std::string last() const {
    const auto said =
        std::find_if(lines_.rbegin(), lines_.rend(), [](const std::string& line) { return !trim(line).empty(); });
    return said == lines_.rend() ? std::string() : fmt::format(" ({})", trim(*said));
  }

 private:
  const std::deque<std::string>& lines_;
};

/// What an ssh that could not reach the other machine, or was refused, said of it.
struct Complaint {
  std::initializer_list<std::string_view> phrases;  ///< any of them
  std::string what, remedy;
  bool hopeless = false;  ///< time does not heal it
};

std::optional<DisconnectReason> reason_of(const Remote& remote, const Words& words) {
  const std::string& host = remote.host;
  const std::initializer_list<Complaint> complaints = {
      {{"identification has changed"},
       host + " is not the machine it was: its host key has changed",
       "ask who runs it whether that is right, then remove the old key: ssh-keygen -R HOST",
       true},
      {{"host key verification failed", "authenticity of host"},
       host + " is not known yet: its host key was never confirmed",
       fmt::format("run `{}` once in a terminal and confirm the key", by_hand(remote)),
       true},
      {{"permission denied", "too many authentication failures", "no supported authentication"},
       fmt::format("{} refused the login{}", host, words.last()),
       fmt::format("make `{} true` work without a password: ssh-copy-id {}, or start an ssh-agent", by_hand(remote),
                   host),
       true},
      {{"could not resolve", "name or service not known"},
       fmt::format("no machine is called {}{}", host, words.last()),
       "check the name, and whether this machine is in the right network (VPN)"},
      {{"connection refused", "timed out", "no route to host", "network is unreachable"},
       fmt::format("{} cannot be reached{}", host, words.last()),
       "check that it is switched on, that it runs an ssh server, and the network between (VPN, firewall)"},
  };
  for (const Complaint& complaint : complaints) {
    if (!words.contain(complaint.phrases)) continue;
    return DisconnectReason{
        {complaint.what, host, complaint.remedy}, complaint.hopeless, /*of_line=*/!complaint.hopeless};
  }
  return std::nullopt;
}

}  // namespace

DisconnectReason disconnect_reason(const Remote& remote, const ExitState& ended,
                                   const std::deque<std::string>& last_lines, bool hello_received) {
  const Words words(last_lines);
  const std::string& host = remote.host;
  if (hello_received) {
    // 0: the worker saw its pipe end, which is a line that broke in the other direction.
    const bool of_line = ended.signal || ended.status == shell_failed || ended.status == 0;
    const std::string why = words.last().empty() ? " (" + ended.text() + ")" : words.last();
    return {{fmt::format("the connection to {} was lost{}", host, why), host,
             "check the network between this machine and that one"},
            false,
            of_line};
  }
  if (ended.status == not_found) {
    return {{fmt::format("{} has no program '{}'{}", host, remote.program, words.last()), host,
             "install warpscope there, or say where it is: --remote-program PATH"},
            true};
  }
  if (ended.status == not_executable) {
    return {{fmt::format("'{}' cannot be executed on {}{}", remote.program, host, words.last()), host,
             "check its permissions there, or name another one: --remote-program PATH"},
            true};
  }
  if (ended.status == shell_failed) {
    if (auto reason = reason_of(remote, words)) return *reason;
    return {{fmt::format("there is no way to {}{}", host, words.last()), host,
             fmt::format("see what `{}` says in a terminal", by_hand(remote))},
            false,
            true};
  }
  return {{fmt::format("no worker started on {}: {}{}", host, ended.text(), words.last()), host,
           fmt::format("see what `{} {} doctor` says", by_hand(remote), remote.program)},
          true};
}

}  // namespace warpscope::client
