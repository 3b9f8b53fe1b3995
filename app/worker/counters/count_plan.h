// The step that counts with the GPU's hardware counters, after everything that is timed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compiler/toolkit/toolkit.h"
#include "worker/pipelines/experiment_run.h"

namespace lanescope::worker {

/// Returns the files that may be CUPTI on this machine: in the folders of toolkits and Python wheels, no newer than the
/// driver, then the bare name for the loader.
[[nodiscard]] std::vector<std::string> cupti_files(const compiler::Search& search, int newest_major);

/// Counts what the experiment asks for and adds it to the Result, which is published before the first page and after
/// each; the page with the fewest passes comes first. What cannot be counted has its reason in Result::counted. It
/// fails when nobody waits for it any more, and when the context is lost.
[[nodiscard]] Status add_counts(ExperimentRun& run);

/// Says in the Result of an experiment that wants counters why one that does not run on a GPU has none.
void explain_missing_counts(const experiments::Experiment& experiment, experiments::Result& result);

}  // namespace lanescope::worker
