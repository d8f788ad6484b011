package io.github.restcomparison.servicekit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The main program of every service: settings, ready line, exit codes and drain, the same in all. A
 * service extends it, has its settings as fields with picocli's annotations, and starts its server
 * in {@link #serve}.
 */
@Command(
    abbreviateSynopsis = true,
    showDefaultValues = true,
    sortOptions = false,
    footer = {
      "",
      "Each option can be set as an environment variable: DELAY_MS for --delay-ms.",
      "Exit codes: 1 if it cannot start, 2 if a setting is invalid."
    })
public abstract class Service {
  private static final int CANNOT_START = 1;
  private static final int INVALID_SETTING = 2;

  /** The JVM's exit code after SIGTERM: 128 + 15. */
  private static final int ENDED_BY_SIGTERM = 143;

  /** Jersey's logger of warnings about each resource that is registered as an instance. */
  private static final Logger PROVIDERS =
      Logger.getLogger("org.glassfish.jersey.internal.inject.Providers");

  private final AtomicBoolean released = new AtomicBoolean();

  @Mixin protected final Endpoint endpoint;

  @Option(names = "--exit-with-parent", arity = "1", paramLabel = "true|false")
  private boolean exitWithParent;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help and exit.")
  private boolean help;

  /**
   * @param port the default of {@code --port}
   */
  protected Service(int port) {
    endpoint = new Endpoint(port);
  }

  /**
   * Starts it with its settings, each of which is valid, and returns once it responds.
   *
   * @throws InvalidSettingException if settings do not fit together; nothing is started then
   * @throws IOException if it cannot start; nothing is running then
   */
  protected abstract StartedServer serve() throws IOException;

  /**
   * Releases the resources of {@link #serve}, within {@link StartedServer#STOP_MS}; called when the
   * last request has ended, or had its time.
   */
  protected void stopped() {}

  /** Calls {@link #stopped} once, even if the running service is closed several times. */
  protected final void release() {
    if (!released.getAndSet(true)) {
      stopped();
    }
  }

  /**
   * Reads the settings and starts the service.
   *
   * @param environment returns the value of a variable, or null
   * @throws InvalidSettingException if a setting is invalid; nothing is started then
   * @throws IOException if the address cannot be bound, or the service cannot start
   */
  public final StartedServer start(UnaryOperator<String> environment, String... arguments)
      throws IOException {
    SettingsReader.read(this, environment, arguments);
    endpoint.availablePort();
    return serve();
  }

  /**
   * Returns the settings in force, by the names of their options in camel case: {@code delayMs}.
   */
  public final Map<String, String> settings() {
    return SettingsReader.of(this);
  }

  /**
   * Runs the service until SIGTERM, and exits with 1 or 2 and one line on standard error if it
   * cannot start. With {@code --exit-with-parent} it also stops when its standard input ends, which
   * the kernel closes at any end of the parent.
   */
  public final void run(String... arguments) {
    Logger.getLogger("").setLevel(Level.WARNING);
    PROVIDERS.setLevel(Level.SEVERE);
    try {
      StartedServer service = start(System::getenv, arguments);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> drain(service), "drain"));
      register(service);
      System.out.printf(
          "%s listening on %s (%s)%n",
          name(), service.uri(), service.configuration().get("transport"));
      if (exitWithParent) {
        exitWhenInputEnds();
      }
      // Some servers have daemon threads only: this one keeps the process alive.
      Thread.currentThread().join();
    } catch (InvalidSettingException e) {
      exit(e.getMessage(), INVALID_SETTING);
    } catch (IOException | JMException | RuntimeException e) {
      exit(e.getMessage() == null ? e.toString() : e.getMessage(), CANNOT_START);
    } catch (InterruptedException e) {
      exit("interrupted", CANNOT_START);
    }
  }

  private String name() {
    return new CommandLine(this).getCommandName();
  }

  private void exit(String why, int code) {
    System.err.println(name() + ": " + why.lines().findFirst().orElse(""));
    System.exit(code);
  }

  /**
   * Runs in the JVM's shutdown. Requests have had their time when it gives up: what a library still
   * waits for ends with the process.
   */
  private static void drain(StartedServer service) {
    Thread closing = Thread.ofPlatform().daemon().start(service::close);
    try {
      closing.join(StartedServer.DRAIN_MS + StartedServer.STOP_MS + 500L);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (closing.isAlive()) {
      Runtime.getRuntime().halt(ENDED_BY_SIGTERM);
    }
  }

  private static void exitWhenInputEnds() {
    try {
      while (System.in.read() >= 0) {
        // Whatever the parent writes: only the end counts.
      }
    } catch (IOException e) {
      // A broken pipe is an end, too.
    }
    System.exit(0);
  }

  private void register(StartedServer service) throws JMException, IOException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    Supplier<JvmCounters> jvm = JvmCounters.of(server);
    Map<String, String> configuration = new TreeMap<>(settings());
    configuration.putAll(service.configuration());
    ServiceMXBean bean =
        new ServiceMXBean() {
          @Override
          public ServiceCounters getCounters() {
            Requests requests = service.requests();
            return new ServiceCounters(
                requests.seen(),
                requests.inFlight(),
                requests.timed(),
                requests.timedMicros(),
                jvm.get());
          }

          @Override
          public void setWarmUpDelayMs(int delayMs) {
            Wait.setWarmUpDelayMs(delayMs);
          }

          @Override
          public Map<String, String> getConfiguration() {
            return configuration;
          }
        };
    server.registerMBean(bean, new ObjectName(ServiceMXBean.OBJECT_NAME));
  }
}
