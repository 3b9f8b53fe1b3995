// A Client with a real worker, whose compile cache is empty at first.
#pragma once

#include <unistd.h>

#include <filesystem>

#include "client/client_fixture.h"
#include "test_kernels.h"

namespace warpscope::client {

class RealWorker : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove_all(scratch_); }

  [[nodiscard]] Options real(std::vector<std::string> command = {WARPSCOPE_WORKER}) const {
    Options options;
    options.command = std::move(command);
    options.environment = {"XDG_CACHE_HOME=" + scratch_.string()};
    options.start_limit = patience;
    return options;
  }
  /// Ends where the GPU would be needed.
  [[nodiscard]] static lab::Experiment without_device(const std::string& kernel) {
    lab::Experiment experiment = test_experiment(kernel);
    experiment.device = no_such_device;
    experiment.timeout = patience;
    return experiment;
  }

  std::filesystem::path scratch_ =
      std::filesystem::temp_directory_path() / ("warpscope_client_" + std::to_string(getpid()));
};

}  // namespace warpscope::client
