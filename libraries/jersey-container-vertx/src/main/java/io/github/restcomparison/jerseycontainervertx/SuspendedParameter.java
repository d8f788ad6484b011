package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.container.AsyncResponse;
import java.util.function.Function;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.model.Parameter;
import org.glassfish.jersey.server.spi.internal.ValueParamProvider;

/** What {@code @Suspended AsyncResponse} is: {@link SuspendedResponse} in place of Jersey's own. */
final class SuspendedParameter implements ValueParamProvider {
  @Override
  public Function<ContainerRequest, ?> getValueProvider(Parameter parameter) {
    return parameter.getSource() == Parameter.Source.SUSPENDED
            && parameter.getRawType() == AsyncResponse.class
        ? request -> ((ResponseWriter) request.getResponseWriter()).suspendedResponse()
        : null;
  }

  @Override
  public PriorityType getPriority() {
    return Priority.HIGH;
  }
}
