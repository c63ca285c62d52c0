/* For LD_PRELOAD: the time of day is off by as many seconds as the file CLOCK_JUMP says, and is looked up at each call. What only grows is as it was. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static long jump(void) {
  char text[32] = "";
  const char *path = getenv("CLOCK_JUMP");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  return size > 0 ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int answer = REAL(clock_gettime)(clock, now);
  if (answer == 0 && clock == CLOCK_REALTIME) now->tv_sec += jump();
  return answer;
}

int gettimeofday(struct timeval *now, void *zone) {
  int answer = REAL(gettimeofday)(now, zone);
  if (answer == 0) now->tv_sec += jump();
  return answer;
}
