/*===- nrt.h - C API of the runtime -------------------------------------*- C -*-===
 *
 * In the style of the public Neuron Runtime: names, order of arguments and status
 * values are those of its documentation, as far as a software NeuronCore has the
 * thing. Additions of ours are marked so. Everything returns NRT_STATUS unless it
 * says otherwise; nrt_get_last_error() has the text.
 *
 * Order: init, load, tensor info, tensors and sets, write, execute, read, unload,
 * close. Calls on different models may run in several threads; calls on one model
 * or tensor may not.
 *
 *===----------------------------------------------------------------------------*/
#ifndef NRT_NRT_H
#define NRT_NRT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NRT_MAJOR_VERSION 2
#define NRT_MINOR_VERSION 0
#define NRT_API __attribute__((visibility("default")))

typedef enum {
  NRT_SUCCESS = 0,
  NRT_FAILURE = 1,         /* unspecific */
  NRT_INVALID = 2,         /* bad NEFF, argument, tensor name or size */
  NRT_INVALID_HANDLE = 3,
  NRT_RESOURCE = 4,        /* no memory */
  NRT_TIMEOUT = 5,
  NRT_HW_ERROR = 6,
  NRT_QUEUE_FULL = 7,
  NRT_LOAD_NOT_ENOUGH_NC = 9,
  NRT_UNSUPPORTED_NEFF_VERSION = 10,
  NRT_FAIL_HOST_MEM_ALLOC = 11,
  NRT_UNINITIALIZED = 13,  /* called before nrt_init */
  NRT_CLOSED = 14,         /* called after nrt_close */
  NRT_QUEUE_EMPTY = 15,
  NRT_EXEC_UNIT_UNRECOVERABLE = 101,
  NRT_EXEC_BAD_INPUT = 1002,
  NRT_EXEC_COMPLETED_WITH_NUM_ERR = 1003,
  NRT_EXEC_COMPLETED_WITH_ERR = 1004, /* a deadlock, or the memory checker found something */
  NRT_EXEC_NC_BUSY = 1005,
  NRT_EXEC_OOB = 1006      /* an index of a gather or scatter was out of bounds */
} NRT_STATUS;

typedef enum {
  NRT_TENSOR_PLACEMENT_DEVICE = 0,
  NRT_TENSOR_PLACEMENT_HOST = 1,
  NRT_TENSOR_PLACEMENT_VIRTUAL = 2
} nrt_tensor_placement_t;

typedef enum {
  NRT_FRAMEWORK_TYPE_INVALID = 0,
  NRT_FRAMEWORK_TYPE_NO_FW = 1,
  NRT_FRAMEWORK_TYPE_TENSORFLOW = 2,
  NRT_FRAMEWORK_TYPE_PYTORCH = 3,
  NRT_FRAMEWORK_TYPE_MXNET = 4,
  NRT_FRAMEWORK_TYPE_PRECHECK = 5
} nrt_framework_type_t;

typedef enum {
  NRT_DTYPE_UNKNOWN = 0x0,
  NRT_DTYPE_INVALID = 0x0,
  NRT_DTYPE_UINT64 = 0x1,
  NRT_DTYPE_INT8 = 0x2,
  NRT_DTYPE_UINT8 = 0x3, /* booleans too */
  NRT_DTYPE_INT16 = 0x4,
  NRT_DTYPE_UINT16 = 0x5,
  NRT_DTYPE_BFLOAT16 = 0x6,
  NRT_DTYPE_FLOAT16 = 0x7,
  NRT_DTYPE_INT32 = 0x8,
  NRT_DTYPE_UINT32 = 0x9,
  NRT_DTYPE_FLOAT32 = 0xA,
  NRT_DTYPE_FP32R = 0xB,
  NRT_DTYPE_INT64 = 0xC,
  NRT_DTYPE_FP8_E3 = 0xD,
  NRT_DTYPE_FP8_E4 = 0xE,
  NRT_DTYPE_FP8_E5 = 0xF
} nrt_dtype_t;

typedef enum { NRT_TENSOR_USAGE_INPUT = 0, NRT_TENSOR_USAGE_OUTPUT = 1 } nrt_tensor_usage_t;

typedef struct nrt_model nrt_model_t;
typedef struct nrt_tensor nrt_tensor_t;
typedef void nrt_tensor_set_t;

#define NRT_TENSOR_NAME_MAX 256

typedef struct nrt_tensor_info {
  char name[NRT_TENSOR_NAME_MAX];
  nrt_tensor_usage_t usage;
  size_t size; /* bytes */
  nrt_dtype_t dtype;
  uint32_t *shape;
  uint32_t ndim;
} nrt_tensor_info_t;

typedef struct nrt_tensor_info_array {
  uint64_t tensor_count;
  nrt_tensor_info_t tensor_array[];
} nrt_tensor_info_array_t;

typedef struct nrt_version {
  uint64_t rt_major, rt_minor, rt_patch, rt_maintenance;
  char rt_detail[128];
  char git_hash[64];
} nrt_version_t;

/* ---- lifetime --------------------------------------------------------------- */

