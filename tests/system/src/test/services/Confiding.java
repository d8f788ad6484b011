import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A service that shows its secrets wherever it can: in its log, in names of threads, in exceptions
 * and in responses. {@code java -Dkey=SECRET Confiding PORT TOKEN}
 */
class Confiding {
  private static final AtomicInteger RESPONSES = new AtomicInteger();

  public static void main(String[] args) throws IOException {
    for (String name : new String[] {"KEY", "PEM", "ODD", "OTHER"}) {
      System.out.println(name + "=" + System.getenv(name));
    }
    System.out.println(System.getProperties());
    System.out.println("{\"pem\":\"" + ("" + System.getenv("PEM")).replace("\n", "\\n") + "\"}");
    String token = args[1] + "-" + ProcessHandle.current().pid();
    HttpServer server =
        HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 100);
    server.setExecutor(
        Executors.newCachedThreadPool(
            Thread.ofPlatform().name("of " + System.getenv("KEY") + "-", 1).factory()));
    server.createContext(
        "/login",
        e -> {
          System.out.println("issued " + token);
          respond(e, 200, "{\"token\":\"" + token + "\"}");
        });
    server.createContext("/", e -> echo(e));
    server.start();
  }

  /** Every tenth response is wrong, but not that of the check, and has all that the request had. */
  private static void echo(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String request =
        exchange.getRequestURI().getRawQuery()
            + " "
            + exchange.getRequestURI().getQuery()
            + " "
            + exchange.getRequestHeaders().getFirst("Authorization")
            + " "
            + body;
    System.err.println(request);
    for (int i = 0; i < 200_000; i++) {
      body = i % 1_000 == 0 ? request + i : body;
    }
    boolean isRight = RESPONSES.incrementAndGet() % 10 != 0;
    respond(exchange, 200, isRight ? "right" : "x".repeat(20) + request + body);
  }

  private static void respond(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
