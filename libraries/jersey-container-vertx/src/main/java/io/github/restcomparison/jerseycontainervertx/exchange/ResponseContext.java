package io.github.restcomparison.jerseycontainervertx.exchange;

import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.io.spi.FlushedCloseable;
import org.glassfish.jersey.message.internal.OutboundMessageContext;

/**
 * What Jersey keeps of a response, for less: its buffer is as large as what is written, where
 * Jersey's has 8 KiB for each response, and its media type is read without making what would parse
 * one.
 */
public final class ResponseContext extends OutboundMessageContext {
  private static final Logger LOG = Logger.getLogger(ResponseContext.class.getName());

  private final int bufferBytes;
  private final GatheringStream gathering = new GatheringStream();
  private OutputStream stream = gathering;

  /**
   * That of a response with an entity and nothing else.
   *
   * @param bufferBytes that are gathered before the head is sent, 0 for none
   */
  public ResponseContext(Object entity, int bufferBytes) {
    super((Configuration) null);
    this.bufferBytes = bufferBytes;
    setEntity(entity);
  }

  /** The same as another, of which nothing has been written yet. */
  public ResponseContext(OutboundMessageContext original, int bufferBytes) {
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
}
