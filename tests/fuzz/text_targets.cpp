// Texts that people write or that files hold: kernels, expressions, recordings, sweeps, patterns, settings.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/expression/expression.h"
#include "catalogue/kernel.h"
#include "experiments/json/read_json.h"
#include "fuzz/target.h"
#include "gui/screens/doctor/doctor_view_model.h"
#include "gui/settings/layout_text.h"
#include "gui/settings/settings.h"
#include "layout/access.h"
#include "layout/read/read_mapping.h"
#include "lessons/lesson.h"
#include "lessons/lesson_facts.h"
#include "model/access/patterns.h"
#include "predict/calibrate/calibrate.h"
#include "predict/profile/gpu_profile.h"
#include "recordings/recording_lines.h"
#include "recordings/sweep/sweep_csv.h"
#include "sass/cubin.h"

namespace lanescope::fuzz {
namespace {

void require_words(const Error& error) {
  require(!error.what.empty(), "an error says nothing");
}

}  // namespace

void fuzz_front_matter(std::string_view input) {
  const auto kernel = catalogue::read_kernel({"family/fuzzed", "fuzzed.cu", std::string(input), {}});
  if (!kernel) {
    require(!kernel.error().empty(), "a kernel is refused without an error");
    for (const Error& error : kernel.error()) require_words(error);
    return;
  }
  const auto plan = catalogue::resolve(*kernel, {}, 1);
  if (!plan) return require_words(plan.error());
  catalogue::Values largest;
  for (const catalogue::Size& size : kernel->sizes) largest[size.name] = size.maximum;
  if (const auto other = catalogue::resolve(*kernel, largest, 1); !other) require_words(other.error());
}

void fuzz_expression(std::string_view input) {
  catalogue::Names names;
  std::vector<std::int64_t> values;
  for (const auto& [name, value] :
       {std::pair{"nx", std::int64_t{4096}}, {"block_x", 32}, {"zero", 0}, {"low", INT64_MIN}}) {
    names.add(name);
    values.push_back(value);
  }
  const auto expression = catalogue::Expression::compile(input, names, "here");
  if (!expression) return require_words(expression.error());
  if (const auto value = expression->evaluate(values); !value) require_words(value.error());
}

void fuzz_formula(std::string_view input) {
  const auto value_of = [](std::string_view name) -> Expected<double> {
    if (name == "nx") return 64;
    if (name == "slow.gb_per_s") return 1e308;
    return failure("there is no such quantity");
  };
  const auto value = catalogue::evaluate(input, value_of, "here");
  if (!value) return require_words(value.error());
  require(!lessons::number_text(*value).empty(), "a number has no text");
}

void fuzz_lesson(std::string_view input) {
  const auto lesson = lessons::read_lesson(std::string(input), "fuzzed.toml");
  if (lesson) return;
  require(!lesson.error().empty(), "a lesson is refused without an error");
  for (const Error& error : lesson.error()) require_words(error);
}

void fuzz_profile(std::string_view input) {
  const auto profile = predict::read_profile(input, "fuzzed.toml");
  if (!profile) return require_words(profile.error());
  const auto again = predict::read_profile(predict::profile_text(*profile), "again.toml");
  require(again.has_value(), "what is written cannot be read", predict::profile_text(*profile));
}

void fuzz_cubin(std::string_view input) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(input.data());
  if (const auto cubin = sass::read_cubin({bytes, input.size()}); !cubin) require_words(cubin.error());
  static_cast<void>(sass::read_disassembly(input));
}

void fuzz_recording(std::string_view input) {
  recordings::RecordingLines lines;
  const auto recording = lines.read(input, "fuzzed.jsonl");
  if (!recording) return require_words(recording.error());
  require(lines.bytes() <= input.size(), "more lines are kept than there are");
}

void fuzz_sweep(std::string_view input) {
  const auto rows = recordings::csv_rows(input);
  if (!rows) require_words(rows.error());
  if (rows) {
    std::string again;
    for (const auto& row : rows->rows) again += recordings::csv_line(row);
    const auto back = recordings::csv_rows(again);
    require(back && back->rows == rows->rows, "a table does not come back", again);
  }
  const experiments::JsonLines lines = experiments::complete_json_lines(input);
  require(!lines.texts.empty() && lines.bytes <= input.size(), "lines of JSON are lost");
  for (const std::string_view line : lines.texts) {
    if (const auto value = experiments::read_json(line, "here", "this"); value)
      static_cast<void>(experiments::memory_of(*value));
  }
}

void fuzz_patterns(std::string_view input) {
  if (const auto filled = model::fill_patterns(input); !filled) require_words(filled.error());
}

