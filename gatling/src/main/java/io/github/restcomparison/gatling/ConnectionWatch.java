package io.github.restcomparison.gatling;

import io.github.restcomparison.runner.load.Connections;
import io.github.restcomparison.runner.load.Connections.Connection;
import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/**
 * Reports the events of each connection of Gatling's client to {@link Connections}. Netty finds
 * this class by {@code META-INF/services}, because {@code jvm.options} has {@code
 * io.netty.bootstrap.extensions}.
 */
public final class ConnectionWatch extends ChannelInitializerExtension {
  @Override
  public void postInitializeClientChannel(Channel channel) {
    channel.pipeline().addFirst(new Events(Connections.OF_THIS_JVM.connection()));
  }

  /** Next to the socket: it sees what is sent and received, encrypted or not. */
  private static final class Events extends ChannelDuplexHandler {
    private final Connection connection;

    Events(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      connection.opened();
      context.fireChannelActive();
    }

    @Override
    public void flush(ChannelHandlerContext context) {
      connection.sent();
      context.flush();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      connection.received();
      context.fireChannelRead(message);
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
      connection.close();
      context.close(promise);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      connection.closed();
      context.fireChannelInactive();
    }
  }
}
