// What a proposal changes, read for a page or for the board.

import { Attempt } from "../api/attempt.svelte";
import { get } from "../api/client";
import type { Difference, Proposal, ProposalImpact } from "../api/records";
import { effectsOf, isOpen, readDiff, totalsOf, withOver, type ProposalEffect } from "./proposals";

export class Proposed {
  /** Undefined until they are read. */
  rows = $state.raw<Difference[]>();
  effects = $state.raw<ProposalEffect[]>();
  /** What changes in all, in words. */
  totals = $state.raw<string[]>([]);
  readonly reading = new Attempt();
  #reads = 0;

  /** What is in the way. Of what is closed, nothing is. */
  conflicts = $derived((this.rows ?? []).filter(({ conflict }) => conflict));

  /** read reads what a proposal changes now, and then by how much that is too much. */
  read = async (proposal: Pick<Proposal, "id" | "status">): Promise<void> => {
    if (await this.readRows(proposal)) await this.compare(proposal);
  };

  /** readRows reads what a proposal changes now, and reports whether it has. */
  async readRows(proposal: Pick<Proposal, "id" | "status">): Promise<boolean> {
    const read = ++this.#reads;
    const done = await this.reading.run(async () => {
      const rows = await readDiff(proposal.id);
      if (read !== this.#reads) return;
      this.rows = isOpen(proposal) ? rows : rows.map((row) => ({ ...row, conflict: null }));
      // What was said of who is over stays until it is read anew.
      this.effects = effectsOf(rows).map((effect) => ({ ...effect, over: isOpen(proposal) ? this.effects?.find(({ userId }) => userId === effect.userId)?.over : undefined }));
    });
    return done && read === this.#reads;
  }

  /** compare reads who is over, and what changes in all. Both stay unsaid if that cannot be read, as that of more than 370 days. */
  async compare(proposal: Pick<Proposal, "id" | "status">): Promise<void> {
    const read = this.#reads;
    const impact = isOpen(proposal) && this.rows?.length ? await get<ProposalImpact>(`/proposals/${proposal.id}/impact`).catch(() => undefined) : undefined;
    if (read !== this.#reads || !this.effects) return;
    this.effects = impact ? withOver(this.effects, impact) : this.effects.map((effect) => ({ ...effect, over: undefined }));
    this.totals = impact ? totalsOf(impact) : [];
  }
}
