#include "client/mailbox.h"

#include <fmt/format.h>

#include <utility>

namespace warpscope::client {
namespace {

bool is_last(const lab::Result& result) {
  return result.stage == lab::Stage::refined || result.failed();
}

/// The generation of a picture that holds a slot of the worker; 0: none.
std::uint64_t generation_of(const lab::Result* result) {
  if (result == nullptr || !result->preview || result->preview->ipc_handle.empty()) return 0;
  return result->preview->generation;
}

}  // namespace

/// A Result that nobody will see. Its picture's slot is free again, unless the caller may be reading it, from this
/// Result's predecessor or its replacement.
void Mailbox::drop(const std::shared_ptr<const lab::Result>& result, const lab::Result* replacement) {
  const std::uint64_t generation = generation_of(result.get());
  if (generation == 0 || generation == handed_out_ || generation == generation_of(replacement)) return;
  acknowledged_.push_back(generation);
}

std::uint64_t Mailbox::request(const lab::Experiment& experiment) {
  auto copy = std::make_shared<const lab::Experiment>(experiment);
  const std::lock_guard lock(mutex_);
  wanted_ = ++last_number_;
  wish_ = Wish{wanted_, std::move(copy)};
  cancelled_ = false;  // the request itself overtakes whatever runs
  drop(std::exchange(result_, nullptr), nullptr);
  last_word_.reset();
  delivered_.notify_all();
  return wanted_;
}

void Mailbox::cancel() {
  const std::lock_guard lock(mutex_);
  wanted_ = 0;
  wish_.reset();
  cancelled_ = true;
  drop(std::exchange(result_, nullptr), nullptr);
  last_word_.reset();
  delivered_.notify_all();
}

std::shared_ptr<const lab::Result> Mailbox::take() {
  const std::lock_guard lock(mutex_);
  if (const std::uint64_t generation = generation_of(result_.get()); generation != 0) handed_out_ = generation;
  return std::exchange(result_, nullptr);
}

std::shared_ptr<const lab::Result> Mailbox::wait(std::uint64_t request, std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  delivered_.wait_for(lock, limit, [&] { return wanted_ != request || last_word_; });
  if (wanted_ != request || !last_word_) return nullptr;
  if (const std::uint64_t generation = generation_of(last_word_.get()); generation != 0) handed_out_ = generation;
  if (result_ == last_word_) result_.reset();
  return last_word_;
}

void Mailbox::acknowledge(std::uint64_t generation) {
  const std::lock_guard lock(mutex_);
  acknowledged_.push_back(generation);
}

void Mailbox::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
}

State Mailbox::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

std::optional<lab::Machine> Mailbox::machine() const {
  const std::lock_guard lock(mutex_);
  return machine_;
}

std::vector<Event> Mailbox::take_events() {
  const std::lock_guard lock(mutex_);
  std::vector<Event> events(std::make_move_iterator(events_.begin()), std::make_move_iterator(events_.end()));
  events_.clear();
  if (lost_events_ > 0) {
    const Event lost{Event::Kind::warning, std::chrono::system_clock::now(),
                     fmt::format("{} earlier lines were not kept", std::exchange(lost_events_, 0))};
    events.insert(events.begin(), lost);
  }
  return events;
}

int Mailbox::worker_process() const {
  const std::lock_guard lock(mutex_);
  return worker_;
}

int Mailbox::restarts() const {
  const std::lock_guard lock(mutex_);
  return restarts_;
}

std::optional<Wish> Mailbox::take_wish() {
  const std::lock_guard lock(mutex_);
  return std::exchange(wish_, std::nullopt);
}

void Mailbox::put_back(Wish wish) {
  const std::lock_guard lock(mutex_);
  if (!wish_ && wish.number == wanted_) wish_ = std::move(wish);
}

bool Mailbox::has_wish() const {
  const std::lock_guard lock(mutex_);
  return wish_.has_value();
}

bool Mailbox::take_cancel() {
  const std::lock_guard lock(mutex_);
  return std::exchange(cancelled_, false);
}

std::vector<std::uint64_t> Mailbox::take_acknowledged() {
  const std::lock_guard lock(mutex_);
  return std::exchange(acknowledged_, {});
}

void Mailbox::forget_acknowledged() {
  const std::lock_guard lock(mutex_);
  acknowledged_.clear();
}

bool Mailbox::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

bool Mailbox::wanted(std::uint64_t request) const {
  const std::lock_guard lock(mutex_);
  return wanted_ == request;
}

bool Mailbox::deliver(lab::Result result) {
  auto shared = std::make_shared<const lab::Result>(std::move(result));
  const std::lock_guard lock(mutex_);
  if (shared->request != wanted_) {
    drop(shared, nullptr);
    return false;
  }
  drop(result_, shared.get());
  result_ = shared;
  if (is_last(*shared)) last_word_ = shared;
  delivered_.notify_all();
  return true;
}

void Mailbox::set_state(State state) {
  const std::lock_guard lock(mutex_);
  state_ = state;
}

void Mailbox::set_machine(lab::Machine machine) {
  const std::lock_guard lock(mutex_);
  machine_ = std::move(machine);
}

void Mailbox::set_worker(int process) {
  const std::lock_guard lock(mutex_);
  worker_ = process;
}

void Mailbox::count_restart() {
  const std::lock_guard lock(mutex_);
  ++restarts_;
}

void Mailbox::add_event(Event::Kind kind, std::string text) {
  const std::lock_guard lock(mutex_);
  events_.push_back({kind, std::chrono::system_clock::now(), std::move(text)});
  if (events_.size() > most_events) {
    events_.pop_front();
    ++lost_events_;
  }
}

}  // namespace warpscope::client
