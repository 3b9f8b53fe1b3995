#include "worker/serve/serve.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/freed_memory.h"
#include "experiments/wire/wire.h"
#include "worker/pipelines/execute.h"
#include "worker/serve/inbox.h"
#include "worker/serve/memory_watch.h"
#include "worker/serve/outbox.h"
#include "worker/serve/pipe.h"

namespace lanescope::worker {
namespace {

/// Ends the process without destructors and handlers, which would wait for a GPU that may never answer.
[[noreturn]] void exit_immediately(int status) {
  std::fflush(stdout);
  _exit(status);
}

/// Runs on the reader's thread.
class Handler {
 public:
  Handler(Inbox& inbox, WorkerContext& context, Outbox& outbox) : inbox_(inbox), context_(context), outbox_(outbox) {}

  void frame(const experiments::WireFrame& frame) {
    switch (frame.type) {
      case experiments::FrameType::request:
        outbox_.supersede(frame.request);
        outbox_.send(experiments::FrameType::received, frame.request);
        return inbox_.put({frame.request, experiments::decode_experiment(frame.body)});
      case experiments::FrameType::cancel:
        outbox_.supersede(frame.request);
        return inbox_.cancel();
      case experiments::FrameType::received:
        return outbox_.received(frame.request);
      case experiments::FrameType::acknowledge:
        return context_.slots().release(frame.request);
      case experiments::FrameType::goodbye:
        return inbox_.close();
      case experiments::FrameType::hello:
      case experiments::FrameType::result:
      case experiments::FrameType::progress:
      case experiments::FrameType::attachment:
        break;  // only workers send these
    }
    fmt::print(stderr, "a frame of type {} was not expected and is ignored\n", static_cast<std::uint32_t>(frame.type));
  }

  static void exit_process(const Status& status) {
    if (status) exit_immediately(exit_served);
    fmt::print(stderr, "{}\n", status.error().text());
    exit_immediately(exit_bad_frames);
  }

 private:
  Inbox& inbox_;
  WorkerContext& context_;
  Outbox& outbox_;
};

/// Returns the answer to a request that could not be read.
experiments::Result unreadable(const Inbox::Request& request) {
  experiments::Result result;
  result.request = request.number;
  result.stage = experiments::ResultStage::failed;
  result.faults.push_back(experiments::fault_of(request.experiment.error(), {}));
  return result;
}

void answer(const Inbox::Request& request, WorkerContext& context, const Inbox& inbox, Outbox& outbox) {
  if (!request.experiment) {
    outbox.send(unreadable(request));
    return;
  }
  Listener listener;
  listener.publish = [&](const experiments::Result& result) {
    std::fflush(stdout);  // the kernel's output goes first
    outbox.send(result);
  };
  listener.progress = [&](const experiments::Progress& progress) {
    outbox.send(experiments::FrameType::progress, request.number, experiments::encode(progress));
  };
  listener.abandoned = [&] { return inbox.is_superseded(request.number); };
  if (execute(*request.experiment, request.number, context, listener) == Completion::context_lost) {
    outbox.flush();
    exit_immediately(exit_context_lost);
  }
  // What the last experiment took goes back to the system, so that the next one does not come on top of it.
  trim_heap();
}

}  // namespace

int serve() {
  if (isatty(STDIN_FILENO) != 0) {
    fmt::print(stderr, "A worker is started by the window and by the other commands, and speaks to them in frames.\n");
    return exit_not_a_pipe;
  }
  const auto pipe = take_standard_pipes();
  if (!pipe) {
    fmt::print(stderr, "{}\n", pipe.error().text());
    return EXIT_FAILURE;
  }
  const MemoryWatch memory(memory_limit(), [](const std::string& sentence) {
    fmt::print(stderr, "{}\n", sentence);
    exit_immediately(exit_memory);
  });
  mmap_large_blocks();
  Inbox inbox;
  WorkerContext context(usual_options());
  Outbox outbox(
      pipe->output.get(), experiments::handshake(),
      {[] { exit_immediately(exit_served); }, [&](std::uint64_t generation) { context.slots().release(generation); }});
  Handler handler(inbox, context, outbox);
  const PipeReader reader(pipe->input.get(),
                          {[&](const experiments::WireFrame& frame) { handler.frame(frame); }, &Handler::exit_process});
  const experiments::Machine machine = context.machine(-1);
  // Without a GPU the emulator uses every core, so it gets a lower priority than the window.
  if (machine.device.empty()) setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 10);
  outbox.send(experiments::FrameType::hello, 0, experiments::encode(machine));
  while (const auto request = inbox.take()) answer(*request, context, inbox, outbox);
  return exit_served;
}

}  // namespace lanescope::worker
