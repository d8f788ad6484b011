package io.github.restcomparison.system.driver;

import com.sun.tools.attach.VirtualMachine;
import io.github.restcomparison.records.TemporaryFolder;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * A service started as its users start it: {@code java -jar}, settings in the environment; with its
 * own folder of temporary files.
 */
public final class JarProcess extends ChildProcess {
  private static final String JCMD =
      Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();

  private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();

  private static final String TEMPORARY = "tmp";

  private static final Pattern ADDRESS = Pattern.compile("http://\\S+/myapp/myresource");

  private static final Pattern HELD_LOOP =
      Pattern.compile(
          "(?m)^.*BlockedThreadChecker\\R"
              + "WARNING: .*\\R(?:io\\.vertx\\.core\\.VertxException: .*\\R)?(?:\\tat .*\\R)*");

  private final TemporaryFolder folder;

  private JarProcess(ProcessBuilder builder, TemporaryFolder folder) throws IOException {
    super(builder, folder.path().resolve("out"));
    this.folder = folder;
  }

  /** Starts it; settings are {@code NAME=value}. */
  public static JarProcess start(Variant service, String... settings) throws IOException {
    return start(List.of(), service, settings);
  }

  /** The same with flags for the JVM. */
  public static JarProcess start(List<String> flags, Variant service, String... settings)
      throws IOException {
    return start(flags, List.of(), service, settings);
  }

  /** The same with arguments for the service. */
  public static JarProcess start(
      List<String> flags, List<String> arguments, Variant service, String... settings)
      throws IOException {
    String artifact = service.module().substring(service.module().lastIndexOf('/') + 1);
    Path jar = PROJECT.resolve(service.module()).resolve("target/" + artifact + ".jar");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")); // starts sooner
    command.addAll(flags);
    TemporaryFolder folder = folder();
    command.add(flag(folder));
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(arguments);
    return start(command, folder, service, settings);
  }

  /** Starts it as a run does, with the flags of its variant. */
  public static JarProcess asMeasured(Variant service, String... settings) throws IOException {
    TemporaryFolder folder = folder();
    String line =
        service
            .command(PROJECT)
            .command()
            .replaceFirst(" '-(jar|cp)'", " '" + flag(folder) + "'$0");
    return start(List.of("sh", "-c", line), folder, service, settings);
  }

  private static JarProcess start(
      List<String> command, TemporaryFolder folder, Variant service, String... settings)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(service.settings());
    for (String setting : settings) {
      String[] pair = setting.split("=", 2);
      builder.environment().put(pair[0], pair[1]);
    }
    return new JarProcess(builder, folder);
  }

  private static TemporaryFolder folder() throws IOException {
    TemporaryFolder folder = TemporaryFolder.named("service");
    Files.createDirectory(folder.path().resolve(TEMPORARY));
    return folder;
  }

  private static String flag(TemporaryFolder folder) {
    return "-Djava.io.tmpdir=" + folder.path().resolve(TEMPORARY);
  }

  /** Returns the temporary files that it has now, in a folder that is its alone. */
  public List<String> temporaryFiles() {
    return List.of(folder.path().resolve(TEMPORARY).toFile().list());
  }

  /**
   * What it printed, without warnings of jersey-vertx and of Vert.x that an event loop was held: on
   * a busy host the loop had no CPU, and that is no fault of the service.
   */
  public List<String> lines() throws IOException {
    return HELD_LOOP.matcher(output()).replaceAll("").lines().toList();
  }

  /** Waits for the ready line and gives the address in it. */
  public URI ready() throws Exception {
    until(() -> ADDRESS.matcher(output()).find() && output().endsWith("\n"));
    Matcher address = ADDRESS.matcher(output());
    address.find();
    return URI.create(address.group());
  }

  private static String said(String... command) throws IOException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.getMessage(); // not installed
    }
  }

  /** A question to its JVM. */
  private interface Question<T> {
    T ask(MBeanServerConnection jvm) throws Exception;
  }

  /** Returns what its JVM says over JMX, by which a run reads allocation and collections. */
  private <T> T fromJvm(Question<T> question) throws Exception {
    VirtualMachine jvm = VirtualMachine.attach(Long.toString(process().pid()));
    try (JMXConnector connector =
        JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()))) {
      return question.ask(connector.getMBeanServerConnection());
    } finally {
      jvm.detach();
    }
  }

  /** Returns whether it has the bean of the service-kit. */
  public boolean hasServiceKit() throws Exception {
    return fromJvm(jvm -> jvm.isRegistered(new ObjectName(ServiceMXBean.OBJECT_NAME)));
  }

  /**
   * Waits until so many requests have reached the resource since the service started, 60 s at most.
   * The service counts them, whatever its server is; see {@link ServiceMXBean}.
   */
  public void awaitRequests(long requests) throws Exception {
    fromJvm(
        jvm -> {
          ObjectName name = new ObjectName(ServiceMXBean.OBJECT_NAME);
          ServiceMXBean service = JMX.newMXBeanProxy(jvm, name, ServiceMXBean.class);
          Instant limit = Instant.now().plus(Duration.ofSeconds(60));
          while (service.getCounters().requestsSeen() < requests) {
            if (Instant.now().isAfter(limit)) {
              // Where the others are: in a socket, or in a thread.
              throw new AssertionError(
                  "%s after 60 s%n%s%n%s"
                      .formatted(
                          service.getCounters(),
                          said("ss", "-tanop"),
                          said(JCMD, Long.toString(process().pid()), "Thread.print")));
            }
            Thread.sleep(20);
          }
          return requests;
        });
  }

  /** By {@code jcmd}, as its operator would. */
  public void collectGarbage() throws IOException {
    said(JCMD, Long.toString(process().pid()), "GC.run");
  }

  @Override
  public void close() {
    super.close();
    process().onExit().join();
    folder.close();
  }
}
