package io.github.workplanapi;

import io.grpc.Deadline;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The rules for repeating a call, the same over both protocols. */
final class Retries {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private Retries() {}

  /** Makes a call until it succeeds, may not be repeated, or the wait would exceed the deadline. */
  static <T> T call(int tries, Deadline deadline, boolean idempotent, Supplier<T> attempt) {
    for (int tried = 1; ; tried++) {
      try {
        return attempt.get();
      } catch (WorkplanException e) {
        Duration wait = e.retryAfter() != null ? e.retryAfter() : backoff(tried);
        boolean tooLong = wait.compareTo(LONGEST_WAIT) > 0 || wait.toNanos() >= deadline.timeRemaining(TimeUnit.NANOSECONDS);
        if (tried >= tries || tooLong || !mayRepeat(e, idempotent)) {
          throw e;
        }
        sleep(wait, e);
      }
    }
  }

  /** A call that the server refused with 429 changed nothing. Other failed calls may have changed something, so only idempotent ones are repeated. */
  private static boolean mayRepeat(WorkplanException e, boolean idempotent) {
    return switch (String.valueOf(e.status())) {
      case "429" -> true;
      case "RESOURCE_EXHAUSTED" -> idempotent || !e.code().equals(WorkplanException.UNEXPECTED_RESPONSE); // grpc-java has the same status for a response that is too large.
      case "503", "UNAVAILABLE" -> idempotent;
      default -> idempotent && e.code().equals(WorkplanException.UNREACHABLE);
    };
  }

  /** 0.5 s, 1 s, 2 s and so on, plus or minus a fifth, so that clients that failed together do not return together. */
  private static Duration backoff(int tried) {
    return Duration.ofMillis((long) ((250L << tried) * ThreadLocalRandom.current().nextDouble(0.8, 1.2)));
  }

  private static void sleep(Duration wait, WorkplanException failure) {
    try {
      TimeUnit.NANOSECONDS.sleep(wait.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }
}
