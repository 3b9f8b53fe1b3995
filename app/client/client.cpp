#include "client/client.h"

#include "base/names.h"
#include "client/core.h"

namespace lanescope::client {

std::string_view name_of(State state) {
  return enum_name(EnumNames<6>{"starting", "ready", "working", "restarting", "reconnecting", "failed"}, state);
}

Client::Client(Options options) : core_(std::make_unique<Core>(std::move(options))) {}
Client::~Client() = default;

std::uint64_t Client::request(const experiments::Experiment& experiment) {
  auto copy = std::make_shared<const experiments::Experiment>(experiment);
  std::uint64_t number = 0;
  core_->change([&] {
    number = ++core_->last_request_number;
    core_->newest_request = {number, std::move(copy)};
    core_->replace_newest(nullptr);
  });
  return number;
}

void Client::cancel() {
  core_->change([&] {
    core_->newest_request = {++core_->last_request_number, nullptr};
    core_->replace_newest(nullptr);
  });
}

std::shared_ptr<const experiments::Result> Client::take() {
  const std::scoped_lock lock(core_->mutex);
  if (core_->newest_taken) return nullptr;
  core_->mark_taken();
  return core_->newest;
}

std::shared_ptr<const experiments::Result> Client::wait(std::uint64_t request, std::chrono::milliseconds limit) {
  std::unique_lock lock(core_->mutex);
  const auto ended = [&] { return core_->newest_request.number != request || core_->is_answer_complete(); };
  if (!core_->changed.wait_for(lock, limit, ended) || core_->newest_request.number != request) return nullptr;
  core_->mark_taken();
  return core_->newest;
}

bool Client::is_idle() const {
  const std::scoped_lock lock(core_->mutex);
  return !core_->newest_request.experiment || (core_->is_answer_complete() && core_->newest_taken);
}

void Client::acknowledge(std::uint64_t generation) {
  core_->change([&] { core_->acknowledgements.push_back(generation); });
}

void Client::reconnect() {
  core_->change([&] { core_->reconnect_requested = true; });
}

std::optional<Trouble> Client::trouble() const {
  const std::scoped_lock lock(core_->mutex);
  return core_->trouble;
}

State Client::state() const {
  const std::scoped_lock lock(core_->mutex);
  return core_->state;
}

std::optional<experiments::Machine> Client::machine() const {
  const std::scoped_lock lock(core_->mutex);
  return core_->machine;
}

std::vector<Event> Client::events() {
  const std::scoped_lock lock(core_->mutex);
  std::vector<Event> taken(std::make_move_iterator(core_->events.begin()),
                           std::make_move_iterator(core_->events.end()));
  core_->events.clear();
  return taken;
}

int Client::worker_process() const {
  const std::scoped_lock lock(core_->mutex);
  return core_->process;
}

int Client::restarts() const {
  const std::scoped_lock lock(core_->mutex);
  return core_->restarts;
}

}  // namespace lanescope::client
