package io.github.workplanapi;

import io.github.workplanapi.v1.Event;
import io.github.workplanapi.v1.EventPage;
import io.github.workplanapi.v1.EventServiceGrpc;
import io.github.workplanapi.v1.ListEventsRequest;
import io.github.workplanapi.v1.WatchEventsRequest;
import io.github.workplanapi.v1.WatchEventsResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/** Reads the journal over gRPC: the first events from a list, which has a deadline and is sent again, and the others from a stream. */
final class GrpcJournal implements Follower.Journal<Event> {
  /** The server sends a message every 15 seconds. */
  private static final long LONGEST_SILENCE_SECONDS = 45;

  private final Channel channel;
  private final String address;
  private final WatchEventsRequest.Builder next;
  private final AtomicReference<Metadata> headers = new AtomicReference<>();
  private final AtomicReference<Metadata> trailers = new AtomicReference<>();
  private boolean listed;
  private volatile BlockingClientCall<WatchEventsRequest, WatchEventsResponse> stream; // null: not open

  GrpcJournal(Channel channel, String target, WatchEventsRequest request) {
    this.channel = ClientInterceptors.intercept(channel, MetadataUtils.newCaptureMetadataInterceptor(headers, trailers));
    this.address = target + "/" + EventServiceGrpc.getWatchEventsMethod().getFullMethodName();
    this.next = request.toBuilder();
  }

  @Override
  public List<Event> read() {
    return listed ? watch() : list();
  }

  private List<Event> list() {
    ListEventsRequest.Builder request = ListEventsRequest.newBuilder().addAllTypes(next.getTypesList());
    if (next.hasAfter()) {
      request.setAfter(next.getAfter());
    }
    EventPage page = EventServiceGrpc.newBlockingStub(channel).listEvents(request.build()).getData();
    next.setAfter(Long.toString(page.getNextAfter()));
    listed = true;
    return page.getItemsList();
  }

  private List<Event> watch() {
    try {
      if (stream == null) {
        stream = ClientCalls.blockingV2ServerStreamingCall(channel, EventServiceGrpc.getWatchEventsMethod(), CallOptions.DEFAULT, next.build());
      }
      WatchEventsResponse message = stream.read(LONGEST_SILENCE_SECONDS, TimeUnit.SECONDS);
      if (message == null) {
        throw ended("the stream of events has ended", null);
      }
      next.setAfter(Long.toString(message.getSeq()));
      return message.hasEvent() ? List.of(message.getEvent()) : List.of();
    } catch (StatusException e) {
      stream = null;
      throw GrpcFailure.of(e.getStatus().asRuntimeException(e.getTrailers()), address, headers.get(), trailers.get());
    } catch (TimeoutException e) {
      throw ended("the stream of events was silent for too long", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ended("interrupted", e);
    }
  }

  private WorkplanException ended(String how, Exception cause) {
    close();
    return WorkplanException.unreachable(address + ": " + how, null, cause);
  }

  @Override
  public void close() {
    BlockingClientCall<?, ?> open = stream;
    stream = null;
    if (open != null) {
      open.cancel("the follower has ended", null);
    }
  }
}
