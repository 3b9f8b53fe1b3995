// Frames in both directions.
#include <cstdint>

#include "client/incoming.h"
#include "experiments/examples.h"
#include "experiments/wire/wire.h"
#include "fuzz/target.h"

namespace lanescope::fuzz {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// What was decoded comes back the same from its own form.
template <class Value, class Decode>
void require_round_trip(const Expected<Value>& value, Decode decode, const char* what) {
  if (!value) return require(!value.error().what.empty(), "an error says nothing");
  const Bytes encoded = experiments::encode(*value);
  const auto again = decode(encoded);
  require(again && experiments::encode(*again) == encoded, what);
}

void feed_frame(const experiments::WireFrame& frame, client::Incoming& incoming) {
  switch (frame.type) {
    case experiments::FrameType::hello:
      return require_round_trip(experiments::decode_machine(frame.body), experiments::decode_machine,
                                "a machine changes");
    case experiments::FrameType::progress:
      return require_round_trip(experiments::decode_progress(frame.body), experiments::decode_progress,
                                "a step changes");
    case experiments::FrameType::result: {
      auto result = experiments::decode_result(frame.body);
      require_round_trip(result, experiments::decode_result, "a result changes");
      if (result) incoming.fill(*result);
      return;
    }
    case experiments::FrameType::request:
      return require_round_trip(experiments::decode_experiment(frame.body), experiments::decode_experiment,
                                "an experiment changes");
    case experiments::FrameType::attachment:
      if (const auto part = experiments::decode_attachment_part(frame.body)) {
        if (const auto whole = incoming.add(frame.request, *part); !whole) {
          require(!whole.error().what.empty(), "an error says nothing");
        }
      }
      return;
    case experiments::FrameType::cancel:
    case experiments::FrameType::acknowledge:
    case experiments::FrameType::goodbye:
    case experiments::FrameType::received:
      return;
  }
}

/// The input is what comes through the pipe, with or without the handshake.
void feed_stream(std::string_view input) {
  for (const bool greeted : {false, true}) {
    experiments::FrameReader reader(std::uint64_t{16} << 20);
    client::Incoming incoming;
    Bytes stream = greeted ? experiments::handshake() : Bytes();
    stream.insert(stream.end(), input.begin(), input.end());
    const Status fed = reader.feed(stream.data(), stream.size());
    if (!fed) require(!fed.error().what.empty(), "an error says nothing");
    while (const auto frame = reader.next()) feed_frame(*frame, incoming);
  }
}

std::string framed(experiments::FrameType type, const Bytes& body) {
  const Bytes frame = experiments::encode_frame(type, 1, body);
  return {frame.begin(), frame.end()};
}

}  // namespace

void fuzz_from_worker(std::string_view input) {
  feed_stream(input);
  // The bodies by themselves, so that not every input is lost in a frame's header.
  const Bytes body(input.begin(), input.end());
  require_round_trip(experiments::decode_result(body), experiments::decode_result, "a result changes");
  for (const auto kind :
       {experiments::AttachmentKind::preview, experiments::AttachmentKind::trace, experiments::AttachmentKind::heat}) {
    if (const auto attachment = experiments::decode_attachment(kind, body); !attachment) {
      require(!attachment.error().what.empty(), "an error says nothing");
    }
  }
}

void fuzz_from_client(std::string_view input) {
  feed_stream(input);
  const Bytes body(input.begin(), input.end());
  require_round_trip(experiments::decode_experiment(body), experiments::decode_experiment, "an experiment changes");
}

std::vector<std::string> worker_seeds() {
  const Bytes result = experiments::encode(experiments::example_result());
  const Bytes trace = experiments::encode(
      experiments::Attachment(std::make_shared<const analysis::Traced>(experiments::example_traced())));
  experiments::Machine machine;
  machine.device = "NVIDIA H200";
  return {{result.begin(), result.end()},
          {trace.begin(), trace.end()},
          framed(experiments::FrameType::result, result),
          framed(experiments::FrameType::hello, experiments::encode(machine)) +
              framed(experiments::FrameType::progress,
                     experiments::encode(experiments::Progress{experiments::Progress::Activity::compiling, "x"})) +
              framed(experiments::FrameType::received, {})};
}

std::vector<std::string> client_seeds() {
  const Bytes experiment = experiments::encode(experiments::example_experiment());
  return {{experiment.begin(), experiment.end()},
          framed(experiments::FrameType::request, experiment) + framed(experiments::FrameType::cancel, {}) +
              framed(experiments::FrameType::goodbye, {})};
}

}  // namespace lanescope::fuzz
