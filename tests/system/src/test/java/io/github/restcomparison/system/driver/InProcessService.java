package io.github.restcomparison.system.driver;

import static org.awaitility.Awaitility.await;

import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.Service;
import io.github.restcomparison.servicekit.StartedServer;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A service inside the JVM of the tests, for what it does with requests and settings: it starts in
 * a tenth of the time that a process takes. It is loaded from its module's {@code target/classes}
 * and {@code target/classpath.txt} by a class loader of its own, so that services share no library
 * version with each other or with the tests, and no static state while they run: Weld has one
 * application for all of a loader. Only service-kit, and what it stands on, is the tests' own.
 */
public final class InProcessService implements AutoCloseable {
  private static final List<String> KIT =
      List.of(
          StartedServer.class.getPackageName() + ".",
          "picocli.",
          "io.micrometer.",
          "io.prometheus.");

  /** Strong, or its level would be forgotten: what services log is not what the tests say. */
  private static final Logger ROOT = Logger.getLogger("");

  /** Those that no service uses now, by module: to load all classes again takes a second. */
  private static final Map<String, Queue<ClassLoader>> FREE = new ConcurrentHashMap<>();

  static {
    ROOT.setLevel(Level.SEVERE);
  }

  private final StartedServer service;
  private final Set<String> settings;
  private final Runnable giveBack;

  private InProcessService(StartedServer service, Set<String> settings, Runnable giveBack) {
    this.service = service;
    this.settings = settings;
    this.giveBack = giveBack;
  }

  /**
   * Starts it on a free port, as its main program does.
   *
   * @param variant what to start
   * @param settings {@code NAME=value} each; they win over the variant's own
   * @throws IOException if it cannot start
   * @throws io.github.restcomparison.servicekit.InvalidSettingException if a setting is invalid
   */
  public static InProcessService start(Variant variant, String... settings) throws IOException {
    Map<String, String> all = new HashMap<>(variant.settings());
    all.put("PORT", "0");
    for (String setting : settings) {
      String[] pair = setting.split("=", 2);
      all.put(pair[0], pair[1]);
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    Queue<ClassLoader> free =
        FREE.computeIfAbsent(variant.module(), module -> new ConcurrentLinkedQueue<>());
    ClassLoader idle = free.poll();
    ClassLoader own = idle == null ? loader(variant.module()) : idle;
    thread.setContextClassLoader(own);
    try {
      Service service = service(own.loadClass(variant.mainClass()), all);
      return new InProcessService(
          service.start(all::get), service.settings().keySet(), () -> free.add(own));
    } catch (IOException | RuntimeException e) {
      free.add(own);
      throw e;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Most main classes are services; that of jersey-cdi chooses between two. */
  private static Service service(Class<?> main, Map<String, String> environment)
      throws ReflectiveOperationException {
    if (!Service.class.isAssignableFrom(main)) {
      Method choice = main.getDeclaredMethod("service", UnaryOperator.class);
      choice.setAccessible(true);
      return (Service) choice.invoke(null, (UnaryOperator<String>) environment::get);
    }
    Constructor<?> constructor = main.getDeclaredConstructor();
    constructor.setAccessible(true);
    return (Service) constructor.newInstance();
  }

  /** The address of its resource. */
  public URI resource() {
    return service.uri();
  }

  /** The service itself, for those who look at its requests. */
  public StartedServer service() {
    return service;
  }

  /** Waits until so many requests are in its resource, for 60 s at most. */
  public void awaitInFlight(int requests) {
    awaitRequests(seen -> seen.inFlight() >= requests);
  }

  /** Waits until no request is in its resource, for 60 s at most. */
  public void awaitIdle() {
    awaitRequests(seen -> seen.inFlight() == 0);
  }

  /** Waits for a number of its requests, for 60 s at most. */
  public void awaitRequests(Predicate<Requests> condition) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> condition.test(service.requests()));
  }

  /** The names of its settings, such as {@code delayMs}. */
  public Set<String> settings() {
    return settings;
  }

  @Override
  public void close() {
    service.close();
    giveBack.run();
  }

  private static ClassLoader loader(String module) {
    Path target = Path.of("../..", module, "target");
    try {
      List<URL> urls = new ArrayList<>();
      urls.add(target.resolve("classes").toUri().toURL());
      for (String jar : Files.readString(target.resolve("classpath.txt")).strip().split(":")) {
        urls.add(Path.of(jar).toUri().toURL());
      }
      ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), new KitAndJdk());
      leaveUrlsAlone(loader);
      return loader;
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new IllegalStateException(module + " has not been built", e);
    }
  }

  /** Tomcat sets the JVM's factory of URL handlers, and a second Tomcat could not. */
  private static void leaveUrlsAlone(ClassLoader loader) {
    try {
      loader
          .loadClass("org.apache.catalina.webresources.TomcatURLStreamHandlerFactory")
          .getMethod("disable")
          .invoke(null);
    } catch (ClassNotFoundException e) {
      // no Tomcat
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What a service and the tests both see: settings go in, a running service comes out. */
  private static final class KitAndJdk extends ClassLoader {
    KitAndJdk() {
      super(getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (KIT.stream().anyMatch(name::startsWith)) {
        return InProcessService.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }
  }
}
