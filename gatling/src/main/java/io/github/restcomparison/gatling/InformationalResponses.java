package io.github.restcomparison.gatling;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Passes over responses with status 1xx, such as 103 Early Hints: another one with the result
 * follows (RFC 9110, 15.2). Gatling takes the first for the result. Netty finds this class by
 * {@code META-INF/services}, because {@code jvm.options} has {@code io.netty.bootstrap.extensions}.
 */
public final class InformationalResponses extends ChannelInitializerExtension {
  @Override
  public void postInitializeClientChannel(Channel channel) {
    // Called before Gatling's own initializer, which adds the codec: this one runs after it.
    channel
        .pipeline()
        .addLast(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel registered) {
                ChannelHandlerContext codec = registered.pipeline().context(HttpClientCodec.class);
                if (codec != null) { // else HTTP/2 may be negotiated
                  registered.pipeline().addAfter(codec.name(), null, new Filter());
                }
              }
            });
  }

  private static final class Filter extends ChannelDuplexHandler {
    private boolean expectsContinue;
    private boolean passesOver;

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
        throws Exception {
      if (message instanceof HttpRequest request) {
        expectsContinue = HttpUtil.is100ContinueExpected(request);
      }
      super.write(context, message, promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
      if (message instanceof HttpResponse response) {
        passesOver = isPassedOver(response.status());
      }
      if (!passesOver) {
        super.channelRead(context, message);
        return;
      }
      passesOver = !(message instanceof LastHttpContent);
      ReferenceCountUtil.release(message);
    }

    private boolean isPassedOver(HttpResponseStatus status) {
      return status.codeClass() == HttpStatusClass.INFORMATIONAL
          && !status.equals(HttpResponseStatus.SWITCHING_PROTOCOLS)
          && !(expectsContinue && status.equals(HttpResponseStatus.CONTINUE));
    }
  }
}
