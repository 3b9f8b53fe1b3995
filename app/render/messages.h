// The messages of OpenGL and of pictures.
#pragma once

#include "base/message.h"

namespace lanescope {

MESSAGE("clipboard.no_wl_copy", "the Wayland clipboard takes pictures only from wl-copy, which is not installed");
MESSAGE("clipboard.no_wl_copy_remedy", "install wl-clipboard");
MESSAGE("clipboard.no_x11", "the clipboard of the X server cannot be used");
MESSAGE("clipboard.picture_too_large", "the picture has {} bytes, which are more than the X server takes at once");
MESSAGE("clipboard.wl_copy_failed", "wl-copy did not take the picture");

MESSAGE("egl.cannot_be_opened", "cannot open EGL: {}");
MESSAGE("egl.cannot_be_opened_remedy",
        "install it (Debian, Ubuntu: libegl1; for software rendering also libegl-mesa0 libgl1-mesa-dri)");
MESSAGE("egl.context_lost", "the offscreen OpenGL context cannot be made current: {}");
MESSAGE("egl.display_not_initialised", "the display cannot be initialised: {}");
MESSAGE("egl.no_configuration", "no configuration that draws OpenGL: {}");
MESSAGE("egl.no_context", "no OpenGL 4.5 context: {}");
MESSAGE("egl.no_cuda_device", "EGL lists no device for CUDA device {}");
MESSAGE("egl.no_cuda_device_remedy", "install the OpenGL libraries of the NVIDIA driver, and libegl1");
MESSAGE("egl.no_device", "EGL lists no device and no platform without surface");
MESSAGE("egl.no_display", "no display: {}");
MESSAGE("egl.no_opengl", "no OpenGL: {}");
MESSAGE("egl.no_opengl_without_display", "there is no OpenGL 4.5 without a display: {}");
MESSAGE("egl.no_opengl_without_display_remedy",
        "install the current GPU driver, or Mesa for software rendering (libegl-mesa0, libgl1-mesa-dri)");
MESSAGE("egl.no_uuid", "no CUDA device here has the UUID {}");
MESSAGE("egl.no_uuid_remedy", "nvidia-smi -L lists them");
MESSAGE("egl.not_current", "the context cannot be made current without a surface: {}");
MESSAGE("egl.not_one", "the library is not EGL");
MESSAGE("egl.not_one_remedy", "install libegl1");
MESSAGE("egl.not_software", "{}: {} is not software");
MESSAGE("egl.too_old", "this EGL is too old to render without a display");
MESSAGE("egl.too_old_remedy", "install a newer one (libegl1)");

MESSAGE("heat.picture_too_large", "a picture of {} × {} bins is too large for this OpenGL");
MESSAGE("heat.picture_too_large_remedy", "make the window smaller");
MESSAGE("heat.too_many_records", "{} records exceed the {} MiB that a shader can read here");
MESSAGE("heat.too_many_records_remedy", "record fewer blocks");

MESSAGE("image.bytes", "an image of {} × {} pixels holds {} bytes");
MESSAGE("image.empty", "a picture without pixels cannot be stored as PNG");
MESSAGE("image.file_too_large", "the picture file is larger than 2 GiB");
MESSAGE("image.no_memory", "the PNG encoder ran out of memory");
MESSAGE("image.no_png", "cannot read the PNG: {}");
MESSAGE("image.no_png_remedy", "use an undamaged PNG file");
MESSAGE("image.pixel_outside", "pixel ({}, {}) lies outside {} × {} pixels");
MESSAGE("image.too_large", "{} × {} pixels are too many for a PNG");

MESSAGE("interop.bytes", "bytes: {}");
MESSAGE("interop.copied_by_ipc", "CUDA IPC: copied on {}");
MESSAGE("interop.no_cuda_device", "OpenGL is not rendered by a CUDA device");
MESSAGE("interop.not_nvidia", "OpenGL is rendered by {}, not by the NVIDIA driver");
MESSAGE("interop.nothing_yet", "nothing was transferred yet");
MESSAGE("interop.other_gpu", "OpenGL is rendered by another GPU than the worker's ({})");
MESSAGE("interop.worker_sends_bytes", "the worker sent them");

MESSAGE("matrix.field_outside", "a field of {} × {} elements from element {} is outside a buffer of {} bytes");

MESSAGE("opengl.buffer_range", "{} {} bytes at {} of a buffer of {}");
MESSAGE("opengl.cannot_draw_picture", "the driver cannot render a picture of {} × {} pixels");
MESSAGE("opengl.no_buffer_memory", "OpenGL has no {} for a buffer");
MESSAGE("opengl.no_functions", "the driver provides no OpenGL functions");
MESSAGE("opengl.no_functions_remedy", "reinstall the graphics driver");
MESSAGE("opengl.no_picture_memory", "OpenGL has no memory for a picture of {} × {} pixels");
MESSAGE("opengl.no_picture_memory_remedy", "choose a smaller size");
MESSAGE("opengl.picture_bytes", "{} bytes are not a picture of {} × {} pixels");
MESSAGE("opengl.picture_size", "a picture of {} × {} pixels is not possible here");
MESSAGE("opengl.picture_size_remedy", "choose 1 to {} pixels in each direction");
MESSAGE("opengl.smaller_remedy", "close other programs that use the GPU, or choose smaller sizes");
MESSAGE("opengl.too_old", "{} provides OpenGL {}.{}, but 4.5 is required");
MESSAGE("opengl.too_old_remedy",
        "install the current GPU driver, or use Mesa's software renderer: LIBGL_ALWAYS_SOFTWARE=1");

MESSAGE("shader.does_not_compile", "the shader does not compile: {}{}");
MESSAGE("shader.does_not_compile_remedy", "fix the shader, or restore the file of the installed version");
MESSAGE("shader.does_not_link", "the shaders do not link: {}");
MESSAGE("shader.does_not_link_remedy", "fix the shaders, or restore the files of the installed version");
MESSAGE("shader.extension", "'{}' is not a shader extension");
MESSAGE("shader.extension_remedy", "use .vert, .frag or .comp");

MESSAGE("window.context_lost", "the window's OpenGL context cannot be made current: {}");
MESSAGE("window.library", "cannot open a library that the window needs: {}");
MESSAGE("window.library_remedy", "install it (Debian, Ubuntu: {})");
MESSAGE("window.no_display", "there is no display to open a window on: {}");
MESSAGE("window.no_display_remedy",
        "start from a desktop session (DISPLAY or WAYLAND_DISPLAY must be set; over ssh, use ssh -X), or use the "
        "command line, which needs no display: lanescope --help");
MESSAGE("window.no_opengl", "no OpenGL 4.5 in a {}: {}");
MESSAGE("window.on_both_platforms", "{}; {}");

}  // namespace lanescope
