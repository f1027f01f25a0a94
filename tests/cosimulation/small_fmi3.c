/* SPDX-License-Identifier: BSD-3-Clause */
/* FMI 3.0 around the models of small_fmu.h: what an importer calls. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "small_fmu.h"

typedef void (*Logger)(void *, int, const char *, const char *);
typedef struct {
  Small s;
  Logger logger;
  void *environment;
} Instance;

void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources, bool visible,
                                  bool logging, bool events, bool early, const uint32_t *needed, size_t count,
                                  void *environment, Logger logger, void *update) {
  (void)visible, (void)logging, (void)needed, (void)update;
  if (events || early || count > 0 || strcmp(token, "refuses") == 0 ||
      (resources != NULL && (resources[0] != '/' || resources[strlen(resources) - 1] != '/'))) {
    char text[100];
    snprintf(text, sizeof text, "no licence for %s", name);
    logger(environment, 3, "logStatusError", text);
    return NULL;
  }
  Instance *c = calloc(1, sizeof *c);
  small_start(&c->s, token);
  c->logger = logger;
  c->environment = environment;
  return c;
}
void fmi3FreeInstance(void *c) { free(c); }
int fmi3EnterInitializationMode(void *c, bool has_tolerance, double tolerance, double start, bool has_stop,
                                double stop) {
  (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  ((Instance *)c)->s.t = start;
  return 0;
}
int fmi3ExitInitializationMode(void *c) {
  small_outputs(&((Instance *)c)->s);
  return 0;
}
int fmi3Terminate(void *c) { return c == NULL ? 3 : 0; }

#define ACCESS(Name, T, first, field)                                                                  \
  int fmi3Get##Name(void *c, const uint32_t *vr, size_t n, T *value, size_t count) {                   \
    for (size_t k = 0; k < n; ++k) value[k] = (T)((Instance *)c)->s.field[vr[k] - (first)];            \
    return n == count ? 0 : 3;                                                                         \
  }                                                                                                    \
  int fmi3Set##Name(void *c, const uint32_t *vr, size_t n, const T *value, size_t count) {             \
    for (size_t k = 0; k < n; ++k) ((Instance *)c)->s.field[vr[k] - (first)] = value[k];               \
    return n == count ? 0 : 3;                                                                         \
  }
ACCESS(Float64, double, 0, r)
ACCESS(Float32, float, 0, r)
ACCESS(Boolean, bool, 10, b)
ACCESS(Int32, int32_t, 20, i)
ACCESS(UInt8, uint8_t, 20, i)
ACCESS(Int64, int64_t, 20, i)

int fmi3SetString(void *c, const uint32_t *vr, size_t n, const char *const *value, size_t count) {
  (void)vr;
  if (n > 0) strncpy(((Instance *)c)->s.text, value[0], sizeof ((Instance *)c)->s.text - 1);
  return n == count ? 0 : 3;
}
int fmi3DoStep(void *instance, double t, double h, bool no_going_back, bool *event, bool *ends, bool *early,
               double *last) {
  Instance *c = instance;
  char message[200] = "";
  (void)no_going_back;
  int status = small_step(&c->s, t, h, message, sizeof message);
  *event = *early = false;
  *ends = status == SMALL_ENDS;
  *last = c->s.t;
  if (*ends) status = SMALL_OK;
  if (message[0] != '\0') c->logger(c->environment, status, "logStatusError", message);
  return status;
}
int fmi3GetFMUState(void *c, void **state) {
  if (*state == NULL) *state = malloc(sizeof(Small));
  memcpy(*state, &((Instance *)c)->s, sizeof(Small));
  return 0;
}
int fmi3SetFMUState(void *c, void *state) {
  memcpy(&((Instance *)c)->s, state, sizeof(Small));
  return 0;
}
int fmi3FreeFMUState(void *c, void **state) {
  (void)c;
  free(*state);
  *state = NULL;
  return 0;
}
int fmi3SerializedFMUStateSize(void *c, void *state, size_t *size) {
  (void)c, (void)state;
  *size = sizeof(Small);
  return 0;
}
int fmi3SerializeFMUState(void *c, void *state, uint8_t *bytes, size_t size) {
  (void)c;
  memcpy(bytes, state, size);
  return size == sizeof(Small) ? 0 : 3;
}
int fmi3DeserializeFMUState(void *c, const uint8_t *bytes, size_t size, void **state) {
  (void)c;
  if (size != sizeof(Small)) return 3;
  *state = malloc(size);
  memcpy(*state, bytes, size);
  return 0;
}
