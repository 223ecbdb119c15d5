/**
 * A path and query that mean the same to every program between the client and the handler. Proxies, frameworks and file
 * systems read unusual paths in different ways: what one takes for `/public/x` is `/admin` for the next.
 */
export interface RequestTarget {
  /** As the client sent it. */
  readonly path: string;
  /** Decoded segments; the last one is empty for a path with a trailing slash. */
  readonly segments: readonly string[];
  /** Without `?`; undefined without one. */
  readonly query: string | undefined;
}

const maxLength = 8192;
/** RFC 3986 §3.3 without `;`, whose parameters some servers remove before they look at the path. */
const target = /^((?:\/[A-Za-z0-9\-._~!$&'()*+,=:@%]*)+)(?:\?([\x21\x22\x24-\x7e]*))?$/;
/** Escapes of characters that need none, of separators, and of controls: decoded once or twice, they change the path. */
const refusedEscape = /%(?:[01][0-9a-f]|2[35def]|3[0-9bf]|4[1-9a-f]|5[0-9acf]|6[1-9a-f]|7[0-9aef])/i;
/** What compatibility forms of Unicode must not become (such as U+FF0F, which is `/` for some). */
const separators = /[/\\%;?#\p{Cc}]/u;

/** @returns undefined when the target is ambiguous: no absolute path, or one that programs read in several ways */
export function parseTarget(uri: string): RequestTarget | undefined {
  if (uri.length > maxLength) return undefined;
  const [, path, query] = target.exec(uri) ?? [];
  if (path === undefined || refusedEscape.test(path)) return undefined;
  const segments: string[] = [];
  const raw = path.slice(1).split('/');
  for (const [index, segment] of raw.entries()) {
    // `//` is one slash for some.
    if (segment === '' && index < raw.length - 1) return undefined;
    const decoded = decode(segment);
    if (decoded === undefined) return undefined;
    segments.push(decoded);
  }
  return { path, segments, query };
}

function decode(segment: string): string | undefined {
  try {
    // Rejects overlong and other invalid UTF-8.
    const decoded = decodeURIComponent(segment);
    const plain = decoded.normalize('NFKC');
    // Windows ignores dots and spaces at the end, and reads `file::$DATA` as the file.
    const hasIgnoredEnd = plain.endsWith('.') || plain.trim() !== plain || plain.includes('::');
    return hasIgnoredEnd || separators.test(plain) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** The segment as a careless upstream may compare it: without regard to case and compatibility forms. */
export const foldSegment = (segment: string): string => segment.normalize('NFKC').toLowerCase();
