#include "worker/serve/outbox.h"

#include <optional>
#include <utility>

#include "worker/serve/pipe.h"

namespace lanescope::worker {

Outbox::Outbox(int descriptor, std::vector<std::uint8_t> greeting, Handlers handlers)
    : descriptor_(descriptor),
      on_disconnect_(std::move(handlers.on_disconnect)),
      queue_(std::move(handlers.on_slot_dropped)) {
  thread_ = std::thread([this, greeting = std::move(greeting)] { write_frames(greeting); });
}

Outbox::~Outbox() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

template <class Change>
void Outbox::change(const Change& make) {
  {
    const std::lock_guard lock(mutex_);
    make(queue_);
  }
  changed_.notify_all();
}

void Outbox::send(experiments::FrameType type, std::uint64_t request, std::vector<std::uint8_t> body) {
  change([&](SendQueue& queue) { queue.put(type, request, std::move(body)); });
}
void Outbox::send(experiments::Result result) {
  change([&](SendQueue& queue) { queue.put(std::move(result)); });
}
void Outbox::supersede(std::uint64_t number) {
  change([&](SendQueue& queue) { queue.supersede(number); });
}
void Outbox::received(std::uint64_t bytes) {
  change([&](SendQueue& queue) { queue.received(bytes); });
}

void Outbox::flush() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return queue_.empty() && !writing_; });
}

void Outbox::write_frames(const std::vector<std::uint8_t>& greeting) {
  std::optional<std::vector<std::uint8_t>> frame = greeting;
  while (frame) {
    if (!write_all(descriptor_, *frame)) return on_disconnect_();
    std::unique_lock lock(mutex_);
    frame = queue_.next();
    while (!frame && !stopping_) {
      writing_ = false;
      changed_.notify_all();
      changed_.wait(lock);
      frame = queue_.next();
    }
    if (stopping_) return;
    writing_ = true;
  }
}

}  // namespace lanescope::worker
