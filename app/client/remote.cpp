#include "client/remote.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace lanescope::client {
namespace {

/// There is no terminal and there are no questions, because a password prompt behind a window would wait for ever. A
/// line that is silent for six seconds is given up before a kernel is blamed. Compression is on, because sources, PTX
/// and most pictures shrink to a fifth. What the protocol does not need stays off.
const std::vector<std::string>& usual_ssh() {
  static const std::vector<std::string> words = {
      "ssh", "-T",
      "-x",  "-a",
      "-o",  "BatchMode=yes",
      "-o",  "ConnectTimeout=10",
      "-o",  "ServerAliveInterval=2",
      "-o",  "ServerAliveCountMax=3",
      "-o",  "Compression=yes",
      "-o",  "ClearAllForwardings=yes",
      "-o",  "EscapeChar=none",
  };
  return words;
}

bool is_blank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\n';
}

}  // namespace

Expected<std::vector<std::string>> split_command_line(const std::string& command_line) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (std::size_t i = 0; i < command_line.size(); ++i) {
    const char letter = command_line[i];
    if (quote == 0 && is_blank(letter)) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
      continue;
    }
    if (!word) word.emplace();
    if (letter == '\\' && quote != '\'' && i + 1 < command_line.size()) {
      *word += command_line[++i];
    } else if (quote == 0 && (letter == '\'' || letter == '"')) {
      quote = letter;
    } else if (letter == quote) {
      quote = 0;
    } else {
      *word += letter;
    }
  }
  if (quote != 0) {
    return failure(fmt::format("a quote ({}) is not closed", quote), command_line, "close it");
  }
  if (word) words.push_back(std::move(*word));
  return words;
}

Expected<std::vector<std::string>> command_of(const Remote& remote) {
  const std::string host(trim(remote.host));
  if (host.empty()) return failure("no host was named", "", "write USER@SERVER");
  if (host.front() == '-' || std::any_of(host.begin(), host.end(), is_blank)) {
    return failure("'" + host + "' is no host", "", "write USER@SERVER, or a name of your ssh configuration");
  }
  std::vector<std::string> command = usual_ssh();
  if (!trim(remote.shell).empty()) {
    TRY(command, split_command_line(remote.shell));
    if (command.empty() || command.front().empty()) return failure("no remote shell was named", "", "name a program");
  }
  const std::string_view program = trim(remote.program);
  if (program.starts_with('-')) {
    return failure(fmt::format("'{}' is no program", program), "", "write where lanescope is on that machine");
  }
  // ssh reads options before the host and, unless they were ended, again behind it. Other programs need not know "--".
  if (std::filesystem::path(command.front()).filename() == "ssh") command.emplace_back("--");
  command.push_back(host);
  // Words are passed unchanged: ssh joins them and the remote shell reads them again; other programs take words.
  for (const std::string_view word : split(program, ' ')) {
    if (!word.empty()) command.emplace_back(word);
  }
  command.emplace_back("worker");
  return command;
}

std::string manual_command(const Remote& remote) {
  const std::string_view shell = trim(remote.shell);
  return fmt::format("{} {}", shell.empty() ? std::string_view("ssh") : shell, trim(remote.host));
}

namespace {

/// The exit statuses of a remote shell that failed itself, and of a shell that did not find the program or may not
/// start it.
constexpr int shell_failed = 255, not_found = 127, not_executable = 126;

using Lines = std::deque<std::string>;

bool contain(const Lines& lines, std::initializer_list<std::string_view> phrases) {
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    const std::string text = lower(line);
    return std::any_of(phrases.begin(), phrases.end(),
                       [&](std::string_view phrase) { return text.find(phrase) != std::string::npos; });
  });
}

/// Returns " (last line)", or nothing when all lines are empty.
std::string last_of(const Lines& lines) {
  const auto said =
      std::find_if(lines.rbegin(), lines.rend(), [](const std::string& line) { return !trim(line).empty(); });
  return said == lines.rend() ? std::string() : fmt::format(" ({})", trim(*said));
}

/// The message of an ssh that could not reach the other machine or was refused.
struct Complaint {
  std::initializer_list<std::string_view> phrases;  ///< Any of them identifies it.
  std::string what, remedy;
  bool permanent = false;  ///< Waiting does not help.
};

std::optional<DisconnectReason> reason_of(const Remote& remote, const Lines& lines) {
  const std::string& host = remote.host;
  const std::initializer_list<Complaint> complaints = {
      {{"identification has changed"},
       host + " is not the machine it was: its host key has changed",
       "ask who runs it whether that is right, then remove the old key: ssh-keygen -R HOST",
       true},
      {{"host key verification failed", "authenticity of host"},
       host + " is not known yet: its host key was never confirmed",
       fmt::format("run `{}` once in a terminal and confirm the key", manual_command(remote)),
       true},
      {{"permission denied", "too many authentication failures", "no supported authentication"},
       fmt::format("{} refused the login{}", host, last_of(lines)),
       fmt::format("make `{} true` work without a password: ssh-copy-id {}, or start an ssh-agent",
                   manual_command(remote), host),
       true},
      {{"could not resolve", "name or service not known"},
       fmt::format("no machine is called {}{}", host, last_of(lines)),
       "check the name, and whether this machine is in the right network (VPN)"},
      {{"connection refused", "timed out", "no route to host", "network is unreachable"},
       fmt::format("{} cannot be reached{}", host, last_of(lines)),
       "check that it is switched on, that it runs an ssh server, and the network between (VPN, firewall)"},
  };
  for (const Complaint& complaint : complaints) {
    if (!contain(lines, complaint.phrases)) continue;
    return DisconnectReason{
        {complaint.what, host, complaint.remedy}, complaint.permanent, /*connection_failed=*/!complaint.permanent};
  }
  return std::nullopt;
}

}  // namespace

DisconnectReason disconnect_reason(const Remote& remote, const ExitState& ended,
                                   const std::deque<std::string>& last_lines, bool hello_received) {
  const std::string last = last_of(last_lines);
  const std::string& host = remote.host;
  if (hello_received) {
    // With status 0 the worker saw its pipe end, because the line broke in the other direction.
    const bool connection_failed = ended.signal || ended.status == shell_failed || ended.status == 0;
    const std::string why = last.empty() ? " (" + ended.text() + ")" : last;
    return {{fmt::format("the connection to {} was lost{}", host, why), host,
             "check the network between this machine and that one"},
            false,
            connection_failed};
  }
  if (ended.status == not_found) {
    return {{fmt::format("{} has no program '{}'{}", host, remote.program, last), host,
             "install lanescope there, or say where it is: --remote-program PATH"},
            true};
  }
  if (ended.status == not_executable) {
    return {{fmt::format("'{}' cannot be executed on {}{}", remote.program, host, last), host,
             "check its permissions there, or name another one: --remote-program PATH"},
            true};
  }
  if (ended.status == shell_failed) {
    if (auto reason = reason_of(remote, last_lines)) return *reason;
    return {{fmt::format("there is no way to {}{}", host, last), host,
             fmt::format("see what `{}` says in a terminal", manual_command(remote))},
            false,
            true};
  }
  return {{fmt::format("no worker started on {}: {}{}", host, ended.text(), last), host,
           fmt::format("see what `{} {} doctor` says", manual_command(remote), remote.program)},
          true};
}

}  // namespace lanescope::client
