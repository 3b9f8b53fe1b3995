// [[launch]] call = "cublas_sgemm" on a device with cuBLAS.
#include <gtest/gtest.h>

#include <array>

#include "cuda/cublas.h"
#include "gpu/device_fixture.h"

namespace lanescope::gpu {
namespace {

/// c = a * b, [m, k] times [k, n].
catalogue::LaunchPlan product_plan(std::int64_t m, std::int64_t n, std::int64_t k) {
  catalogue::LaunchPlan plan;
  plan.kernel = "test/product";
  plan.seed = 5;
  plan.buffers = {buffer("a", Role::in, {m, k}, Fill::random), buffer("b", Role::in, {k, n}, Fill::random),
                  buffer("c", Role::out, {m, n}, Fill::poison)};
  catalogue::Launch launch;
  launch.call = catalogue::Launch::Call::library;
  launch.entry = "cublas_sgemm";
  launch.line = 14;
  launch.arguments = {buffer_argument("c", 2), buffer_argument("a", 0), buffer_argument("b", 1),
                      scalar_argument("m", m), scalar_argument("n", n), scalar_argument("k", k)};
  plan.launches = {launch};
  plan.check.reference = "matmul";
  plan.check.inputs = {0, 1};
  plan.check.output = 2;
  plan.check.compare = catalogue::Check::Compare::relative;
  // What single precision allows. TF32, with 10 bits behind the point, is a thousand times off.
  plan.check.tolerance = 6e-8 * static_cast<double>(k + 1);
  return plan;
}

class CublasOnDevice : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    std::vector<std::string> files;
    for (const std::string& name : cuda::cublas_library_names(driver_->version() / 1000)) {
      for (const auto& folder : compiler::search_folders()) files.push_back((folder / name).string());
      files.push_back(name);
    }
    if (auto library = cuda::CublasLibrary::open(files); !library) GTEST_SKIP() << library.error().text();
    session_->set_cublas_files(files);
    files_ = files;
  }
  [[nodiscard]] Expected<std::unique_ptr<Execution>> prepare_product(const catalogue::LaunchPlan& plan) {
    return session_->prepare(plan, "", {}, {});
  }
  std::vector<std::string> files_;
};

TEST_F(CublasOnDevice, MultipliesMatricesOfEveryShapeInSinglePrecision) {
  for (const auto& [m, n, k] : {std::array{1, 1, 1},
                                {3, 5, 7},
                                {128, 128, 128},
                                {1000, 37, 129},
                                {1, 300, 1000},
                                {300, 1, 1000},
                                {2, 3, 0},
                                {0, 3, 2},
                                {3, 0, 2}}) {
    const auto execution = prepare_product(product_plan(m, n, k));
    ASSERT_TRUE(execution) << execution.error().what;
    const auto verdict = (*execution)->verify();
    ASSERT_TRUE(verdict) << verdict.error().what;
    EXPECT_TRUE(verdict->passed) << m << " x " << n << " x " << k << ", largest error "
                                 << verdict->max_error.value_or(0);
    EXPECT_EQ(verdict->checked, static_cast<std::uint64_t>(m * n));
    EXPECT_EQ(verdict->method, "CPU reference");
    EXPECT_EQ(verdict->guard_bytes_changed, 0U);
  }
}

TEST_F(CublasOnDevice, UsesNoTensorCoresForSinglePrecision) {
  auto plan = product_plan(512, 512, 512);
  const auto verdict = (*prepare_product(plan))->verify();
  ASSERT_TRUE(verdict) << verdict.error().what;
  EXPECT_TRUE(verdict->passed);
  EXPECT_LT(*verdict->max_error, 2e-6) << "TF32 would be off by 1e-4 of the terms";
}

TEST_F(CublasOnDevice, IsJudgedByFewRowsOfALargeProduct) {
  auto plan = product_plan(4096, 4096, 4096);
  plan.check.sampled_rows = 16;
  const auto verdict = (*prepare_product(plan))->verify();
  ASSERT_TRUE(verdict) << verdict.error().what;
  EXPECT_TRUE(verdict->passed) << *verdict->max_error;
  EXPECT_EQ(verdict->checked, 16U * 4096U);
  EXPECT_EQ(verdict->method, "CPU reference, 16 sampled rows");
}

TEST_F(CublasOnDevice, CanBeTimedLikeALaunch) {
  const auto execution = prepare_product(product_plan(1024, 1024, 1024));
  ASSERT_TRUE(execution) << execution.error().what;
  ASSERT_TRUE((*execution)->run());
  TimingRequest request;
  const auto timing = (*execution)->time(request, {});
  ASSERT_TRUE(timing) << timing.error().what;
  EXPECT_TRUE(timing->queue_blocked) << "nothing in it waits for the device";
  const double tflops = 2.0 * 1024 * 1024 * 1024 / (timing->median * 1e-3) * 1e-12;
  EXPECT_GT(tflops, 0.1);
}

TEST_F(CublasOnDevice, WorksAgainInANewSession) {
  for (int round = 0; round < 2; ++round) {
    const auto verdict = (*prepare_product(product_plan(64, 64, 64)))->verify();
    ASSERT_TRUE(verdict) << verdict.error().what;
    EXPECT_TRUE(verdict->passed);
    session_.reset();
    auto session = DeviceSession::open(*driver_, -1);
    ASSERT_TRUE(session) << session.error().what;
    session_ = std::move(*session);
    ASSERT_TRUE(session_->load_tools(compile(std::string(device_source()), {}).cubin));
    session_->set_cublas_files(files_);
  }
}

TEST_F(CublasOnDevice, ThatIsNotThereIsAFailureWithARemedy) {
  session_->set_cublas_files({"/nowhere/libcublas.so.13"});
  const auto execution = prepare_product(product_plan(4, 4, 4));
  ASSERT_FALSE(execution);
  EXPECT_EQ(execution.error().kind, FaultKind::launch);
  EXPECT_EQ(execution.error().where.line, 14);
  EXPECT_NE(execution.error().what.text().find("cuBLAS cannot be opened"), std::string::npos) << execution.error().what;
  EXPECT_NE(execution.error().remedy.text().find("pip install nvidia-cublas"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::gpu
