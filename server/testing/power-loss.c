/*
 * For LD_PRELOAD: remembers what a disk would have if the power went now. What a process writes to files in POWER_LOSS_OF is written as always; in
 * POWER_LOSS_TO stands, under the number of its inode, what each of them held when it was last synced, or before it was first written to. A
 * process that is killed has lost nothing of what it wrote; power-loss.ts puts the other contents in its place.
 *
 * Creating, renaming and deleting a file count as done at once. Files that are mapped into memory and copies made within the kernel are not seen.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* What was written, or cut (without data), since the file was last synced: in its order. */
struct change {
  off_t at;
  size_t size;
  char *data;
  struct change *next;
};

struct file {
  ino_t inode;
  struct change *first, **end;
  struct file *next;
};

static struct file *files;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void must(int is_done, const char *what) {
  if (is_done) return;
  perror(what);
  abort();
}

static void shadow_path(ino_t inode, char *path) {
  snprintf(path, PATH_MAX, "%s/%lu", getenv("POWER_LOSS_TO"), (unsigned long)inode);
}

/* Whether it is a file that is watched, and which. */
static int is_watched(int fd, struct stat *stat) {
  const char *folder = getenv("POWER_LOSS_OF");
  if (folder == NULL || fstat(fd, stat) != 0 || !S_ISREG(stat->st_mode)) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  size_t start = strlen(folder);
  return strncmp(path, folder, start) == 0 && path[start] == '/';
}

/* All that is done to a shadow goes past the functions below: it stands in no watched folder. */
static void put(int fd, const char *data, size_t size, off_t at) {
  while (size > 0) {
    ssize_t put = REAL(pwrite)(fd, data, size, at);
    must(put > 0, "pwrite");
    data += put, at += put, size -= put;
  }
}

static void copy_to_shadow(int fd, ino_t inode) {
  char link[64], path[PATH_MAX], part[65536];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int from = open(link, O_RDONLY | O_CLOEXEC);
  shadow_path(inode, path);
  int to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  must(from >= 0 && to >= 0, "open");
  off_t at = 0;
  for (ssize_t got; (got = pread(from, part, sizeof part, at)) > 0; at += got) put(to, part, got, at);
  close(from);
  close(to);
}

static struct file *file_of(ino_t inode) {
  for (struct file *file = files; file != NULL; file = file->next)
    if (file->inode == inode) return file;
  return NULL;
}

/* Before a file is first written to: all that it holds is on the disk. */
static struct file *watched(int fd, ino_t inode) {
  struct file *file = file_of(inode);
  if (file != NULL) return file;
  copy_to_shadow(fd, inode);
  file = malloc(sizeof *file);
  must(file != NULL, "malloc");
  *file = (struct file){inode, NULL, &file->first, files};
  return files = file;
}

static void note(struct file *file, const char *data, size_t size, off_t at) {
  struct change *change = malloc(sizeof *change);
  must(change != NULL, "malloc");
  *change = (struct change){at, size, NULL, NULL};
  if (data != NULL) {
    must((change->data = malloc(size)) != NULL, "malloc");
    memcpy(change->data, data, size);
  }
  *file->end = change;
  file->end = &change->next;
}

static void forget_changes(struct file *file, int shadow) {
  for (struct change *change = file->first, *next; change != NULL; change = next) {
    next = change->next;
    if (shadow >= 0 && change->data != NULL) put(shadow, change->data, change->size, change->at);
    if (shadow >= 0 && change->data == NULL) must(REAL(ftruncate)(shadow, change->at) == 0, "ftruncate");
    free(change->data);
    free(change);
  }
  file->first = NULL;
  file->end = &file->first;
}

/* The number of a deleted file may be that of a new one. */
static void forget_file(const char *name) {
  struct stat stat;
  char path[PATH_MAX];
  if (lstat(name, &stat) != 0 || stat.st_nlink > 1) return;
  for (struct file **place = &files; *place != NULL; place = &(*place)->next) {
    struct file *file = *place;
    if (file->inode != stat.st_ino) continue;
    forget_changes(file, -1);
    shadow_path(file->inode, path);
    REAL(unlink)(path);
    *place = file->next;
    free(file);
    return;
  }
}

static ssize_t written(int fd, const struct iovec *parts, int count, off_t at, ssize_t (*real)(int, const struct iovec *, int, off_t)) {
  struct stat stat;
  if (!is_watched(fd, &stat)) return real(fd, parts, count, at);
  pthread_mutex_lock(&lock);
  struct file *file = watched(fd, stat.st_ino);
  off_t from = at;
  if (at < 0) from = fcntl(fd, F_GETFL) & O_APPEND ? stat.st_size : lseek(fd, 0, SEEK_CUR);
  ssize_t size = real(fd, parts, count, at);
  ssize_t left = size;
  for (int i = 0; i < count && left > 0; i += 1) {
    size_t some = parts[i].iov_len < (size_t)left ? parts[i].iov_len : (size_t)left;
    note(file, parts[i].iov_base, some, from);
    from += some, left -= some;
  }
  pthread_mutex_unlock(&lock);
  return size;
}

static ssize_t real_write(int fd, const struct iovec *parts, int count, off_t at) {
  return at < 0 ? REAL(writev)(fd, parts, count) : REAL(pwritev)(fd, parts, count, at);
}

ssize_t write(int fd, const void *data, size_t size) {
  return written(fd, &(struct iovec){(void *)data, size}, 1, -1, real_write);
}

ssize_t writev(int fd, const struct iovec *parts, int count) { return written(fd, parts, count, -1, real_write); }

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
  return written(fd, &(struct iovec){(void *)data, size}, 1, at, real_write);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
  return written(fd, parts, count, at, real_write);
}

int ftruncate64(int fd, off64_t size) {
  struct stat stat;
  if (!is_watched(fd, &stat)) return REAL(ftruncate)(fd, size);
  pthread_mutex_lock(&lock);
  struct file *file = watched(fd, stat.st_ino);
  int answer = REAL(ftruncate)(fd, size);
  if (answer == 0) note(file, NULL, 0, size);
  pthread_mutex_unlock(&lock);
  return answer;
}

static int synced(int fd, int (*real)(int)) {
  struct stat stat;
  if (!is_watched(fd, &stat)) return real(fd);
  char path[PATH_MAX];
  pthread_mutex_lock(&lock);
  int answer = real(fd);
  struct file *file = file_of(stat.st_ino);
  if (answer == 0 && file != NULL) {
    shadow_path(file->inode, path);
    int shadow = open(path, O_WRONLY | O_CLOEXEC);
    must(shadow >= 0, "open");
    forget_changes(file, shadow);
    close(shadow);
  }
  pthread_mutex_unlock(&lock);
  return answer;
}

int fsync(int fd) { return synced(fd, REAL(fsync)); }

int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

int unlink(const char *name) {
  pthread_mutex_lock(&lock);
  forget_file(name);
  int answer = REAL(unlink)(name);
  pthread_mutex_unlock(&lock);
  return answer;
}

int rename(const char *from, const char *to) {
  pthread_mutex_lock(&lock);
  forget_file(to);
  int answer = REAL(rename)(from, to);
  pthread_mutex_unlock(&lock);
  return answer;
}
