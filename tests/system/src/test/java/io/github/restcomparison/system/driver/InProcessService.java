package io.github.restcomparison.system.driver;

import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.RunningService;
import io.github.restcomparison.servicekit.Settings;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A service inside the JVM of the tests, for what it does with requests and settings: it starts in
 * a tenth of the time that a process takes. It is loaded from its module's {@code target/classes}
 * and {@code target/classpath.txt} by a class loader of its own, so that services share no library
 * version with each other or with the tests; only the classes of service-kit are the tests' own.
 */
public final class InProcessService implements AutoCloseable {
  private static final String KIT = RunningService.class.getPackageName() + ".";

  /** Strong, or its level would be forgotten: what services log is not what the tests say. */
  private static final Logger ROOT = Logger.getLogger("");

  private static final Map<String, ClassLoader> LOADERS = new ConcurrentHashMap<>();

  static {
    ROOT.setLevel(Level.SEVERE);
  }

  private final RunningService service;
  private final Settings settings;

  private InProcessService(RunningService service, Settings settings) {
    this.service = service;
    this.settings = settings;
  }

  /**
   * Starts it on a free port, by the {@code Main.start(Settings)} that its main program uses.
   *
   * @param variant what to start
   * @param settings {@code NAME=value} each; they win over the variant's own
   * @throws IOException where its port is taken
   * @throws io.github.restcomparison.servicekit.SettingException where a setting is bad
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
    ClassLoader own = LOADERS.computeIfAbsent(variant.module(), InProcessService::loader);
    thread.setContextClassLoader(own);
    try {
      Method start = own.loadClass(variant.mainClass()).getDeclaredMethod("start", Settings.class);
      start.setAccessible(true);
      Settings given = Settings.of(all);
      // Weld looks for the application that is being started in a place that all have in common.
      synchronized (own) {
        return new InProcessService((RunningService) start.invoke(null, given), given);
      }
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case Throwable cause -> throw new IllegalStateException(cause);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** The address of its resource. */
  public URI resource() {
    return service.uri();
  }

  public RequestCount requests() {
    return service.requests();
  }

  /** The properties that it has asked for, such as {@code delayMs}. */
  public Set<String> asked() {
    return settings.used().keySet();
  }

  @Override
  public void close() {
    service.close();
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
      if (name.startsWith(KIT)) {
        return InProcessService.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }
  }
}
