// Preloaded into programs under a sanitizer: libraries stay loaded to the end, so that what OpenGL drivers leave behind
// carries the driver's name in the report, where tests/leaks.txt can tell it from a leak of ours.
extern "C" int dlclose(void*);
extern "C" int dlclose(void*) {
  return 0;
}
