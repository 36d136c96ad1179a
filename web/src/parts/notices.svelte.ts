// Short messages about what has happened.

interface Notice {
  text: string;
  failed?: boolean;
  /** Takes back what the message is about. */
  undo?: () => void;
  /** Leads to what comes next. */
  next?: { text: string; href: string };
}

const shownFor = 4000;

let shown = $state.raw<Notice[]>([]);

/** notices returns the messages that are shown now. */
export const notices = () => shown;

export const dismiss = (notice: Notice) => (shown = shown.filter((other) => other !== notice));

/** notify shows a message for a while: longer if one may do something about it. */
export function notify(text: string, more: Omit<Notice, "text"> = {}) {
  const notice = { text, ...more };
  shown = [...shown, notice];
  setTimeout(() => dismiss(notice), more.failed || more.undo || more.next ? 2 * shownFor : shownFor);
}
