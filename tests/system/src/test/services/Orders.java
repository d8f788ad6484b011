import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A service that knows nothing of who measures it: an order takes 20 ms, on a thread of a pool or on
 * a virtual one. {@code java Orders PORT THREADS|virtual [FAULT,…]}
 */
class Orders {
  private static final long START = System.nanoTime();
  private static final AtomicLong ORDERS = new AtomicLong();

  public static void main(String[] args) throws IOException {
    List<String> faults = args.length > 2 ? List.of(args[2].split(",")) : List.of();
    System.out.println("the token is " + System.getenv("TOKEN"));
    if (faults.contains("exits")) {
      System.err.println("no database");
      System.exit(7);
    }
    int port = Integer.parseInt(args[0]);
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 1_000);
    server.setExecutor(
        args[1].equals("virtual")
            ? Executors.newVirtualThreadPerTaskExecutor()
            : Executors.newFixedThreadPool(Integer.parseInt(args[1])));
    server.createContext("/health", e -> respond(e, faults.contains("sick") ? 500 : 200, "up"));
    server.createContext("/metrics", e -> respond(e, 200, "orders_total " + ORDERS.get() + "\n"));
    server.createContext("/orders", e -> order(e, faults));
    server.start();
    if (faults.contains("leaks")) {
      new ProcessBuilder("setsid", "sleep", "987654").start();
    }
  }

  private static void order(HttpExchange exchange, List<String> faults) throws IOException {
    if (faults.contains("late") && System.nanoTime() - START < 4_000_000_000L) {
      respond(exchange, 404, "not yet");
      return;
    }
    if (faults.contains("dies")) {
      System.err.println("no memory");
      Runtime.getRuntime().halt(9);
    }
    ORDERS.incrementAndGet();
    try {
      if (faults.contains("burns")) {
        burn();
      } else {
        Thread.sleep(faults.contains("slow") ? 2_000 : 20);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String path = exchange.getRequestURI().getPath();
    respond(exchange, 200, "{\"id\":\"%s\"}".formatted(path.substring(8)));
  }

  /** Takes 5 ms of CPU time, however long that is on a busy host. */
  private static void burn() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + 5_000_000;
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }

  private static void respond(HttpExchange exchange, int status, String text) throws IOException {
    exchange.getRequestBody().readAllBytes();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
