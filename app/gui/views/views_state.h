// How the panels of the animated views are set. A view with a state of its own has a line here and one in State.
#pragma once

#include "gui/views/grid/grid_state.h"
#include "gui/views/tiles/tiles_state.h"
#include "gui/views/tree/tree_state.h"
#include "gui/views/warps/warps_state.h"
