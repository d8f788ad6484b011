package io.github.restcomparison.system.driver;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A client that sends the frames that it is told to (RFC 9113, 4), over one connection without TLS,
 * and reads all that comes back.
 */
public final class Http2Client implements AutoCloseable {
  /** Flag of HEADERS: nothing follows. */
  public static final int END_STREAM = 0x1;

  /** Flag of HEADERS and CONTINUATION: no CONTINUATION follows. */
  public static final int END_HEADERS = 0x4;

  private static final int DATA = 0x0;
  public static final int HEADERS = 0x1;
  public static final int RST_STREAM = 0x3;
  public static final int SETTINGS = 0x4;
  public static final int PING = 0x6;
  public static final int CONTINUATION = 0x9;
  private static final int GOAWAY = 0x7;

  private static final int PATIENCE_MS = 60_000;
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private final Socket socket;
  private final DataOutputStream out;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Set<Integer> ended = ConcurrentHashMap.newKeySet();
  private volatile boolean isToldToGo;

  public Http2Client(URI service) throws IOException {
    socket = new Socket(service.getHost(), service.getPort());
    socket.setSoTimeout(PATIENCE_MS);
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
    out.write(PREFACE.getBytes(StandardCharsets.US_ASCII));
    frame(SETTINGS, 0, 0);
    Thread.ofVirtual().start(this::read);
  }

  /** Sends a frame, soon. */
  public void frame(int type, int flags, int stream, byte... payload) throws IOException {
    out.writeByte(payload.length >> 16);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
  }

  /** What asks for a path, as HPACK has it, without any compression (RFC 7541, 6.2.2). */
  public static byte[] get(String path) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(0x82); // :method: GET
    block.write(0x86); // :scheme: http
    block.write(0x04); // :path, of an own value
    text(block, path);
    block.write(0x01); // :authority
    text(block, "a");
    return block.toByteArray();
  }

  /** A CONNECT, which has an authority and no path (RFC 9113, 8.5). */
  public static byte[] connect() {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(0x02); // :method, of an own value
    text(block, "CONNECT");
    block.write(0x01); // :authority
    text(block, "a");
    return block.toByteArray();
  }

  /** A field that the decoder keeps, or does not, as {@code code} says: 0x40 or 0x00. */
  public static byte[] field(int code, String name, String value) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(code);
    text(block, name);
    text(block, value);
    return block.toByteArray();
  }

  private static void text(ByteArrayOutputStream block, String text) {
    int length = text.length();
    if (length < 127) {
      block.write(length);
    } else {
      block.write(127);
      int rest = length - 127;
      for (; rest >= 128; rest >>= 7) {
        block.write(rest & 127 | 128);
      }
      block.write(rest);
    }
    block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  public void flush() throws IOException {
    out.flush();
  }

  private void read() {
    try (DataInputStream in = new DataInputStream(socket.getInputStream())) {
      while (true) {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        in.skipNBytes(length);
        boolean last = (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
        if (last || type == RST_STREAM) {
          ended.add(stream);
        }
        isToldToGo |= type == GOAWAY;
      }
    } catch (IOException e) {
      // It has been closed, by this side or the other.
    } finally {
      closed.countDown();
    }
  }

  /** Whether the server has said GOAWAY, which comes with its reason before it closes. */
  public boolean isToldToGo() {
    return isToldToGo;
  }

  /** Returns whether the server has ended a stream in time, with a response or an error. */
  public boolean isEndedWithin(int stream, long ms) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (!ended.contains(stream) && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    return ended.contains(stream);
  }

  /** Whether the connection is closed in time. */
  public boolean isClosedWithin(long ms) throws InterruptedException {
    return closed.await(ms, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
