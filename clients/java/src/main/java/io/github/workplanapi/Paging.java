package io.github.workplanapi;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads all rows of a list, page by page. */
public final class Paging {
  private Paging() {}

  /**
   * Returns all rows of a list over gRPC. Fetches a page when its first row is read.
   *
   * <pre>{@code
   * Stream<User> users = Paging.rows(
   *     workplan.users()::listUsers, ListUsersRequest.newBuilder().setLimit(200).build(), page -> page.getData().getItemsList());
   * }</pre>
   *
   * @param list the rpc
   * @param request the request of the first page; its limit is the size of a page
   * @param items the rows of a response
   */
  public static <Q extends Message, R extends Message, T> Stream<T> rows(Function<Q, R> list, Q request, Function<R, List<T>> items) {
    return read(cursor -> list.apply(after(request, cursor)), items, Paging::nextCursor);
  }

  /** Returns all rows of a list. fetch gets the cursor of a page, which is null for the first one. */
  static <P, T> Stream<T> read(Function<String, P> fetch, Function<P, List<T>> items, Function<P, String> nextCursor) {
    Iterator<T> all = new Iterator<>() {
      private Iterator<T> page = List.<T>of().iterator();
      private String cursor;
      private boolean more = true;

      @Override
      public boolean hasNext() {
        while (!page.hasNext() && more) {
          P next = fetch.apply(cursor);
          page = items.apply(next).iterator();
          cursor = nextCursor.apply(next);
          more = cursor != null;
        }
        return page.hasNext();
      }

      @Override
      public T next() {
        hasNext();
        return page.next();
      }
    };
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(all, Spliterator.ORDERED), false);
  }

  @SuppressWarnings("unchecked") // A builder builds the message that it was made from.
  private static <Q extends Message> Q after(Q request, String cursor) {
    if (cursor == null) {
      return request;
    }
    Descriptor fields = request.getDescriptorForType();
    return (Q) request.toBuilder()
        .setField(fields.findFieldByName("cursor"), cursor)
        .clearField(fields.findFieldByName("offset")) // The server refuses both together.
        .build();
  }

  private static String nextCursor(Message response) {
    Message page = (Message) response.getField(response.getDescriptorForType().findFieldByName("data"));
    var nextCursor = page.getDescriptorForType().findFieldByName("next_cursor");
    return page.hasField(nextCursor) ? (String) page.getField(nextCursor) : null;
  }
}
