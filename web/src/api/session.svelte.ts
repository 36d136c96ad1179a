// Who is signed in.

import { route } from "../route.svelte";
import { Failure, onSignedOut, request, type Reply } from "./client";
import { onEvent } from "./live";
import type { Role, User } from "./records";
import { tabs } from "./tabs.svelte";

interface SessionBody {
  user: User;
  organization: { id: string; name: string };
  scopes: string[];
}

/** Ways are the ways to sign in. With an API key it is always possible. */
export interface Ways {
  oidc: boolean;
  demo: { id: string; name: string; email: string; role: Role }[];
}

class Me {
  /** undefined until the server has responded; null if nobody is signed in. */
  session = $state.raw<{ actorUserId: string; organizationId: string; organizationName: string; scopes: string[]; role: Role } | null | undefined>();
  user = $state.raw<User | null>(null);
  ways = $state.raw<Ways>({ oidc: false, demo: [] });
  /** Why the server does not say who is signed in. */
  failure = $state.raw<Failure | null>(null);

  constructor() {
    // What is not saved stays, and what waits on a board. The banner, or the board, says it.
    onSignedOut(() => {
      if (tabs.answers.size > 0 || route.isUnsaved) tabs.ended = true;
      else void this.read();
    });
  }

  async read() {
    this.failure = null;
    const reply = await request<SessionBody>("/session");
    if (reply.data || reply.status === 401) this.#take(reply);
    else this.failure = new Failure(reply);
  }

  /** signIn begins a session with an API key, or as one of the people of the demo. */
  async signIn(credential: { key: string } | { userId: string }) {
    // The other tabs stop writing before the session is another one.
    tabs.tell({ id: "", name: "Somebody" });
    const headers = { "Content-Type": "application/json" };
    const reply = await request<SessionBody>("/session", { method: "POST", headers, body: JSON.stringify(credential) });
    if (!reply.data) {
      void this.read();
      throw new Failure(reply);
    }
    this.#take(reply);
  }

  async signOut() {
    await request("/session", { method: "DELETE" });
    await this.read();
  }

  /** follow keeps the role and the name up to date until the returned function is called. */
  follow(): () => void {
    return onEvent(({ record, after }) => {
      if (this.user && record?.id === this.user.id && after) this.user = { ...this.user, ...after };
    });
  }

  #take({ data, body }: Reply<SessionBody>) {
    this.user = data?.user ?? null;
    if (data) tabs.tell({ id: data.user.id, name: data.user.name });
    this.session = data
      ? { actorUserId: data.user.id, organizationId: data.organization.id, organizationName: data.organization.name, scopes: data.scopes, role: data.user.role }
      : null;
    this.ways = (body as { signIn?: Ways } | null)?.signIn ?? this.ways;
  }
}

export const me = new Me();
