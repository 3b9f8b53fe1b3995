// A session on the first device, and a compiler for it. Tests skip where there is no device.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/compiler.h"
#include "cuda/driver.h"
#include "gpu/kernels.h"
#include "gpu/plans.h"
#include "gpu/session.h"

namespace lanescope::gpu {

class OnDevice : public testing::Test {
 protected:
  void SetUp() override {
    auto driver = cuda::Driver::open();
    if (!driver) GTEST_SKIP() << driver.error().text();
    driver_.emplace(std::move(*driver));
    auto session = DeviceSession::open(*driver_, -1);
    ASSERT_TRUE(session) << session.error().what;
    session_ = std::move(*session);
    target_ = {session_->device().compute_major, session_->device().compute_minor};
    const auto toolkit = compiler::choose_toolkit(compiler::find_toolkits(), target_, driver_->version());
    ASSERT_TRUE(toolkit) << toolkit.error().text();
    auto compiler = compiler::Compiler::open(*toolkit, "");
    ASSERT_TRUE(compiler) << compiler.error().text();
    compiler_.emplace(std::move(*compiler));
    const auto tools = compile(std::string(device_source()), {});
    const auto loaded = session_->load_tools(tools.cubin);
    ASSERT_TRUE(loaded) << loaded.error().what;
  }

  [[nodiscard]] compiler::Compiled compile(const std::string& text, const std::vector<std::string>& options) const {
    compiler::Request request;
    request.file = "test.cu";
    request.text = text;
    request.options = options;
    request.target = target_;
    auto compiled = compiler_->compile(request);
    if (!compiled) throw MachineError(Error{compiled.error().what.text() + "\n" + compiled.error().text(), "", ""});
    return std::move(*compiled);
  }

  using Inputs = std::map<std::string, std::vector<std::byte>>;
  [[nodiscard]] Expected<std::unique_ptr<Execution>> prepare(const catalogue::LaunchPlan& plan,
                                                             const Inputs& inputs = {},
                                                             const std::vector<std::string>& options = {}) {
    if (plan.launches.empty()) return session_->prepare(plan, "", {}, inputs);
    auto kernels = kernels_.find(options);
    if (kernels == kernels_.end()) kernels = kernels_.emplace(options, compile(test_kernels, options)).first;
    return session_->prepare(plan, kernels->second.ptx, kernels->second.cubin, inputs);
  }
  /// For plans that must be fine.
  [[nodiscard]] std::unique_ptr<Execution> prepared(const catalogue::LaunchPlan& plan, const Inputs& inputs = {},
                                                    const std::vector<std::string>& options = {}) {
    auto execution = prepare(plan, inputs, options);
    if (!execution) throw MachineError(Error{execution.error().what, plan.kernel, ""});
    return std::move(*execution);
  }
  [[nodiscard]] catalogue::Verdict verified(const catalogue::LaunchPlan& plan, const Inputs& inputs = {},
                                            const std::vector<std::string>& options = {}) {
    auto verdict = prepared(plan, inputs, options)->verify();
    if (!verdict) throw MachineError(Error{verdict.error().what, plan.kernel, ""});
    return std::move(*verdict);
  }

  std::optional<cuda::Driver> driver_;
  std::unique_ptr<DeviceSession> session_;
  compiler::ComputeCapability target_;
  std::optional<compiler::Compiler> compiler_;
  std::map<std::vector<std::string>, compiler::Compiled> kernels_;  // by compiler options
};

}  // namespace lanescope::gpu
