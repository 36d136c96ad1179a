// Reads again what has no events.

/** again runs something when the window is looked at again, and from time to time while it is, until the returned function is called. */
export function again(run: () => void, seconds = 30): () => void {
  const act = () => document.visibilityState === "visible" && run();
  const timer = setInterval(act, 1000 * seconds);
  addEventListener("focus", act);
  return () => {
    clearInterval(timer);
    removeEventListener("focus", act);
  };
}
