# SPDX-License-Identifier: BSD-3-Clause
# Kernels of the block LU and of bushings: one source an instruction set, chosen at run time. They
# contract a b + c to one operation, and -O2 would keep their register tiles in memory. No precompiled
# header: inline functions compiled for a newer processor must not reach the rest of the library.
set(kernels solvers/linear/block/kernels forces/bushing_kernels)
set(kernel_sets generic)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  list(APPEND kernel_sets avx2 avx512)
  set(kernel_flags_avx2 -mavx2 -mfma)
  set(kernel_flags_avx512 -mavx2 -mfma -mavx512f)
  foreach(kernel ${kernels})
    set_source_files_properties(${kernel}.cpp PROPERTIES COMPILE_DEFINITIONS TRUNNION_X86_KERNELS)
  endforeach()
endif()
foreach(kernel ${kernels})
  foreach(set ${kernel_sets})
    set_source_files_properties(${kernel}_${set}.cpp PROPERTIES
      SKIP_PRECOMPILE_HEADERS ON
      COMPILE_OPTIONS "-ffp-contract=fast;-Wno-psabi;$<$<NOT:$<CONFIG:Debug>>:-O3>;${kernel_flags_${set}}")
  endforeach()
endforeach()