/// A layout that is read is written as a text that is the same layout, and an access to it is counted or refused.
void fuzz_memory_layout(std::string_view input) {
  const auto mapping = layout::read_mapping(input);
  if (!mapping) return require_words(mapping.error());
  constexpr std::int64_t few = 4096;  // elements that are looked at one by one
  if (layout::size(mapping->layout) > few) return;
  if (mapping->table.empty() && !mapping->matrix) {
    const auto again = layout::read_mapping(mapping->text(), mapping->element_bits);
    require(again && again->offsets() == mapping->offsets(), "what is written is another layout", mapping->text());
  }
  const auto cost = layout::cost_of(*mapping, layout::read_access("column").value());
  if (!cost) return require_words(cost.error());
  require(cost->count >= cost->ideal, "an access costs less than the least", mapping->text());
}

void fuzz_settings(std::string_view input) {
  const gui::SettingsRead read = gui::parse_settings(input, "settings.toml");
  for (const auto& [workspace, layout] : read.settings.layouts) {
    require(gui::layout_defect(layout).empty(), "a layout was taken that Dear ImGui must not see");
  }
  const gui::SettingsRead again = gui::parse_settings(gui::text_of(read.settings), "settings.toml");
  require(again.original != gui::SettingsOriginal::untouched, "what is written cannot be read",
          gui::text_of(read.settings));
}

void fuzz_layout(std::string_view input) {
  static_cast<void>(gui::layout_defect(input));
}

void fuzz_doctor(std::string_view input) {
  if (const auto checks = gui::read_checks(input); !checks) require_words(checks.error());
  static_cast<void>(printable(input));
}

