type Attribute = string | boolean | undefined | ((event: Event) => void);

/** Makes an element. Functions listen (`onclick`), true sets an empty attribute, text becomes text and never markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.replace(/^on/, ''), value);
    else if (value === true) made.setAttribute(name, '');
    else if (typeof value === 'string') made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}
