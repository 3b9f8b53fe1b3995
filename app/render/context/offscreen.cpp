#include "render/context/offscreen.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "cuda/driver.h"
#include "render/context/context.h"
#include "render/context/egl.h"
#include "render/context/shader_cache.h"
#include "render/messages.h"

namespace lanescope::render {

namespace {

struct Surfaceless {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
};

// Returns a current context on the platform, or the reason why there is none.
//
// Displays are never terminated: EGL gives the same display to everyone who asks for the same device, so terminating it
// would end the contexts of others.
tl::expected<Surfaceless, std::string> create(const Egl& egl, const EglPlatform& platform) {
  const EGLenum kind = platform.device != nullptr ? EGL_PLATFORM_DEVICE_EXT : EGL_PLATFORM_SURFACELESS_MESA;
  Surfaceless made;
  made.display = egl.get_platform_display(kind, platform.device, nullptr);
  if (made.display == EGL_NO_DISPLAY) return tl::unexpected(message<"egl.no_display">(egl_error(egl)));
  if (egl.initialize(made.display, nullptr, nullptr) != EGL_TRUE) {
    return tl::unexpected(message<"egl.display_not_initialised">(egl_error(egl)));
  }
  if (egl.bind_api(EGL_OPENGL_API) != EGL_TRUE) return tl::unexpected(message<"egl.no_opengl">(egl_error(egl)));

  constexpr std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                         EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (egl.choose_config(made.display, wanted.data(), &config, 1, &count) != EGL_TRUE || count == 0) {
    return tl::unexpected(message<"egl.no_configuration">(egl_error(egl)));
  }
  constexpr std::array<EGLint, 7> attributes{
      EGL_CONTEXT_MAJOR_VERSION,           4,       EGL_CONTEXT_MINOR_VERSION, 5, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  made.context = egl.create_context(made.display, config, EGL_NO_CONTEXT, attributes.data());
  if (made.context == EGL_NO_CONTEXT) return tl::unexpected(message<"egl.no_context">(egl_error(egl)));
  if (egl.make_current(made.display, EGL_NO_SURFACE, EGL_NO_SURFACE, made.context) != EGL_TRUE) {
    const std::string words = egl_error(egl);
    egl.destroy_context(made.display, made.context);
    return tl::unexpected(message<"egl.not_current">(words));
  }
  return made;
}

Expected<int> ordinal_of(const std::string& uuid) {
  TRY(const auto driver, cuda::Driver::open());
  TRY(const auto devices, driver.devices());
  const auto device = std::find_if(devices.begin(), devices.end(),
                                   [&](const cuda::DeviceInfo& candidate) { return candidate.uuid == uuid; });
  if (device == devices.end()) {
    return failure(message<"egl.no_uuid">(uuid), "", message<"egl.no_uuid_remedy">());
  }
  return device->ordinal;
}

}  // namespace

Expected<std::unique_ptr<Offscreen>> Offscreen::open(const OffscreenOptions& options) {
  std::optional<int> cuda_device = options.cuda_device;
  if (!options.device_uuid.empty()) {
    TRY(cuda_device, ordinal_of(options.device_uuid));
  }
  std::string no_shader_cache = disable_shader_cache_if_disk_full();
  TRY(const auto egl, open_egl());

  std::vector<std::string> reasons;
  for (const EglPlatform& platform : egl_platforms(egl)) {
    if (cuda_device && platform.cuda_device != cuda_device) continue;
    if (options.software && platform.device != nullptr && !platform.software) continue;
    const auto made = create(egl, platform);
    if (!made) {
      reasons.push_back(platform.name + ": " + made.error());
      continue;
    }
    std::unique_ptr<Offscreen> offscreen(
        new Offscreen(std::make_unique<const Egl>(egl), made->display, made->context, platform.cuda_device));
    auto info = load_opengl(egl.get_proc_address, platform.name);
    if (!info) {
      reasons.push_back(info.error().text());
      continue;
    }
    if (options.software && !info->is_software) {
      reasons.push_back(message<"egl.not_software">(platform.name, info->renderer));
      continue;
    }
    offscreen->info_ = std::move(*info);
    offscreen->info_.no_shader_cache = std::move(no_shader_cache);
    return offscreen;
  }
  if (cuda_device && reasons.empty()) {
    return failure(message<"egl.no_cuda_device">(*cuda_device), "", message<"egl.no_cuda_device_remedy">());
  }
  if (reasons.empty()) reasons.emplace_back(message<"egl.no_device">());
  return failure(message<"egl.no_opengl_without_display">(join(reasons, "; ")), "",
                 message<"egl.no_opengl_without_display_remedy">());
}

Offscreen::Offscreen(std::unique_ptr<const Egl> egl, void* display, void* context,
                     std::optional<int> cuda_device) noexcept
    : egl_(std::move(egl)), display_(display), context_(context), cuda_device_(cuda_device) {}

Offscreen::~Offscreen() {
  if (egl_->get_current_context() == context_) {
    egl_->make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  egl_->destroy_context(display_, context_);
}

void Offscreen::make_current() {
  if (egl_->make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) != EGL_TRUE) {
    throw MachineError({message<"egl.context_lost">(egl_error(*egl_)), info_.platform, ""});
  }
}

}  // namespace lanescope::render
