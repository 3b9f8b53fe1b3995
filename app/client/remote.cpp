#include "client/remote.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace warpscope::client {
namespace {

/// No terminal, no questions: a password prompt would wait for ever behind a window. A line that says nothing for six
/// seconds is given up, before a kernel is blamed for its silence. Compression, because sources, PTX and most pictures
/// shrink to a fifth. What the protocol does not need stays off.
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

Expected<std::vector<std::string>> words_of(const std::string& command_line) {
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
    TRY(command, words_of(remote.shell));
  }
  command.push_back(host);
  // Word by word and unchanged: ssh joins them again and the shell there reads them; other stand-ins take words.
  for (const std::string_view word : split(trim(remote.program), ' ')) {
    if (!word.empty()) command.emplace_back(word);
  }
  command.emplace_back("worker");
  return command;
}

std::string by_hand(const Remote& remote) {
  const std::string_view shell = trim(remote.shell);
  return fmt::format("{} {}", shell.empty() ? std::string_view("ssh") : shell, trim(remote.host));
}

}  // namespace warpscope::client
