#include "worker/pipelines/compile_thread.h"

#include <chrono>
#include <utility>

namespace lanescope::worker {

CompileThread::CompileThread() : thread_([this] { work(); }) {}

CompileThread::~CompileThread() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

std::optional<CompileThread::Answer> CompileThread::compile(const compiler::Compiler& compiler,
                                                            compiler::Request request,
                                                            const std::function<bool()>& abandoned) {
  return answer_of([&compiler, request = std::move(request)] { return compiler.compile(request); }, abandoned);
}

std::optional<CompileThread::Answer> CompileThread::assemble(const compiler::Compiler& compiler, std::string ptx,
                                                             compiler::ComputeCapability target,
                                                             const std::function<bool()>& abandoned) {
  return answer_of([&compiler, ptx = std::move(ptx), target] { return compiler.assemble(ptx, target); }, abandoned);
}

std::optional<CompileThread::Answer> CompileThread::answer_of(std::function<Answer()> run,
                                                              const std::function<bool()>& abandoned) {
  // The interval at which abandoned() is asked.
  constexpr std::chrono::milliseconds poll_interval{2};
  const auto job = std::make_shared<Job>(Job{std::move(run), std::nullopt});
  std::unique_lock lock(mutex_);
  waiting_ = job;
  changed_.notify_all();
  while (!job->answer) {
    lock.unlock();
    const bool let_go = abandoned();
    lock.lock();
    if (job->answer) break;
    if (let_go) {
      if (waiting_ == job) waiting_.reset();
      return std::nullopt;
    }
    changed_.wait_for(lock, poll_interval);
  }
  return std::move(job->answer);
}

void CompileThread::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ending_ || waiting_; });
    if (ending_) return;
    const std::shared_ptr<Job> job = std::move(waiting_);
    waiting_.reset();
    lock.unlock();
    Answer answer = job->run();
    lock.lock();
    job->answer = std::move(answer);
    changed_.notify_all();
  }
}

}  // namespace lanescope::worker
