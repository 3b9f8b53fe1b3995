// How the panels of the animated views are set. A view with a state of its own has a line here and one in State.
#pragma once

#include "gui/store/playback/grid_state.h"
#include "gui/store/playback/tiles_state.h"
#include "gui/store/playback/tree_state.h"
#include "gui/store/playback/warps_state.h"
