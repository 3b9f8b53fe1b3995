// The messages of the window: what it could not do, and why.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("action.not_possible", "\"{}\" is not possible now: {}");
MESSAGE("action.unknown", "there is no action {}");

MESSAGE("animation.ffmpeg_does_not_start", "cannot write a video: ffmpeg does not start");
MESSAGE("animation.film_needs_pictures", "a video needs frames");
MESSAGE("animation.film_not_placed", "cannot move the video to its folder: {}");
MESSAGE("animation.film_sizes_differ", "the frames of a video differ in size");
MESSAGE("animation.install_ffmpeg", "install ffmpeg, or {}");
MESSAGE("animation.no_ffmpeg", "cannot write a video: ffmpeg is not installed");
MESSAGE("animation.no_film", "ffmpeg wrote no video ({})");
MESSAGE("animation.no_film_because", "ffmpeg wrote no video ({}): {}");
MESSAGE("animation.no_pictures", "an animation needs at least one frame per second");
MESSAGE("animation.no_place_for_number", "'{}' must contain exactly one frame number");
MESSAGE("animation.no_place_for_number_remedy", "write one %d or %04d");
MESSAGE("animation.no_png", "a frame of the animation is not a PNG");
MESSAGE("animation.nothing_plays", "nothing plays in this view");
MESSAGE("animation.nothing_plays_remedy", "choose an instruction that it shows");
MESSAGE("animation.one_at_a_time", "another animation is still being written");
MESSAGE("animation.picture_count", "{} of {} frames were written");
MESSAGE("animation.sizes_differ", "the frames of an animation differ in size");
MESSAGE("animation.unknown_kind", "the file type of '{}' is not known");
MESSAGE("animation.unknown_kind_remedy", "use .png (animated), .mp4 (video), or -%04d.png (one file per frame)");
MESSAGE("animation.without_ffmpeg", "write an animated PNG (NAME.png) or numbered frames (NAME-%04d.png)");

MESSAGE("articles.no_key", "the article has no number '{}'");
MESSAGE("articles.no_rate", "'{}' is not a rate in GB/s or GFLOP/s");
MESSAGE("articles.unit", "the {} of {} is not in {}");

MESSAGE("doctor.by_hand_remedy", "run `lanescope doctor` there yourself");
MESSAGE("doctor.did_not_end", "it did not finish");
MESSAGE("doctor.given_up", "the check of the machine was cancelled");
MESSAGE("doctor.not_ended", "it has not finished");
MESSAGE("doctor.not_examined", "cannot check the machine: {}");
MESSAGE("doctor.not_examined_because", "cannot check the machine: {}, {}");
MESSAGE("doctor.taken", "the result was taken");
MESSAGE("doctor.time_limit", "the check of the machine took too long");
MESSAGE("doctor.unreadable", "the output of `lanescope doctor --json` cannot be read");
MESSAGE("doctor.unreadable_remedy", "install the same version of lanescope on both machines");

MESSAGE("editor.ended", "{} exited with status {}");
MESSAGE("editor.no_terminal", "{} needs a terminal, but none was found");
MESSAGE("editor.not_found", "the editor {} was not found");
MESSAGE("editor.not_started", "{} did not start: {}");
MESSAGE("editor.remedy", "set VISUAL to a graphical editor, for example VISUAL=gedit, and restart lanescope");
MESSAGE("editor.unknown", "no editor is set: neither VISUAL nor EDITOR is set, and xdg-open was not found");

MESSAGE("egl.no_proc_address", "EGL has no eglGetProcAddress");
MESSAGE("egl.no_proc_address_remedy", "install the package libegl1");

MESSAGE("export.being_written", "an animation is being written to this file");
MESSAGE("export.folder_remedy", "choose another folder, or free space there");
MESSAGE("export.name_of_animation", "the name of an animation cannot contain %");
MESSAGE("export.panel_not_in_front", "the {} panel is not in front");
MESSAGE("export.panel_not_in_front_remedy", "bring it to the front, then export again");
MESSAGE("export.picture_size", "cannot make a picture of {}x{} pixels");
MESSAGE("export.picture_size_remedy", "choose {} to {} pixels per side");

MESSAGE("file.empty", "the file is empty");

MESSAGE("grid.no_block", "there is no block {} of launch {}");
MESSAGE("grid.no_part", "no part of the grid was named");
MESSAGE("grid.no_part_remedy", "name shares from 0 to 1");

MESSAGE("imgui.cannot_draw", "Dear ImGui cannot draw with this OpenGL");
MESSAGE("imgui.driver_remedy", "install a driver with OpenGL 4.5, or Mesa");
MESSAGE("imgui.no_functions", "Dear ImGui did not find the OpenGL functions it draws with");

MESSAGE("kernels.no_family", "there is no family {}");
MESSAGE("kernels.no_longer", "the kernel {} no longer exists");
MESSAGE("kernels.none_selected", "no kernel is selected");
MESSAGE("kernels.none_usable", "no usable kernel is selected");
MESSAGE("kernels.nothing_found", "no kernel matches \"{}\"");
MESSAGE("kernels.see_list_remedy", "see the Kernels list");
MESSAGE("kernels.unknown", "there is no kernel {}");
MESSAGE("kernels.unknown_remedy", "choose one in the Kernels list");

