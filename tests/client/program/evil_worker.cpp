// A worker that does what no worker should, by its first argument; `actor` behaves, and then does what the id of each
// request's kernel says. It knows the protocol but no GPU, so that every failure can be had on every machine.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <thread>

#include "experiments/wire/wire.h"

namespace {

using namespace lanescope;
using Step = experiments::Progress::Activity;

[[noreturn]] void sleep_for_ever() {
  for (;;) pause();
}

void send(const std::vector<std::uint8_t>& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t count = write(STDOUT_FILENO, bytes.data() + sent, bytes.size() - sent);
    if (count <= 0) _exit(0);
    sent += static_cast<std::size_t>(count);
  }
}

void send_text(const std::string& text) {
  send({text.begin(), text.end()});
}

void say_hello() {
  experiments::Machine machine;
  machine.host = "evil";
  send(experiments::handshake());
  send(experiments::encode_frame(experiments::FrameType::hello, 0, experiments::encode(machine)));
}

void tell(std::uint64_t request, Step step) {
  send(experiments::encode_frame(experiments::FrameType::progress, request,
                                 experiments::encode(experiments::Progress{step, ""})));
}

experiments::Result result_for(std::uint64_t request, const experiments::Experiment& experiment,
                               experiments::ResultStage stage) {
  experiments::Result result;
  result.request = request;
  result.kernel = experiment.kernel.id;
  result.stage = stage;
  return result;
}

void publish(const experiments::Result& result) {
  send(experiments::encode_frame(experiments::FrameType::result, result.request, experiments::encode(result)));
}

/// Records with one site and one buffer.
experiments::HeatTrace records_of_a_grid(std::size_t records) {
  experiments::HeatTrace heat;
  heat.records = records;
  heat.sites.resize(1);
  heat.buffers.resize(1);
  heat.sent = std::make_shared<const experiments::HeatRecords>(records);
  return heat;
}

void send_in_parts(std::uint64_t request, const experiments::Attachment& attachment) {
  const std::vector<std::uint8_t> encoded = experiments::encode(attachment);
  const auto all = std::as_bytes(std::span(encoded));
  for (std::size_t first = 0; first < all.size(); first += experiments::max_part_bytes) {
    const auto bytes = all.subspan(first, std::min(experiments::max_part_bytes, all.size() - first));
    const experiments::AttachmentPart part{
        experiments::kind_of(attachment), all.size(), first, {bytes.begin(), bytes.end()}};
    send(experiments::encode_frame(experiments::FrameType::attachment, request, experiments::encode(part)));
  }
}

class Actor {
 public:
  /// A quiet one says nothing of acknowledgements: nothing but requests and their answers wakes the client.
  explicit Actor(bool quiet) : quiet_(quiet) {}

  [[noreturn]] void run() {
    say_hello();
    while (const auto frame = next()) act(*frame);
    _exit(0);
  }

 private:
  std::optional<experiments::WireFrame> next() {
    for (;;) {
      if (auto frame = reader_.next()) {
        if (frame->type == experiments::FrameType::request)
          send(experiments::encode_frame(experiments::FrameType::received, frame->request));
        return frame;
      }
      std::uint8_t bytes[4096];
      const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
      if (count <= 0 || !reader_.feed(bytes, static_cast<std::size_t>(count))) return std::nullopt;
    }
  }

  void act(const experiments::WireFrame& frame) {
    if (frame.type == experiments::FrameType::goodbye) _exit(0);
    if (frame.type == experiments::FrameType::acknowledge && !quiet_)
      fmt::print(stderr, "acknowledged {}\n", frame.request);
    if (frame.type == experiments::FrameType::cancel) fmt::print(stderr, "cancelled\n");
    if (frame.type != experiments::FrameType::request) return;
    const auto experiment = experiments::decode_experiment(frame.body);
    if (!experiment) _exit(9);
    answer(frame.request, *experiment);
  }

