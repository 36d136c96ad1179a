package io.github.workplanapi;

import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Goes through the rows of a list. */
public final class Paging {
  private Paging() {}

  /**
   * Returns all rows of a list, page by page as they are asked for.
   *
   * @param list answers with the page from an offset on
   * @param rows the rows of a page
   * @param hasMore whether rows follow after a page
   */
  public static <P, T> Stream<T> rows(LongFunction<P> list, Function<P, List<T>> rows, Predicate<P> hasMore) {
    Iterator<T> all = new Iterator<>() {
      private Iterator<T> page = List.<T>of().iterator();
      private long offset;
      private boolean more = true;

      @Override
      public boolean hasNext() {
        while (!page.hasNext() && more) {
          P next = list.apply(offset);
          List<T> items = rows.apply(next);
          offset += items.size();
          more = hasMore.test(next);
          page = items.iterator();
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
}