namespace {

constexpr std::size_t longest_seed = 20'000;

/// The beginning of each file of a folder of the project that ends in this way, cut at the end of a line.
std::vector<std::string> beginnings(const std::string& folder, const std::string& ending) {
  std::vector<std::string> texts;
  for (const std::filesystem::path& file : entries_of(std::string(LANESCOPE_SOURCES) + "/" + folder)) {
    if (!file.string().ends_with(ending)) continue;
    std::string text = read_file(file).value_or(std::string());
    if (text.size() > longest_seed) text.resize(std::max(text.rfind('\n', longest_seed) + 1, std::size_t{1}));
    texts.push_back(std::move(text));
  }
  return texts;
}

std::vector<std::string> joined(std::vector<std::string> one, const std::vector<std::string>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// One word so often that a reader which calls itself for each would overflow its stack.
std::string many(std::string_view word, const std::string& before, const std::string& behind) {
  std::string text = before;
  for (int times = 0; times < 30'000; ++times) text += word;
  return text + behind;
}
/// Keys that become tables in one another.
std::vector<std::string> deep_keys() {
  return {many("a.", "", "a = 1\n"), many("a.", "[", "a]\n"), many("[", "x = ", "\n"), many("{ a = ", "x = ", "1\n")};
}

std::vector<std::string> kernel_seeds() {
  std::vector<std::string> texts =
      joined(beginnings("kernels/transpose", ".cu"), beginnings("tests/data/kernels", ".cu"));
  for (const std::string& key : deep_keys()) texts.push_back("/* lanescope\n" + key + "*/\n");
  std::string nested = texts.front();
  const std::size_t at = nested.find("arguments = [");
  if (at != std::string::npos) nested.insert(at + 13, "\"{ " + many("struct { ", "", "\", "));
  texts.push_back(std::move(nested));
  return texts;
}
std::vector<std::string> formula_seeds() {
  return {"round(max(nx, 3) / slow.gb_per_s, 2) + log2(8) * abs(-1)",
          "nx > 63 and not nx != 64 or nx <= 1",
          "1e308 * 10",
          "9e15",
          many("not ", "", "1"),
          many("(", "", "1"),
          many("-", "", "1"),
          many("max(1, ", "", "1")};
}
std::vector<std::string> lesson_seeds() {
  return joined(beginnings("assets/lessons", ".toml"), deep_keys());
}
std::vector<std::string> profile_seeds() {
  return joined(beginnings("assets/gpus", ".toml"), deep_keys());
}
std::vector<std::string> expression_seeds() {
  return {"ceil_div(nx, block_x)",
          "nx % block_x == 0 && zero < 1 || low > -nx",
          "nx > 1 ? (nx - 1) / 2 : -(2 * block_x)",
          "max(min(nx, 7), gcd(nx, 12)) + pow2(log2(nx)) * round_up(nx, 32)",
          "is_pow2(nx) != !zero",
          "abs(low)",
          "low / -1 + low % -1 + ceil_div(low, -1) + gcd(low, low)",
          many("(", "", "1"),
          many("-", "", "1")};
}
std::vector<std::string> ptx_seeds() {
  const std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
  std::vector<std::string> texts = beginnings("tests/data/ptx", ".ptx");
  texts.push_back(head + ".visible .entry k()\n.maxntid 4294967295, 4294967295\n{ ret; }\n");
  texts.push_back(head + ".global .s64 x = (-9223372036854775807-1) / -1;\n");
  texts.push_back(head + many("{", ".visible .entry k()\n", ""));
  texts.push_back(head + many("{", ".global .b8 x[1][1] = ", ""));
  texts.push_back(head + many("[1]", ".global .b8 x", ";"));
  return texts;
}
std::vector<std::string> recording_seeds() {
  return beginnings("assets/recordings", ".jsonl");
}
std::vector<std::string> sweep_seeds() {
  return {"kernel,block_x,reason,key\na/b,8,\"two\nlines, \"\"quoted\"\"\",0123456789abcdef0123456789abcdef\n",
          "{\"schema\": \"lanescope.sweep/2\", \"date\": \"2026\", \"machine\": {}}\n{\"key\": \"k\", \"a\": [1, 2.5, "
          "null]}\n"};
}
std::vector<std::string> pattern_seeds() {
  return beginnings("tests/data/json_contract", ".csv");
}
std::vector<std::string> memory_layout_seeds() {
  return {"((4,8),(2,2)):((32,1),(16,8))",
          "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)",
          "Swizzle<3,3,3> o _5 o (8,64):(64,1)",
          "row * 32 + ((col ^ row) & 0x1f) for row < 32, col < 32",
          "SM80_16x8x16_F32F16F16F32_TN A",
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 B",
          "ldmatrix.x4.trans",
          "wgmma.m64n128k16 f32 D",
          "descriptor start=0 lbo=16 sbo=1024 swizzle=128 64x64 f16 mn-major",
          "tensor_map f16 box=64x8 swizzle=128",
          "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}> 64x64xf16",
          "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>",
          "#ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [1, 0]], warp = [], block = []}>",
          "#ttg.nvidia_mma<{versionMajor = 3, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}> 64x64xf32",
          "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}> 64x64"};
}
std::vector<std::string> layout_seeds() {
  return {
      "[Window][a]\nPos=0,20\nSize=300,200\nCollapsed=0\nDockId=0x00000002,0\n\n[Table][0x12345678,2]\nRefScale=16\n"
      "Column 0  Width=12 Sort=0v\n\n[Docking][Data]\nDockSpace   ID=0x00000001 Window=0x1BBC0F80 Pos=0,20 "
      "Size=1280,700 Split=X\n  DockNode  ID=0x00000002 Parent=0x00000001 SizeRef=300,700 Selected=0x11111111\n"
      "  DockNode  ID=0x00000003 Parent=0x00000001 SizeRef=980,700 CentralNode=1\n"};
}
std::vector<std::string> settings_seeds() {
  gui::Settings settings;
  settings.layouts["watch"] = layout_seeds().front();
  settings.recent_files = {"/srv/kernel.cu"};
  settings.pins["A transpose/smem_pad"] = {{"block_x", std::int64_t{64}}};
  settings.values["transpose/smem_pad"] = {{"block_x", std::int64_t{64}}, {"op", std::string("ca")}};
  settings.theme = gui::ThemeName::projector;
  return joined({gui::text_of(settings)}, deep_keys());
}
std::vector<std::string> doctor_seeds() {
  return beginnings("tests/data/json_contract", "doctor.json");
}
std::vector<std::string> cubin_seeds() {
  return beginnings("tests/fuzz/corpus/cubin", ".cubin");
}

}  // namespace

std::vector<std::string> worker_seeds();
std::vector<std::string> client_seeds();

std::vector<Target> targets() {
  return {{"front_matter", fuzz_front_matter, kernel_seeds},
          {"expression", fuzz_expression, expression_seeds},
          {"formula", fuzz_formula, formula_seeds},
          {"lesson", fuzz_lesson, lesson_seeds},
          {"profile", fuzz_profile, profile_seeds},
          {"ptx", fuzz_ptx, ptx_seeds},
          {"cubin", fuzz_cubin, cubin_seeds},
          {"recording", fuzz_recording, recording_seeds},
          {"sweep", fuzz_sweep, sweep_seeds},
          {"patterns", fuzz_patterns, pattern_seeds},
          {"memory_layout", fuzz_memory_layout, memory_layout_seeds},
          {"settings", fuzz_settings, settings_seeds},
          {"layout", fuzz_layout, layout_seeds},
          {"doctor", fuzz_doctor, doctor_seeds},
          {"from_worker", fuzz_from_worker, worker_seeds},
          {"from_client", fuzz_from_client, client_seeds}};
}

}  // namespace lanescope::fuzz
