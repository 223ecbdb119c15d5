/** Resolves the relative links of sanitized markup: a reader of feeds shows it outside of the forum. */
export function absoluteLinks(markup: string, base: string): string {
  return markup.replace(/<a href="([^"]*)"/g, (link, escaped: string) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(escaped)) return link;
    const resolved = URL.parse(escaped.replaceAll('&amp;', '&'), base)?.href;
    return resolved === undefined ? link : `<a href="${resolved.replaceAll('&', '&amp;')}"`;
  });
}
