#include "cli/perform.h"

#include <chrono>
#include <cmath>
#include <iostream>

#include "client/client.h"

namespace lanescope::cli {
namespace {

/// It is short, because a script must not wait long for a line that stays away.
constexpr std::chrono::milliseconds reconnect_limit = std::chrono::minutes(1);
constexpr std::chrono::milliseconds poll_interval{200};  ///< the time between two looks at the worker's messages

void print_events(client::Client& worker) {
  for (const client::Event& event : worker.events()) {
    if (event.kind != client::Event::Kind::information) std::cerr << event.text << '\n';
  }
}

}  // namespace

std::shared_ptr<const experiments::Result> Worker::perform(const experiments::Experiment& experiment) {
  return perform_within(std::chrono::milliseconds::max(), experiment);
}

std::shared_ptr<const experiments::Result> Worker::perform_within(std::chrono::milliseconds limit,
                                                                  const experiments::Experiment& experiment) {
  if (!client_) {
    auto options = client_options(options_);
    if (!options) {
      std::cerr << options.error().text() << '\n';
      return nullptr;
    }
    options->reconnect_limit = reconnect_limit;
    client_ = std::make_unique<client::Client>(*options);
  }
  const std::uint64_t request = client_->request(experiment);
  // The client ends what hangs, and answers for it.
  std::shared_ptr<const experiments::Result> result;
  for (; !result && limit > poll_interval; limit -= poll_interval) {
    result = client_->wait(request, poll_interval);
    print_events(*client_);
  }
  return result;
}

int status_of(const experiments::Result& result) {
  if (result.has_fault(FaultKind::no_device)) return backend_missing;
  // What the worker refuses is wrong usage, or a bad file, as if it had been refused before: a size, a setting, an
  // option.
  if (result.has_fault(FaultKind::too_large) || result.has_fault(FaultKind::resolve)) return wrong_usage;
  if (result.failed()) return run_failed;
  if (result.as_expected()) return done;
  if (!result.faults.empty()) return run_failed;
  if (result.verification && !result.verification->passed) return run_failed;
  return done;
}

void add_remote(CLI::App& command, RemoteOptions& options) {
  CLI::Option* host = command.add_option(
      "--host", options.host, "run on another machine over ssh: USER@SERVER; lanescope must be installed there");
  command
      .add_option("--remote-shell", options.shell,
                  "with --host: a program and its options instead of ssh (\"ssh -p 2222\"), started as "
                  "PROGRAM HOST COMMAND...")
      ->needs(host);
  command
      .add_option("--remote-program", options.program,
                  "with --host: the path of lanescope on that machine, if it is not in the PATH there")
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

Expected<client::Options> client_options(const ExperimentOptions& options) {
  TRY(client::Options client, client_options(options.remote));
  if (options.timeout_seconds) client.preparation_limit = milliseconds_of(*options.timeout_seconds);
  return client;
}

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

Expected<client::Options> client_options(const RemoteOptions& options) {
  client::Options client;
  client.remote = remote_of(options);
  if (!client.remote) return client;
  if (const auto command = client::command_of(*client.remote); !command) {
    return failure(command.error().what, options.program.empty() ? "--host" : "--host, --remote-program",
                   command.error().remedy);
  }
  return client;
}

}  // namespace lanescope::cli
