// The messages of the window: what it could not do, and why.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("action.not_possible", "\"{}\" is not possible now: {}");
MESSAGE("action.unknown", "there is no action {}");

MESSAGE("animation.ffmpeg_does_not_start", "no film can be written: ffmpeg does not start");
MESSAGE("animation.film_needs_pictures", "a film needs pictures");
MESSAGE("animation.film_not_placed", "cannot move the film to its place: {}");
MESSAGE("animation.film_sizes_differ", "the pictures of a film differ in size");
MESSAGE("animation.install_ffmpeg", "install ffmpeg, or {}");
MESSAGE("animation.no_ffmpeg", "no film can be written: ffmpeg is not installed");
MESSAGE("animation.no_film", "ffmpeg made no film ({})");
MESSAGE("animation.no_film_because", "ffmpeg made no film ({}): {}");
MESSAGE("animation.no_pictures", "an animation has at least one picture a second");
MESSAGE("animation.no_place_for_number", "'{}' has no one place for a number");
MESSAGE("animation.no_place_for_number_remedy", "write one %d or %04d");
MESSAGE("animation.no_png", "a picture of the animation is no PNG");
MESSAGE("animation.nothing_plays", "nothing plays in this view");
MESSAGE("animation.nothing_plays_remedy", "choose an instruction that it shows");
MESSAGE("animation.one_at_a_time", "only one animation can be written at a time, and one is being written");
MESSAGE("animation.picture_count", "{} pictures of {} were made");
MESSAGE("animation.sizes_differ", "the pictures of an animation differ in size");
MESSAGE("animation.unknown_kind", "'{}' does not say what kind of animation it shall be");
MESSAGE("animation.unknown_kind_remedy",
        "end it with .png (animated), .mp4 (a film), or -%04d.png (one file a picture)");
MESSAGE("animation.without_ffmpeg", "write an animated PNG (NAME.png) or numbered pictures (NAME-%04d.png)");

MESSAGE("articles.columns", "the table has other columns than expected");
MESSAGE("articles.field_count", "a line with {} fields, not {}");
MESSAGE("articles.no_key", "the article has no number '{}'");
MESSAGE("articles.no_number", "'{}' is no number");
MESSAGE("articles.no_rate", "'{}' is no rate in GB/s or GFLOP/s");
MESSAGE("articles.remedy", "see README.md of that folder for the columns");
MESSAGE("articles.unit", "the {} of {} is not in {}");

MESSAGE("doctor.by_hand_remedy", "run `lanescope doctor` there by hand");
MESSAGE("doctor.did_not_end", "it did not end");
MESSAGE("doctor.given_up", "the check of the machine was cancelled");
MESSAGE("doctor.not_ended", "it has not ended");
MESSAGE("doctor.not_examined", "cannot check the machine: {}");
MESSAGE("doctor.not_examined_because", "cannot check the machine: {}, {}");
MESSAGE("doctor.taken", "the result was taken");
MESSAGE("doctor.time_limit", "the check of the machine took too long");
MESSAGE("doctor.unreadable", "the answer of `lanescope doctor --json` cannot be read");
MESSAGE("doctor.unreadable_remedy", "install the same version of lanescope on both machines");

MESSAGE("editor.ended", "{} ended with exit status {}");
MESSAGE("editor.no_terminal", "{} needs a terminal, and none was found");
MESSAGE("editor.not_found", "the editor {} was not found");
MESSAGE("editor.not_started", "{} did not start: {}");
MESSAGE("editor.remedy",
        "set VISUAL to an editor that has a window, for instance VISUAL=gedit, and start the program anew");
MESSAGE("editor.unknown", "no editor is known: neither VISUAL nor EDITOR is set, and there is no xdg-open");

MESSAGE("egl.no_proc_address", "EGL has no eglGetProcAddress");
MESSAGE("egl.no_proc_address_remedy", "install the package libegl1");

MESSAGE("export.folder_remedy", "make room there, or choose another folder with exports in settings.toml");
MESSAGE("export.panel_not_in_front", "the {} panel is not in front");
MESSAGE("export.panel_not_in_front_remedy", "bring it to the front, then export it again");
MESSAGE("export.picture_size", "a picture of {}x{} pixels cannot be made");
MESSAGE("export.picture_size_remedy", "choose {} to {} pixels a side");
MESSAGE("export.too_many_pixels", "{} × {} pixels are too many for the {} panel, which is a part of the window");
MESSAGE("export.too_many_pixels_remedy", "choose a smaller size, or the wide view");

MESSAGE("file.empty", "the file is empty");

MESSAGE("grid.no_block", "there is no block {} of launch {}");
MESSAGE("grid.no_part", "no part of the grid was named");
MESSAGE("grid.no_part_remedy", "name shares from 0 to 1");

MESSAGE("imgui.cannot_draw", "Dear ImGui cannot draw with this OpenGL");
MESSAGE("imgui.driver_remedy", "install a driver with OpenGL 4.5, or Mesa");
MESSAGE("imgui.no_functions", "Dear ImGui did not find the OpenGL functions it draws with");

MESSAGE("kernels.no_family", "there is no family {}");
MESSAGE("kernels.no_longer", "there is no kernel {} any more");
MESSAGE("kernels.none_selected", "no kernel is selected");
MESSAGE("kernels.none_usable", "no usable kernel is selected");
MESSAGE("kernels.nothing_found", "no kernel is found by \"{}\"");
MESSAGE("kernels.see_list_remedy", "see the Kernels list");
MESSAGE("kernels.unknown", "there is no kernel {}");
MESSAGE("kernels.unknown_remedy", "choose one of the Kernels list");