MESSAGE("knob.choose_one_of", "choose one of {}");
MESSAGE("knob.illegal", "{} = {} is not allowed: {}");
MESSAGE("knob.illegal_remedy", "change another knob first");
MESSAGE("knob.no_assignment", "'{}' is not NAME=VALUE");
MESSAGE("knob.no_value", "{} cannot be {}");
MESSAGE("knob.none_selected", "no knob is selected");
MESSAGE("knob.none_selected_remedy", "select one with the up and down keys");
MESSAGE("knob.nothing", "nothing");
MESSAGE("knob.unknown", "there is no knob {}");
MESSAGE("knob.unknown_knob_or_size", "there is no knob or size {}");

MESSAGE("language.line_remedy", "every line is: key = \"text\"");
MESSAGE("language.no_text", "{} is not a string");
MESSAGE("language.no_text_remedy", "write it in quotation marks");

MESSAGE("layout.designed_remedy", "the default layout is used");
MESSAGE("layout.impossible", "this layout is not valid: {}");

MESSAGE("lesson.changed_elsewhere", "the lecture \"{}\" has changed since, so this step cannot be taken back");
MESSAGE("lesson.file_exists", "the file exists already");
MESSAGE("lesson.no_folder", "this window has no folder for lessons");
MESSAGE("lesson.unknown", "there is no lesson {}");
MESSAGE("lesson.unknown_moment", "there is no moment {}");
MESSAGE("lesson.unknown_option", "there is no such option");
MESSAGE("lesson.unknown_step", "there is no step {}");

MESSAGE("open_file.cannot_be_opened", "{} cannot be opened; the log says why");
MESSAGE("open_file.exists", "the file already exists");
MESSAGE("open_file.exists_remedy", "remove it, or save the launch elsewhere");
MESSAGE("open_file.no_kernel", "this file has no kernel");
MESSAGE("open_file.no_kernel_file", "this is not a kernel file");
MESSAGE("open_file.no_kernel_file_remedy", "open or drop a file that ends in .cu or .ptx");
MESSAGE("open_file.no_kernel_remedy", "open a file with a __global__ function, or PTX with an .entry");
MESSAGE("open_file.no_such_kernel", "there is no such kernel in the file");
MESSAGE("open_file.none", "no file without front matter is being opened");
MESSAGE("named_file.link", "{} is a link; this is the file that it leads to:");
MESSAGE("open_file.not_there", "the file {} does not exist");
MESSAGE("open_file.ptx_beside", "the front matter of a .ptx file is in a separate file");
MESSAGE("open_file.ptx_beside_remedy", "save it beside the file");

MESSAGE("output.values", "the picture of the output has {} values, not {} × {}");

MESSAGE("pages.finding_without_line", "this finding has no line");
MESSAGE("pages.no_finding", "there is no such finding");
MESSAGE("pages.no_line", "no line of the kernel's file causes this traffic");
MESSAGE("pages.no_line_remedy", "wait until its accesses are counted");
MESSAGE("pages.nothing_shows", "no view shows this finding");

MESSAGE("panel.unknown", "there is no panel {}");

MESSAGE("picture.cuda_starts", "CUDA is starting in this process");
MESSAGE("picture.other_machine", "copied through host memory: the worker is on another machine");
MESSAGE("picture.software_opengl", "OpenGL is rendered by {}");

MESSAGE("playback.no_buffer", "there is no buffer {}");
MESSAGE("playback.nothing_such", "there is no such {}");

MESSAGE("presenter.no_window", "the presenter's window does not open: {}");
MESSAGE("scope.range", "the scope cannot show {} to {} s");
MESSAGE("scope.range_remedy", "give its first and last second, {} to {} apart");

MESSAGE("settings.unknown", "there is no setting {} of that kind");

MESSAGE("size.out_of_range", "{} = {} is out of range");
MESSAGE("size.out_of_range_remedy", "choose {} to {}");
MESSAGE("size.unknown", "there is no size {}");
MESSAGE("size.unknown_remedy", "choose one in the Knobs panel");

MESSAGE("snapshot.no_accesses_in_recording", "a recording has no accesses to animate");
MESSAGE("snapshot.no_accesses_in_recording_remedy", "use a kernel instead");
MESSAGE("snapshot.no_result", "the recording has no results");
MESSAGE("snapshot.no_result_remedy", "record one with `lanescope run KERNEL --record FILE.jsonl`");
MESSAGE("snapshot.nothing_drawn", "the OpenGL driver drew nothing");
MESSAGE("snapshot.nothing_drawn_remedy",
        "try again; after a fault of a kernel on this GPU its contexts may stall for a while");
MESSAGE("snapshot.nothing_to_play", "there are no recorded accesses to play");
MESSAGE("snapshot.nothing_to_play_remedy", "see the picture without --frames");

MESSAGE("source.no_launch", "there is no such launch");
MESSAGE("source.no_line", "there is no such line");
MESSAGE("source.no_line_remedy", "choose a line from 1 to {}");

MESSAGE("sweep.illegal_setting", "{} is not allowed: {}");
MESSAGE("sweep.needs_axis", "a sweep needs a first axis");
MESSAGE("sweep.needs_axis_remedy", "choose a knob or a size");
MESSAGE("sweep.no_such_point", "the sweep has no such point");

MESSAGE("target.choose_remedy", "choose one in Experiment > Target");
MESSAGE("target.no_such_gpu", "there is no GPU '{}'");
MESSAGE("target.see_target_remedy", "see Experiment > Target");

MESSAGE("warps.no_part", "no part of the time was named");
MESSAGE("warps.no_part_remedy", "name two shares of it, from 0 to 1");

}  // namespace lanescope
