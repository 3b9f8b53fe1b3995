// The functions of the driver API that are used, each by its versioned symbol and its own type, so the table is the
// same with every toolkit's cuda.h. A function that the installed driver lacks fails with that reason when called.
#pragma once

#include <cuda.h>

#include <cstddef>

#include "cuda/call.h"

namespace lanescope::cuda {

/// Members have the documented names. They are valid while the library that they came from is open.
struct Functions {
  explicit Functions(const SharedLibrary& library) : loader(library) {}

  Loader loader;

  // Driver and devices
  Function<CUresult(unsigned)> cuInit{loader, "cuInit"};
  Function<CUresult(int*)> cuDriverGetVersion{loader, "cuDriverGetVersion"};
  Function<CUresult(int*)> cuDeviceGetCount{loader, "cuDeviceGetCount"};
  Function<CUresult(CUdevice*, int)> cuDeviceGet{loader, "cuDeviceGet"};
  Function<CUresult(char*, int, CUdevice)> cuDeviceGetName{loader, "cuDeviceGetName"};
  Function<CUresult(CUuuid*, CUdevice)> cuDeviceGetUuid{loader, "cuDeviceGetUuid_v2", "cuDeviceGetUuid"};
  Function<CUresult(std::size_t*, CUdevice)> cuDeviceTotalMem{loader, "cuDeviceTotalMem_v2"};
  Function<CUresult(int*, CUdevice_attribute, CUdevice)> cuDeviceGetAttribute{loader, "cuDeviceGetAttribute"};

  // Context
  Function<CUresult(CUcontext*, CUdevice)> cuDevicePrimaryCtxRetain{loader, "cuDevicePrimaryCtxRetain"};
  Function<CUresult(CUdevice)> cuDevicePrimaryCtxRelease{loader, "cuDevicePrimaryCtxRelease_v2"};
  Function<CUresult(CUcontext)> cuCtxSetCurrent{loader, "cuCtxSetCurrent"};

  // Memory
  Function<CUresult(std::size_t*, std::size_t*)> cuMemGetInfo{loader, "cuMemGetInfo_v2"};
  Function<CUresult(CUdeviceptr*, std::size_t)> cuMemAlloc{loader, "cuMemAlloc_v2"};
  Function<CUresult(CUdeviceptr)> cuMemFree{loader, "cuMemFree_v2"};
  Function<CUresult(CUdeviceptr, const void*, std::size_t, CUstream)> cuMemcpyHtoDAsync{loader, "cuMemcpyHtoDAsync_v2"};
  Function<CUresult(void*, CUdeviceptr, std::size_t, CUstream)> cuMemcpyDtoHAsync{loader, "cuMemcpyDtoHAsync_v2"};
  Function<CUresult(CUdeviceptr, CUdeviceptr, std::size_t, CUstream)> cuMemcpyDtoDAsync{loader, "cuMemcpyDtoDAsync_v2"};
  Function<CUresult(CUdeviceptr, unsigned, std::size_t, CUstream)> cuMemsetD32Async{loader, "cuMemsetD32Async"};
  Function<CUresult(void**, std::size_t, unsigned)> cuMemHostAlloc{loader, "cuMemHostAlloc"};
  Function<CUresult(CUdeviceptr*, void*, unsigned)> cuMemHostGetDevicePointer{loader, "cuMemHostGetDevicePointer_v2"};
  Function<CUresult(void*)> cuMemFreeHost{loader, "cuMemFreeHost"};
  Function<CUresult(const CUDA_MEMCPY2D*, CUstream)> cuMemcpy2DAsync{loader, "cuMemcpy2DAsync_v2"};

  // Memory shared between processes
  Function<CUresult(CUipcMemHandle*, CUdeviceptr)> cuIpcGetMemHandle{loader, "cuIpcGetMemHandle"};
  Function<CUresult(CUdeviceptr*, CUipcMemHandle, unsigned)> cuIpcOpenMemHandle{loader, "cuIpcOpenMemHandle_v2"};
  Function<CUresult(CUdeviceptr)> cuIpcCloseMemHandle{loader, "cuIpcCloseMemHandle"};

  // Streams and events
  Function<CUresult(CUstream*, unsigned)> cuStreamCreate{loader, "cuStreamCreate"};
  Function<CUresult(CUstream)> cuStreamDestroy{loader, "cuStreamDestroy_v2"};
  Function<CUresult(CUstream)> cuStreamQuery{loader, "cuStreamQuery"};
  Function<CUresult(CUstream)> cuStreamSynchronize{loader, "cuStreamSynchronize"};
  Function<CUresult(CUevent*, unsigned)> cuEventCreate{loader, "cuEventCreate"};
  Function<CUresult(CUevent)> cuEventDestroy{loader, "cuEventDestroy_v2"};
  Function<CUresult(CUevent, CUstream)> cuEventRecord{loader, "cuEventRecord"};
  Function<CUresult(CUevent)> cuEventSynchronize{loader, "cuEventSynchronize"};
  Function<CUresult(float*, CUevent, CUevent)> cuEventElapsedTime{loader, "cuEventElapsedTime_v2",
                                                                  "cuEventElapsedTime"};

