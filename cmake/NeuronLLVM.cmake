# All that the project takes from LLVM and MLIR. The order matters:
# find_package(MLIR) resets the LLVM_ENABLE_* variables, so ours follow it.

find_program(LLVM_CONFIG NAMES llvm-config-22 REQUIRED) # MLIR is not on CMake's default search path
execute_process(COMMAND ${LLVM_CONFIG} --prefix OUTPUT_VARIABLE llvm_prefix OUTPUT_STRIP_TRAILING_WHITESPACE)
list(APPEND CMAKE_PREFIX_PATH ${llvm_prefix})
find_package(MLIR 22.1 REQUIRED CONFIG)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})

set(LLVM_ENABLE_ASSERTIONS ON) # -UNDEBUG for our own code
set(LLVM_ENABLE_WERROR ON)
set(MLIR_LINK_MLIR_DYLIB ON)
set(LLVM_LINK_LLVM_DYLIB ON)
set(LLVM_RUNTIME_OUTPUT_INTDIR ${PROJECT_BINARY_DIR}/bin)
set(LLVM_LIBRARY_OUTPUT_INTDIR ${PROJECT_BINARY_DIR}/lib)
set(MLIR_BINARY_DIR ${PROJECT_BINARY_DIR})
set(LLVM_EXTERNAL_LIT ${LLVM_TOOLS_BINARY_DIR}/lit)

include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${llvm_definitions})
include_directories(SYSTEM ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
