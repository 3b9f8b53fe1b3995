#include "cli/remote_options.h"

namespace warpscope::cli {

void add_remote(CLI::App& command, RemoteOptions& options) {
  CLI::Option* host = command.add_option("--host", options.host,
                                         "run on another machine: USER@SERVER, over ssh; warpscope is installed there");
  command
      .add_option("--remote-shell", options.shell,
                  "with --host: a program and its options instead of ssh (\"ssh -p 2222\"), started as "
                  "PROGRAM HOST COMMAND...")
      ->needs(host);
  command
      .add_option("--remote-program", options.program,
                  "with --host: where warpscope is on that machine, if its shell does not find it by name")
      ->needs(host);
}

std::optional<client::Remote> remote_of(const RemoteOptions& options) {
  if (options.host.empty()) return std::nullopt;
  client::Remote remote;
  remote.host = options.host;
  remote.shell = options.shell;
  if (!options.program.empty()) remote.program = options.program;
  return remote;
}

Expected<client::Options> client_options(const RemoteOptions& options) {
  client::Options client;
  client.remote = remote_of(options);
  if (!client.remote) return client;
  if (const auto command = client::command_of(*client.remote); !command) {
    return failure(command.error().what, "--host", command.error().remedy);
  }
  return client;
}

}  // namespace warpscope::cli
