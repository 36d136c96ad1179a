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
  static <T> T call(int tries, Deadline deadline, Supplier<T> attempt) {
    for (int tried = 1; ; tried++) {
      try {
        return attempt.get();
      } catch (WorkplanException e) {
        Duration wait = e.retryAfter() != null ? e.retryAfter() : backoff(tried);
        boolean tooLong = wait.compareTo(LONGEST_WAIT) > 0 || wait.toNanos() >= deadline.timeRemaining(TimeUnit.NANOSECONDS);
        if (tried >= tries || tooLong || !mayPass(e)) {
          throw e;
        }
        sleep(wait, e);
      }
    }
  }

  /** Whether the cause of a failure may pass. */
  private static boolean mayPass(WorkplanException e) {
    return switch (String.valueOf(e.status())) {
      case "503" -> !e.code().equals("too_expensive"); // the next try would be too
      case "429", "UNAVAILABLE" -> true;
      case "RESOURCE_EXHAUSTED" -> !e.code().equals(WorkplanException.UNEXPECTED_RESPONSE); // grpc-java has the same status for a response that is too large.
      default -> e.code().equals(WorkplanException.UNREACHABLE) || e.code().equals("idempotency_in_progress");
    };
  }

  /** 0.5 s, 1 s, 2 s and so on, plus or minus a fifth, so that clients that failed together do not return together. */
  static Duration backoff(int tried) {
    long wait = 250L << Math.min(tried, 7); // of a follower, up to 32 s
    return Duration.ofMillis((long) (wait * ThreadLocalRandom.current().nextDouble(0.8, 1.2)));
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
