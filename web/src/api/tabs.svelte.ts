// What the tabs of a browser tell each other: who has signed in, and whose changes wait to be saved. All tabs have one session.

/** Waiting is changes of a person that are not saved yet. */
export interface Waiting {
  userId: string;
  name: string;
  count: number;
}

interface Person {
  id: string;
  name: string;
}

interface Message {
  signedIn?: Person;
  waiting?: Waiting;
  asks?: boolean;
}

class Tabs {
  /** Who has signed in last, in any tab, as far as this one knows. */
  signedIn = $state.raw<Person>();
  /** Whether the server does not know the session any more. */
  ended = $state(false);
  /** Whose changes wait, since the tabs were asked. */
  waiting = $state.raw<Waiting[]>([]);
  /** What this tab answers. */
  readonly answers = new Set<() => Waiting | undefined>();
  /** Called when somebody has signed in. */
  readonly listeners = new Set<() => void>();
  readonly #channel = new BroadcastChannel("workplan");

  constructor() {
    this.#channel.onmessage = ({ data: { signedIn, waiting, asks } }: MessageEvent<Message>) => {
      if (signedIn) this.#signedIn(signedIn);
      if (waiting) this.waiting = [...this.waiting, waiting];
      if (asks) for (const answer of this.#all()) this.#channel.postMessage({ waiting: answer });
    };
  }

  /** tell says to all tabs who has signed in, or that somebody is about to. */
  tell(signedIn: Person): void {
    this.#channel.postMessage({ signedIn });
    this.#signedIn(signedIn);
  }

  /** ask finds out whose changes wait. */
  ask(): void {
    this.waiting = this.#all();
    this.#channel.postMessage({ asks: true });
  }

  /** other is who has signed in in place of a person. */
  other(userId: string | undefined): Person | undefined {
    return this.signedIn?.id === userId ? undefined : this.signedIn;
  }

  #signedIn(person: Person): void {
    this.signedIn = person;
    this.ended = false;
    for (const listener of this.listeners) listener();
  }

  #all(): Waiting[] {
    return [...this.answers].flatMap((answer) => answer() ?? []);
  }
}

export const tabs = new Tabs();
