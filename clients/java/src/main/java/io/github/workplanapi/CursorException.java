package io.github.workplanapi;

/**
 * The failure of a follower that cannot continue: the events after its number are no longer kept ({@code cursor_expired}), or the number
 * does not exist, because a backup of the server was restored ({@code cursor_ahead}). To start over, note the head of the journal, list all
 * records again, and follow the journal after that head. The message says so, too.
 */
public final class CursorException extends WorkplanException {
  private static final long serialVersionUID = 1L;

  CursorException(WorkplanException e) {
    super(e.getMessage(), e.code(), e.status(), e.requestId(), e.details(), e.retryAfter(), e);
  }
}
