// Measures how long the needle takes to follow a knob without a GPU: from the request of a setting whose program is in
// the compiler's cache to the Result with its predicted time, by a real worker, for every value of every knob of the
// kernels of the catalogue. The plan of the setting before is still running in the emulator then, as it is when a knob
// is dragged.
//
// needle PROGRAM [--target GPU] [--rounds N] [KERNEL...]     a kernel's id, or the begin of ids: transpose/
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "client/client.h"
#include "must.h"

namespace {

using namespace lanescope;
using Clock = std::chrono::steady_clock;

/// A setting that takes longer than this is given up.
constexpr std::chrono::seconds longest{30};

class Needle {
 public:
  explicit Needle(const std::string& program) : client_(options(program)) {}

  /// Returns the milliseconds from the request to the first Result with a prediction; nothing where the model declines.
  std::optional<double> follow(const experiments::Experiment& experiment) {
    const Clock::time_point begin = Clock::now();
    (void)client_.request(experiment);
    while (Clock::now() - begin < longest) {
      const auto result = client_.take();
      if (!result) {
        std::unique_lock lock(mutex_);
        woken_.wait_for(lock, std::chrono::milliseconds(50), [&] { return std::exchange(news_, false); });
        continue;
      }
      if (result->predicted) return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
      if (!result->without_prediction.empty() || result->stage == experiments::ResultStage::failed) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  client::Options options(const std::string& program) {
    client::Options options;
    options.command = {program, "worker"};
    options.wake = [this] {
      const std::scoped_lock lock(mutex_);
      news_ = true;
      woken_.notify_one();
    };
    return options;
  }

  std::mutex mutex_;
  std::condition_variable woken_;
  bool news_ = false;
  client::Client client_;
};

/// The settings that turning one knob after the other leads to, the others at their defaults.
std::vector<catalogue::Values> settings_of(const catalogue::Kernel& kernel) {
  std::vector<catalogue::Values> settings;
  for (const catalogue::Parameter& knob : kernel.parameters) {
    for (std::size_t index = 0; index < knob.values.size(); ++index) {
      if (catalogue::violated_requirement(kernel, {}, knob.name, index).empty())
        settings.push_back({{knob.name, knob.values[index]}});
    }
  }
  if (settings.empty()) settings.emplace_back();
  return settings;
}

double quantile(std::vector<double> values, double part) {
  std::ranges::sort(values);
  return values.at(std::min(values.size() - 1, static_cast<std::size_t>(part * static_cast<double>(values.size()))));
}

void print(const std::string& name, std::size_t declined, const std::vector<double>& waited) {
  if (waited.empty()) {
    fmt::print("| {} | 0 | | | |{}\n", name, declined > 0 ? " nothing is predicted" : "");
    return;
  }
  fmt::print("| {} | {} | {:.0f} | {:.0f} | {:.0f} |\n", name, waited.size(), quantile(waited, 0.5),
             quantile(waited, 0.95), quantile(waited, 1));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  std::string program, target = "H200";
  std::size_t rounds = 2;
  std::vector<std::string> wanted;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--target" && i + 1 < count) {
      target = arguments[++i];
    } else if (argument == "--rounds" && i + 1 < count) {
      rounds = std::stoul(arguments[++i]);
    } else if (program.empty()) {
      program = argument;
    } else {
      wanted.push_back(argument);
    }
  }
  if (program.empty()) {
    fmt::print(stderr, "usage: needle PROGRAM [--target GPU] [--rounds N] [KERNEL...]\n");
    return 2;
  }
  Needle needle(program);
  catalogue::Catalogue kernels(bench::must(data_folder()) / "kernels");
  const auto snapshot = kernels.snapshot();
  std::map<std::string, std::vector<double>> families;
  std::vector<double> all;
  fmt::print("| | times | median | 95 % | most, ms |\n|---|---|---|---|---|\n");
  for (const auto& [id, kernel] : snapshot->kernels) {
    const bool asked =
        wanted.empty() || std::ranges::any_of(wanted, [&](const std::string& begin) { return id.starts_with(begin); });
    if (!asked || kernel->expect != FaultKind::none) continue;
    std::vector<double> waited;
    std::size_t declined = 0;
    // The first round fills the compiler's cache.
    for (std::size_t round = 0; round <= rounds; ++round) {
      for (const catalogue::Values& values : settings_of(*kernel)) {
        experiments::Experiment experiment;
        experiment.kernel = kernel->source;
        if (const auto reference = bench::must(catalogue::find_reference_kernel(*kernel, *snapshot)))
          experiment.reference_kernel = reference->source;
        experiment.values = values;
        experiment.backend = experiments::Backend::emulator;
        experiment.target = target;
        const auto took = needle.follow(experiment);
        if (round == 0) continue;
        if (took) waited.push_back(*took);
        declined += took ? 0 : 1;
      }
    }
    print(id, declined, waited);
    std::vector<double>& family = families[id.substr(0, id.find('/'))];
    family.insert(family.end(), waited.begin(), waited.end());
    all.insert(all.end(), waited.begin(), waited.end());
  }
  for (const auto& [family, waited] : families) print("all of " + family, 0, waited);
  print("all", 0, all);
}
