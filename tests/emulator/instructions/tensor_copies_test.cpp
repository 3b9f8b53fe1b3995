// The Tensor Memory Accelerator: boxes of tensors, against a reference that looks at one element at a time.
#include <array>
#include <cmath>
#include <map>

#include <fmt/ranges.h>

#include "base/file.h"
#include "base/text.h"
#include "emulator/instructions/mistakes.h"
#include "emulator/instructions/written_program.h"

namespace lanescope::emulator {
namespace {

/// Where the elements of 4 bytes of a box of 8 rows lie in shared memory that begins at a multiple of 1024.
std::uint32_t place_in_box(std::uint32_t x, std::uint32_t y, std::uint32_t row, std::uint32_t span) {
  std::uint32_t byte = (y * row + x) * 4;
  if (span != 0) byte ^= (byte / 128 % (span / 16)) * 16;
  return byte / 4;
}

class EverySwizzle : public testing::TestWithParam<std::string> {};

TEST_P(EverySwizzle, ABoxHoldsTheElementsOfItsTensor) {
  const ReadyKernel kernel = program(test_kernel("tensor_copies"), {{"swizzle", GetParam()}});
  const Outcome outcome = run_clean(kernel);
  const std::uint32_t span = GetParam() == "none" ? 0 : static_cast<std::uint32_t>(std::stoi(GetParam()));
  const std::uint32_t row = span == 0 ? 32 : span / 4;
  const auto plane = filled(kernel, "plane"), tile = result(kernel, outcome, "tile");
  const std::array<int, 4> left{4, -4, 36, 100}, top{5, -3, 46, 2};
  for (std::uint32_t box = 0; box < 4; ++box) {
    std::vector<std::uint32_t> expected(256, 0);
    for (std::uint32_t y = 0; y < 8; ++y) {
      for (std::uint32_t x = 0; x < row; ++x) {
        const int column = left.at(box) + static_cast<int>(x), line = top.at(box) + static_cast<int>(y);
        const bool inside = column >= 0 && column < 40 && line >= 0 && line < 50;
        const auto index = static_cast<std::size_t>(inside ? line * 40 + column : 0);
        expected[place_in_box(x, y, row, span)] = inside ? plane[index] : 0;
      }
    }
    EXPECT_EQ(std::vector<std::uint32_t>(tile.begin() + box * 256, tile.begin() + box * 256 + 256), expected) << box;
  }
  // The first box again, at another place of another buffer, as far as that reaches.
  const auto stored = result(kernel, outcome, "stored");
  for (std::uint32_t y = 0; y < 50; ++y) {
    for (std::uint32_t x = 0; x < 40; ++x) {
      const bool inside = x >= 12 && x < 12 + row && y >= 45;
      const std::uint32_t expected = inside ? plane[(5 + y - 45) * 40 + 4 + x - 12] : 0;
      ASSERT_EQ(stored[y * 40 + x], expected) << x << ", " << y;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(TensorCopies, EverySwizzle, testing::Values("none", "32b", "64b", "128b"));

TEST(ATensorCopy, HasOneToFiveDimensionsWithSteps) {
  const ReadyKernel kernel = program(test_kernel("tensor_copies"));
  const Outcome outcome = run_clean(kernel);
  const auto line = filled<std::uint16_t>(kernel, "line"), halves = result<std::uint16_t>(kernel, outcome, "halves");
  for (std::size_t n = 0; n < 64; ++n) EXPECT_EQ(halves[n], 968 + n < 1000 ? line[968 + n] : 0) << n;
  const auto space = filled<std::uint8_t>(kernel, "space"), bytes = result<std::uint8_t>(kernel, outcome, "bytes");
  std::size_t at = 0;
  for (std::size_t e = 1; e < 3; ++e) {
    for (std::size_t d = 3; d < 5; ++d) {
      for (std::size_t c = 2; c < 4; ++c) {
        for (std::size_t b = 1; b < 7; b += 2) {
          for (std::size_t a = 16; a < 32; ++a, ++at) {
            const bool inside = d < 4;
            ASSERT_EQ(bytes[at], inside ? space[(((e * 4 + d) * 5 + c) * 6 + b) * 32 + a] : 0) << at;
          }
        }
      }
    }
  }
}

TEST(ATensorCopy, AddsToTheElementsThatAreThere) {
  const ReadyKernel kernel = program(test_kernel("tensor_copies"));
  const auto added = result<float>(kernel, run_clean(kernel), "added");
  for (std::uint32_t y = 0; y < 20; ++y) {
    for (std::uint32_t x = 0; x < 12; ++x) {
      const bool inside = x >= 8 && y >= 14;
      const auto before = static_cast<float>(y * 12 + x);
      ASSERT_EQ(added[y * 12 + x], inside ? before + 0.5f * static_cast<float>((y - 14) * 8 + x - 8) : before);
    }
  }
}

/// So an H100 does: 29 stores and additions to rows whose end is no multiple of 16 bytes.
TEST(ATensorCopy, StoresTheWholeUnitInWhichARowEnds) {
  ReadyKernel kernel = program(test_kernel("tensor_copies"));
  const auto whole = result<float>(kernel, run_clean(kernel), "added");
  for (const std::int64_t size : {9, 10, 11}) {
    kernel.plan.launches[0].tensor_maps[4].sizes[0] = size;
    EXPECT_EQ(result<float>(kernel, run_clean(kernel), "added"), whole) << size;
  }
  kernel.plan.launches[0].tensor_maps[4].sizes[0] = 8;
  EXPECT_NE(result<float>(kernel, run_clean(kernel), "added"), whole);
}

TEST(ATensorCopy, TakesAMapByItsAddress) {
  const ReadyKernel kernel = program(test_kernel("tensor_pointer"));
  const auto in = filled<std::uint64_t>(kernel), out = result<std::uint64_t>(kernel, run_clean(kernel));
  for (std::size_t z = 0; z < 4; ++z) {
    for (std::size_t y = 0; y < 4; ++y) {
      for (std::size_t x = 0; x < 4; ++x) {
        // The tensor begins behind the first 80 elements, and the box one plane before it.
        const bool inside = z >= 1 && y + 7 < 10;
        const std::uint64_t expected = inside ? in[80 + (z - 1) * 80 + (y + 7) * 8 + x + 2] : 0;
        ASSERT_EQ(out[(z * 4 + y) * 4 + x], expected) << x << ", " << y << ", " << z;
      }
    }
  }
}

TEST(ATensorCopy, IsRefusedByNameWhereTheEmulatorDoesNotKnowIt) {
  for (const std::string instruction :
       {"tensormap.replace.tile.global_address.global.b1024.b64 [%rd1], %rd2;",
        "cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r2, "
        "%r2}], "
        "[%r1], {%rs1};",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f16 [%rd1], [%r1], %r2;",
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2}], [%r1];"}) {
    const auto module = ptx::parse(
        ".version 8.3\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 k_param_0)\n{\n"
        ".reg .b64 %rd<4>;\n.reg .b32 %r<4>;\n.reg .b16 %rs<2>;\n" +
        instruction + "\nret;\n}\n");
    ASSERT_TRUE(module) << module.error().text();
    catalogue::LaunchPlan plan;
    plan.kernel = "k";
    catalogue::Launch launch;
    launch.entry = "k";
    launch.arguments.emplace_back();
    plan.launches.push_back(launch);
    const auto outcome = run(*module, plan, {});
    ASSERT_FALSE(outcome) << instruction;
    const std::string name = instruction.substr(0, instruction.find(' '));
    EXPECT_NE(outcome.error().what.text().find("the emulator does not support " + name), std::string::npos)
        << outcome.error().what;
  }
}

TEST(ATensorCopy, FillsWithNoNumberWhereTheMapSaysSo) {
  ReadyKernel kernel = program(test_kernel("tensor_copies"));
  kernel.plan.launches[0].tensor_maps[1].fill = catalogue::TensorMap::Fill::nan;
  const auto halves = result<std::uint16_t>(kernel, run_clean(kernel), "halves");
  const auto line = filled<std::uint16_t>(kernel, "line");
  for (std::size_t n = 0; n < 32; ++n) EXPECT_EQ(halves[n], line[968 + n]) << n;
  for (std::size_t n = 32; n < 64; ++n) EXPECT_GT(halves[n] & 0x7fffu, 0x7c00u) << n;
}

TEST(ATensorCopy, IsRefusedWhereTheHardwareWasNotMeasured) {
  const auto refusal = [](const auto& change) {
    ReadyKernel kernel = program(test_kernel("tensor_copies"));
    change(kernel.plan.launches[0].tensor_maps[0]);
    const auto outcome = run(kernel.module, kernel.plan, {});
    return outcome ? std::string() : outcome.error().what.text();
  };
  using catalogue::TensorMap;
  for (const auto type : {TensorMap::Type::f32_ftz, TensorMap::Type::tf32, TensorMap::Type::tf32_ftz}) {
    EXPECT_NE(refusal([&](TensorMap& map) { map.type = type; }).find("of_plane converts values"), std::string::npos);
  }
  EXPECT_NE(refusal([](TensorMap& map) { map.box[0] = 16; }).find("shorter than the span of 128 bytes"),
            std::string::npos);
}

/// A launch of h100_tensor_alignment.csv: an instruction of PTX with a tensor of its own.
struct MeasuredTensorCopy {
  std::string operation;
  catalogue::TensorMap map;
  std::vector<std::int64_t> coordinates;
  bool taken = false;  ///< by the GPU

  [[nodiscard]] std::string ptx() const {
    const std::size_t rank = map.sizes.size();
    std::string moves, list;
    for (std::size_t index = 0; index < rank; ++index) {
      moves += fmt::format("mov.s32 %r{}, {};\n", index + 1, coordinates[index]);
      list += fmt::format("{}%r{}", index == 0 ? "" : ", ", index + 1);
    }
    const std::string tensor = fmt::format("[%rd1, {{{}}}]", list);
    const std::string load = fmt::format(
        "cp.async.bulk.tensor.{}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r8], {}, [%r9];", rank,
        tensor);
    const std::string store =
        fmt::format("cp{}.async.bulk.tensor.{}d.global.shared::cta{}.tile.bulk_group {}, [%r8];",
                    operation == "add" ? ".reduce" : "", rank, operation == "add" ? ".add" : "", tensor);
    const std::string prefetch = fmt::format("cp.async.bulk.prefetch.tensor.{}d.L2.global.tile {};\n", rank, tensor);
    return ".version 8.3\n.target sm_90\n.address_size 64\n.visible .entry one(.param .u64 one_param_0)\n{\n"
           ".reg .b64 %rd<4>;\n.reg .b32 %r<12>;\n.reg .pred %p<2>;\n.shared .align 1024 .b8 tile[2048];\n"
           ".shared .align 8 .b64 counter;\nld.param.u64 %rd1, [one_param_0];\nmov.u32 %r8, tile;\n"
           "mov.u32 %r9, counter;\n" +
           moves +
           (operation == "prefetch" ? prefetch
            : operation == "load"   ? "mbarrier.init.shared::cta.b64 [%r9], 1;\nfence.mbarrier_init.release.cluster;\n"
                                      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r9], " +
                                        std::to_string(tile_bytes()) + ";\n" + load +
                                        "\nAGAIN: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r9], 0;\n"
                                        "@!%p1 bra AGAIN;\n"
                                  : "mov.u32 %r10, 0;\nFILL: add.u32 %r11, %r8, %r10;\nst.shared.u32 [%r11], %r10;\n"
                                    "add.u32 %r10, %r10, 4;\nsetp.lt.u32 %p1, %r10, 2048;\n@%p1 bra FILL;\n"
                                    "fence.proxy.async.shared::cta;\n" +
                                        store + "\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n") +
           "ret;\n}\n";
  }
  [[nodiscard]] std::size_t tile_bytes() const {
    std::size_t bytes = catalogue::size_of(map.type);
    for (std::size_t dimension = 0; dimension < map.sizes.size(); ++dimension) {
      bytes *= static_cast<std::size_t>(map.tile(dimension));
    }
    return bytes;
  }
};

std::vector<MeasuredTensorCopy> measured_tensor_copies() {
  using catalogue::TensorMap;
  const std::map<std::string, TensorMap::Type, std::less<>> types{{"u8", TensorMap::Type::u8},
                                                                  {"f16", TensorMap::Type::f16},
                                                                  {"u32", TensorMap::Type::u32},
                                                                  {"f32", TensorMap::Type::f32},
                                                                  {"f64", TensorMap::Type::f64}};
  const std::string text = read_file(LANESCOPE_TEST_DATA "/truth/h100_tensor_alignment.csv").value();
  std::vector<MeasuredTensorCopy> copies;
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty() || line.front() == '#' || line.starts_with("operation")) continue;
    const auto cells = split(line, ',');
    const auto numbers = [&](std::size_t cell) {
      std::vector<std::int64_t> values;
      for (const auto word : split(cells.at(cell), ' ')) values.push_back(parse_integer(word).value());
      return values;
    };
    MeasuredTensorCopy copy;
    copy.operation = cells.at(0);
    copy.map.name = "map";
    copy.map.type = types.find(cells.at(2))->second;
    copy.map.sizes = numbers(3);
    copy.map.box = numbers(4);
    copy.map.element_strides = numbers(5);
    copy.map.swizzle = cells.at(6) == "64b" ? TensorMap::Swizzle::b64 : TensorMap::Swizzle::none;
    auto stride = static_cast<std::int64_t>(catalogue::size_of(copy.map.type));
    for (std::size_t inner = 0; inner + 1 < copy.map.sizes.size(); ++inner) {
      copy.map.strides.push_back(stride *= copy.map.sizes[inner]);
    }
    copy.coordinates = numbers(7);
    copy.taken = cells.at(8) == "same";
    copies.push_back(std::move(copy));
  }
  return copies;
}

TEST(ATensorCopy, IsAFaultExactlyWhereAnH100AnswersWithAnIllegalInstruction) {
  const std::vector<MeasuredTensorCopy> copies = measured_tensor_copies();
  ASSERT_EQ(copies.size(), 286u);
  for (const MeasuredTensorCopy& copy : copies) {
    SCOPED_TRACE(fmt::format("{} of {} dimensions, elements of {} bytes, from {}", copy.operation,
                             copy.map.sizes.size(), catalogue::size_of(copy.map.type),
                             fmt::join(copy.coordinates, " ")));
    catalogue::LaunchPlan plan;
    plan.kernel = "one";
    std::int64_t elements = 1;
    for (const std::int64_t size : copy.map.sizes) elements *= size;
    const auto bytes = elements * static_cast<std::int64_t>(catalogue::size_of(copy.map.type));
    plan.buffers = {{"in", catalogue::Role::inout, catalogue::ElementType::u8, {bytes}, catalogue::Fill::index}};
    catalogue::Launch launch;
    launch.entry = "one";
    launch.tensor_maps = {copy.map};
    launch.arguments = {{catalogue::Argument::Kind::tensor_map, "map", 0}};
    plan.launches = {launch};
    const Outcome outcome = run(ptx::parse(copy.ptx()).value(), plan, {}).value();
    ASSERT_EQ(outcome.faults.empty(), copy.taken) << (copy.taken ? outcome.faults.front().message : "");
    if (copy.taken) continue;
    const Fault& fault = outcome.faults.front();
    EXPECT_NE(fault.message.text().find("a GPU raises an illegal instruction error"), std::string::npos)
        << fault.message;
    EXPECT_TRUE(fault.kind == FaultKind::misaligned || fault.kind == FaultKind::out_of_bounds) << fault.message;
  }
}

TEST(ATensorCopy, SaysWhichCoordinateAGpuDoesNotTake) {
  const auto fault_of = [](const std::string& from, const std::string& to) {
    std::string text = read_file(LANESCOPE_TEST_DATA "/kernels/tensor_copies.cu").value();
    text.replace(text.find(from), from.size(), to);
    const ReadyKernel kernel = written_program(text);
    const Outcome outcome = run_program(kernel, {});
    if (outcome.faults.size() != 1) return fmt::format("{} faults", outcome.faults.size());
    const Fault& fault = outcome.faults.front();
    EXPECT_GT(fault.line, 0);
    return fault.message.text();
  };
  EXPECT_EQ(fault_of("{4, -4, 36, 100}", "{3, -4, 36, 100}"),
            "thread 0 of block 0 copies asynchronously from a box of the tensor map of_plane that starts at a global "
            "address that is not a multiple of 16 (coordinate 3 of 4-byte elements); a GPU raises an illegal "
            "instruction error: start at a coordinate that is a multiple of 4");
  EXPECT_EQ(fault_of("\"r\"(8), \"r\"(14)", "\"r\"(8), \"r\"(-1)"),
            "thread 0 of block 0 adds asynchronously to a box of the tensor map of_added that starts at the negative "
            "coordinate -1 of dimension 1; a GPU raises an illegal instruction error: start within the tensor, only "
            "loads may start before it");
}

TEST(ATensorCopy, RunsAsTheLibrariesOfCudaWriteIt) {
  const ReadyKernel kernel = program(test_kernel("library_copies"));
  const auto in = filled(kernel), out = result(kernel, run_clean(kernel));
  for (std::size_t y = 0; y < 32; ++y) {
    for (std::size_t x = 0; x < 64; ++x) {
      ASSERT_EQ(out[y * 64 + x], in[y * 64 + x] + in[y / 8 * 8 * 64 + x / 32 * 32] + in[0]) << x << ", " << y;
    }
  }
}

TEST(APipelineOfTiles, MultipliesWithoutARaceInWhateverOrder) {
  for (const std::int64_t stages : {1, 2, 3}) {
    const ReadyKernel kernel = program(test_kernel("tile_pipeline"), {{"stages", stages}});
    const Outcome outcome = run_clean(kernel);
    const auto a = filled<float>(kernel, "a"), b = filled<float>(kernel, "b"), c = result<float>(kernel, outcome, "c");
    for (std::size_t row = 0; row < 64; ++row) {
      for (std::size_t column = 0; column < 64; ++column) {
        float sum = 0;
        for (std::size_t k = 0; k < 160; ++k) sum = std::fma(a[row * 160 + k], b[column * 160 + k], sum);
        ASSERT_EQ(c[row * 64 + column], sum) << stages << ": " << row << ", " << column;
      }
    }
  }
}

TEST(APipelineOfTiles, IsARaceWhereAStageIsLoadedBeforeAllHaveReadIt) {
  for (const char* const mistake : {"no_release", "own_release"}) {
    const ReadyKernel kernel = program(test_kernel("tile_pipeline"), {{"mistake", std::string(mistake)}});
    for (const std::uint64_t seed : {0u, 1u, 2u, 3u}) {
      Options options;
      options.schedule_seed = seed;
      const Outcome outcome = run_program(kernel, options);
      ASSERT_FALSE(outcome.faults.empty()) << mistake << seed;
      EXPECT_EQ(name_of(outcome.faults.front().kind), "race") << outcome.faults.front().message;
    }
  }
}

TEST(ATensorCopy, IsRecordedByTheUnitsThatItTouches) {
  const ReadyKernel kernel = program(test_kernel("tensor_copies"), {{"swizzle", std::string("none")}});
  Options options;
  options.trace = TraceRequest{};
  const Outcome outcome = run_program(kernel, options);
  ASSERT_TRUE(outcome.faults.empty());
  EXPECT_EQ(trace::defect(outcome.trace), "");
  std::map<std::string, std::uint64_t> units;
  for (const trace::Header& header : outcome.trace.headers) {
    const trace::Site& site = outcome.trace.sites[header.site];
    if (site.space != trace::Space::global || site.operation != trace::Operation::bulk_load) continue;
    units[outcome.trace.buffers[header.buffer].name] += static_cast<std::uint64_t>(std::popcount(header.active_mask));
  }
  // Rows of 128 bytes touch 8; the 28 elements of a row that begins 4 before the left edge touch 7 in each of 5 rows; 4
  // elements at the right edge touch 1 in each of 4 rows.
  EXPECT_EQ(units["plane"], 8u * 8 + 5u * 7 + 4u * 1);
  EXPECT_EQ(units["line"], 4u);
  EXPECT_EQ(units["space"], 2u * 1 * 2 * 3);
}

}  // namespace
}  // namespace lanescope::emulator
