package io.github.workplanapi;

import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The events of the journal, part by part. If a part fails, it reads again for as long as it takes. But it throws a failure of the first
 * part, and one that does not pass. It ends when the thread is interrupted, or when its stream is closed.
 */
final class Follower<E> implements Iterator<E> {
  /** Where a follower reads. */
  interface Journal<E> extends AutoCloseable {
    /** Reads the next events, or none after a while. Throws {@link WorkplanException}. */
    List<E> read();

    @Override
    default void close() {}
  }

  /** Something else than Workplan responds if a proxy does, for example while the server restarts. */
  private static final Set<String> PASSING =
      Set.of(WorkplanException.UNREACHABLE, WorkplanException.UNEXPECTED_RESPONSE, "unavailable", "rate_limited", "too_many_concurrent");

  private final Journal<E> journal;
  private Iterator<E> part = Collections.emptyIterator();
  private boolean connected;
  private int failures;
  private volatile boolean closed;

  private Follower(Journal<E> journal) {
    this.journal = journal;
  }

  static <E> Stream<E> stream(Journal<E> journal) {
    Follower<E> follower = new Follower<>(journal);
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(follower, Spliterator.ORDERED | Spliterator.NONNULL), false)
        .onClose(follower::close);
  }

  private void close() {
    closed = true;
    journal.close();
  }

  @Override
  public boolean hasNext() {
    while (!part.hasNext() && !ended()) {
      try {
        part = journal.read().iterator();
        connected = true;
        failures = 0;
      } catch (WorkplanException e) {
        if (!ended()) {
          pauseAfter(e);
        }
      }
    }
    return part.hasNext();
  }

  @Override
  public E next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return part.next();
  }

  private boolean ended() {
    return closed || Thread.currentThread().isInterrupted();
  }

  /** Waits as long as the server asks, otherwise 0.5 s, 1 s, 2 s and so on. */
  private void pauseAfter(WorkplanException e) {
    if (e.code().equals("cursor_expired") || e.code().equals("cursor_ahead")) {
      throw new CursorException(e);
    }
    if (!connected || !PASSING.contains(e.code())) {
      throw e;
    }
    failures++;
    Duration wait = e.retryAfter() != null ? e.retryAfter() : Retries.backoff(failures);
    try {
      TimeUnit.NANOSECONDS.sleep(wait.toNanos());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
