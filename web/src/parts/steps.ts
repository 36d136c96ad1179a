// The keys of undo and redo, outside of the board.

/** stepOf is what a key asks for: Ctrl+Z to undo, and Ctrl+Y or Ctrl+Shift+Z to redo. */
export function stepOf({ ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent): "undo" | "redo" | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  return key.toLowerCase() === "y" ? "redo" : key.toLowerCase() !== "z" ? undefined : shiftKey ? "redo" : "undo";
}
