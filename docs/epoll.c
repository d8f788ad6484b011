// The practical limit of a service that waits: one thread and epoll; each response is sent 100 ms after
// its request. What is lost against the ceiling is lost by the load generator and the host.
//
//     gcc -O2 -o /tmp/epoll docs/epoll.c
//     ./compare run --service epoll='/tmp/epoll {port}' --get /myapp/myresource --users 1000 --delay 100ms --rounds 1
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { MAX_FDS = 20000, DELAY_US = 100000 };
struct due { int fd; uint64_t at; };
static struct due queue[1 << 17];
static unsigned head, tail;
static char seen[MAX_FDS];  // how much of the empty line after a head has been read, by connection

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000ull + t.tv_nsec / 1000;
}

int main(int argc, char **argv) {
  int port = atoi(argv[1]), one = 1;
  const char *body = argc > 2 ? argv[2] : "Got it!";
  char out[512];
  int size = snprintf(out, sizeof out,
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\n\r\n%s", strlen(body), body);
  int server = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  struct sockaddr_in any = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (bind(server, (void *)&any, sizeof any) || listen(server, 8192)) { perror("listen"); return 1; }
  int ep = epoll_create1(0);
  struct epoll_event e = {.events = EPOLLIN, .data.fd = server}, events[1024];
  epoll_ctl(ep, EPOLL_CTL_ADD, server, &e);
  for (;;) {
    struct timespec wait = {1, 0}, *limit = &wait;
    uint64_t now = now_us();
    if (head != tail) {
      uint64_t at = queue[head].at, us = at > now ? at - now : 0;
      wait.tv_sec = 0; wait.tv_nsec = us * 1000;
    }
    int n = epoll_pwait2(ep, events, 1024, limit, NULL);
    if (n < 0 && errno == ENOSYS) n = epoll_wait(ep, events, 1024, 1);
    for (int i = 0; i < n; i++) {
      int fd = events[i].data.fd;
      if (fd == server) {
        int client;
        while ((client = accept4(server, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
          if (client >= MAX_FDS) { close(client); continue; }
          setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
          seen[client] = 0;
          struct epoll_event c = {.events = EPOLLIN, .data.fd = client};
          epoll_ctl(ep, EPOLL_CTL_ADD, client, &c);
        }
        continue;
      }
      char in[4096];
      ssize_t got = read(fd, in, sizeof in);
      if (got <= 0) { if (got == 0 || errno != EAGAIN) close(fd); continue; }
      for (ssize_t b = 0; b < got; b++) {
        seen[fd] = in[b] == "\r\n\r\n"[(int)seen[fd]] ? seen[fd] + 1 : in[b] == '\r';
        if (seen[fd] == 4) {
          seen[fd] = 0;
          queue[tail++ & ((1 << 17) - 1)] = (struct due){fd, now_us() + DELAY_US};
          tail &= (1 << 17) - 1;
        }
      }
    }
    now = now_us();
    while (head != tail && queue[head].at <= now) {
      if (write(queue[head].fd, out, size) < 0 && errno != EAGAIN) close(queue[head].fd);
      head = (head + 1) & ((1 << 17) - 1);
    }
  }
}
