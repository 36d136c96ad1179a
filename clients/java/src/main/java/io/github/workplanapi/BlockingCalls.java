package io.github.workplanapi;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.Deadline;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Makes the calls of blocking stubs. Adds the key, a deadline and retries, and throws {@link WorkplanException}.
 *
 * <p>A blocking stub wraps the status of a closed call in its own StatusRuntimeException, but passes on what a call throws.
 * So the whole call with its tries runs on the caller's thread, at the moment when the stub has sent its request.
 */
final class BlockingCalls implements ClientInterceptor {
  private static final Metadata.Key<String> AUTHORIZATION = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> IDEMPOTENCY_KEY = Metadata.Key.of("idempotency-key", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> IF_MATCH = Metadata.Key.of("if-match", Metadata.ASCII_STRING_MARSHALLER);

  private final String target;
  private final String authorization;
  private final Options options;

  BlockingCalls(String target, String key, Options options) {
    this.target = target;
    this.authorization = Bearer.authorization(key);
    this.options = options;
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions callOptions, Channel next) {
    return method.getType() == MethodType.UNARY
        ? new BlockingCall<>(method, callOptions, next)
        : new StreamingCall<>(next.newCall(method, callOptions));
  }

  /** A stream with the key. It has no deadline and is not repeated: {@link GrpcClient#follow} does that. */
  private final class StreamingCall<Q, R> extends SimpleForwardingClientCall<Q, R> {
    StreamingCall(ClientCall<Q, R> call) {
      super(call);
    }

    @Override
    public void start(Listener<R> listener, Metadata metadata) {
      metadata.put(AUTHORIZATION, authorization);
      super.start(listener, metadata);
    }
  }

  private final class BlockingCall<Q, R> extends ClientCall<Q, R> {
    private final MethodDescriptor<Q, R> method;
    private final CallOptions callOptions;
    private final Channel next;
    private Listener<R> listener;
    private Metadata metadata;
    private Q request;

    BlockingCall(MethodDescriptor<Q, R> method, CallOptions callOptions, Channel next) {
      this.method = method;
      this.callOptions = callOptions;
      this.next = next;
    }

    @Override
    public void start(Listener<R> listener, Metadata metadata) {
      this.listener = listener;
      this.metadata = metadata;
      metadata.put(AUTHORIZATION, authorization);
      // After a lost response, the next try of a call with if-match would conflict with the change of this one.
      boolean again = (method.isSafe() || method.isIdempotent()) && !metadata.containsKey(IF_MATCH);
      if (!again && !metadata.containsKey(IDEMPOTENCY_KEY)) {
        metadata.put(IDEMPOTENCY_KEY, UUID.randomUUID().toString());
      }
    }

    @Override
    public void sendMessage(Q request) {
      this.request = request;
    }

    @Override
    public void halfClose() {
      Deadline deadline = callOptions.getDeadline() != null
          ? callOptions.getDeadline()
          : Deadline.after(options.timeout().toNanos(), TimeUnit.NANOSECONDS);
      R response = Retries.call(options.tries(), deadline, () -> attempt(deadline));
      listener.onMessage(response);
      listener.onClose(Status.OK, new Metadata());
    }

    private R attempt(Deadline deadline) {
      AtomicReference<Metadata> headers = new AtomicReference<>();
      AtomicReference<Metadata> trailers = new AtomicReference<>();
      Channel channel = ClientInterceptors.intercept(next,
          MetadataUtils.newAttachHeadersInterceptor(metadata), MetadataUtils.newCaptureMetadataInterceptor(headers, trailers));
      try {
        return ClientCalls.blockingUnaryCall(channel, method, callOptions.withDeadline(deadline), request);
      } catch (StatusRuntimeException e) {
        throw GrpcFailure.of(e, target + "/" + method.getFullMethodName(), headers.get(), trailers.get());
      }
    }

    @Override
    public void request(int messages) {}

    @Override
    public void cancel(String message, Throwable cause) {}
  }
}
