#include "gui/shell/editor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "base/file.h"
#include "base/text.h"
#include "client/remote.h"
#include "gui/messages.h"

extern char** environ;

namespace lanescope::gui {
namespace {

/// How widely used editors expect a line number.
enum class LineStyle { none, plus, go_to, after_colon };

struct KnownEditors {
  std::string_view names;  ///< separated by blanks
  LineStyle line;
  bool in_terminal;
};

constexpr std::array known_editors{
    KnownEditors{"vi vim nvim nano pico joe ne mcedit micro kak", LineStyle::plus, true},
    KnownEditors{"ed", LineStyle::none, true},
    KnownEditors{"hx helix", LineStyle::after_colon, true},
    KnownEditors{"emacs emacsclient gvim gedit gnome-text-editor xed geany", LineStyle::plus, false},
    KnownEditors{"mousepad", LineStyle::none, false},
    KnownEditors{"code codium code-insiders", LineStyle::go_to, false},
    KnownEditors{"subl zed", LineStyle::after_colon, false},
};

struct Terminal {
  std::string_view name, option;  ///< the option precedes the command to run
};
constexpr std::array terminals{Terminal{"x-terminal-emulator", "-e"},
                               Terminal{"gnome-terminal", "--"},
                               Terminal{"konsole", "-e"},
                               Terminal{"xfce4-terminal", "-x"},
                               Terminal{"kitty", ""},
                               Terminal{"alacritty", "-e"},
                               Terminal{"xterm", "-e"}};

Message how_to_choose() {
  return message<"editor.remedy">();
}

const KnownEditors* known(const std::string& program) {
  const std::string name = std::filesystem::path(program).filename().string();
  const auto* found = std::ranges::find_if(
      known_editors, [&](const KnownEditors& one) { return std::ranges::count(split(one.names, ' '), name) > 0; });
  return found == known_editors.end() ? nullptr : found;
}

void add_file(std::vector<std::string>& command, const std::string& file, int line, LineStyle style) {
  if (line <= 0) style = LineStyle::none;
  if (style == LineStyle::plus) command.push_back(fmt::format("+{}", line));
  if (style == LineStyle::go_to) command.push_back("--goto");
  const bool behind = style == LineStyle::go_to || style == LineStyle::after_colon;
  command.push_back(behind ? fmt::format("{}:{}", file, line) : file);
}

Expected<std::vector<std::string>> in_terminal(std::vector<std::string> command, const EditorLookup& lookup) {
  for (const Terminal& terminal : terminals) {
    const std::string program = lookup.program(std::string(terminal.name));
    if (program.empty()) continue;
    if (!terminal.option.empty()) command.insert(command.begin(), std::string(terminal.option));
    command.insert(command.begin(), program);
    return command;
  }
  return failure(message<"editor.no_terminal">(command.front()), "", how_to_choose());
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0 ? name : std::string();
  const std::string path = environment("PATH");
  for (const std::string_view folder : split(path, ':')) {
    const std::filesystem::path candidate = std::filesystem::path(folder) / name;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(candidate, ignored) && ::access(candidate.c_str(), X_OK) == 0) {
      return candidate.string();
    }
  }
  return {};
}

}  // namespace

EditorLookup machine_lookup() {
  return {[](const char* name) { return environment(name); }, find_program};
}

Expected<std::vector<std::string>> editor_command(const std::string& configured, const std::filesystem::path& file,
                                                  int line, const EditorLookup& lookup) {
  const std::array<std::pair<const char*, std::string>, 3> choices{
      {{"the settings", configured}, {"$VISUAL", lookup.variable("VISUAL")}, {"$EDITOR", lookup.variable("EDITOR")}}};
  for (const auto& [where, choice] : choices) {
    if (trim(choice).empty()) continue;
    TRY(auto command, client::split_command_line(choice));
    if (command.empty()) continue;
    if (lookup.program(command.front()).empty()) {
      return failure(message<"editor.not_found">(command.front()), where, how_to_choose());
    }
    const KnownEditors* editor = known(command.front());
    const bool windowless = std::ranges::find(command, "-nw") != command.end();
    const bool terminal = editor != nullptr && (editor->in_terminal || windowless);
    add_file(command, file.string(), line, editor == nullptr ? LineStyle::none : editor->line);
    return terminal ? in_terminal(std::move(command), lookup) : Expected<std::vector<std::string>>(command);
  }
  const std::string desktop = lookup.program("xdg-open");
  if (desktop.empty()) {
    return failure(message<"editor.unknown">(), "", how_to_choose());
  }
  return std::vector<std::string>{desktop, file.string()};
}

Status Editors::start(const std::vector<std::string>& command) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY,
                                     0);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // The editor gets a session of its own, so that keys in the terminal of this program cannot end it.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t process = -1;
  const int error = posix_spawnp(&process, arguments.front(), &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) {
    return failure(message<"editor.not_started">(command.front(), std::strerror(error)), "", how_to_choose());
  }
  running_.push_back({process, command.front()});
  return {};
}

std::vector<std::string> Editors::take_errors() {
  std::vector<std::string> sentences;
  std::erase_if(running_, [&](const Running& editor) {
    int status = 0;
    if (waitpid(editor.process, &status, WNOHANG) != editor.process) return false;
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) {
      sentences.push_back(message<"editor.ended">(editor.name, WEXITSTATUS(status)));
    }
    return true;
  });
  return sentences;
}

}  // namespace lanescope::gui
