// The animated views by the names that the window uses.
#pragma once

#include "analysis/animated_views.h"

namespace lanescope::gui {

using analysis::all_animated_views;
using analysis::all_memory;
using analysis::animated_view_count;
using analysis::animated_view_named;
using analysis::animated_views;
using analysis::AnimatedView;
using analysis::index_of;
using analysis::mask_of;
using analysis::name_of;
using analysis::shows;
using analysis::track_of;
using analysis::traits_of;
using analysis::ViewTraits;

}  // namespace lanescope::gui
