package io.github.restcomparison.gatling;

import io.gatling.http.client.body.RequestBody;
import io.gatling.http.client.body.RequestBodyBuilder;
import io.gatling.http.client.body.WritableContent;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.FileRegion;
import io.netty.handler.stream.ChunkedInput;
import java.io.IOException;

/** The content of a request, whose rest is not sent if the response arrives first. */
final class Upload implements RequestBody {
  private final RequestBody body;
  private volatile Object content;

  Upload(RequestBody body) {
    this.body = body;
  }

  @Override
  public WritableContent build(ByteBufAllocator allocator) throws IOException {
    WritableContent built = body.build(allocator);
    content = built.getContent();
    return built;
  }

  /** Returns whether all of it has been sent, as far as it is known. */
  boolean isSent() {
    return switch (content) {
      case FileRegion region -> region.transferred() >= region.count();
      case ChunkedInput<?> chunks -> chunks.progress() >= chunks.length();
      case null, default -> true;
    };
  }

  @Override
  public RequestBodyBuilder newBuilder() {
    return body.newBuilder();
  }

  @Override
  public byte[] getBytes() {
    return body.getBytes();
  }

  @Override
  public CharSequence getPatchedContentType() {
    return body.getPatchedContentType();
  }

  @Override
  public String print(int maxLength) {
    return body.print(maxLength);
  }
}
