// Short messages about what has happened.

interface Notice {
  text: string;
  failed: boolean;
}

const shownFor = 4000;

let shown = $state.raw<Notice[]>([]);

/** notices returns the messages that are shown now. */
export const notices = () => shown;

export function notify(text: string, failed = false) {
  const notice = { text, failed };
  shown = [...shown, notice];
  setTimeout(() => (shown = shown.filter((other) => other !== notice)), failed ? 2 * shownFor : shownFor);
}
