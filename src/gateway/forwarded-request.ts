import { headerValues, type RawHeaders } from '../protocol/request-headers.ts';

/** A refused request. Proxies pass only 401 and 403 on as a refusal; they take others for a failure of the gateway. */
export interface Refusal {
  readonly ok: false;
  readonly status: 401 | 403;
  /** Stable, lowercase letters and underscores. */
  readonly code: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const refuse = (
  status: 401 | 403,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal => ({ ok: false, status, code, message, headers });

/** The request of the client, as the proxy describes it. */
export interface ForwardedRequest {
  readonly ok: true;
  readonly method: string;
  /** Lowercase host, with its port unless it is the scheme's default one. */
  readonly host: string;
  /** Absolute URL as the client sees it. */
  readonly url: string;
  readonly target: RequestTarget;
  /** Whether the client asks for another protocol, such as WebSocket. */
  readonly upgrade: boolean;
  /** Whether the request has content, as far as proxy and fields tell. */
  readonly hasContent: boolean;
}

/** Fields that the proxy sets. */
const described = {
  method: 'x-forwarded-method',
  proto: 'x-forwarded-proto',
  host: 'x-forwarded-host',
  uri: 'x-forwarded-uri',
} as const;

// Traefik names the protocol after an upgrade, which is requested over HTTP.
const schemes = new Map([
  ['http', 'http'],
  ['https', 'https'],
  ['ws', 'http'],
  ['wss', 'https'],
]);

/** Fields whose other spellings some upstreams read as the same one. */
const read = new Set<string>([
  ...Object.values(described),
  'authorization',
  'content-digest',
  'dpop',
  'signature',
  'signature-agent',
  'signature-input',
]);

/** Fields by which a client could change the method or path after the check. */
const overrides = new Set([
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-rewrite-url',
]);

/** CGI and WSGI read every character that is no letter or digit as the same one. */
const spelledAlike = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '-');

/** Reads what the proxy sent of the client's request. Nothing is guessed: what is missing, repeated or ambiguous is refused. */
export function readForwardedRequest(headers: RawHeaders): ForwardedRequest | Refusal {
  for (const [name] of headers) {
    const alike = spelledAlike(name);
    if (alike.startsWith('x-agent-'))
      return refuse(403, 'forged_header', 'The client sent a header X-Agent-…: the proxy must delete it.');
    if (overrides.has(alike))
      return refuse(403, 'method_override', `The header ${alike} would change the request after its check.`);
    if (read.has(alike) && alike !== name.toLowerCase())
      return refuse(403, 'ambiguous_header', `The request has ${alike} in another spelling.`);
  }
  const values: Record<string, string> = {};
  for (const [member, name] of Object.entries(described)) {
    const [value, ...more] = headerValues(headers, name);
    if (value === undefined || value === '')
      return refuse(403, 'missing_forwarded_header', `The proxy did not send ${name}.`);
    if (more.length > 0) return refuse(403, 'ambiguous_header', `The request has ${name} more than once.`);
    values[member] = value;
  }
  const { method = '', proto = '', host = '', uri = '' } = values;
  if (!/^[A-Z]{1,20}$/.test(method)) return refuse(403, 'bad_forwarded_method', 'X-Forwarded-Method is no method.');
  const scheme = schemes.get(proto);
  if (scheme === undefined) return refuse(403, 'bad_forwarded_proto', 'X-Forwarded-Proto is neither http nor https.');
  const authority = publicAuthority(scheme, host);
  if (authority === undefined) return refuse(403, 'bad_forwarded_host', 'X-Forwarded-Host is no host name.');
  const target = parseTarget(uri);
  if (target === undefined)
    return refuse(403, 'ambiguous_path', 'The path means different things to different programs: send its plain form.');
  if (target.query !== undefined && overridesMethod(target.query))
    return refuse(403, 'method_override', 'The query parameter _method would change the method after the check.');
  return {
    ok: true,
    method,
    host: authority,
    url: `${scheme}://${authority}${uri}`,
    target,
    upgrade: proto.startsWith('ws') || headerValues(headers, 'upgrade').length > 0,
    hasContent: hasContent(headers),
  };
}

const overridesMethod = (query: string): boolean =>
  query.split(/[&;]/).some((parameter) => {
    const [name = ''] = parameter.split('=');
    try {
      return decodeURIComponent(name).toLowerCase() === '_method';
    } catch {
      return true;
    }
  });

/** A host name, an IPv4 address, or an IPv6 address in brackets; with a port. */
const hostPattern =
  /^((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\[[0-9a-f:]{2,45}\])(?::([1-9]\d{0,4}))?$/;

/** Returns a host in the form of routes; undefined for a text that is none, such as `a.example.` or `a%2eexample`. */
export function publicAuthority(scheme: string, host: string): string | undefined {
  if (host.length > 260) return undefined;
  const [, name, port] = hostPattern.exec(host.toLowerCase()) ?? [];
  if (name === undefined || Number(port ?? 1) > 65_535) return undefined;
  return port === undefined || port === (scheme === 'https' ? '443' : '80') ? name : `${name}:${port}`;
}

/** Proxies that keep the content to themselves say what the client announced. Envoy writes `-` for a field that is absent. */
function hasContent(headers: RawHeaders): boolean {
  const lengths = [...headerValues(headers, 'content-length'), ...headerValues(headers, 'x-forwarded-content-length')];
  const codings = ['transfer-encoding', 'x-forwarded-transfer-encoding'].flatMap((name) => headerValues(headers, name));
  return (
    lengths.some((length) => !/^0*-?$/.test(length.trim())) || codings.some((coding) => !/^-?$/.test(coding.trim()))
  );
}

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
