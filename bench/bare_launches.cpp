// Runs settings of kernels one after the other, with one launch of each step and nothing else, for ncu and
// compute-sanitizer, whose own start takes longer than a hundred kernels. A line of the file is KERNEL NAME=VALUE...;
// standard output gets one line for each launch, in order: number of the setting, kernel, entry, grid, block. Settings
// that the kernel does not allow are left out.
#include <fmt/format.h>

#include <cstdio>

#include "bare_plan.h"
#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "catalogue/plan/settings.h"
#include "must.h"

namespace {

using namespace lanescope;
using bench::must;

void run(const std::string& file) {
  const std::string settings = must(read_file(file));
  catalogue::Catalogue kernels(must(data_folder()) / "kernels");
  const bench::Machine machine;
  std::size_t number = 0;
  for (const auto& line : split(settings, '\n')) {
    if (line.empty() || line.front() == '#') continue;
    const auto words = split(line, ' ');
    const auto kernel = must(kernels.find(std::string(words.front())));
    catalogue::Values values;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::size_t equals = words[i].find('=');
      if (equals == std::string::npos) throw MachineError(Error{"it is not NAME=VALUE", std::string(line), ""});
      values[std::string(words[i].substr(0, equals))] =
          catalogue::value_from_text(std::string(words[i].substr(equals + 1)));
    }
    const auto plan = catalogue::resolve(*kernel, values, 1);
    if (!plan) {
      fmt::print(stderr, "left out: {}\n", plan.error().text());
      ++number;
      continue;
    }
    const bench::BarePlan bare(machine, *kernel, *plan);
    for (const catalogue::Launch& launch : bare.plan().launches) {
      fmt::print("{}\t{}\t{}\t{}x{}x{}\t{}x{}x{}\n", number, kernel->source.id, launch.entry, launch.grid.x,
                 launch.grid.y, launch.grid.z, launch.block.x, launch.block.y, launch.block.z);
    }
    std::fflush(stdout);
    bare.fill();
    bare.launch();
    must(machine.stream().synchronize());
    ++number;
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    fmt::print(stderr, "usage: bench_bare_launches SETTINGS\n");
    return 2;
  }
  try {
    run(arguments[1]);
  } catch (const MachineError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
