#include "client/remote.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "client/messages.h"

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
    return failure(message<"connection.open_quote">(quote), command_line, message<"connection.open_quote_remedy">());
  }
  if (word) words.push_back(std::move(*word));
  return words;
}

Expected<std::vector<std::string>> command_of(const Remote& remote) {
  const std::string host(trim(remote.host));
  if (host.empty()) return failure(message<"connection.no_host">(), "", message<"connection.no_host_remedy">());
  if (host.front() == '-' || std::any_of(host.begin(), host.end(), is_blank)) {
    return failure(message<"connection.bad_host">(host), "", message<"connection.bad_host_remedy">());
  }
  std::vector<std::string> command = usual_ssh();
  if (!trim(remote.shell).empty()) {
    TRY(command, split_command_line(remote.shell));
    if (command.empty() || command.front().empty())
      return failure(message<"connection.no_shell">(), "", message<"connection.no_shell_remedy">());
  }
  const std::string_view program = trim(remote.program);
  if (program.starts_with('-')) {
    return failure(message<"connection.bad_program">(program), "", message<"connection.bad_program_remedy">());
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
  Message what, remedy;
  bool permanent = false;  ///< Waiting does not help.
};

std::optional<DisconnectReason> reason_of(const Remote& remote, const Lines& lines) {
  const std::string& host = remote.host;
  const std::initializer_list<Complaint> complaints = {
      {{"identification has changed"},
       message<"connection.host_key_changed">(host),
       message<"connection.host_key_changed_remedy">(),
       true},
      {{"host key verification failed", "authenticity of host"},
       message<"connection.host_key_unknown">(host),
       message<"connection.host_key_unknown_remedy">(manual_command(remote)),
       true},
      {{"permission denied", "too many authentication failures", "no supported authentication"},
       message<"connection.login_refused">(host, last_of(lines)),
       message<"connection.login_refused_remedy">(manual_command(remote), host),
       true},
      {{"could not resolve", "name or service not known"},
       message<"connection.unknown_host">(host, last_of(lines)),
       message<"connection.unknown_host_remedy">()},
      {{"connection refused", "timed out", "no route to host", "network is unreachable"},
       message<"connection.unreachable">(host, last_of(lines)),
       message<"connection.unreachable_remedy">()},
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
    return {
        {message<"connection.lost">(host, why), host, message<"connection.lost_remedy">()}, false, connection_failed};
  }
  if (ended.status == not_found) {
    return {
        {message<"connection.no_program">(host, remote.program, last), host, message<"connection.no_program_remedy">()},
        true};
  }
  if (ended.status == not_executable) {
    return {{message<"connection.not_executable">(remote.program, host, last), host,
             message<"connection.not_executable_remedy">()},
            true};
  }
  if (ended.status == shell_failed) {
    if (auto reason = reason_of(remote, last_lines)) return *reason;
    return {
        {message<"connection.no_way">(host, last), host, message<"connection.no_way_remedy">(manual_command(remote))},
        false,
        true};
  }
  return {{message<"connection.no_worker_started">(host, ended.text(), last), host,
           message<"connection.no_worker_started_remedy">(manual_command(remote), remote.program)},
          true};
}

}  // namespace lanescope::client
