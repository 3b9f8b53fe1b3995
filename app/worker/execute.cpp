#include "worker/execute.h"

#include <fmt/format.h>

#include <cstdio>

#include "worker/preview.h"
#include "worker/report.h"
#include "worker/steps.h"

namespace warpscope::worker {
namespace {

/// For the first number after a knob has moved: a few milliseconds.
constexpr gpu::TimingRequest first_glance{3, 3, 50, 0.5};
/// The most samples of a refined timing: as many as travel.
constexpr std::uint32_t most_refined = most_recent;

/// The pipeline. Each step publishes, then asks whether anybody still wants the next one.
class Pipeline {
 public:
  Pipeline(const lab::Experiment& experiment, Bench& bench, const Listener& listener, Steps& steps)
      : experiment_(experiment), bench_(bench), listener_(listener), steps_(steps) {}

  Step<void> run() {
    steps_.tell(lab::Progress::Step::started, "starting " + experiment_.kernel.id);
    for (const auto step : {&Pipeline::compile, &Pipeline::sample, &Pipeline::verify, &Pipeline::refine}) {
      if (steps_.abandoned()) return tl::unexpected(Stop{true, false, {}});
      if (auto done = (this->*step)(); !done) return done;
    }
    return {};
  }

 private:
  void publish(lab::Stage stage) {
    steps_.result().stage = stage;
    listener_.publish(steps_.result());
  }
  tl::unexpected<Stop> stop(const gpu::Failure& failure) { return tl::unexpected(steps_.stop_for(failure)); }

  Step<void> compile() {
    if (auto resolved = steps_.resolve(); !resolved) return resolved;
    if (auto compiled = steps_.compile(); !compiled) return compiled;
    publish(lab::Stage::compiled);
    return {};
  }

  Step<void> sample() {
    if (auto prepared = steps_.prepare(); !prepared) return prepared;
    // Alone first: a failure then names the launch that caused it.
    if (auto ran = steps_.execution().run(); !ran) return stop(ran.error());
    if (auto timed = time(first_glance); !timed) return timed;
    publish(lab::Stage::sampled);
    return {};
  }

  Step<void> verify() {
    if (!experiment_.verify) {
      // Fresh buffers after exactly one run, as a verification would leave them.
      if (auto ran = steps_.execution().run(); !ran) return stop(ran.error());
    } else {
      steps_.tell(lab::Progress::Step::verifying, "verifying " + experiment_.kernel.id);
      const auto verdict = steps_.execution().verify();
      if (!verdict) return stop(verdict.error());
      steps_.result().verification = verification_of(*verdict, steps_.plan());
      for (lab::Fault& fault : faults_of(*verdict, steps_.plan(), experiment_.kernel)) {
        steps_.result().faults.push_back(std::move(fault));
      }
    }
    if (auto dumped = dump(); !dumped) return dumped;
    if (steps_.abandoned()) return tl::unexpected(Stop{true, false, {}});
    if (auto drawn = draw(); !drawn) return drawn;
    if (experiment_.verify) {
      publish(lab::Stage::verified);
    } else if (experiment_.preview) {
      publish(
          lab::Stage::sampled);  // once more, now with the picture: it holds its slot only if the window hears of it
    }
    return {};
  }

  Step<void> refine() {
    steps_.tell(lab::Progress::Step::measuring, "measuring " + experiment_.kernel.id);
    gpu::TimingRequest request;
    request.budget_ms = static_cast<double>(experiment_.budget.count());
    request.most_samples = most_refined;
    if (auto timed = time(request); !timed) return timed;
    // A timing that was cut short is no refined one.
    if (steps_.abandoned()) return tl::unexpected(Stop{true, false, {}});
    steps_.result().dumps = std::move(dumps_);
    publish(lab::Stage::refined);
    return {};
  }

  Step<void> time(const gpu::TimingRequest& request) {
    const auto timing = steps_.execution().time(request, [this] { return steps_.abandoned(); });
    if (!timing) return stop(timing.error());
    steps_.result().hot = samples_of(*timing);
    steps_.result().recent = recent_of(*timing);
    return {};
  }

  /// Before the refined timing runs the plan again and again over the same buffers.
  Step<void> dump() {
    for (const std::string& buffer : experiment_.dump) {
      auto bytes = steps_.execution().read(buffer);
      if (!bytes) return stop(bytes.error());
      dumps_[buffer] = std::move(*bytes);
    }
    return {};
  }

  Step<void> draw() {
    if (!experiment_.preview) return {};
    auto preview = make_preview(steps_.execution(), steps_.device().previews, bench_.slots(), experiment_.interop);
    if (preview) {
      steps_.result().preview = std::move(*preview);
    } else if (preview.error().context_lost) {
      return stop(preview.error());
    } else {
      // The numbers are good without a picture.
      fmt::print(stderr, "no preview: {}\n", preview.error().message);
    }
    return {};
  }

  const lab::Experiment& experiment_;
  Bench& bench_;
  const Listener& listener_;
  Steps& steps_;
  std::map<std::string, std::vector<std::byte>> dumps_;
};

}  // namespace

Ending execute(const lab::Experiment& experiment, std::uint64_t request, Bench& bench, const Listener& listener) {
  Steps steps(experiment, request, bench, listener);
  const Step<void> done = Pipeline(experiment, bench, listener, steps).run();
  if (done) return Ending::finished;
  if (done.error().abandoned) {
    steps.tell(lab::Progress::Step::abandoned, "abandoned " + experiment.kernel.id);
    return Ending::abandoned;
  }
  lab::Result& result = steps.result();
  result.stage = lab::Stage::failed;
  result.faults.insert(result.faults.end(), done.error().faults.begin(), done.error().faults.end());
  listener.publish(result);
  return done.error().context_lost ? Ending::context_lost : Ending::finished;
}

}  // namespace warpscope::worker
