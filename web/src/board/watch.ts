import { createSubscriber } from "svelte/reactivity";
import type { Board } from "./board";

/** Watched gives components the board. What they read of it is read again after each change. */
export class Watched {
  readonly #subscribe: () => void;

  constructor(private readonly board: Board) {
    this.#subscribe = createSubscriber((update) => board.subscribe(update));
  }

  get now(): Board {
    this.#subscribe();
    return this.board;
  }
}