  /// Says what an honest worker says once, again and again, for a request that it never ends.
  [[noreturn]] static void say_for_ever(const std::string& role, std::uint64_t request,
                                        const experiments::Experiment& experiment) {
    experiments::Result last = result_for(request, experiment, experiments::ResultStage::refined);
    last.pending_attachments = {experiments::AttachmentKind::trace, experiments::AttachmentKind::heat};
    if (role == "tireless_attachment") {
      tell(request, Step::started);
      publish(last);
    }
    for (std::uint64_t time = 1;; ++time) {
      if (role == "tireless_result") publish(result_for(request, experiment, experiments::ResultStage::compiled));
      if (role == "tireless_answer") publish(last);
      if (role == "tireless_answer_of_another")
        publish(result_for(request + time, experiment, experiments::ResultStage::refined));
      if (role == "tireless_beginning") tell(request + time % 2, Step::started);
      if (role == "tireless_request") tell(request + time, Step::launching);
      if (role == "tireless_end") tell(request + time, Step::abandoned);
      if (role == "tireless_attachment") send_in_parts(request, records_of_a_grid(1));
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  void answer(std::uint64_t request, const experiments::Experiment& experiment) {
    const std::string role = experiment.kernel.id.substr(experiment.kernel.id.rfind('/') + 1);
    if (role == "silent") sleep_for_ever();
    if (role == "dies_unbegun") raise(SIGKILL);
    if (role.starts_with("tireless_")) say_for_ever(role, request, experiment);
    fmt::print(stderr, "begun {}\n", role);
    tell(request, Step::started);
    if (role == "stopped") {
      tell(request, Step::emulating);
      raise(SIGSTOP);
    }
    if (role == "compiler_dies") {
      tell(request, Step::compiling);
      signal(SIGSEGV, SIG_DFL);
      raise(SIGSEGV);
    }
    tell(request, Step::launching);
    if (role == "endless") sleep_for_ever();
    if (role == "chatter") {
      for (;;) {
        tell(request, Step::launching);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    }
    if (role == "repeats") {
      for (;;) {
        publish(result_for(request, experiment, experiments::ResultStage::compiled));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    }
    if (role == "memory") {
      fmt::print(stderr, "this worker used more than 1 GiB of memory\n");
      _exit(72);
    }
    if (role == "large") {
      // What only a buffer that was asked for could be.
      auto header = experiments::encode_frame(experiments::FrameType::result, request);
      for (std::size_t i = 0; i < 8; ++i)
        header[16 + i] = static_cast<std::uint8_t>(experiments::max_frame_bytes >> (8 * i));
      send(header);
      for (;;) send(std::vector<std::uint8_t>(1 << 20));
    }
    if (role == "dies") {
      fmt::print(stderr, "last words\n");
      signal(SIGSEGV, SIG_DFL);  // a sanitizer would turn it into an exit status
      raise(SIGSEGV);
    }
    if (role == "garbage") {
      send_text(std::string(100, 'x'));
      sleep_for_ever();
    }
    if (role == "broken_body") {
      send(experiments::encode_frame(experiments::FrameType::result, request, {0x01}));
      sleep_for_ever();
    }
    if (role == "oversized") {
      auto header = experiments::encode_frame(experiments::FrameType::result, request);
      for (std::size_t i = 16; i < 24; ++i) header[i] = 0xff;
      send(header);
      sleep_for_ever();
    }
    if (role == "patient") {
      const auto frame = next();
      tell(request, Step::abandoned);
      if (frame) act(*frame);
      return;
    }
    if (role == "flood") {
      for (int line = 0; line < 20'000; ++line) fmt::print(stderr, "line {}\n", line);
    }
    publish(result_for(request, experiment, experiments::ResultStage::compiled));
    if (role == "context_lost") {
      experiments::Result result = result_for(request, experiment, experiments::ResultStage::failed);
      result.faults.emplace_back();
      result.faults.back().kind = FaultKind::illegal_address;
      publish(result);
      _exit(70);
    }
    if (role == "dies_compiled") _exit(3);
    if (role == "dies_before_trace") {
      experiments::Result result = result_for(request, experiment, experiments::ResultStage::failed);
      result.faults.emplace_back();
      result.faults.back().kind = FaultKind::illegal_address;
      result.pending_attachments = {experiments::AttachmentKind::trace};
      publish(result);
      _exit(3);
    }
    experiments::Result result = result_for(request, experiment, experiments::ResultStage::verified);
    if (role == "picture") {
      result.preview.emplace();
      result.preview->slot = {std::vector<std::byte>(64), 0, 100 + request};
    }
    if (role == "late_heat") {
      result.hot.emplace().median = 1;
      result.verification.emplace().passed = true;
    }
    const bool heated = role == "heat" || (role == "late_heat" && experiment.trace);
    if (heated) result.pending_attachments = {experiments::AttachmentKind::heat};
    publish(result);
    result.stage = experiments::ResultStage::refined;
    publish(result);
    // The test says when, with a file beside the kernel's.
    while (role == "late_heat" && heated && !std::filesystem::exists(experiment.kernel.path + ".go")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (heated) send_in_parts(request, records_of_a_grid(1000));
  }

  bool quiet_;
  experiments::FrameReader reader_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "exits") {
    fmt::print(stderr, "I do not want to\n");
    return 3;
  }
  if (mode == "silent") sleep_for_ever();
  if (mode == "noise") {
    for (;;) send_text(std::string(1000, '.'));
  }
  if (mode == "version") {
    auto other = experiments::handshake();
    other[10] = 42;
    send(other);
    sleep_for_ever();
  }
  if (mode == "garbage") {
    send(experiments::handshake());
    send_text(std::string(1000, 'g'));
    sleep_for_ever();
  }
  if (mode == "banner") send_text("Welcome to evil-17\r\nLast login: never\r\n");
  if (mode == "banner" || mode == "actor" || mode == "quiet") Actor(mode == "quiet").run();
  fmt::print(stderr, "unknown mode '{}'\n", mode);
  return 2;
}
