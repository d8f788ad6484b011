package io.github.restcomparison.servicekit;

import java.lang.reflect.Proxy;

/**
 * Ends the process at once on a second SIGTERM, which comes while it drains. The JVM by itself
 * would ignore it.
 *
 * <p>By reflection, because the class that it takes has no public twin and javac warns of it.
 */
final class SecondSignal {
  private static final int TERMINATED = 128 + 15;

  private SecondSignal() {}

  /** From now on; called when the first one has come. */
  static void endsTheProcess() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object halt =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  Runtime.getRuntime().halt(TERMINATED);
                }
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("TERM"), halt);
    } catch (ReflectiveOperationException e) {
      // A JVM without it ignores the second one, as JVMs do.
    }
  }
}
