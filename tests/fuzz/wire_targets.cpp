// Frames in both directions.
#include <cstdint>

#include "client/incoming.h"
#include "fuzz/target.h"
#include "lab/examples.h"
#include "lab/wire/wire.h"

namespace lanescope::fuzz {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// What was decoded comes back the same from its own form.
template <class Value, class Decode>
void require_round_trip(const Expected<Value>& value, Decode decode, const char* what) {
  if (!value) return require(!value.error().what.empty(), "an error says nothing");
  const Bytes encoded = lab::encode(*value);
  const auto again = decode(encoded);
  require(again && lab::encode(*again) == encoded, what);
}

void feed_frame(const lab::WireFrame& frame, client::Incoming& incoming) {
  switch (frame.type) {
    case lab::FrameType::hello:
      return require_round_trip(lab::decode_machine(frame.body), lab::decode_machine, "a machine changes");
    case lab::FrameType::progress:
      return require_round_trip(lab::decode_progress(frame.body), lab::decode_progress, "a step changes");
    case lab::FrameType::result: {
      auto result = lab::decode_result(frame.body);
      require_round_trip(result, lab::decode_result, "a result changes");
      if (result) incoming.fill(*result);
      return;
    }
    case lab::FrameType::request:
      return require_round_trip(lab::decode_experiment(frame.body), lab::decode_experiment, "an experiment changes");
    case lab::FrameType::attachment:
      if (const auto part = lab::decode_attachment_part(frame.body)) {
        if (const auto whole = incoming.add(frame.request, *part); !whole) {
          require(!whole.error().what.empty(), "an error says nothing");
        }
      }
      return;
    case lab::FrameType::cancel:
    case lab::FrameType::acknowledge:
    case lab::FrameType::goodbye:
    case lab::FrameType::received:
      return;
  }
}

/// The input is what comes through the pipe, with or without the handshake.
void feed_stream(std::string_view input) {
  for (const bool greeted : {false, true}) {
    lab::FrameReader reader(std::uint64_t{16} << 20);
    client::Incoming incoming;
    Bytes stream = greeted ? lab::handshake() : Bytes();
    stream.insert(stream.end(), input.begin(), input.end());
    const Status fed = reader.feed(stream.data(), stream.size());
    if (!fed) require(!fed.error().what.empty(), "an error says nothing");
    while (const auto frame = reader.next()) feed_frame(*frame, incoming);
  }
}

std::string framed(lab::FrameType type, const Bytes& body) {
  const Bytes frame = lab::encode_frame(type, 1, body);
  return {frame.begin(), frame.end()};
}

}  // namespace

void fuzz_from_worker(std::string_view input) {
  feed_stream(input);
  // The bodies by themselves, so that not every input is lost in a frame's header.
  const Bytes body(input.begin(), input.end());
  require_round_trip(lab::decode_result(body), lab::decode_result, "a result changes");
  for (const auto kind : {lab::AttachmentKind::preview, lab::AttachmentKind::trace, lab::AttachmentKind::heat}) {
    if (const auto attachment = lab::decode_attachment(kind, body); !attachment) {
      require(!attachment.error().what.empty(), "an error says nothing");
    }
  }
}

void fuzz_from_client(std::string_view input) {
  feed_stream(input);
  const Bytes body(input.begin(), input.end());
  require_round_trip(lab::decode_experiment(body), lab::decode_experiment, "an experiment changes");
}

std::vector<std::string> worker_seeds() {
  const Bytes result = lab::encode(lab::example_result());
  const Bytes trace = lab::encode(lab::Attachment(std::make_shared<const analysis::Traced>(lab::example_traced())));
  lab::Machine machine;
  machine.device = "NVIDIA H200";
  return {{result.begin(), result.end()},
          {trace.begin(), trace.end()},
          framed(lab::FrameType::result, result),
          framed(lab::FrameType::hello, lab::encode(machine)) +
              framed(lab::FrameType::progress, lab::encode(lab::Progress{lab::Progress::Activity::compiling, "x"})) +
              framed(lab::FrameType::received, {})};
}

std::vector<std::string> client_seeds() {
  const Bytes experiment = lab::encode(lab::example_experiment());
  return {{experiment.begin(), experiment.end()},
          framed(lab::FrameType::request, experiment) + framed(lab::FrameType::cancel, {}) +
              framed(lab::FrameType::goodbye, {})};
}

}  // namespace lanescope::fuzz
