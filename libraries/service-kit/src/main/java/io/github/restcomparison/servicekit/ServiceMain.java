package io.github.restcomparison.servicekit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.ObjectName;

/** The main program of every service: settings, ready line, exit codes and drain, alike in all. */
public final class ServiceMain {
  private static final int BAD_SETTING = 2;
  private static final int DROPPED = 1;

  /** Starts a service with its settings. */
  @FunctionalInterface
  public interface Starter {
    /**
     * Returns once the service answers.
     *
     * @throws SettingException where a setting cannot be used; nothing is started then
     * @throws IOException where its address cannot be bound
     */
    RunningService start(Settings settings) throws IOException;
  }

  private ServiceMain() {}

  /**
   * Starts the service, says so in one line, and leaves it running until SIGTERM.
   *
   * <p>Exits with 2 and one line where a setting is bad, with 1 and one line where it cannot start.
   * With {@code EXIT_WITH_PARENT=true} it also stops when its standard input ends, which the kernel
   * sees to however the parent dies.
   */
  public static void run(String name, Starter starter) {
    Logger.getLogger("").setLevel(Level.WARNING);
    Settings settings = Settings.ofThisProcess();
    try {
      boolean exitWithParent = settings.flag("EXIT_WITH_PARENT");
      RunningService service = starter.start(settings);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> drain(service), "drain"));
      register(service, settings);
      String transport = service.configuration().get("transport");
      System.out.println(name + " listening on " + service.uri() + " (" + transport + ")");
      if (exitWithParent) {
        exitWhenInputEnds();
      }
      // Some servers have daemon threads only: this one keeps the process until SIGTERM.
      Thread.currentThread().join();
    } catch (SettingException e) {
      exit(name, e.getMessage(), BAD_SETTING);
    } catch (BindException e) {
      String where = settings.used().get("host") + ":" + settings.used().get("port");
      exit(name, "PORT: cannot listen on " + where + ": " + e.getMessage(), DROPPED);
    } catch (IOException | JMException | RuntimeException e) {
      exit(name, "cannot start: " + e, DROPPED);
    } catch (InterruptedException e) {
      exit(name, "interrupted", DROPPED);
    }
  }

  private static void exit(String name, String why, int code) {
    System.err.println(name + ": " + why);
    System.exit(code);
  }

  /** Runs in the JVM's shutdown; a drain that hangs must not keep the process alive. */
  private static void drain(RunningService service) {
    SecondSignal.endsTheProcess();
    Thread closing = Thread.ofPlatform().daemon().start(service::close);
    try {
      closing.join(RunningService.DRAIN_MS + 500L);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (closing.isAlive()) {
      Runtime.getRuntime().halt(DROPPED);
    }
  }

  private static void exitWhenInputEnds() {
    try {
      while (System.in.read() >= 0) {
        // whatever the parent writes, only the end counts
      }
    } catch (IOException e) {
      // a broken pipe is an end too
    }
    System.exit(0);
  }

  private static void register(RunningService service, Settings settings) throws JMException {
    ServiceMXBean bean =
        new ServiceMXBean() {
          @Override
          public long getRequestsSeen() {
            return service.requests().seen();
          }

          @Override
          public long getInFlight() {
            return service.requests().inFlight();
          }

          @Override
          public ServiceCounters getCounters() {
            return ServiceCounters.of(service);
          }

          @Override
          public void drive(int delayMs) {
            DrivenDelay.drive(delayMs);
          }

          @Override
          public Map<String, String> getConfiguration() {
            Map<String, String> all = new TreeMap<>(settings.used());
            all.putAll(service.configuration());
            return all;
          }
        };
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(bean, new ObjectName(ServiceMXBean.OBJECT_NAME));
  }
}
