//===- Lifetime.cpp - init, close, versions, status -----------------------===//

#include "Internal.h"

#include <atomic>
#include <cstdio>
#include <cstring>

using namespace neuron;
using namespace neuron::capi;

namespace {
enum class State { Fresh, Ready, Closed };
std::atomic<State> state{State::Fresh};
thread_local std::string lastError;
} // namespace

NRT_STATUS capi::fail(NRT_STATUS status, const std::string &text) {
  try {
    lastError = text;
  } catch (const std::bad_alloc &) {
    lastError.clear(); // the status says enough
  }
  return status;
}

NRT_STATUS capi::toNrt(const Status &status) {
  if (status.ok())
    return NRT_SUCCESS;
  switch (status.code()) {
  case 2002: case 2003: case 2004: return NRT_UNSUPPORTED_NEFF_VERSION;
  case 7003: return NRT_EXEC_OOB;
  case 7005: return NRT_EXEC_BAD_INPUT;
  case 7006: return NRT_LOAD_NOT_ENOUGH_NC;
  case 7008: return NRT_RESOURCE;
  case 7001: case 7002: return NRT_EXEC_COMPLETED_WITH_ERR;
  default: break;
  }
  if (status.code() / 100 == 72)
    return NRT_EXEC_COMPLETED_WITH_ERR;
  return status.errorClass() == ErrorClass::DoesNotFit ? NRT_RESOURCE
         : status.errorClass() == ErrorClass::Internal ? NRT_FAILURE
                                                       : NRT_INVALID;
}

NRT_STATUS capi::fail(const Status &status) {
  char code[16];
  std::snprintf(code, sizeof code, "[NRN-E%04u] ", status.code());
  return fail(toNrt(status), code + status.message());
}

NRT_STATUS capi::requireInitialized() {
  switch (state.load()) {
  case State::Ready: return NRT_SUCCESS;
  case State::Fresh: return fail(NRT_UNINITIALIZED, "nrt_init has not been called");
  case State::Closed: break;
  }
  return fail(NRT_CLOSED, "nrt_close has been called");
}

NRT_STATUS nrt_init(nrt_framework_type_t, const char *, const char *) {
  state = State::Ready;
  return NRT_SUCCESS;
}

void nrt_close(void) { state = State::Closed; }

NRT_STATUS nrt_get_version(nrt_version_t *version, size_t size) {
  if (!version || size < sizeof(nrt_version_t))
    return fail(NRT_INVALID, "nrt_get_version needs room for an nrt_version_t");
  *version = {NRT_MAJOR_VERSION, NRT_MINOR_VERSION, 0, 0, "neuronc software NeuronCore", ""};
  return NRT_SUCCESS;
}

/// One logical core of one physical core.
static NRT_STATUS oneCore(uint32_t *count) {
  if (!count)
    return fail(NRT_INVALID, "count is NULL");
  *count = 1;
  return NRT_SUCCESS;
}
NRT_STATUS nrt_get_total_vnc_count(uint32_t *count) { return oneCore(count); }
NRT_STATUS nrt_get_visible_vnc_count(uint32_t *count) { return oneCore(count); }
NRT_STATUS nrt_get_total_nc_count(uint32_t *count) { return oneCore(count); }
NRT_STATUS nrt_get_visible_nc_count(uint32_t *count) { return oneCore(count); }

const char *nrt_get_last_error(void) { return lastError.c_str(); }

const char *nrt_get_status_as_str(NRT_STATUS status) {
  switch (status) {
#define NRT_NAME(name)                                                                             \
  case name:                                                                                       \
    return #name;
    NRT_NAME(NRT_SUCCESS)
    NRT_NAME(NRT_FAILURE)
    NRT_NAME(NRT_INVALID)
    NRT_NAME(NRT_INVALID_HANDLE)
    NRT_NAME(NRT_RESOURCE)
    NRT_NAME(NRT_TIMEOUT)
    NRT_NAME(NRT_HW_ERROR)
    NRT_NAME(NRT_QUEUE_FULL)
    NRT_NAME(NRT_LOAD_NOT_ENOUGH_NC)
    NRT_NAME(NRT_UNSUPPORTED_NEFF_VERSION)
    NRT_NAME(NRT_FAIL_HOST_MEM_ALLOC)
    NRT_NAME(NRT_UNINITIALIZED)
    NRT_NAME(NRT_CLOSED)
    NRT_NAME(NRT_QUEUE_EMPTY)
    NRT_NAME(NRT_EXEC_UNIT_UNRECOVERABLE)
    NRT_NAME(NRT_EXEC_BAD_INPUT)
    NRT_NAME(NRT_EXEC_COMPLETED_WITH_NUM_ERR)
    NRT_NAME(NRT_EXEC_COMPLETED_WITH_ERR)
    NRT_NAME(NRT_EXEC_NC_BUSY)
    NRT_NAME(NRT_EXEC_OOB)
#undef NRT_NAME
  }
  return "unknown status";
}
