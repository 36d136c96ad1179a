/** chosen returns an attachment that selects a value, again when it or the options change. */
export const chosen = (value: string, _options?: unknown) => (select: HTMLSelectElement) => {
  select.value = value;
};
