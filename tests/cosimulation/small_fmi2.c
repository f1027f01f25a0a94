/* SPDX-License-Identifier: BSD-3-Clause */
/* FMI 2.0 around the models of small_fmu.h: what an importer calls. */
#include <stdlib.h>

#include "small_fmu.h"

typedef void (*Logger)(void *, const char *, int, const char *, const char *, ...);
typedef struct {
  Logger logger;
  void *(*allocate)(size_t, size_t);
  void (*release)(void *);
  void *finished, *environment;
} Functions;
typedef struct {
  Small s;
  Functions functions;
  int ends, stepping;
} Instance;

void *fmi2Instantiate(const char *name, int kind, const char *guid, const char *resources,
                      const Functions *functions, int visible, int logging) {
  (void)visible, (void)logging;
  if (kind != 1 || strncmp(resources, "file:///", 8) != 0 || strcmp(guid, "refuses") == 0) {
    functions->logger(functions->environment, name, 3, "logStatusError", "no licence for %s", name);
    return NULL;
  }
  Instance *c = functions->allocate(1, sizeof *c);
  small_start(&c->s, guid);
  c->functions = *functions;
  return c;
}
void fmi2FreeInstance(void *instance) {
  Instance *c = instance;
  c->functions.release(c);
}
int fmi2SetupExperiment(void *c, int has_tolerance, double tolerance, double start, int has_stop, double stop) {
  (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  ((Instance *)c)->s.t = start;
  return 0;
}
int fmi2EnterInitializationMode(void *c) { return c == NULL ? 3 : 0; }
int fmi2ExitInitializationMode(void *c) {
  ((Instance *)c)->stepping = 1;
  small_outputs(&((Instance *)c)->s);
  return 0;
}
int fmi2Terminate(void *c) { return c == NULL ? 3 : 0; }

#define ACCESS(Name, T, first, field)                                                          \
  int fmi2Get##Name(void *c, const unsigned *vr, size_t n, T *value) {                         \
    for (size_t k = 0; k < n; ++k) value[k] = ((Instance *)c)->s.field[vr[k] - (first)];       \
    return 0;                                                                                  \
  }                                                                                            \
  int fmi2Set##Name(void *c, const unsigned *vr, size_t n, const T *value) {                   \
    for (size_t k = 0; k < n; ++k) ((Instance *)c)->s.field[vr[k] - (first)] = value[k];       \
    return 0;                                                                                  \
  }
ACCESS(Real, double, 0, r)
ACCESS(Boolean, int, 10, b)
ACCESS(Integer, int, 20, i)

int fmi2SetString(void *c, const unsigned *vr, size_t n, const char *const *value) {
  (void)vr;
  if (n > 0) strncpy(((Instance *)c)->s.text, value[0], sizeof ((Instance *)c)->s.text - 1);
  return 0;
}
int fmi2DoStep(void *instance, double t, double h, int no_going_back) {
  Instance *c = instance;
  char message[200] = "";
  (void)no_going_back;
  int status = small_step(&c->s, t, h, message, sizeof message);
  c->ends = status == SMALL_ENDS;
  if (c->ends) status = SMALL_DISCARD;
  if (message[0] != '\0')
    c->functions.logger(c->functions.environment, "one", status, "logStatusError", "%s", message);
  return status;
}
int fmi2GetBooleanStatus(void *c, int kind, int *value) {
  *value = kind == 3 && ((Instance *)c)->ends;
  return kind == 3 ? 0 : 2;
}
int fmi2GetFMUstate(void *c, void **state) {
  if (*state == NULL) *state = malloc(sizeof(Small));
  memcpy(*state, &((Instance *)c)->s, sizeof(Small));
  return 0;
}
int fmi2SetFMUstate(void *c, void *state) {
  memcpy(&((Instance *)c)->s, state, sizeof(Small));
  return 0;
}
int fmi2FreeFMUstate(void *c, void **state) {
  (void)c;
  free(*state);
  *state = NULL;
  return 0;
}
int fmi2SerializedFMUstateSize(void *c, void *state, size_t *size) {
  (void)c, (void)state;
  *size = sizeof(Small);
  return 0;
}
int fmi2SerializeFMUstate(void *c, void *state, char *bytes, size_t size) {
  (void)c;
  memcpy(bytes, state, size);
  return size == sizeof(Small) ? 0 : 3;
}
int fmi2DeSerializeFMUstate(void *c, const char *bytes, size_t size, void **state) {
  (void)c;
  if (size != sizeof(Small)) return 3;
  *state = malloc(size);
  memcpy(*state, bytes, size);
  return 0;
}
