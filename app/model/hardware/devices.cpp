#include "model/hardware/devices.h"

#include <fmt/format.h>

#include <array>

#include "base/text.h"

namespace lanescope::model {
namespace {

constexpr std::int64_t kib = 1024, mib = 1024 * kib;

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability" (table "Technical Specifications", in
// the guide of CUDA 12.9 for 6.1 and of CUDA 13.0 for the others): threads per block, threads and registers per
// multiprocessor, shared memory per block and per multiprocessor. Without opt-in a block has 48 KiB on all of them.
// From 8.0 on, the system keeps 1 KiB of each block's shared memory (same guide, "Shared Memory" of 8.x, 9.0, 10.0 and
// 12.0).
constexpr MultiprocessorLimits pascal_6_1{6, 1, 1024, 2048, 65536, 65536, 48 * kib, 48 * kib, 96 * kib, 0};
constexpr MultiprocessorLimits turing_7_5{7, 5, 1024, 1024, 65536, 65536, 48 * kib, 64 * kib, 64 * kib, 0};
constexpr MultiprocessorLimits ampere_8_0{8, 0, 1024, 2048, 65536, 65536, 48 * kib, 163 * kib, 164 * kib, kib};
constexpr MultiprocessorLimits ampere_8_6{8, 6, 1024, 1536, 65536, 65536, 48 * kib, 99 * kib, 100 * kib, kib};
constexpr MultiprocessorLimits ada_8_9{8, 9, 1024, 1536, 65536, 65536, 48 * kib, 99 * kib, 100 * kib, kib};
constexpr MultiprocessorLimits hopper_9_0{9, 0, 1024, 2048, 65536, 65536, 48 * kib, 227 * kib, 228 * kib, kib};
constexpr MultiprocessorLimits blackwell_12_0{12, 0, 1024, 1536, 65536, 65536, 48 * kib, 99 * kib, 100 * kib, kib};

/// `fp32_lanes` is the number of fused multiply-adds (before Fermi: multiply-adds) of a multiprocessor per clock.
DeviceSheet sheet_of(const char* name, int major, int minor, int sm_count, int fp32_lanes, double clock_mhz,
                     double gb_per_s, std::int64_t l2_bytes, const std::optional<MultiprocessorLimits>& limits) {
  return {{name, fmt::format("{}.{}", major, minor), sm_count, clock_mhz, gb_per_s,
           2.0 * sm_count * fp32_lanes * clock_mhz * 1e-3, l2_bytes},
          major,
          minor,
          limits};
}

}  // namespace

std::span<const DeviceSheet> device_sheets() {
  static const std::array sheets{
      // NVIDIA RTX Blackwell GPU Architecture whitepaper, appendix A, GeForce RTX 5090: 170 SMs, 21,760 CUDA cores,
      // boost 2,407 MHz, 512 bit GDDR7 at 28 Gbit/s = 1,792 GB/s, 98,304 KB L2, 104.8 TFLOPS FP32.
      sheet_of("RTX 5090", 12, 0, 170, 128, 2407, 1792, 96 * mib, blackwell_12_0),
      // NVIDIA H200 Tensor Core GPU datasheet, SXM: 4.8 TB/s, 67 TFLOPS FP32. 132 SMs of 128 lanes, as in the H100
      // (NVIDIA H100 whitepaper); 67 TFLOPS then need 1,980 MHz. The bandwidth comes from the device's own attributes
      // (memory clock 3,201 MHz, twice per clock, 6,016 bit), and so does the size of the L2.
      sheet_of("H200", 9, 0, 132, 128, 1980, 4814.304, 60 * mib, hopper_9_0),
      // NVIDIA H100 Tensor Core GPU datasheet, SXM: 3.35 TB/s, 67 TFLOPS FP32. H100 whitepaper, H100 SXM5: 132 SMs,
      // 16,896 FP32 cores, 50 MB L2; 67 TFLOPS then need 1,980 MHz.
      sheet_of("H100", 9, 0, 132, 128, 1980, 3350, 50 * mib, hopper_9_0),
      // NVIDIA Ada GPU Architecture whitepaper, appendix A, GeForce RTX 4090: 128 SMs, 16,384 CUDA cores, boost 2,520
      // MHz, 384 bit GDDR6X at 21 Gbit/s = 1,008 GB/s, 73,728 KB L2, 82.6 TFLOPS FP32.
      sheet_of("RTX 4090", 8, 9, 128, 128, 2520, 1008, 72 * mib, ada_8_9),
      // GeForce RTX 3060 product page (12 GB): 3,584 CUDA cores, boost 1.78 GHz (1,777 MHz), 192 bit GDDR6 at 15 Gbit/s
      // = 360 GB/s. GA106 has 28 active SMs of 128 lanes and 3 MB L2 (TechPowerUp GPU database, GeForce RTX 3060 12
      // GB).
      sheet_of("RTX 3060", 8, 6, 28, 128, 1777, 360, 3 * mib, ampere_8_6),
      // NVIDIA A100 Tensor Core GPU Architecture whitepaper, table 4, A100 40 GB SXM4: 108 SMs, 6,912 FP32 cores, boost
      // 1,410 MHz, 5,120 bit HBM2 at 1,215 MHz = 1,555 GB/s, 40,960 KB L2, 19.5 TFLOPS FP32.
      sheet_of("A100", 8, 0, 108, 64, 1410, 1555.2, 40 * mib, ampere_8_0),
      // NVIDIA Turing GPU Architecture whitepaper, appendix, Tesla T4: 40 SMs, 2,560 CUDA cores, boost 1,590 MHz, 256
      // bit GDDR6 at 10 Gbit/s = 320 GB/s, 4,096 KB L2, 8.1 TFLOPS FP32.
      sheet_of("T4", 7, 5, 40, 64, 1590, 320, 4 * mib, turing_7_5),
      // GeForce GTX 1050 Ti product page: 768 CUDA cores, boost 1,392 MHz, 128 bit GDDR5 at 7 Gbit/s = 112 GB/s. GP107
      // has 6 SMs of 128 lanes and 1 MB L2 (TechPowerUp GPU database, GeForce GTX 1050 Ti).
      sheet_of("GTX 1050 Ti", 6, 1, 6, 128, 1392, 112, 1 * mib, pascal_6_1),
      // GeForce GTX 260 specifications (2008, 192 cores): processor clock 1,242 MHz, 448 bit GDDR3 at 999 MHz = 111.9
      // GB/s. 24 multiprocessors of 8 lanes (CUDA Programming Guide 2.3, appendix A). The multiply that can run beside
      // the multiply-add is not counted.
      sheet_of("GTX 260", 1, 3, 24, 8, 1242, 111.888, 0, std::nullopt),
      // GeForce 8800 GTX (G80) technical brief, 2006: 128 stream processors at 1,350 MHz, 384 bit GDDR3 at 900 MHz =
      // 86.4 GB/s. 16 multiprocessors of 8 lanes (CUDA Programming Guide 1.0, appendix A).
      sheet_of("8800 GTX", 1, 0, 16, 8, 1350, 86.4, 0, std::nullopt),
  };
  return sheets;
}

const DeviceSheet* device_sheet(std::string_view name) {
  std::string wanted = lower(trim(name));
  // Drivers put the memory of data-centre GPUs behind the model: "NVIDIA H100 80GB HBM3".
  if (const auto memory = wanted.find("hbm"); memory != std::string::npos) {
    wanted = std::string(trim(wanted.substr(0, memory)));  // its size is the word before it
    if (const auto size = wanted.rfind(' '); size != std::string::npos) wanted.resize(size);
  }
  for (const DeviceSheet& sheet : device_sheets()) {
    const std::string known = lower(sheet.name);
    if (wanted == known || wanted.ends_with(" " + known)) return &sheet;
  }
  return nullptr;
}

const DeviceSheet* device_sheet(int compute_major, int compute_minor) {
  for (const DeviceSheet& sheet : device_sheets()) {
    if (sheet.compute_major == compute_major && sheet.compute_minor == compute_minor) return &sheet;
  }
  return nullptr;
}

}  // namespace lanescope::model
