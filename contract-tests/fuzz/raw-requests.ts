import * as fc from 'fast-check';
import type { DocumentedOperation } from '../../src/api-reference/read-contract.ts';
import { sentParameters, urlPath } from '../../src/api-reference/sample-request.ts';
import { unicodeCharacter } from '../fixtures/random.ts';

/** A request before it is serialised. */
export interface RawRequest {
  readonly operation: DocumentedOperation;
  /** Method of the request line. */
  readonly method: string;
  /** Target of the request line. */
  readonly target: string;
  /** Header lines without CRLF; credentials and framing are added by {@link toBytes}. */
  readonly headers: readonly string[];
  /** Whether to send the credentials that the operation requires. */
  readonly authenticated: boolean;
  readonly body: Buffer;
  readonly framing: Framing;
}

/**
 * How the length of the body is declared. Parsers disagree about the last four: what is a body for one is a request for
 * another (request smuggling, RFC 9112 §11.2), so the server must not read on.
 */
export type Framing = 'length' | 'chunks' | 'small chunks' | 'none' | (typeof ambiguous)[number] | 'bad chunk';
/** Framings that are ambiguous by their headers alone; the server must reject them. */
export const ambiguous = ['both', 'two lengths', 'bad length'] as const;

/** Generates requests from an operation's example with up to three changes. */
export function rawRequests(operations: readonly DocumentedOperation[]): fc.Arbitrary<RawRequest> {
  return fc.constantFrom(...operations).chain((operation) =>
    fc
      .tuple(fc.array(fc.oneof(...changesOf(exampleOf(operation))), { minLength: 0, maxLength: 3 }), fc.boolean())
      .map(([changes, authenticated]) => {
        const request = changes.reduce((before, change) => change(before), {
          ...exampleOf(operation),
          authenticated,
        });
        return { ...request, [fc.toStringMethod]: () => printed(request) };
      }),
  );
}

/** Formats a request for fast-check's report. */
const printed = (request: RawRequest): string =>
  JSON.stringify({
    operationId: request.operation.operationId,
    authenticated: request.authenticated,
    sent: toBytes(request, 'localhost', []).subarray(0, 4_000).toString('latin1'),
  });

/** Builds the request of the contract's examples. */
function exampleOf(operation: DocumentedOperation): RawRequest {
  const [media] = operation.body;
  const [example] = media?.examples ?? [];
  const form = media?.type === 'application/x-www-form-urlencoded';
  const text =
    example === undefined
      ? ''
      : form
        ? new URLSearchParams(
            Object.entries(Object(example.value)).map(([name, value]) => [name, String(value)]),
          ).toString()
        : JSON.stringify(example.value);
  const query = new URLSearchParams(sentParameters(operation, 'query').map(([name, value]) => [name, String(value)]));
  return {
    operation,
    method: operation.method,
    target: `${urlPath(operation)}${query.size > 0 ? `?${query}` : ''}`,
    headers: [
      ...sentParameters(operation, 'header').map(([name, value]) => `${name}: ${String(value)}`),
      ...(media === undefined ? [] : [`Content-Type: ${media.type}`]),
    ],
    authenticated: true,
    body: Buffer.from(text),
    framing: media === undefined ? 'none' : 'length',
  };
}

type Change = (request: RawRequest) => RawRequest;

const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);

/** Texts that parsers often mishandle. */
const oddText = fc.oneof(
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '\u202e',
    '%00',
    '%',
    '%zz',
    '%ff',
    '../',
    "'",
    '"',
    '\\',
    '[]',
    '{}',
    '-1',
    '1e999',
  ),
  fc.constantFrom('a'.repeat(5_000), '9'.repeat(400), 'null', 'true', 'NaN', '__proto__', 'constructor'),
  fc.string({ unit: unicodeCharacter, maxLength: 40 }),
);

/** Bodies that are invalid JSON, or JSON that parsers interpret differently. */
const oddBody = (body: string): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc.nat(Math.max(body.length - 1, 0)).map((length) => Buffer.from(body.slice(0, length))),
    fc
      .constantFrom(
        `\ufeff${body}`,
        `${body}${body}`,
        `${body}\u0000`,
        `// a comment\n${body}`,
        body.replace(/}$/, ',}'),
        body.replace(/^\{/, '{"__proto__":{"admin":true},'),
        body.replace(/^\{/, '{"constructor":{"prototype":{"admin":true}},'),
        // A duplicate first member: some parsers use the first value, others the last.
        body.replace(/^\{("(?:[^"\\]|\\.)*":)/, '{$1"other",$1'),
        nested('[', ']', 20_000),
        nested('{"a":', '}', 5_000),
        '[]',
        'null',
        '"text"',
        '1e400',
        '{"a":1e400,"b":-0,"c":123456789012345678901234567890}',
        '{"\\ud800":"\\udfff"}',
      )
      .map((text) => Buffer.from(text)),
    fc.constantFrom(Buffer.from([0xff, 0xfe]), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])),
    fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    // Replaces one value of the example by an odd text.
    oddText.map((text) => Buffer.from(body.replace(/:"(?:[^"\\]|\\.)*"/, () => `:${JSON.stringify(text)}`))),
    fc.json({ maxDepth: 3 }).map((text) => Buffer.from(text)),
  );

const oddTypes = [
  'application/json; charset=utf-16',
  'application/json;charset="utf-8"',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'application/json; boundary',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'text/plain',
  '*/*',
  '',
  ';',
];

