/* SPDX-License-Identifier: BSD-3-Clause */
/* A driver who holds a speed, as an FMU of FMI 2.0 for co-simulation: a PI controller of the force at the wheels
   whose integral waits where the force is at its limit. It has the functions that Trunnion calls; the standard wants
   all 44 to be there. */
#include <stddef.h>
#include <stdlib.h>

enum { speed, target, gain, rate, most, force, integral, num_reals };

typedef struct {
  double x[num_reals];
} Driver;

static void act(Driver *d) {
  const double wanted = d->x[gain] * (d->x[target] - d->x[speed]) + d->x[integral];
  d->x[force] = wanted > d->x[most] ? d->x[most] : wanted < -d->x[most] ? -d->x[most] : wanted;
}

void *fmi2Instantiate(const char *name, int kind, const char *guid, const char *resources, const void *functions,
                      int visible, int logging) {
  Driver *d = calloc(1, sizeof *d);
  (void)name, (void)guid, (void)resources, (void)functions, (void)visible, (void)logging;
  if (d == NULL || kind != 1) return NULL;
  d->x[target] = 50;
  d->x[gain] = 0.5;
  d->x[rate] = 0.1;
  d->x[most] = 5;
  return d;
}
void fmi2FreeInstance(void *d) { free(d); }
int fmi2SetupExperiment(void *d, int has_tolerance, double tolerance, double start, int has_stop, double stop) {
  (void)d, (void)has_tolerance, (void)tolerance, (void)start, (void)has_stop, (void)stop;
  return 0;
}
int fmi2EnterInitializationMode(void *d) { return d == NULL ? 3 : 0; }
int fmi2ExitInitializationMode(void *d) { return act(d), 0; }
int fmi2Terminate(void *d) { return d == NULL ? 3 : 0; }

int fmi2GetReal(void *d, const unsigned *vr, size_t n, double *value) {
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] >= num_reals) return 3;
    value[i] = ((Driver *)d)->x[vr[i]];
  }
  return 0;
}
int fmi2SetReal(void *d, const unsigned *vr, size_t n, const double *value) {
  for (size_t i = 0; i < n; ++i) {
    if (vr[i] >= force) return 3;
    ((Driver *)d)->x[vr[i]] = value[i];
  }
  return 0;
}

/* There are no variables of other types. */
int fmi2GetInteger(void *d, const unsigned *vr, size_t n, int *value) { return (void)d, (void)vr, (void)value, n ? 3 : 0; }
int fmi2GetBoolean(void *d, const unsigned *vr, size_t n, int *value) { return (void)d, (void)vr, (void)value, n ? 3 : 0; }
int fmi2SetInteger(void *d, const unsigned *vr, size_t n, const int *v) { return (void)d, (void)vr, (void)v, n ? 3 : 0; }
int fmi2SetBoolean(void *d, const unsigned *vr, size_t n, const int *v) { return (void)d, (void)vr, (void)v, n ? 3 : 0; }
int fmi2SetString(void *d, const unsigned *vr, size_t n, char **v) { return (void)d, (void)vr, (void)v, n ? 3 : 0; }

int fmi2DoStep(void *instance, double t, double step, int no_going_back) {
  Driver *d = instance;
  (void)t, (void)no_going_back;
  const double held = d->x[integral];
  d->x[integral] += step * d->x[rate] * (d->x[target] - d->x[speed]);
  act(d);
  if (d->x[force] == d->x[most] || d->x[force] == -d->x[most]) d->x[integral] = held;
  return 0;
}
int fmi2GetBooleanStatus(void *d, int kind, int *value) { return (void)d, (void)kind, *value = 0, 2; }

/* The state is plain data: checkpoints can hold it. */
int fmi2GetFMUstate(void *d, void **state) {
  if (*state == NULL) *state = malloc(sizeof(Driver));
  if (*state == NULL) return 3;
  *(Driver *)*state = *(Driver *)d;
  return 0;
}
int fmi2SetFMUstate(void *d, void *state) { return *(Driver *)d = *(Driver *)state, 0; }
int fmi2FreeFMUstate(void *d, void **state) { return (void)d, free(*state), *state = NULL, 0; }
int fmi2SerializedFMUstateSize(void *d, void *state, size_t *size) {
  return (void)d, (void)state, *size = sizeof(Driver), 0;
}
int fmi2SerializeFMUstate(void *d, void *state, char *bytes, size_t size) {
  (void)d;
  for (size_t i = 0; i < size && i < sizeof(Driver); ++i) bytes[i] = ((const char *)state)[i];
  return size < sizeof(Driver) ? 3 : 0;
}
int fmi2DeSerializeFMUstate(void *d, const char *bytes, size_t size, void **state) {
  (void)d;
  if (size != sizeof(Driver) || (*state = malloc(size)) == NULL) return 3;
  for (size_t i = 0; i < size; ++i) ((char *)*state)[i] = bytes[i];
  return 0;
}
