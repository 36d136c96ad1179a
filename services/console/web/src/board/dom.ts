/** make returns an element. Children that are false are left out. */
export function make(tag: string, attributes: Record<string, string | number> = {}, ...children: (string | Node | false)[]): HTMLElement {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children.filter((child) => child !== false));
  return node;
}

/** show makes the children of a node equal to others. Elements stay, as a click is lost if the element that was pressed is gone. */
export function show(node: Node, children: ArrayLike<Node>): void {
  const { length } = children; // of a live list, from which children leave
  for (const [i, child] of Array.from(children).entries()) {
    const old = node.childNodes[i];
    if (!old) node.appendChild(child);
    else if (old.nodeName !== child.nodeName) node.replaceChild(child, old);
    else if (old instanceof HTMLElement && child instanceof HTMLElement) {
      old.className = child.className;
      old.style.cssText = child.style.cssText;
      show(old, child.childNodes);
    } else old.nodeValue = child.nodeValue;
  }
  while (node.childNodes.length > length) node.lastChild!.remove();
}