const oddHeaders = [
  'Authorization: ',
  'Authorization: Basic Og==',
  'Authorization: DPoP',
  'Authorization: Bearer a.b.c',
  'DPoP: a.b.c',
  'DPoP: a.b.c, a.b.c',
  'DPoP: eyJhbGciOiJub25lIn0.e30.',
  'Authorization: Device e30.e30.e30',
  'Cookie: owner_session=%00; owner_session=; =',
  'X-Platform-Notifications-Key: ank_',
  'Idempotency-Key: ',
  `Idempotency-Key: ${'k'.repeat(5_000)}`,
  'Content-Encoding: gzip',
  'Accept: application/xml',
  'Accept-Encoding: *;q=0',
  'Origin: null',
  'Origin: http://localhost:1',
  'Range: bytes=0-1',
  'If-None-Match: *',
  'If-None-Match: W/"',
  'X-Forwarded-For: not-an-address, ::1',
  'X-Forwarded-Host: elsewhere.example',
  'X-HTTP-Method-Override: DELETE',
  'Forwarded: for="[::1]"',
  'Traceparent: 00-00000000000000000000000000000000-0000000000000000-00',
  'X-Request-Id: ../../etc/passwd',
  `X-Long: ${'x'.repeat(9_000)}`,
  `X-Longer: ${'x'.repeat(20_000)}`,
  'Host: elsewhere.example',
  'Expect: 100-continue',
  'Expect: nothing',
  'Upgrade: websocket',
  'Connection: upgrade, keep-alive',
  'TE: trailers',
  'X-Folded: a\r\n b',
  'No colon here',
  ': no name',
  'X-Latin: \u00e9\u0080',
  'X Space: a',
];

function changesOf({ body, target, operation }: RawRequest): readonly fc.Arbitrary<Change>[] {
  const [path = '', query = ''] = target.split('?');
  const segments = path.split('/').length - 1;
  return [
    oddBody(body.toString()).map((odd) => (request) => ({ ...request, body: odd })),
    fc.constantFrom(...oddTypes).map((type) => (request) => ({
      ...request,
      headers: [...request.headers.filter((line) => !/^content-type:/i.test(line)), `Content-Type: ${type}`],
    })),
    fc.constantFrom(...oddHeaders).map((line) => (request) => ({ ...request, headers: [...request.headers, line] })),
    fc.constant((request) => ({ ...request, headers: request.headers.slice(1) })),
    fc.constant((request) => ({ ...request, headers: [...request.headers, ...request.headers] })),
    fc
      .constantFrom<Framing>('length', 'chunks', 'small chunks', 'none', ...ambiguous, 'bad chunk')
      .map((framing) => (request) => ({ ...request, framing })),
    fc
      .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'NONSENSE')
      .map((method) => (request) => ({ ...request, method })),
    fc.tuple(fc.nat(Math.max(segments - 1, 0)), oddText).map(([at, text]) => (request) => ({
      ...request,
      target: `/${path
        .slice(1)
        .split('/')
        .map((segment, index) => (index === at ? encodeLoosely(text) : segment))
        .join('/')}${query === '' ? '' : `?${query}`}`,
    })),
    fc
      .constantFrom(
        `${path}/`,
        `/${path}`,
        `${path};a=b`,
        `${path}%2f..`,
        `http://elsewhere.example${path}`,
        '*',
        `${path}?`,
        `${path}#a`,
      )
      .map((odd) => (request) => ({ ...request, target: odd })),
    fc.tuple(fc.constantFrom(...namesOf(operation)), oddText).map(([name, text]) => (request) => ({
      ...request,
      target: `${request.target}${request.target.includes('?') ? '&' : '?'}${name}=${encodeLoosely(text)}`,
    })),
  ];
}

const namesOf = ({ parameters }: DocumentedOperation): readonly string[] => [
  ...parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
  'limit[]',
  '__proto__[a]',
  'unknown',
];

/** Percent-encodes only what a request line cannot contain. */
const encodeLoosely = (text: string): string =>
  text.toWellFormed().replace(/[^\x21-\x7e]|[#?&/]/gu, encodeURIComponent);

/** Serialises a request with `Connection: close`. */
export function toBytes(request: RawRequest, host: string, credentials: readonly string[]): Buffer {
  const head = [
    `${request.method} ${request.target} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...(request.authenticated ? credentials : []),
    ...request.headers,
  ];
  const framed = frame(request);
  return Buffer.concat([Buffer.from(`${[...head, ...framed.headers].join('\r\n')}\r\n\r\n`, 'latin1'), framed.body]);
}

/** A request inside a body, which the server must not respond to. */
const smuggled = Buffer.from('GET /healthz HTTP/1.1\r\nHost: smuggled\r\n\r\n');

function frame({ framing, body }: RawRequest): { readonly headers: readonly string[]; readonly body: Buffer } {
  const length = `Content-Length: ${body.length}`;
  const chunked = 'Transfer-Encoding: chunked';
  switch (framing) {
    case 'length':
      return { headers: [length], body };
    case 'chunks':
      return { headers: [chunked], body: inChunks(body, 16_384) };
    case 'small chunks':
      return {
        headers: [chunked, 'Trailer: X-Sum'],
        body: inChunks(body.subarray(0, 2_000), 3, ';a="b"', 'X-Sum: 1\r\n'),
      };
    case 'none':
      return { headers: [], body: Buffer.alloc(0) };
    case 'both':
      return { headers: ['Content-Length: 5', chunked], body: Buffer.concat([Buffer.from('0\r\n\r\n'), smuggled]) };
    case 'two lengths':
      return { headers: ['Content-Length: 0', `Content-Length: ${smuggled.length}`], body: smuggled };
    case 'bad length':
      return { headers: ['Content-Length: +0'], body: smuggled };
    case 'bad chunk':
      return { headers: [chunked], body: Buffer.concat([Buffer.from('0x0\r\n\r\n'), smuggled]) };
  }
}

function inChunks(body: Buffer, size: number, extension = '', trailer = ''): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\n`)]);
}
