/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A host in C89. A cart of 2 kg on a rail is pushed by an input: a known law of motion. Then every
 * function with arguments that cannot be. Returns 0 if all is as it should be.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <trunnion/trunnion.h>

static const char *const cart_text =
    "{ \"inputs\": [{ \"name\": \"push\", \"unit\": \"N\", \"start\": 0 }],"
    "  \"bodies\": [{ \"name\": \"cart\", \"mass\": 2, \"inertia\": [1, 1, 1] }],"
    "  \"joints\": [{ \"name\": \"rail\", \"type\": \"prismatic\", \"body_a\": \"ground\","
    "                \"body_b\": \"cart\", \"point\": [0, 0, 0], \"axis\": [1, 0, 0] }],"
    "  \"forces\": [{ \"name\": \"push\", \"type\": \"load\", \"body\": \"cart\","
    "                \"force\": [{ \"type\": \"input\", \"name\": \"push\" }, 0, 0] }],"
    "  \"outputs\": [{ \"name\": \"x\", \"type\": \"coordinate\", \"along\": \"rail\" }],"
    "  \"run\": { \"until\": 1 } }";

static int failures = 0;

static void check(int good, const char *what) {
  if (good) return;
  ++failures;
  printf("wrong: %s; last error %d: %s\n",
         what,
         (int)trunnion_last_error()->status,
         trunnion_last_error()->message);
}

/* 1 N for 1 s, then -1 N: x = t²/4, then 1/4 + (t - 1)/2 - (t - 1)²/4. */
static void push_a_cart(void) {
  trunnion_simulation *cart = NULL;
  trunnion_channel channel;
  int push = -1, x = -1, k;
  double value, force;
  check(trunnion_open_text(cart_text, "cart.json", NULL, &cart) == TRUNNION_OK, "open");
  if (cart == NULL) return;
  check(trunnion_count(cart, TRUNNION_INPUT) == 1, "number of inputs");
  check(trunnion_find(cart, TRUNNION_INPUT, "push", &push) == TRUNNION_OK, "find input");
  check(trunnion_find(cart, TRUNNION_OUTPUT, "x", &x) == TRUNNION_OK, "find output");
  check(trunnion_describe(cart, TRUNNION_INPUT, push, &channel) == TRUNNION_OK &&
            strcmp(channel.name, "push") == 0 && strcmp(channel.unit, "N") == 0 &&
            channel.start == 0,
        "describe input");
  for (k = 1; k <= 200; ++k) {
    const double t = 0.01 * k, s = t - 1;
    force = k <= 100 ? 1 : -1;
    check(trunnion_set(cart, TRUNNION_INPUT, &push, 1, &force) == TRUNNION_OK, "set");
    check(trunnion_advance_to(cart, t) == TRUNNION_OK, "advance");
    check(trunnion_get(cart, TRUNNION_OUTPUT, &x, 1, &value) == TRUNNION_OK, "get");
    check(fabs(value - (k <= 100 ? t * t / 4 : 0.25 + s / 2 - s * s / 4)) < 1e-5, "position");
    check(trunnion_time(cart) == t, "time");
  }
  check(trunnion_statistic(cart, "steps", &value) == TRUNNION_OK && value >= 200, "steps");
  check(trunnion_warning(cart, 1000) == NULL, "no such warning");
  trunnion_close(cart);
}

/* The mass is a parameter: twice the mass, half the acceleration. */
static void change_the_mass(void) {
  trunnion_simulation *cart = NULL;
  int push = -1, mass = -1, ax = -1;
  double value = 8, a;
  check(trunnion_open_text(cart_text, "cart.json", NULL, &cart) == TRUNNION_OK, "open");
  if (cart == NULL) return;
  trunnion_find(cart, TRUNNION_INPUT, "push", &push);
  check(trunnion_find(cart, TRUNNION_PARAMETER, "cart.mass", &mass) == TRUNNION_OK, "parameter");
  check(trunnion_find(cart, TRUNNION_OUTPUT, "cart.ax", &ax) == TRUNNION_OK, "find acceleration");
  trunnion_set(cart, TRUNNION_INPUT, &push, 1, &value);
  check(trunnion_get(cart, TRUNNION_OUTPUT, &ax, 1, &a) == TRUNNION_OK && fabs(a - 4) < 1e-9,
        "acceleration belongs to the input that has just been set");
  value = 4;
  check(trunnion_set(cart, TRUNNION_PARAMETER, &mass, 1, &value) == TRUNNION_OK, "set the mass");
  check(trunnion_get(cart, TRUNNION_OUTPUT, &ax, 1, &a) == TRUNNION_OK && fabs(a - 2) < 1e-9,
        "acceleration belongs to the mass that has just been set");
  value = -1;
  check(trunnion_set(cart, TRUNNION_PARAMETER, &mass, 1, &value) == TRUNNION_BAD_MODEL, "mass -1");
  check(strstr(trunnion_last_error()->message, "cart") != NULL, "the message names the body");
  check(trunnion_get(cart, TRUNNION_PARAMETER, &mass, 1, &value) == TRUNNION_OK && value == 4,
        "a refused parameter stays as it was");
  trunnion_close(cart);
}

