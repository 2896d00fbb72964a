/* nrt.h compiles as strict C99, and its functions link. */
#include "nrt/nrt.h"

#include <string.h>

int main(void) {
  nrt_version_t version;
  uint32_t cores = 0;
  nrt_model_t *model = NULL;
  int failures = 0;
  failures += nrt_get_version(&version, sizeof version) != NRT_SUCCESS || version.rt_major != NRT_MAJOR_VERSION;
  failures += nrt_get_visible_vnc_count(&cores) != NRT_SUCCESS || cores != 1;
  failures += nrt_load("x", 1, -1, -1, &model) != NRT_UNINITIALIZED;
  failures += nrt_init(NRT_FRAMEWORK_TYPE_NO_FW, "", "") != NRT_SUCCESS;
  failures += nrt_load("x", 1, -1, -1, &model) != NRT_INVALID;
  failures += strstr(nrt_get_last_error(), "NRN-E2001") == NULL;
  failures += strcmp(nrt_get_status_as_str(NRT_EXEC_OOB), "NRT_EXEC_OOB") != 0;
  nrt_close();
  failures += nrt_load("x", 1, -1, -1, &model) != NRT_CLOSED;
  failures += sizeof(nrt_tensor_info_t) != 296 || offsetof(nrt_tensor_info_t, shape) != 280 || sizeof version != 224;
  return failures;
}
