/** Elements with text content (HTML standard, 13.2.5) and templates. */
const textElements = /^<(script|style|template|noscript|textarea|title|xmp|iframe|noembed|noframes)(?=[\s/>])/i;

/** Parses the attributes of a start tag; the first of several equal names applies. */
function attributes(tag: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const pattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
  for (const [, name = '', double, single, bare] of tag.matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, double ?? single ?? bare ?? '');
  }
  return found;
}

/** A start or end tag with its attributes up to the closing bracket (HTML standard, 13.2.5.6 and later). */
const wholeTag = /^<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/;

/** Offset after the next match; undefined when there is none. */
function endOfMatch(html: string, pattern: RegExp, from: number): number | undefined {
  const match = pattern.exec(html.slice(from));
  return match ? from + match.index + match[0].length : undefined;
}

/** Returns the content of the first meta tag named platform-agent-id outside comments and scripts. */
export function supportSignal(html: string): string | undefined {
  for (let at: number | undefined = html.indexOf('<'); at !== undefined && at !== -1;) {
    const start = html.slice(at, at + 16);
    const [, element] = textElements.exec(start) ?? [];
    let end: number | undefined;
    if (start.startsWith('<!--')) end = endOfMatch(html, /--!?>/, at + 4);
    else if (element !== undefined) end = endOfMatch(html, new RegExp(`</${element}[\\s/>]`, 'i'), at);
    else if (/^<[a-z/!?]/i.test(start)) end = endOfMatch(html, wholeTag, at);
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
