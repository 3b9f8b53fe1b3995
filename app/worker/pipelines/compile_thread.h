// The thread on which NVRTC runs, beside the one that owns the GPU.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "compiler/compiler.h"

namespace lanescope::worker {

/// Runs one compilation at a time and remembers only the newest request that waits. A compilation that nobody waits for
/// any more still fills the compiler's cache, where the next request for it finds it.
class CompileThread {
 public:
  using Answer = Expected<compiler::Compiled>;

  CompileThread();
  ~CompileThread();  ///< waits for the compilation in progress, because NVRTC cannot be stopped
  CompileThread(const CompileThread&) = delete;
  CompileThread& operator=(const CompileThread&) = delete;

  /// Waits for the answer. Returns nothing when `abandoned` became true before. The compiler must outlive this object.
  [[nodiscard]] std::optional<Answer> compile(const compiler::Compiler& compiler, compiler::Request request,
                                              const std::function<bool()>& abandoned);
  /// The same for PTX, which is assembled for that target.
  [[nodiscard]] std::optional<Answer> assemble(const compiler::Compiler& compiler, std::string ptx,
                                               compiler::ComputeCapability target,
                                               const std::function<bool()>& abandoned);

 private:
  struct Job {
    std::function<Answer()> run;
    std::optional<Answer> answer;
  };
  [[nodiscard]] std::optional<Answer> answer_of(std::function<Answer()> run, const std::function<bool()>& abandoned);
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<Job> waiting_;
  bool ending_ = false;
  std::thread thread_;  // last, because it uses all members above
};

}  // namespace lanescope::worker
