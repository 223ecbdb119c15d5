/**
 * Returns the `htu` of a URI (RFC 9449 §4.2): without query and fragment, normalized by syntax (RFC 3986 §6.2.2) and by
 * scheme (§6.2.3), so that equivalent URIs compare equal.
 *
 * The WHATWG URL parser is not used because it corrects invalid input (backslashes, tabs, `127.1`).
 *
 * @returns undefined when the text is no absolute http or https URI or contains user information
 */
export function normalizeHtu(uri: string): string | undefined {
  const match = httpUri.exec(uri);
  if (match === null) return undefined;
  const [, rawScheme = '', rawHost = '', port = '', rawPath = ''] = match;
  const scheme = rawScheme.toLowerCase();
  const host = normalizeHost(rawHost);
  const path = normalizePercentEncoding(rawPath);
  if (host === undefined || path === undefined || Number(port) > 65_535) return undefined;
  const significant = port.replace(/^0+(?=\d)/, '');
  const authority = significant === '' || significant === defaultPorts[scheme] ? host : `${host}:${significant}`;
  return `${scheme}://${authority}${removeDotSegments(path)}`;
}

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

// scheme "://" host [":" port] path-abempty ["?" query] ["#" fragment], RFC 3986 §3 and appendix A.
const httpUri =
  /^(https?):\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9\-._~!$&'()*+,;=%]+)(?::(\d{0,8}))?((?:\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/]*)?)(?:\?[^#\s]*)?(?:#\S*)?$/i;

/** Lowercases a host and normalizes its percent-encoding. */
function normalizeHost(host: string): string | undefined {
  const lowered = normalizePercentEncoding(host)?.toLowerCase();
  return lowered === undefined ? undefined : normalizePercentEncoding(lowered);
}

/** Decodes escaped unreserved characters and uppercases the other escapes (RFC 3986 §6.2.2.1, §6.2.2.2). */
function normalizePercentEncoding(text: string): string | undefined {
  if (!text.includes('%')) return text;
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  return text.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : escape.toUpperCase();
  });
}

/** Removes dot segments of an absolute path (RFC 3986 §5.2.4); an empty path becomes `/` (§6.2.3). */
function removeDotSegments(path: string): string {
  if (!path.includes('/.')) return path === '' ? '/' : path;
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    const dots = segment === '.' || segment === '..';
    if (segment === '..') kept.pop();
    if (!dots) kept.push(segment);
    else if (index === segments.length - 1) kept.push('');
  }
  return `/${kept.join('/')}`;
}