/* Only the first call of a process does something. The two texts are ignored. */
NRT_API NRT_STATUS nrt_init(nrt_framework_type_t framework, const char *fw_version, const char *fal_version);
/* Models and tensors still held become invalid. */
NRT_API void nrt_close(void);
/* Legal before nrt_init, like the core counts below. */
NRT_API NRT_STATUS nrt_get_version(nrt_version_t *version, size_t size);
NRT_API NRT_STATUS nrt_get_total_vnc_count(uint32_t *count);
NRT_API NRT_STATUS nrt_get_visible_vnc_count(uint32_t *count);
NRT_API NRT_STATUS nrt_get_total_nc_count(uint32_t *count);
NRT_API NRT_STATUS nrt_get_visible_nc_count(uint32_t *count);
/* Constant text for a status. */
NRT_API const char *nrt_get_status_as_str(NRT_STATUS status);
/* Ours: what went wrong last in this thread, with its NRN-E code; "" if nothing. */
NRT_API const char *nrt_get_last_error(void);

/* ---- models ----------------------------------------------------------------- */

/* Copies the NEFF. vnc: -1 or 0. vnc_count: deprecated, pass -1.
 * NRT_INVALID bad NEFF, NRT_UNSUPPORTED_NEFF_VERSION, NRT_LOAD_NOT_ENOUGH_NC several cores. */
NRT_API NRT_STATUS nrt_load(const void *neff_bytes, size_t size, int32_t vnc, int32_t vnc_count, nrt_model_t **model);
/* Ours: maps the file instead, so weights are not copied. */
NRT_API NRT_STATUS nrt_load_file(const char *path, int32_t vnc, nrt_model_t **model);
NRT_API NRT_STATUS nrt_unload(nrt_model_t *model);
NRT_API NRT_STATUS nrt_get_model_nc_count(const nrt_model_t *model, uint32_t *count);
NRT_API NRT_STATUS nrt_get_model_vnc_count(const nrt_model_t *model, uint32_t *count);
/* Inputs, then outputs, in signature order; an in-out tensor is listed in both.
 * Free with nrt_free_model_tensor_info. */
NRT_API NRT_STATUS nrt_get_model_tensor_info(nrt_model_t *model, nrt_tensor_info_array_t **info);
NRT_API NRT_STATUS nrt_free_model_tensor_info(nrt_tensor_info_array_t *info);
/* Ours: state that lives on between runs gets its initial values again. */
NRT_API NRT_STATUS nrt_reset_model_state(nrt_model_t *model);
/* Ours: the memory checker on or off (off after loading); resets state. */
NRT_API NRT_STATUS nrt_set_model_strict(nrt_model_t *model, bool strict);

/* ---- tensors ---------------------------------------------------------------- */

NRT_API NRT_STATUS nrt_tensor_allocate(nrt_tensor_placement_t placement, int32_t vnc, size_t size, const char *name,
                                       nrt_tensor_t **tensor);
NRT_API NRT_STATUS nrt_tensor_allocate_empty(const char *name, nrt_tensor_t **tensor);
/* The buffer stays the caller's and must outlive the tensor. */
NRT_API NRT_STATUS nrt_tensor_attach_buffer(nrt_tensor_t *tensor, void *buffer, size_t size);
/* Shares storage with `source`; either may be freed first. */
NRT_API NRT_STATUS nrt_tensor_allocate_slice(const nrt_tensor_t *source, size_t offset, size_t size, const char *name,
                                             nrt_tensor_t **slice);
/* Frees and sets the pointer to NULL. */
NRT_API void nrt_tensor_free(nrt_tensor_t **tensor);
NRT_API NRT_STATUS nrt_tensor_read(const nrt_tensor_t *tensor, void *buffer, size_t offset, size_t size);
NRT_API NRT_STATUS nrt_tensor_write(nrt_tensor_t *tensor, const void *buffer, size_t offset, size_t size);
NRT_API NRT_STATUS nrt_tensor_copy(const nrt_tensor_t *src, size_t src_offset, nrt_tensor_t *dst, size_t dst_offset,
                                   size_t size);
NRT_API NRT_STATUS nrt_tensor_memset(nrt_tensor_t *tensor, uint64_t offset, int value, size_t size);
NRT_API size_t nrt_tensor_get_size(const nrt_tensor_t *tensor);
NRT_API void *nrt_tensor_get_va(const nrt_tensor_t *tensor);

/* ---- tensor sets ------------------------------------------------------------ */

NRT_API NRT_STATUS nrt_allocate_tensor_set(nrt_tensor_set_t **set);
NRT_API void nrt_destroy_tensor_set(nrt_tensor_set_t **set);
/* Adds or replaces. The tensor must outlive the set. */
NRT_API NRT_STATUS nrt_add_tensor_to_tensor_set(nrt_tensor_set_t *set, const char *name, nrt_tensor_t *tensor);
/* NRT_FAILURE if there is no such name. */
NRT_API NRT_STATUS nrt_get_tensor_from_tensor_set(nrt_tensor_set_t *set, const char *name, nrt_tensor_t **tensor);

/* ---- execution -------------------------------------------------------------- */

/* One synchronous run. Every name of the signature must be in its set with the
 * exact size. An in-out tensor may be the same tensor in both sets; if not, the
 * input is copied and left alone. */
NRT_API NRT_STATUS nrt_execute(nrt_model_t *model, const nrt_tensor_set_t *inputs, nrt_tensor_set_t *outputs);
/* `count` runs; an in-out tensor carries from run to run. */
NRT_API NRT_STATUS nrt_execute_repeat(nrt_model_t *model, const nrt_tensor_set_t *inputs, nrt_tensor_set_t *outputs,
                                      int count);

#ifdef __cplusplus
}
#endif

#endif /* NRT_NRT_H */
