// What a proposal changes, read for a page or for the board.

import { Attempt } from "../api/attempt.svelte";
import type { Difference, Proposal } from "../api/records";
import { effectsOf, isOpen, readDiff, withOver, type ProposalEffect } from "./proposals";

export class Proposed {
  /** Undefined until they are read. */
  rows = $state.raw<Difference[]>();
  effects = $state.raw<ProposalEffect[]>();
  readonly reading = new Attempt();
  #reads = 0;

  /** What is in the way. Of what is closed, nothing is. */
  conflicts = $derived((this.rows ?? []).filter(({ conflict }) => conflict));

  /** read reads what a proposal changes now, and then by how much that is too much. */
  read = (proposal: Pick<Proposal, "id" | "status">): Promise<boolean> => {
    const read = ++this.#reads;
    return this.reading.run(async () => {
      const rows = await readDiff(proposal.id);
      if (read !== this.#reads) return;
      this.rows = isOpen(proposal) ? rows : rows.map((row) => ({ ...row, conflict: null }));
      const effects = effectsOf(rows);
      // What was said of who is over stays until it is read anew.
      this.effects = effects.map((effect) => ({ ...effect, over: this.effects?.find(({ userId }) => userId === effect.userId)?.over }));
      if (!isOpen(proposal)) return void (this.effects = effects);
      const compared = await withOver(proposal.id, effects);
      if (read === this.#reads) this.effects = compared;
    });
  };
}
