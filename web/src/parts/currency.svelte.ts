// The currency of amounts: that of a project, of its client, or of the organization.

import { Failure, get } from "../api/client";
import { clients } from "../api/directory.svelte";
import type { Pricing, Project } from "../api/records";

let code = $state("");

/** organizationCurrency returns the currency of the organization, "" until it is loaded. */
export const organizationCurrency = () => code;

/** loadCurrency reads the currency of the organization. Who may not see it sees amounts without one. */
export const loadCurrency = (): Promise<void> =>
  get<Pricing>("/organization/pricing").then(
    ({ currency }) => void (code = currency),
    (error) => {
      if (!(error instanceof Failure)) throw error;
    },
  );

export const currencyOf = ({ currency, clientId }: Project) => currency ?? clients.get(clientId)?.currency ?? code;

/** inherited says which currency a record without one has: "EUR, of the organization". */
export const inherited = (clientId?: string): string | undefined => {
  const own = clients.get(clientId)?.currency;
  return own ? `${own}, of the client` : code && `${code}, of the organization`;
};
