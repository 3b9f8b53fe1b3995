// Texture objects, surface objects and gathers.
extern "C" __global__ void sample(float4* out, cudaTextureObject_t t, cudaTextureObject_t cube, cudaSurfaceObject_t s, float x, float y, int n) {
  const int i = threadIdx.x;
  out[i] = tex2D<float4>(t, x, y);
  out[i + 1] = make_float4(tex1D<float>(t, x), tex1Dfetch<int>(t, n), tex3D<float2>(t, x, y, x).y, tex2DLod<float>(t, x, y, 1.5f));
  out[i + 2] = tex2DLayered<float4>(t, x, y, n);
  out[i + 3] = texCubemap<float4>(cube, x, y, x);
  out[i + 4] = tex2Dgather<float4>(t, x, y, 2);
  out[i + 5] = tex2DGrad<float4>(t, x, y, make_float2(x, y), make_float2(y, x));
  const int v = surf2Dread<int>(s, n * 4, n);
  surf2Dwrite(v + 1, s, n * 4, n + 1);
  float4 w;
  surf3Dread(&w, s, n, n, n, cudaBoundaryModeClamp);
  surf1Dwrite(make_int2(v, n), s, n * 8, cudaBoundaryModeZero);
  surf2DLayeredwrite(static_cast<short>(v), s, n, n, 3);
  out[i + 6] = w;
}
