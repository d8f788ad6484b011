package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.io.spi.FlushedCloseable;
import org.glassfish.jersey.message.internal.OutboundMessageContext;

/**
 * Jersey's context of a response, with less to allocate: its buffer is as large as what is written
 * (Jersey's has 8 KiB), and its media type is read without a parser.
 */
final class ResponseContext extends OutboundMessageContext {
  private static final Logger LOG = Logger.getLogger(ResponseContext.class.getName());

  private final int bufferBytes;
  private final GatheringStream gathering = new GatheringStream();
  private OutputStream stream = gathering;

  /**
   * That of a response with an entity and nothing else.
   *
   * @param bufferBytes that are gathered before the head is sent, 0 for none
   */
  ResponseContext(Object entity, int bufferBytes) {
    super((Configuration) null);
    this.bufferBytes = bufferBytes;
    setEntity(entity);
  }

  /** The same as another, of which nothing has been written yet. */
  ResponseContext(OutboundMessageContext original, int bufferBytes) {
    super(original);
    this.bufferBytes = bufferBytes;
  }

  @Override
  public MediaType getMediaType() {
    List<Object> types = getHeaders().get(HttpHeaders.CONTENT_TYPE);
    if (types == null || types.isEmpty()) {
      return null;
    }
    return types.size() == 1 && types.get(0) instanceof MediaType type
        ? type
        : super.getMediaType();
  }

  @Override
  public OutputStream getEntityStream() {
    return stream;
  }

  @Override
  public void setEntityStream(OutputStream wrapping) {
    stream = wrapping;
  }

  @Override
  public void enableBuffering(Configuration configuration) {
    gathering.gatherUpTo(bufferBytes);
  }

  @Override
  public void setStreamProvider(StreamProvider provider) {
    gathering.setTarget(provider);
  }

  @Override
  public void commitStream() throws IOException {
    if (!isCommitted()) {
      stream.flush();
      gathering.commit();
      gathering.flush();
    }
  }

  @Override
  public boolean isCommitted() {
    return gathering.isCommitted();
  }

  @Override
  public void close() {
    if (!hasEntity()) {
      return;
    }
    try {
      try {
        if (stream == gathering) {
          gathering.flushBeforeClose();
        } else if (!FlushedCloseable.flushOnClose(stream)) {
          stream.flush();
        }
        stream.close();
      } finally {
        gathering.close(); // what wraps it may not have
      }
    } catch (IOException e) {
      LOG.log(Level.FINE, "the response has been cut off", e);
    }
  }

  /**
   * Content that is gathered up to a limit, so that the head of its response can say how long it
   * is, and handed on as it comes from there on. It takes no more memory than what has been
   * written.
   */
  static final class GatheringStream extends OutputStream {
    private static final byte[] NOTHING = {};
    private static final int UNKNOWN = -1;

    private StreamProvider target;
    private OutputStream out;
    private byte[] gathered = NOTHING;
    private int size;
    private int limit;
    private boolean closed;

    /**
     * @param bytes that are gathered; none if it is 0 or less
     */
    void gatherUpTo(int bytes) {
      if (isCommitted() || size > 0) {
        throw new IllegalStateException("content has been written already");
      }
      limit = Math.max(0, bytes);
    }

    /** Where it goes to. */
    void setTarget(StreamProvider target) {
      this.target = target;
    }

    /** Whether anything has been handed on: the head with it, which cannot be changed any more. */
    boolean isCommitted() {
      return out != null;
    }

    /** Hands on what there is; its length is that of the whole content. */
    void commit() throws IOException {
      if (!isCommitted()) {
        open(limit > 0 ? size : UNKNOWN);
      }
    }

    private void open(int length) throws IOException {
      if (target == null) {
        throw new IllegalStateException("no output stream is set");
      }
      OutputStream opened = target.getOutputStream(length);
      out = opened == null ? OutputStream.nullOutputStream() : opened;
      out.write(gathered, 0, size);
      gathered = NOTHING;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (!isCommitted() && length <= limit - size) {
        gather(bytes, offset, length);
        return;
      }
      if (!isCommitted()) {
        open(UNKNOWN);
      }
      out.write(bytes, offset, length);
    }

    private void gather(byte[] bytes, int offset, int length) {
      if (size == 0) {
        gathered = Arrays.copyOfRange(bytes, offset, offset + length);
      } else {
        if (size + length > gathered.length) {
          gathered = Arrays.copyOf(gathered, Math.min(limit, 2 * (size + length)));
        }
        System.arraycopy(bytes, offset, gathered, size, length);
      }
      size += length;
    }

    @Override
    public void flush() throws IOException {
      if (isCommitted()) {
        out.flush();
      }
    }

    /** Flushes it, if closing it would not. */
    void flushBeforeClose() throws IOException {
      if (!FlushedCloseable.flushOnClose(out)) {
        flush();
      }
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      if (target == null) {
        target = length -> OutputStream.nullOutputStream();
      }
      commit();
      out.close();
    }
  }
}
