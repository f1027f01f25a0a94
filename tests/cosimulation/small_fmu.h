/* SPDX-License-Identifier: BSD-3-Clause */
/* The models of small FMUs for tests, without FMI around them. The law is chosen by the token. */
#ifndef SMALL_FMU_H
#define SMALL_FMU_H

#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Value references: reals 0 to 9, Booleans 10 to 12, integers 20 to 22. */
typedef struct {
  double r[10];
  int b[3], i[3];
  double t;
  char text[64];
  char law[16];
} Small;

enum { SMALL_OK, SMALL_WARNING, SMALL_DISCARD, SMALL_ERROR, SMALL_FATAL, SMALL_ENDS };

static void small_start(Small *s, const char *law) {
  memset(s, 0, sizeof *s);
  strncpy(s->law, law, sizeof s->law - 1);
}

/* Outputs from inputs, parameters and states. */
static void small_outputs(Small *s) {
  double *r = s->r;
  if (strcmp(s->law, "spring") == 0) {
    r[5] = -r[2] * (r[0] - r[4]) - r[3] * r[1];
  } else if (strcmp(s->law, "pi") == 0) {
    r[5] = r[2] * (r[4] - r[0]) + r[3] * r[6];
  } else if (strcmp(s->law, "sine") == 0) {
    r[5] = r[3] * sin(r[2] * s->t);
  } else if (strcmp(s->law, "abs") == 0) {
    const double slip = r[1] > 0.01 ? 1 - r[0] / r[1] : 0;
    const int before = s->b[1];
    if (s->b[0] && slip > 0.2) s->b[1] = 1;
    if (slip < 0.1) s->b[1] = 0;
    s->i[1] += s->b[1] && !before;
    r[5] = s->b[1] ? 0 : -r[2] * s->i[0];
  }
}

static int small_hostile(Small *s, char *message, size_t size) {
  if (s->t < 0.05) return SMALL_OK;
  switch (s->i[0]) {
    case 1:
      snprintf(message, size, "the pump is broken at %g s, %s", s->t, s->text);
      return SMALL_ERROR;
    case 2:
      snprintf(message, size, "too long a step");
      return SMALL_DISCARD;
    case 3:
      s->r[5] = NAN;
      return SMALL_OK;
    case 4:
      return SMALL_ENDS;
    case 5:
      snprintf(message, size, "everything is lost");
      return SMALL_FATAL;
    case 6:
      fesetround(FE_UPWARD);
      feraiseexcept(FE_INVALID);
      return SMALL_OK;
    case 7:
      snprintf(message, size, "the oil is low");
      return SMALL_WARNING;
    default:
      return SMALL_OK;
  }
}

static int small_step(Small *s, double t, double h, char *message, size_t size) {
  const char *dies = getenv("SMALL_FMU_DIES"); /* at a time [s], with the process */
  if (dies != NULL && t >= atof(dies)) raise(9);
  if (fabs(t - s->t) > 1e-9) {
    snprintf(message, size, "the step begins at %g s, not at %g s", t, s->t);
    return SMALL_ERROR;
  }
  if (strcmp(s->law, "pi") == 0) s->r[6] += h * (s->r[4] - s->r[0]);
  s->t = t + h;
  small_outputs(s);
  return strcmp(s->law, "hostile") == 0 ? small_hostile(s, message, size) : SMALL_OK;
}

#endif