  // Modules and launches
  Function<CUresult(CUmodule*, const void*, unsigned, CUjit_option*, void**)> cuModuleLoadDataEx{loader,
                                                                                                 "cuModuleLoadDataEx"};
  Function<CUresult(CUmodule)> cuModuleUnload{loader, "cuModuleUnload"};
  Function<CUresult(CUfunction*, CUmodule, const char*)> cuModuleGetFunction{loader, "cuModuleGetFunction"};
  Function<CUresult(CUdeviceptr*, std::size_t*, CUmodule, const char*)> cuModuleGetGlobal{loader,
                                                                                          "cuModuleGetGlobal_v2"};
  Function<CUresult(int*, CUfunction_attribute, CUfunction)> cuFuncGetAttribute{loader, "cuFuncGetAttribute"};
  Function<CUresult(CUfunction, CUfunction_attribute, int)> cuFuncSetAttribute{loader, "cuFuncSetAttribute"};
  Function<CUresult(int*, CUfunction, int, std::size_t)> cuOccupancyMaxActiveBlocksPerMultiprocessor{
      loader, "cuOccupancyMaxActiveBlocksPerMultiprocessor"};
  Function<CUresult(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void**,
                    void**)>
      cuLaunchKernel{loader, "cuLaunchKernel"};
  Function<CUresult(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void**)>
      cuLaunchCooperativeKernel{loader, "cuLaunchCooperativeKernel"};
  Function<CUresult(const CUlaunchConfig*, CUfunction, void**, void**)> cuLaunchKernelEx{loader, "cuLaunchKernelEx"};
  Function<CUresult(int*, CUfunction, const CUlaunchConfig*)> cuOccupancyMaxActiveClusters{
      loader, "cuOccupancyMaxActiveClusters"};

  // Tensor maps. Headers before CUDA 12 lack their types: the map has 128 bytes, and enumerations are unsigned.
  Function<CUresult(void*, unsigned, cuuint32_t, void*, const cuuint64_t*, const cuuint64_t*, const cuuint32_t*,
                    const cuuint32_t*, unsigned, unsigned, unsigned, unsigned)>
      cuTensorMapEncodeTiled{loader, "cuTensorMapEncodeTiled"};

  // Textures and surfaces
  Function<CUresult(CUarray*, const CUDA_ARRAY3D_DESCRIPTOR*)> cuArray3DCreate{loader, "cuArray3DCreate_v2"};
  Function<CUresult(CUarray)> cuArrayDestroy{loader, "cuArrayDestroy"};
  Function<CUresult(CUtexObject*, const CUDA_RESOURCE_DESC*, const CUDA_TEXTURE_DESC*, const CUDA_RESOURCE_VIEW_DESC*)>
      cuTexObjectCreate{loader, "cuTexObjectCreate"};
  Function<CUresult(CUtexObject)> cuTexObjectDestroy{loader, "cuTexObjectDestroy"};
  Function<CUresult(CUsurfObject*, const CUDA_RESOURCE_DESC*)> cuSurfObjectCreate{loader, "cuSurfObjectCreate"};
  Function<CUresult(CUsurfObject)> cuSurfObjectDestroy{loader, "cuSurfObjectDestroy"};

  // OpenGL: cudaGL.h would need its headers. GLuint is unsigned, and CUGLDeviceList an enumeration of unsigned.
  Function<CUresult(unsigned*, CUdevice*, unsigned, unsigned)> cuGLGetDevices{loader, "cuGLGetDevices_v2"};
  Function<CUresult(CUgraphicsResource*, unsigned, unsigned)> cuGraphicsGLRegisterBuffer{loader,
                                                                                         "cuGraphicsGLRegisterBuffer"};
  Function<CUresult(CUgraphicsResource)> cuGraphicsUnregisterResource{loader, "cuGraphicsUnregisterResource"};
  Function<CUresult(unsigned, CUgraphicsResource*, CUstream)> cuGraphicsMapResources{loader, "cuGraphicsMapResources"};
  Function<CUresult(unsigned, CUgraphicsResource*, CUstream)> cuGraphicsUnmapResources{loader,
                                                                                       "cuGraphicsUnmapResources"};
  Function<CUresult(CUdeviceptr*, std::size_t*, CUgraphicsResource)> cuGraphicsResourceGetMappedPointer{
      loader, "cuGraphicsResourceGetMappedPointer_v2"};
};

}  // namespace lanescope::cuda
