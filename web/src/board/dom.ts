/** make returns an element. Children that are false are left out. */
export function make(tag: string, attributes: Record<string, string | number> = {}, ...children: (string | Node | false)[]): HTMLElement {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children.filter((child) => child !== false));
  return node;
}

/** show makes a node look as one with other children. Its elements stay: a click is lost if the element that was pressed is gone. */
export function show(node: Element, children: Iterable<Element>): void {
  let i = 0;
  for (const child of [...children]) {
    const old = node.children[i++] ?? node.appendChild(child);
    old.className = child.className;
    if (child.children[0]) show(old, child.children);
    else old.textContent = child.textContent;
  }
}
