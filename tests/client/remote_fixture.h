// A Client whose worker is real, and reached over a line that tests/client/program/remote_shell.cpp plays.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "client/worker_fixture.h"

namespace lanescope::client {

class RemoteWorker : public RealWorker {
 protected:
  /// `line`: options of the stand-in.
  [[nodiscard]] Options remote(const std::string& line = "", const std::string& program = LANESCOPE_WORKER) const {
    Options options = real({});
    options.remote = Remote{"lab@server", LANESCOPE_REMOTE_SHELL " " + line, program};
    return options;
  }
  /// Through the whole pipeline of the emulator: source and headers, numbers, and a picture of 256 × 256.
  [[nodiscard]] static experiments::Experiment emulated(std::int64_t block_x = 32,
                                                        const char* kernel = "transpose/naive_row") {
    static catalogue::Catalogue kernels(LANESCOPE_SOURCES "/kernels");
    const auto found = kernels.find(kernel);
    if (!found) throw std::runtime_error(found.error().text());
    experiments::Experiment experiment;
    experiment.kernel = (*found)->source;
    experiment.backend = experiments::Backend::emulator;
    experiment.values = {{"nx", std::int64_t{256}}, {"ny", std::int64_t{256}}, {"block_x", block_x}};
    experiment.timeout = patience;
    experiment.preview = true;
    return experiment;
  }
  /// Whether this machine can compile; to be asked before anything else is expected.
  [[nodiscard]] static bool no_compiler(const std::shared_ptr<const experiments::Result>& result) {
    return result && result->failed() && result->faults.at(0).kind == FaultKind::no_compiler;
  }
  [[nodiscard]] std::string file(const char* name) const { return (scratch_ / name).string(); }
  void make(const char* name) const { std::ofstream(file(name)).put('\n'); }
  void remove(const char* name) const { std::filesystem::remove(file(name)); }
  /// How often the stand-in was started.
  [[nodiscard]] std::size_t starts() const {
    const auto log = read_file(file("log"));
    return log ? split(*log, '\n').size() - 1 : 0;
  }
};

}  // namespace lanescope::client
