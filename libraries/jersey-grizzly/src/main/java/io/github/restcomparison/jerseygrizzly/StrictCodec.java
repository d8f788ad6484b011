package io.github.restcomparison.jerseygrizzly;

import io.github.restcomparison.servicekit.Limits;
import io.github.restcomparison.servicekit.RequestRules;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.http.ChunkedTransferEncoding;
import org.glassfish.grizzly.http.HttpHeader;
import org.glassfish.grizzly.http.HttpPacketParsing;
import org.glassfish.grizzly.http.HttpRequestPacket;
import org.glassfish.grizzly.http.HttpServerFilter;
import org.glassfish.grizzly.http.KeepAlive;
import org.glassfish.grizzly.http.Method;
import org.glassfish.grizzly.http.Protocol;
import org.glassfish.grizzly.http.util.HttpStatus;

/** Grizzly's request parser, made to refuse what it would accept leniently. */
final class StrictCodec extends HttpServerFilter {
  private static final int MOST_FIELDS = 1_000;
  private static final Pattern UNDECODABLE = Pattern.compile("(?i)%00|%2f|%5c|/\\.\\.(/|$)");

  /** The request that is being read from a connection. */
  private static final Attribute<Object> REQUEST =
      Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(HTTP_SERVER_REQUEST_ATTR_NAME);

  private final Limits limits;

  // Grizzly has no constructor that takes all this and is not deprecated; its own server uses this.
  @SuppressWarnings("deprecation")
  StrictCodec(Limits limits, KeepAlive keepAlive) {
    super(true, limits.headBytes(), null, keepAlive, null, MOST_FIELDS, MOST_FIELDS, strict());
    this.limits = limits;
    setMaxPayloadRemainderToSkip(limits.bodyBytes());
  }

  private static Properties strict() {
    Properties properties = new Properties();
    properties.setProperty(
        ChunkedTransferEncoding.STRICT_CHUNKED_TRANSFER_CODING_LINE_TERMINATOR_RFC_9112, "true");
    // It would refuse bytes above 127, which are allowed; HeadSyntax checks the rest.
    properties.setProperty(STRICT_HEADER_VALUE_VALIDATION_RFC_9110, "false");
    return properties;
  }

  @Override
  public NextAction handleRead(FilterChainContext context) throws IOException {
    if (REQUEST.get(context.getConnection()) == null) {
      Buffer input = context.getMessage();
      int emptyLines = HeadSyntax.emptyLines(input, input.limit());
      if (emptyLines == input.limit()) {
        return context.getStopAction();
      }
      if (emptyLines > 0) {
        // Grizzly would take them for a part of the method.
        context.setMessage(input.split(emptyLines));
      }
    }
    return super.handleRead(context);
  }

  @Override
  protected boolean decodeHttpPacket(
      FilterChainContext context, HttpPacketParsing request, Buffer input) {
    // Looked for first: Grizzly writes spaces over folds as it reads.
    if (HeadSyntax.isFolded(input, input.limit())) {
      throw new IllegalStateException("a folded line");
    }
    boolean whole = super.decodeHttpPacket(context, request, input);
    if (!whole && !HeadSyntax.mayBegin(input, input.limit())) {
      // Grizzly would wait for the space behind the method for as long as the client likes.
      throw new IllegalStateException("no request line");
    }
    return whole;
  }

  /** Ignores upgrades: with one, Grizzly would leave Content-Type out of the answer. */
  @Override
  protected void onIncomingUpgrade(FilterChainContext context, HttpHeader request) {
    request.getUpgradeDC().recycle();
  }

  @Override
  protected boolean onHttpHeaderParsed(HttpHeader header, Buffer head, FilterChainContext context) {
    HttpRequestPacket request = (HttpRequestPacket) header;
    int refusal = refusal(request, head);
    if (refusal != 0) {
      request.setProtocol(Protocol.HTTP_1_1);
      HttpStatus.getHttpStatus(refusal).setValues(request.getResponse());
      return true;
    }
    boolean error = super.onHttpHeaderParsed(header, head, context);
    if (request.isExpectContent()) {
      // No resource here takes content: it is answered, and what comes after its head is not read.
      request.setContentBroken(true);
      request.getProcessingState().setKeepAlive(false);
    } else if (asksToClose(request)) {
      request.getProcessingState().setKeepAlive(false);
    }
    return error;
  }

  private int refusal(HttpRequestPacket request, Buffer head) {
    boolean http11 = request.getProtocolString().equals("HTTP/1.1");
    if (!http11 && !request.getProtocolString().equals("HTTP/1.0")) {
      return 505;
    }
    if (request.getMethod() == Method.CONNECT) {
      return 501;
    }
    if (!HeadSyntax.isValid(head, head.position()) || !isTarget(request)) {
      return 400;
    }
    if (request.isChunked() && HeadSyntax.hasField(head, head.position(), "content-length")) {
      return 400; // Grizzly has dropped the length
    }
    return RequestRules.refusal(http11, name -> values(request, name), limits.bodyBytes());
  }

  /** Grizzly answers 500 to paths that it cannot decode or that lead out of its root. */
  private static boolean isTarget(HttpRequestPacket request) {
    String path = request.getRequestURI();
    String query = request.getQueryString();
    return RequestRules.isTarget(query == null ? path : path + "?" + query)
        && !UNDECODABLE.matcher(path).find();
  }

  private static boolean asksToClose(HttpRequestPacket request) {
    return values(request, "Connection").stream()
        .flatMap(options -> Arrays.stream(options.split(",")))
        .anyMatch(option -> option.strip().equalsIgnoreCase("close"));
  }

  private static List<String> values(HttpRequestPacket request, String name) {
    if (!request.containsHeader(name)) {
      return List.of();
    }
    List<String> values = new ArrayList<>(1);
    request.getHeaders().values(name).forEach(values::add);
    return values;
  }

  /** Tells 414 from 431 where a head is too long; Grizzly would answer 400. */
  @Override
  protected void onHttpHeaderError(HttpHeader header, FilterChainContext context, Throwable thrown)
      throws IOException {
    HttpRequestPacket request = (HttpRequestPacket) header;
    String message = thrown.getMessage();
    if (message != null && message.contains("too large")) {
      // "HTTP packet intial line is too large", "HTTP packet header is too large"
      HttpStatus status =
          message.contains("line")
              ? HttpStatus.REQUEST_URI_TOO_LONG_414
              : HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE;
      status.setValues(request.getResponse());
    }
    super.onHttpHeaderError(header, context, thrown);
  }
}
