/** make returns an element. Children that are false are left out. */
export function make(tag: string, attributes: Record<string, string | number> = {}, ...children: (string | Node | false)[]): HTMLElement {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children.filter((child) => child !== false));
  return node;
}
