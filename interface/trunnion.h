/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRUNNION_H
#define TRUNNION_H

/*
 * Trunnion for C: a model inside another program, the host, which goes from one communication point
 * to the next.
 *
 *     trunnion_simulation *car;
 *     int steer, yaw_rate;
 *     double t, angle = 0.1, rate;
 *     if (trunnion_open_file("car.json", NULL, &car) != TRUNNION_OK) {
 *       fputs(trunnion_last_error()->message, stderr);
 *       return 1;
 *     }
 *     trunnion_find(car, TRUNNION_INPUT, "steer", &steer);
 *     trunnion_find(car, TRUNNION_OUTPUT, "chassis.wz", &yaw_rate);
 *     for (t = 0.001; t < 5; t += 0.001) {
 *       trunnion_set(car, TRUNNION_INPUT, &steer, 1, &angle);
 *       if (trunnion_advance_to(car, t) != TRUNNION_OK) break;
 *       trunnion_get(car, TRUNNION_OUTPUT, &yaw_rate, 1, &rate);
 *     }
 *     trunnion_close(car);
 *
 * Units are SI, angles in radians. Strings are UTF-8.
 *
 * Threads: one thread at a time may use a simulation; different simulations may be used in parallel.
 * trunnion_cancel is the exception: any thread may call it at any time. The last error belongs to
 * the thread. The library never prints, never ends the program and sets no signal handler.
 */

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Grows by one when a function or a field is added; what is there does not change. */
#define TRUNNION_INTERFACE_VERSION 1

typedef struct trunnion_simulation trunnion_simulation;

typedef enum trunnion_status {
  TRUNNION_OK = 0,
  TRUNNION_STOPPED = 1,       /* an event of the model has ended the run; results are good up to there */
  TRUNNION_CANCELLED = 2,     /* by trunnion_cancel; the simulation can go on */
  TRUNNION_BAD_ARGUMENT = 3,  /* of the call: a null pointer, an unknown name, an index out of range */
  TRUNNION_BAD_MODEL = 4,     /* the model, or a value given to it, is impossible */
  TRUNNION_BAD_FILE = 5,      /* a file cannot be read or written, or is no model */
  TRUNNION_FAILED = 6,        /* the computation cannot go on */
  TRUNNION_NO_MEMORY = 7,
  TRUNNION_INTERNAL_ERROR = 8 /* a fault of the library: please report it */
} trunnion_status;

/* What went wrong. Strings are empty where there is nothing to say, never null. */
typedef struct trunnion_error {
  trunnion_status status;
  const char *message; /* one sentence that names the element and the remedy */
  const char *element; /* "joint 'hinge'" */
  const char *file;
  const char *place; /* in the file: "/bodies/3/mass" */
} trunnion_error;

/* The error of the last call of this thread that failed; good until another one fails. */
const trunnion_error *trunnion_last_error(void);

const char *trunnion_version(void); /* of the library: "0.1.0" */
int trunnion_interface_version(void);

/* Set by trunnion_default_options; a null pointer in their place stands for the same. */
typedef struct trunnion_options {
  size_t size;      /* of this struct, in bytes */
  double tolerance; /* [m and rad]; 0: that of the model file */
  int threads;      /* 0: 1, as hosts have threads of their own */
} trunnion_options;
void trunnion_default_options(trunnion_options *options);

/* Reads a model, assembles it and begins at t = 0 s. On an error *out is null. */
trunnion_status trunnion_open_file(const char *path,
                                   const trunnion_options *options,
                                   trunnion_simulation **out);
/* The same from text. name: stands for the file in messages; files that the model names are
   relative to its folder. */
trunnion_status trunnion_open_text(const char *text,
                                   const char *name,
                                   const trunnion_options *options,
                                   trunnion_simulation **out);
/* A null pointer is allowed. */
void trunnion_close(trunnion_simulation *simulation);

/* Channels: numbers that go in or out, each kind by its index from 0. */
typedef enum trunnion_kind {
  TRUNNION_INPUT = 0,    /* what the section "inputs" of the model declares */
  TRUNNION_OUTPUT = 1,   /* the outputs of the model, and every column of its results */
  TRUNNION_PARAMETER = 2 /* numbers of elements that may change during a run: "spring.stiffness" */
} trunnion_kind;

typedef struct trunnion_channel {
  const char *name;
  const char *unit;
  const char *description;
  double start; /* of an input or a parameter: its value before it is set; of an output 0 */
} trunnion_channel;

/* How many there are; 0 for a null pointer. */
int trunnion_count(const trunnion_simulation *simulation, trunnion_kind kind);
/* The strings are good until trunnion_close. */
trunnion_status trunnion_describe(const trunnion_simulation *simulation,
                                  trunnion_kind kind,
                                  int index,
                                  trunnion_channel *channel);
/* The index of a name. The message of an unknown one suggests a similar one. */
trunnion_status trunnion_find(const trunnion_simulation *simulation,
                              trunnion_kind kind,
                              const char *name,
                              int *index);

/* values[i] for channel indices[i], i < count. Inputs jump to their values now and stay there,
   parameters change now; outputs cannot be set. All or none are set. */
trunnion_status trunnion_set(trunnion_simulation *simulation,
                             trunnion_kind kind,
                             const int *indices,
                             size_t count,
                             const double *values);
/* Inputs that go straight to their values until the end of the next trunnion_advance_to. */
trunnion_status trunnion_ramp(trunnion_simulation *simulation,
                              const int *indices,
                              size_t count,
                              const double *values);
/* Outputs belong to the inputs and parameters as they are set. */
trunnion_status trunnion_get(trunnion_simulation *simulation,
                             trunnion_kind kind,
                             const int *indices,
                             size_t count,
                             double *values);

/* Steps to t [s] and never beyond. TRUNNION_STOPPED: an event has ended the run before t. */
trunnion_status trunnion_advance_to(trunnion_simulation *simulation, double t);
/* [s]; not a number for a null pointer. */
double trunnion_time(const trunnion_simulation *simulation);
/* Ends trunnion_advance_to of another thread after the step it is in: it returns
   TRUNNION_CANCELLED. Without one, the next one ends at once. */
void trunnion_cancel(trunnion_simulation *simulation);

/* The complete state, with inputs and parameters, as bytes that are good until the next
   trunnion_save or trunnion_close. A simulation of the same model and options, here or in another
   process, goes on from them as this one does, bit by bit. */
trunnion_status trunnion_save(trunnion_simulation *simulation, const void **bytes, size_t *size);
/* Goes to a state that was saved, forth or back in time. If the bytes are damaged or of another
   model, the simulation stays as it is. */
trunnion_status trunnion_load(trunnion_simulation *simulation, const void *bytes, size_t size);

/* What the integrator has done: "steps", "residual_evaluations", "factorizations", ... */
trunnion_status trunnion_statistic(trunnion_simulation *simulation,
                                   const char *name,
                                   double *value);
/* Warnings so far, each a sentence that names an element; null beyond the last. Good until the next
   call with this simulation. */
const char *trunnion_warning(trunnion_simulation *simulation, int index);

/* Adds the present state to the results in memory, one row of every table. */
trunnion_status trunnion_record(trunnion_simulation *simulation);
/* Writes what has been recorded into a folder, as CSV tables and results.h5, and forgets it. */
trunnion_status trunnion_write_results(trunnion_simulation *simulation, const char *folder);

#ifdef __cplusplus
}
#endif

#endif