MESSAGE("knob.choose_one_of", "choose one of {}");
MESSAGE("knob.illegal", "{} = {} cannot be chosen: {}");
MESSAGE("knob.illegal_remedy", "move another knob first");
MESSAGE("knob.no_assignment", "'{}' is no NAME=VALUE");
MESSAGE("knob.no_value", "{} cannot be {}");
MESSAGE("knob.none_selected", "no knob is selected");
MESSAGE("knob.none_selected_remedy", "select one with the up and down keys");
MESSAGE("knob.nothing", "nothing");
MESSAGE("knob.unknown", "there is no knob {}");
MESSAGE("knob.unknown_knob_or_size", "there is no knob or size {}");

MESSAGE("language.line_remedy", "every line is: key = \"text\"");
MESSAGE("language.no_text", "{} is no text");
MESSAGE("language.no_text_remedy", "write it in quotation marks");

MESSAGE("layout.designed_remedy", "the default layout is used");
MESSAGE("layout.impossible", "this layout is not valid: {}");
MESSAGE("layout.lecture", "the lecture's layout cannot be kept");
MESSAGE("layout.lecture_remedy", "leave it with F11 first");
MESSAGE("layout.needs_name_and_text", "a layout needs a name and a text");
MESSAGE("layout.no_name", "the layout has no name");
MESSAGE("layout.no_name_remedy", "write one");
MESSAGE("layout.no_panel", "this layout shows no panel");
MESSAGE("layout.unknown", "there is no layout {}");
MESSAGE("layout.unknown_remedy", "choose one of View, Layout");

MESSAGE("lesson.no_folder", "this window has no folder for lessons");
MESSAGE("lesson.unknown", "there is no lesson {}");
MESSAGE("lesson.unknown_option", "there is no such option");
MESSAGE("lesson.unknown_step", "there is no step {}");

MESSAGE("open_file.cannot_be_opened", "{} cannot be opened; the log says why");
MESSAGE("open_file.exists", "the file already exists");
MESSAGE("open_file.exists_remedy", "remove it, or keep the launch elsewhere");
MESSAGE("open_file.no_kernel", "this file has no kernel");
MESSAGE("open_file.no_kernel_file", "this is no kernel file");
MESSAGE("open_file.no_kernel_file_remedy", "open or drop a file that ends in .cu or .ptx");
MESSAGE("open_file.no_kernel_remedy", "open a file with a __global__ function, or PTX with an .entry");
MESSAGE("open_file.no_such_kernel", "there is no such kernel in the file");
MESSAGE("open_file.none", "no file without front matter is being opened");
MESSAGE("open_file.not_there", "there is no file {}");
MESSAGE("open_file.ptx_beside", "a .ptx file has its front matter beside it");
MESSAGE("open_file.ptx_beside_remedy", "keep it beside the file");

MESSAGE("output.values", "the picture of the output has {} values instead of {} × {}");

MESSAGE("pages.finding_without_line", "this finding has no line");
MESSAGE("pages.no_finding", "there is no such finding");
MESSAGE("pages.no_line", "no line of the kernel's file causes this traffic");
MESSAGE("pages.no_line_remedy", "see whether its accesses are counted yet");
MESSAGE("pages.nothing_shows", "nothing shows this finding");

MESSAGE("panel.unknown", "there is no panel {}");

MESSAGE("picture.cuda_starts", "CUDA is starting in this process");
MESSAGE("picture.other_machine", "bytes: the worker is on another machine");
MESSAGE("picture.software_opengl", "OpenGL is drawn by {}");

MESSAGE("playback.no_buffer", "there is no buffer {}");
MESSAGE("playback.nothing_such", "there is no such {}");

MESSAGE("scope.range", "the scope cannot show {} to {} s");
MESSAGE("scope.range_remedy", "give its first and last second, {} to {} apart");

MESSAGE("size.out_of_range", "{} = {} is out of range");
MESSAGE("size.out_of_range_remedy", "choose {} to {}");
MESSAGE("size.unknown", "there is no size {}");
MESSAGE("size.unknown_remedy", "choose one that the Knobs panel shows");

MESSAGE("snapshot.no_accesses_in_recording", "a recording holds no accesses that could be animated");
MESSAGE("snapshot.no_accesses_in_recording_remedy", "name a kernel instead");
MESSAGE("snapshot.no_result", "the recording holds no result");
MESSAGE("snapshot.no_result_remedy", "record one with `lanescope run KERNEL --record FILE.jsonl`");
MESSAGE("snapshot.nothing_drawn", "the OpenGL driver drew nothing");
MESSAGE("snapshot.nothing_drawn_remedy",
        "try again; after a fault of a kernel on this GPU its contexts may stall for a while");
MESSAGE("snapshot.nothing_to_play", "there are no recorded accesses to play");
MESSAGE("snapshot.nothing_to_play_remedy", "see what the picture without --frames says");

MESSAGE("source.no_launch", "there is no such launch");
MESSAGE("source.no_line", "there is no such line");
MESSAGE("source.no_line_remedy", "choose one of 1 to {}");

MESSAGE("sweep.illegal_setting", "{} cannot be chosen: {}");
MESSAGE("sweep.needs_axis", "a sweep needs a first axis");
MESSAGE("sweep.needs_axis_remedy", "choose a knob or a size");
MESSAGE("sweep.no_such_point", "the sweep has no such point");

MESSAGE("target.choose_remedy", "choose one of Experiment, Target");
MESSAGE("target.no_such_gpu", "no GPU is known by the name {}");
MESSAGE("target.see_target_remedy", "see Experiment, Target");

MESSAGE("warps.no_part", "no part of the time was named");
MESSAGE("warps.no_part_remedy", "name two shares of it, from 0 to 1");

}  // namespace lanescope
