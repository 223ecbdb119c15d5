import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { hasRepeatedMember } from '../protocol/json-object.ts';
import { isThumbprint, type Thumbprint } from '../protocol/jwk-thumbprint.ts';
import { networks } from '../runtime/start/settings.ts';
import { violationsOf } from '../runtime/contract/violations.ts';
import { publicAuthority, foldSegment } from './forwarded-request.ts';
import { parseTemplate, type RoutePattern, templateShape } from './routes.ts';

/** One kind of request that is let through. */
export interface Route extends RoutePattern {
  /** Position in the file, for messages. */
  readonly index: number;
  readonly scheme: 'bearer' | 'dpop' | 'web-bot-auth';
  /** Accepted audiences of access tokens; empty for `web-bot-auth`. */
  readonly audience: readonly string[];
  /** Scopes that a token must have, all of them. */
  readonly scopes: readonly string[];
  /** Owners (`sub`) that are let in; undefined for all. */
  readonly owners: readonly string[] | undefined;
  /** Keys that are let in; undefined for all. */
  readonly agents: readonly Thumbprint[] | undefined;
  /** Seconds since the owner authenticated; of `web-bot-auth`, since the signature was created. */
  readonly maxAge: number | undefined;
  /** What `web-bot-auth` does with content. */
  readonly body: 'refuse' | 'digest';
  readonly upgrade: boolean;
  /** URL of the protected resource metadata (RFC 9728). */
  readonly resourceMetadata: string | undefined;
}

export interface GatewayConfig {
  readonly issuer: string;
  /** CIDRs of the proxies; requests from elsewhere are refused. */
  readonly trustedProxies: readonly string[];
  /** Requires a nonce of the gateway in DPoP proofs (RFC 9449 §9). */
  readonly nonce: boolean;
  readonly assertion: {
    readonly issuer: string;
    /** Undefined: the origin of the request. */
    readonly audience: string | undefined;
    /** Seconds. */
    readonly ttl: number;
  };
  readonly routes: readonly Route[];
}

/** The file as it is written. */
interface GatewayFile {
  readonly issuer: string;
  readonly trustedProxies: readonly string[];
  readonly nonce?: boolean;
  readonly assertion?: { readonly issuer?: string; readonly audience?: string; readonly ttl?: number };
  readonly routes: readonly {
    readonly host: string;
    readonly methods: readonly string[];
    readonly path: string;
    readonly scheme: Route['scheme'];
    readonly audience?: string | readonly string[];
    readonly scopes?: readonly string[];
    readonly owners?: readonly string[];
    readonly agents?: readonly string[];
    readonly maxAge?: number;
    readonly body?: Route['body'];
    readonly upgrade?: boolean;
    readonly resourceMetadata?: string;
  }[];
}

const texts = (description: string) => ({
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 512 },
  description,
});

/** JSON schema of the file; `platform gateway --schema` prints it. */
export const gatewaySchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Configuration of `platform gateway`',
  type: 'object',
  additionalProperties: false,
  required: ['issuer', 'trustedProxies', 'routes'],
  properties: {
    $schema: { type: 'string', description: 'For editors.' },
    issuer: { type: 'string', format: 'uri', maxLength: 512, description: 'URL of the sign-in provider.' },
    trustedProxies: texts(
      'Networks of the proxies, such as 127.0.0.1/32. A request from another address is refused, whatever it contains.',
    ),
    nonce: {
      type: 'boolean',
      default: false,
      description: 'Whether every DPoP proof needs a nonce of the gateway (RFC 9449 section 9).',
    },
    assertion: {
      type: 'object',
      additionalProperties: false,
      description: 'The signed statement about each request, which the upstream verifies with /.well-known/jwks.json.',
      properties: {
        issuer: { type: 'string', minLength: 1, maxLength: 512, default: 'agent-gateway', description: '`iss`.' },
        audience: {
          type: 'string',
          minLength: 1,
          maxLength: 512,
          description: '`aud`; default: scheme and host of the request.',
        },
        ttl: { type: 'integer', minimum: 5, maximum: 300, default: 30, description: 'Seconds that it is valid.' },
      },
    },
    routes: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      description: 'What is let through. Everything else is refused.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['host', 'methods', 'path', 'scheme'],
        properties: {
          host: {
            type: 'string',
            maxLength: 260,
            description: 'Public host name; with a port unless it is 443 (or 80 of http).',
          },
          methods: {
            type: 'array',
            minItems: 1,
            uniqueItems: true,
            items: { type: 'string', pattern: '^[A-Z]{1,20}$' },
            description: 'Methods in uppercase; HEAD and OPTIONS too are only let through where they are named.',
          },
          path: {
            type: 'string',
            maxLength: 1024,
            description: 'Template: {name} is one segment, {name*} at the end is one or more.',
          },
          scheme: {
            enum: ['bearer', 'dpop', 'web-bot-auth'],
            description: 'How the caller proves who it is.',
          },
          audience: {
            anyOf: [{ type: 'string', minLength: 1, maxLength: 512 }, texts('Each of them is accepted.')],
            description:
              'Audience of access tokens: the URI of your service, or an application; `any-application` accepts the tokens of all that may call services of the platform.',
          },
          scopes: texts('Scopes that the token must have, all of them.'),
          owners: texts('Owners (`sub`) that are let in; default: all.'),
          agents: texts('Thumbprints of the keys that are let in; default: all.'),
          maxAge: {
            type: 'integer',
            minimum: 1,
            maximum: 31_536_000,
            description:
              'Seconds since the owner last authenticated (RFC 9470); of web-bot-auth, since the request was signed.',
          },
          body: {
            enum: ['refuse', 'digest'],
            default: 'refuse',
            description:
              'Of web-bot-auth: refuse requests with content, or pass the signed Content-Digest on, which the upstream has to compare with the content.',
          },
          upgrade: {
            type: 'boolean',
            default: false,
            description: 'Whether WebSockets and other upgrades are let in.',
          },
          resourceMetadata: {
            type: 'string',
            format: 'uri',
            maxLength: 512,
            description: 'URL of the protected resource metadata (RFC 9728) that a challenge names.',
          },
        },
      },
    },
  },
};

