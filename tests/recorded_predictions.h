// Predicts settings of recordings, so that predictions can be compared with what was measured.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "compiler/messages/messages.h"
#include "experiments/setting_text.h"
#include "model/hardware/devices.h"
#include "predict/profile/gpu_profile.h"
#include "recordings/recording.h"
#include "simulator/plan/predict_plan.h"
#include "worker/pipelines/prediction.h"
#include "worker/pipelines/worker_context.h"
#include "worker/report/report.h"

namespace lanescope {

/// The recordings of the catalogue on an H200.
inline std::vector<std::string> h200_recordings() {
  std::vector<std::string> files;
  for (const char* family : {"transpose", "laplace", "reduce", "matmul", "probe"}) {
    files.push_back(std::string(LANESCOPE_SOURCES) + "/assets/recordings/h200-" + family + ".jsonl");
  }
  return files;
}

/// A setting as text: "transpose/best tile=32 nx=4096 ny=4096".
inline std::string setting_of(const experiments::Result& recorded) {
  return recorded.kernel + " " + experiments::setting_text(recorded);
}

/// Whether a setting is in part `part` of `parts`. The parts are the same on every machine: FNV-1a of the setting.
inline bool is_in_part(const experiments::Result& recorded, std::uint64_t part, std::uint64_t parts) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char letter : setting_of(recorded)) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ull;
  return (hash ^ hash >> 32) % parts == part;
}

/// A recorded setting, compiled, with some of its blocks executed: all that does not depend on the constants of a GPU.
struct TracedSetting {
  simulator::Program program;
  std::vector<simulator::TracedLaunch> launches;  ///< they refer to the program
  double work_bytes = 0, work_flops = 0;
};

class RecordedPredictor {
 public:
  RecordedPredictor(const predict::GpuProfile& gpu, compiler::ComputeCapability target)
      : sm_count_(static_cast<std::uint32_t>(gpu.value.sm_count)),
        target_(target),
        sheet_(model::device_sheet(gpu.name)) {}

  /// Adds a kernel that is not in the catalogue. It fails when the file cannot be used.
  Expected<void> add_kernel(const std::string& file) {
    TRY(const std::string id, kernels_.add_file(file));
    TRY(const auto kernel, kernels_.find(id));
    return {};
  }

  /// Compiles a kernel with the recorded values, and executes some of its blocks.
  Expected<std::unique_ptr<TracedSetting>> trace(const experiments::Result& recorded) {
    catalogue::Values values(recorded.parameters.begin(), recorded.parameters.end());
    for (const auto& [name, size] : recorded.sizes) values[name] = size;
    return trace(recorded.kernel, values, recorded.seed);
  }

  /// `max_records_of_site` is that of simulator::trace_plan().
  Expected<std::unique_ptr<TracedSetting>> trace(const std::string& id, const catalogue::Values& values,
                                                 std::uint64_t seed, std::uint32_t max_records_of_site = 0) {
    TRY(const auto kernel, kernels_.find(id));
    TRY(auto plan, catalogue::resolve(*kernel, values, seed));
    TRY(const auto compiled, compile(kernel->source, plan.defines));
    worker::lower_entries(plan, compiled);
    auto traced = std::make_unique<TracedSetting>();
    traced->work_bytes = static_cast<double>(plan.work.bytes);
    traced->work_flops = static_cast<double>(plan.work.flops);
    TRY(traced->program, simulator::read_program(compiled.ptx, compiled.cubin, compiler::source_root));
    if (!sheet_ || !sheet_->limits) return failure("no data sheet says what an SM of this GPU holds");
    experiments::Result fitted;
    fitted.launches = worker::launches_of(plan, compiled);
    worker::add_occupancy(plan, compiled, *sheet_->limits, fitted);
    TRY(traced->launches, simulator::trace_plan(traced->program, plan, worker::shares_of(fitted), sm_count_,
                                                simulator::Deadline{}, max_records_of_site));
    return traced;
  }

  Expected<predict::Prediction> predict(const experiments::Result& recorded, const predict::GpuProfile& gpu) {
    TRY(const auto traced, trace(recorded));
    return simulator::predict_traced(traced->program.module, traced->launches, gpu);
  }

 private:
  Expected<compiler::Compiled> compile(const catalogue::KernelSource& source, const std::vector<std::string>& defines) {
    TRY(const auto* const compiler, context_.compiler_for(target_));
    compiler::Request request;
    request.file = source.path.empty() ? source.id + ".cu" : source.path;
    request.text = source.text;
    request.headers = source.headers;
    std::erase_if(request.headers, [](const auto& file) { return file.first.ends_with(".toml"); });
    request.options = defines;
    request.target = target_;
    if (auto known = compiler->cached(request)) return std::move(*known);
    return compiler->compile(request);
  }

  catalogue::Catalogue kernels_{std::string(LANESCOPE_SOURCES) + "/kernels"};
  std::uint32_t sm_count_;
  compiler::ComputeCapability target_;
  decltype(model::device_sheet("")) sheet_;
  worker::WorkerContext context_{worker::usual_options()};
};

}  // namespace lanescope
