// The messages of the prediction: profiles of GPUs, and why no time is predicted.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("prediction.loop_length", "the model does not know the number of iterations of a loop");
MESSAGE("prediction.matrix_instructions", "the kernel uses wgmma, whose time the model does not know");
MESSAGE("prediction.matrix_instructions_remedy", "measure it on a GPU");

MESSAGE("profile.constant_missing", "the constant {} is missing");
MESSAGE("profile.constant_not_estimated", "the constant {} is missing, and cannot be estimated from another GPU");
MESSAGE("profile.constant_number", "the constant {} needs a number from {} to {} as its {}");
MESSAGE("profile.constant_outside_of_range", "the constant {} is outside its own range");
MESSAGE("profile.constant_remedy",
        "write value, low, high, unit, from and origin, with low <= value <= high, as in assets/gpus/h200.toml");
MESSAGE("profile.constant_source", "the constant {} has `from = \"{}\"`, which is not one of {}");
MESSAGE("profile.constant_unknown", "the model has no constant {}");
MESSAGE("profile.constant_without_unit", "the constant {} has no unit, or no origin");
MESSAGE("profile.no_constants", "the profile has no table [constants]");
MESSAGE("profile.no_name", "the profile has no name, or no compute_capability");
MESSAGE("profile.no_name_remedy", "write both at the top");
MESSAGE("profile.no_such_constant", "the model has no constant of this name");
MESSAGE("profile.no_toml", "the profile is not valid TOML: {}");
MESSAGE("profile.none", "there is no performance profile of the {}");
MESSAGE("profile.none_remedy", "choose a target that has one, such as H200");

}  // namespace lanescope
