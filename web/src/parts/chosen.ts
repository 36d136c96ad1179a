/** chosen returns an attachment that selects a value, once the options are there. */
export const chosen = (value: string) => (select: HTMLSelectElement) => {
  select.value = value;
};
