package io.github.restcomparison.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.servicekit.Wait;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class QueueServletTest {
  private static <T> T fake(Class<T> type, InvocationHandler calls) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls));
  }

  /** Tomcat ends a request without asking, and its context then throws. */
  @Test
  void requestThatHasEndedDoesNotEndTheThreadOfAllOthers() throws Exception {
    CountDownLatch tried = new CountDownLatch(2);
    AsyncContext ended =
        fake(
            AsyncContext.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("getRequest")) {
                tried.countDown();
              }
              if (method.getName().equals("setTimeout")) {
                return null;
              }
              throw new IllegalStateException("the request has ended");
            });
    HttpServletRequest request = fake(HttpServletRequest.class, (proxy, method, any) -> ended);
    QueueServlet servlet = new QueueServlet(new Wait());
    servlet.init();
    try {
      servlet.respondAfterTheDelay(request, null);
      servlet.respondAfterTheDelay(request, null);
      assertThat(tried.await(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      servlet.destroy();
    }
  }
}
