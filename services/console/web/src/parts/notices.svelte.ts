// Short messages about what has happened.

export interface Notice {
  id: number;
  text: string;
  failed: boolean;
}

const shownFor = 4000;

export const notices = $state<Notice[]>([]);

let last = 0;

export function notify(text: string, failed = false) {
  const id = ++last;
  notices.push({ id, text, failed });
  setTimeout(() => notices.splice(notices.findIndex((notice) => notice.id === id), 1), failed ? 2 * shownFor : shownFor);
}