/** The file is wrong; the message lists every problem. */
export class GatewayConfigError extends Error {
  readonly problems: readonly string[];

  constructor(file: string, problems: readonly string[]) {
    super(`${file} is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'GatewayConfigError';
    this.problems = problems;
  }
}

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictRequired: false });
(addFormatsModule.default ?? addFormatsModule)(ajv);
const isGatewayFile = ajv.compile<GatewayFile>(gatewaySchema);

/** @throws GatewayConfigError that lists all problems */
export function readGatewayConfig(file: string): GatewayConfig {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new GatewayConfigError(file, [`it cannot be read: ${reason}`]);
  }
  return parseGatewayConfig(file, text);
}

/** @param file name for messages @throws GatewayConfigError that lists all problems */
export function parseGatewayConfig(file: string, text: string): GatewayConfig {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new GatewayConfigError(file, [`it is no JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
  if (hasRepeatedMember(content, text)) throw new GatewayConfigError(file, ['a member is written twice in one object']);
  if (!isGatewayFile(content)) {
    const violations = violationsOf(isGatewayFile.errors);
    throw new GatewayConfigError(
      file,
      violations.map(({ field, message }) => `${field === '' ? 'the file' : field} ${message}`),
    );
  }
  const problems: string[] = [];
  const { issuer, nonce = false, assertion = {} } = content;
  if (!isSecureUrl(issuer)) problems.push('issuer must be an https URL (http on a loopback host)');
  const proxies = networks('').read(content.trustedProxies.join(','));
  if ('expected' in proxies) problems.push(`trustedProxies must be ${proxies.expected}`);
  else if (proxies.value.some((network) => /\/0+$/.test(network)))
    problems.push('trustedProxies must not be everyone: a request that no proxy cleaned would be believed');
  const routes = content.routes.flatMap((route, index) => {
    const read = readRoute(route, index);
    if (Array.isArray(read)) problems.push(...read.map((problem) => `routes.${index}.${problem}`));
    return Array.isArray(read) ? [] : [read];
  });
  problems.push(...overlaps(routes));
  if (problems.length > 0) throw new GatewayConfigError(file, problems);
  const { issuer: signer = 'agent-gateway', audience, ttl = 30 } = assertion;
  return {
    issuer: issuer.replace(/\/+$/, ''),
    trustedProxies: content.trustedProxies.map((network) => network.trim()),
    nonce,
    assertion: { issuer: signer, audience, ttl },
    routes,
  };
}

function readRoute(route: GatewayFile['routes'][number], index: number): Route | string[] {
  const { scheme, audience = [], scopes = [], owners, agents, body, upgrade = false, resourceMetadata } = route;
  const problems: string[] = [];
  const host = publicAuthority('https', route.host);
  if (host === undefined || host !== route.host)
    problems.push('host must be a host name in lower case such as notes.example, without the port 443');
  const template = parseTemplate(route.path);
  if (template === undefined)
    problems.push(
      'path must be a template such as /notes/{id}: absolute, without `//`, dots and escapes that need none',
    );
  if (scheme === 'web-bot-auth') {
    for (const name of ['audience', 'scopes', 'owners', 'resourceMetadata'] as const)
      if (route[name] !== undefined) problems.push(`${name} is of access tokens, which web-bot-auth does not use`);
  } else {
    if (audience.length === 0) problems.push('audience is required: which access tokens are for this service');
    if (body !== undefined) problems.push(`body is of web-bot-auth: ${scheme} does not sign the content`);
  }
  if (scheme === 'bearer' && agents !== undefined)
    problems.push('agents is of keys, which a Bearer token is not bound to: use dpop');
  const keys = agents?.filter(isThumbprint);
  if (keys?.length !== agents?.length)
    problems.push('agents must be thumbprints of keys (RFC 7638), 43 characters each');
  if (host === undefined || template === undefined || problems.length > 0) return problems;
  return {
    index,
    host,
    methods: route.methods,
    template,
    scheme,
    audience: typeof audience === 'string' ? [audience] : audience,
    scopes,
    owners,
    agents: keys,
    maxAge: route.maxAge,
    body: body ?? 'refuse',
    upgrade,
    resourceMetadata,
  };
}

/** Two routes for one request: which of them counts would be a matter of their order. */
function overlaps(routes: readonly Route[]): readonly string[] {
  const seen = new Map<string, number>();
  return routes.flatMap(({ host, methods, template, index }) =>
    methods.flatMap((method) => {
      const key = `${method} ${host}${foldSegment(templateShape(template))}`;
      const first = seen.get(key);
      seen.set(key, first ?? index);
      return first === undefined ? [] : [`routes.${index} is for the same requests as routes.${first}: ${key}`];
    }),
  );
}

function isSecureUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username + url.password + url.search + url.hash !== '') return false;
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname))
  );
}
