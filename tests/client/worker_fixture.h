// A Client with a real worker, whose compile cache is empty at first.
#pragma once

#include <filesystem>

#include "client/client_fixture.h"
#include "temporary_folder.h"
#include "test_kernels.h"

namespace lanescope::client {

class RealWorker : public testing::Test {
 protected:
  [[nodiscard]] Options real(std::vector<std::string> command = {LANESCOPE_WORKER}) const {
    Options options;
    options.command = std::move(command);
    options.environment = {"XDG_CACHE_HOME=" + scratch_.string()};
    options.start_limit = patience;
    return options;
  }
  /// Ends where the GPU would be needed.
  [[nodiscard]] static experiments::Experiment without_device(const std::string& kernel) {
    experiments::Experiment experiment = test_experiment(kernel);
    experiment.device = no_such_device;
    experiment.timeout = patience;
    return experiment;
  }

  TemporaryFolder temporary_;
  const std::filesystem::path scratch_ = temporary_.path();
};

}  // namespace lanescope::client
