/** Elements whose content is text, not markup (HTML standard, 13.2.5 and template contents). */
const opaque = /^<(script|style|template|noscript|textarea|title|xmp|iframe|noembed|noframes)(?=[\s/>])/i;

/** Attributes of a start tag; the first of several equal names counts. */
function attributes(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const pattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
  for (const [, name = '', double, single, bare] of tag.matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, double ?? single ?? bare ?? '');
  }
  return found;
}

/** A start or end tag with its attributes (HTML standard, 13.2.5.6 and on), to its closing bracket. */
const wholeTag = /^<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/;

/** Where the markup goes on behind something that is skipped; undefined when it never ends. */
function behind(html: string, pattern: RegExp, from: number): number | undefined {
  const match = pattern.exec(html.slice(from));
  return match ? from + match.index + match[0].length : undefined;
}

/** Content of the first meta tag named platform-agent-id outside comments and scripts, or undefined. */
export function supportSignal(html: string): string | undefined {
  for (let at: number | undefined = html.indexOf('<'); at !== undefined && at !== -1;) {
    const start = html.slice(at, at + 16);
    const [, element] = opaque.exec(start) ?? [];
    let end: number | undefined;
    if (start.startsWith('<!--')) end = behind(html, /--!?>/, at + 4);
    else if (element !== undefined) end = behind(html, new RegExp(`</${element}[\\s/>]`, 'i'), at);
    else if (/^<[a-z/!?]/i.test(start)) end = behind(html, wholeTag, at);
    else end = at + 1;
    if (end === undefined) return undefined;
    if (/^<meta[\s/]/i.test(start)) {
      const found = attributes(html.slice(at + 5, end - 1));
      if (found.get('name')?.trim().toLowerCase() === 'platform-agent-id') return found.get('content') ?? '';
    }
    at = html.indexOf('<', end);
  }
  return undefined;
}
