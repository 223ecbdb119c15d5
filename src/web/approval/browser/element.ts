type Attribute = string | boolean | undefined | ((event: Event) => void);

/** Creates an element. Function attributes (`onclick`) become event listeners, true sets an empty attribute, and strings
 * among the children become text, never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(name.replace(/^on/, ''), value);
    else if (value === true) created.setAttribute(name, '');
    else if (typeof value === 'string') created.setAttribute(name, value);
  }
  created.append(...children.filter((child) => child !== undefined));
  return created;
}
