package io.github.restcomparison.jerseycontainervertx;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.glassfish.jersey.server.model.Invocable;
import org.glassfish.jersey.server.model.Parameter;
import org.glassfish.jersey.server.spi.internal.ResourceMethodInvocationHandlerProvider;

/**
 * Calls methods that answer later: if the answer may block and is there on an event loop, another
 * thread hands it to Jersey, which maps and writes it at once.
 */
final class LoopMethods implements ResourceMethodInvocationHandlerProvider {
  private final Deployed application;

  LoopMethods(Deployed application) {
    this.application = application;
  }

  @Override
  public InvocationHandler create(Invocable invocable) {
    if (CompletionStage.class.isAssignableFrom(invocable.getRawResponseType())) {
      return this::stage;
    }
    boolean isSuspended =
        invocable.getParameters().stream()
            .anyMatch(parameter -> parameter.getSource() == Parameter.Source.SUSPENDED);
    return isSuspended ? this::suspended : null;
  }

  private Object suspended(Object target, Method method, Object[] arguments) throws Exception {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      boolean isResumed =
          Exchange.mayNotWait()
              && application.policy().errorsMayBlock()
              && Stream.of(arguments)
                  .anyMatch(
                      argument ->
                          argument instanceof SuspendedResponse response
                              && response.resume(e.getCause()));
      if (isResumed) {
        return null;
      }
      throw e;
    }
  }

  private Object stage(Object target, Method method, Object[] arguments) throws Exception {
    CompletionStage<?> stage;
    try {
      stage = (CompletionStage<?>) method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (!Exchange.mayNotWait() || !application.policy().errorsMayBlock()) {
        throw e;
      }
      stage = CompletableFuture.failedFuture(e.getCause());
    }
    if (stage == null) {
      return null;
    }
    Answer answer = new Answer();
    stage.whenComplete(answer::complete);
    return answer;
  }

  /** What Jersey waits for, and continues on a thread that may block if it has to. */
  private final class Answer extends CompletableFuture<Object> {
    private volatile boolean mayBlock;

    private void complete(Object value, Throwable error) {
      ThreadPolicy policy = application.policy();
      mayBlock = error == null ? policy.mayBlock(value) : policy.errorsMayBlock();
      if (error == null) {
        complete(value);
      } else {
        completeExceptionally(error);
      }
    }

    private boolean isForOtherThread() {
      return mayBlock && Exchange.mayNotWait();
    }

    /** False on the event loop if Jersey must not continue there. */
    @Override
    public boolean isDone() {
      return super.isDone() && !isForOtherThread();
    }

    @Override
    public CompletableFuture<Object> whenComplete(
        BiConsumer<? super Object, ? super Throwable> action) {
      return super.whenComplete(
          (value, error) -> {
            if (isForOtherThread()) {
              application.execute(() -> action.accept(value, error));
            } else {
              action.accept(value, error);
            }
          });
    }
  }
}