static void refuse_nonsense(void) {
  trunnion_simulation *cart = NULL, *none = NULL;
  trunnion_channel channel;
  trunnion_options options;
  const double not_a_number = sqrt(-1.0), one = 1;
  double value;
  int index, wrong = 7, zero = 0;
  check(trunnion_open_file("/no/such/model.json", NULL, &none) == TRUNNION_BAD_FILE && none == NULL,
        "a file that is not there");
  check(strstr(trunnion_last_error()->message, "/no/such/model.json") != NULL, "its name");
  check(trunnion_open_text("{ \"bodies\": [{ \"name\": \"a\", \"mass\": -1 }] }", "m", NULL, &none) ==
                TRUNNION_BAD_FILE &&
            strcmp(trunnion_last_error()->place, "/bodies/0") == 0,
        "the place of an error");
  check(trunnion_open_text(NULL, "m", NULL, &none) == TRUNNION_BAD_ARGUMENT, "no text");
  check(trunnion_open_file(NULL, NULL, &none) == TRUNNION_BAD_ARGUMENT, "no path");
  check(trunnion_open_text(cart_text, NULL, NULL, NULL) == TRUNNION_BAD_ARGUMENT, "no place");
  trunnion_default_options(&options);
  options.tolerance = -1;
  check(trunnion_open_text(cart_text, NULL, &options, &none) == TRUNNION_BAD_ARGUMENT, "tolerance");
  options.size = 100000;
  check(trunnion_open_text(cart_text, NULL, &options, &none) == TRUNNION_BAD_ARGUMENT, "size");
  trunnion_default_options(&options);
  check(trunnion_open_text(cart_text, NULL, &options, &cart) == TRUNNION_OK, "defaults");
  if (cart == NULL) return;
  check(trunnion_find(cart, TRUNNION_INPUT, "pusch", &index) == TRUNNION_BAD_ARGUMENT, "a name");
  check(strstr(trunnion_last_error()->message, "push") != NULL, "the suggestion");
  check(trunnion_find(cart, TRUNNION_INPUT, NULL, &index) == TRUNNION_BAD_ARGUMENT, "no name");
  check(trunnion_find(cart, (trunnion_kind)9, "push", &index) == TRUNNION_BAD_ARGUMENT, "a kind");
  check(trunnion_describe(cart, TRUNNION_INPUT, -1, &channel) == TRUNNION_BAD_ARGUMENT, "index -1");
  check(trunnion_describe(cart, TRUNNION_INPUT, 1, &channel) == TRUNNION_BAD_ARGUMENT, "index 1");
  check(trunnion_describe(cart, TRUNNION_INPUT, 0, NULL) == TRUNNION_BAD_ARGUMENT, "no channel");
  check(trunnion_set(cart, TRUNNION_INPUT, &wrong, 1, &one) == TRUNNION_BAD_ARGUMENT, "index 7");
  check(trunnion_set(cart, TRUNNION_INPUT, &zero, 1, &not_a_number) == TRUNNION_BAD_ARGUMENT, "nan");
  check(trunnion_set(cart, TRUNNION_INPUT, NULL, 1, &one) == TRUNNION_BAD_ARGUMENT, "no indices");
  check(trunnion_set(cart, TRUNNION_OUTPUT, &zero, 1, &one) == TRUNNION_BAD_ARGUMENT, "an output");
  check(trunnion_get(cart, TRUNNION_OUTPUT, &zero, 1, NULL) == TRUNNION_BAD_ARGUMENT, "no values");
  check(trunnion_set(cart, TRUNNION_INPUT, NULL, 0, NULL) == TRUNNION_OK, "nothing to set");
  check(trunnion_advance_to(cart, -1) == TRUNNION_BAD_MODEL, "backwards");
  check(trunnion_advance_to(cart, not_a_number) == TRUNNION_BAD_MODEL, "to no time");
  check(trunnion_statistic(cart, "stepps", &value) == TRUNNION_BAD_ARGUMENT, "a statistic");
  check(trunnion_write_results(cart, "somewhere") == TRUNNION_BAD_ARGUMENT, "nothing recorded");
  check(trunnion_advance_to(cart, 0.1) == TRUNNION_OK, "it still runs");
  check(trunnion_record(cart) == TRUNNION_OK, "record");
  check(trunnion_write_results(cart, "/proc/no/folder") == TRUNNION_BAD_FILE, "no folder");
  trunnion_cancel(cart);
  check(trunnion_advance_to(cart, 0.2) == TRUNNION_CANCELLED && trunnion_time(cart) < 0.2, "cancel");
  check(trunnion_advance_to(cart, 0.2) == TRUNNION_OK, "go on after it");
  trunnion_close(cart);
  trunnion_close(NULL);
  trunnion_cancel(NULL);
  check(trunnion_count(NULL, TRUNNION_INPUT) == 0, "count of nothing");
  check(trunnion_advance_to(NULL, 1) == TRUNNION_BAD_ARGUMENT, "advance nothing");
  check(trunnion_time(NULL) != trunnion_time(NULL), "time of nothing");
}

int main(void) {
  check(strlen(trunnion_version()) > 0, "version");
  check(trunnion_interface_version() == TRUNNION_INTERFACE_VERSION, "interface version");
  push_a_cart();
  change_the_mass();
  refuse_nonsense();
  printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
