package io.github.workplanapi;

import java.time.Duration;

/**
 * Limits of a call.
 *
 * @param timeout the time for a call, including all tries and the waits between them
 * @param tries the maximum number of tries, 1 or more
 */
public record Options(Duration timeout, int tries) {
  /** 30 seconds and 4 tries. */
  public static final Options DEFAULT = new Options(Duration.ofSeconds(30), 4);

  public Options {
    if (timeout.isNegative() || timeout.isZero() || tries < 1) {
      throw new IllegalArgumentException("timeout must be more than 0, and tries 1 or more");
    }
  }

  /** These options with another timeout. */
  public Options withTimeout(Duration timeout) {
    return new Options(timeout, tries);
  }

  /** These options with another number of tries. */
  public Options withTries(int tries) {
    return new Options(timeout, tries);
  }
}
