#include "compiler/libraries/pin.h"

#include <dlfcn.h>

namespace warpscope::compiler {

void pin(const SharedLibrary& library) {
  if (void* handle = dlopen(library.file().c_str(), RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE)) dlclose(handle);
}

}  // namespace warpscope::compiler
