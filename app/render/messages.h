// The messages of OpenGL and of pictures.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("egl.cannot_be_opened", "EGL cannot be opened: {}");
MESSAGE("egl.cannot_be_opened_remedy",
        "install it (Debian, Ubuntu: libegl1; for software rendering also libegl-mesa0 libgl1-mesa-dri)");
MESSAGE("egl.context_lost", "the offscreen OpenGL context cannot be made current: {}");
MESSAGE("egl.display_not_initialised", "the display cannot be initialised: {}");
MESSAGE("egl.no_configuration", "no configuration that draws OpenGL: {}");
MESSAGE("egl.no_context", "no OpenGL 4.5 context: {}");
MESSAGE("egl.no_cuda_device", "EGL knows no device that is CUDA device {}");
MESSAGE("egl.no_cuda_device_remedy", "install NVIDIA's OpenGL libraries beside the driver, with libegl1");
MESSAGE("egl.no_device", "EGL lists no device and no platform without surface");
MESSAGE("egl.no_display", "no display: {}");
MESSAGE("egl.no_opengl", "no OpenGL: {}");
MESSAGE("egl.no_opengl_without_display", "there is no OpenGL 4.5 without a display: {}");
MESSAGE("egl.no_opengl_without_display_remedy",
        "install the GPU's current driver, or Mesa for software rendering (libegl-mesa0, libgl1-mesa-dri)");
MESSAGE("egl.no_uuid", "no CUDA device here has the UUID {}");
MESSAGE("egl.no_uuid_remedy", "nvidia-smi -L lists them");
MESSAGE("egl.not_current", "the context cannot be made current without a surface: {}");
MESSAGE("egl.not_one", "the library is no EGL");
MESSAGE("egl.not_one_remedy", "install libegl1");
MESSAGE("egl.not_software", "{}: {} is not software");
MESSAGE("egl.too_old", "this EGL is too old to draw without a display");
MESSAGE("egl.too_old_remedy", "install a newer one (libegl1)");

MESSAGE("heat.picture_too_large", "a picture of {} × {} bins is more than this OpenGL reads");
MESSAGE("heat.picture_too_large_remedy", "make the window smaller");
MESSAGE("heat.too_many_records", "{} records are more than the {} MiB that a shader reads at once here");
MESSAGE("heat.too_many_records_remedy", "record fewer blocks");

MESSAGE("image.bytes", "an image of {} × {} pixels holds {} bytes");
MESSAGE("image.empty", "a picture without pixels cannot be stored as PNG");
MESSAGE("image.file_too_large", "the picture file is larger than 2 GiB");
MESSAGE("image.no_memory", "the PNG encoder ran out of memory");
MESSAGE("image.no_png", "not a PNG picture that can be read: {}");
MESSAGE("image.no_png_remedy", "use an undamaged PNG file");
MESSAGE("image.pixel_outside", "pixel ({}, {}) lies outside {} × {} pixels");
MESSAGE("image.too_large", "{} × {} pixels are too many for a PNG");

MESSAGE("interop.bytes", "bytes: {}");
MESSAGE("interop.copied_by_ipc", "CUDA IPC: copied on {}");
MESSAGE("interop.no_cuda_device", "OpenGL is not drawn by a CUDA device");
MESSAGE("interop.not_nvidia", "OpenGL is drawn by {}, not by NVIDIA's driver");
MESSAGE("interop.nothing_yet", "nothing has been handed over yet");
MESSAGE("interop.other_gpu", "OpenGL is drawn by another GPU than the worker's ({})");
MESSAGE("interop.worker_sends_bytes", "the worker sent them");

MESSAGE("matrix.field_outside", "a field of {} × {} elements from element {} does not lie in a buffer of {} bytes");

MESSAGE("opengl.buffer_range", "{} {} bytes at {} of a buffer of {}");
MESSAGE("opengl.cannot_draw_picture", "the driver cannot draw into a picture of {} × {} pixels");
MESSAGE("opengl.no_buffer_memory", "OpenGL has no {} for a buffer");
MESSAGE("opengl.no_functions", "the driver gives no OpenGL functions");
MESSAGE("opengl.no_functions_remedy", "reinstall the graphics driver");
MESSAGE("opengl.no_picture_memory", "OpenGL has no memory for a picture of {} × {} pixels");
MESSAGE("opengl.no_picture_memory_remedy", "choose a smaller size");
MESSAGE("opengl.picture_bytes", "{} bytes are no picture of {} × {} pixels");
MESSAGE("opengl.picture_size", "a picture of {} × {} pixels is not possible here");
MESSAGE("opengl.picture_size_remedy", "choose 1 to {} pixels in each direction");
MESSAGE("opengl.smaller_remedy", "close other programs that use the GPU, or choose smaller sizes");
MESSAGE("opengl.too_old", "{} gives OpenGL {}.{}, and 4.5 is needed");
MESSAGE("opengl.too_old_remedy",
        "install the GPU's current driver, or use Mesa's software renderer: LIBGL_ALWAYS_SOFTWARE=1");

MESSAGE("shader.does_not_compile", "the shader does not compile: {}{}");
MESSAGE("shader.does_not_compile_remedy", "correct the shader, or restore the file of the installed version");
MESSAGE("shader.does_not_link", "the shaders do not fit together: {}");
MESSAGE("shader.does_not_link_remedy", "correct the shaders, or restore the files of the installed version");
MESSAGE("shader.extension", "'{}' is no extension of a shader");
MESSAGE("shader.extension_remedy", "name it .vert, .frag or .comp");

MESSAGE("window.context_lost", "the window's OpenGL context cannot be made current: {}");
MESSAGE("window.library", "a library that the window needs cannot be opened: {}");
MESSAGE("window.library_remedy", "install it (Debian, Ubuntu: {})");
MESSAGE("window.no_display", "there is no display to open a window on: {}");
MESSAGE("window.no_display_remedy",
        "start from a desktop session (DISPLAY or WAYLAND_DISPLAY must be set; over ssh, use ssh -X), or use the "
        "command line, which needs no display: lanescope --help");
MESSAGE("window.no_opengl", "no OpenGL 4.5 in a {}: {}");
MESSAGE("window.on_both_platforms", "{}; {}");

}  // namespace lanescope
