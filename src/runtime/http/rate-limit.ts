import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorFormat } from '../errors/domain-error.ts';

/** The outer limits, per minute and process. */
export interface RateLimit {
  /** Per client address; for IPv6 per /64 network, four times as many per /56, and sixteen times as many per /48. */
  readonly requestsPerMinute: number;
  /** Per identified client, from all its addresses. */
  readonly clientRequestsPerMinute: number;
}

/**
 * Returns a key of the client, by credentials that were valid recently; undefined for other clients. Called before the
 * request is verified, so that it must be cheap.
 */
export type IdentifyClient = (request: Pick<FastifyRequest, 'headers'>) => string | undefined;

const windowSeconds = 60;

/** Prefix that no IP address can have. */
const clientPrefix = 'client ';

/**
 * Limits requests per minute. Identified clients are counted by key, so that clients behind one address do not affect each
 * other; all other requests, such as those that guess keys, are counted by address. The areas implement their own limits
 * (sends per hour, prompts per day). Every response says what is left (draft-ietf-httpapi-ratelimit-headers-10).
 */
export async function limitRate(
  app: FastifyInstance,
  { requestsPerMinute, clientRequestsPerMinute }: RateLimit,
  errors: ErrorFormat,
  identifyClient: IdentifyClient = () => undefined,
): Promise<void> {
  const rejection = (seconds: number) =>
    errors.fromProblem({ kind: 'rate_limited', retryAfterSeconds: Math.max(1, seconds) });
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => {
      const client = identifyClient(request);
      return client === undefined ? clientNetwork(request.ip) : `${clientPrefix}${client}`;
    },
    max: (_request, key) => (key.startsWith(clientPrefix) ? clientRequestsPerMinute : requestsPerMinute),
    timeWindow: windowSeconds * 1000,
    // The error of routes with an additional limit.
    errorResponseBuilder: (_request, { ttl }) => rejection(Math.ceil(ttl / 1000)),
  });
  const count = app.createRateLimit();
  const countWider = [1, 2].map((level) => {
    const networkOf = ({ ip }: FastifyRequest) => countedNetworks(ip)[level];
    return app.createRateLimit({
      keyGenerator: (request) => networkOf(request)?.network ?? request.ip,
      max: (request) => requestsPerMinute * (networkOf(request)?.share ?? 1),
    });
  });
  // The plugin would add the hook to each route, after authentication, which rejects guesses before they are counted.
  // A hook of the service runs before.
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.rateLimit === false) return;
    const counted = await count(request);
    if (!('remaining' in counted)) return;
    // An operation with a limit of its own replaces these.
    void reply.headers({
      ratelimit: `"requests";r=${counted.remaining};t=${counted.ttlInSeconds}`,
      'ratelimit-policy': `"requests";q=${counted.max};w=${windowSeconds}`,
    });
    if (!counted.isAllowed && counted.isExceeded) throw rejection(counted.ttlInSeconds);
    // A network that is refused uses up nothing of the networks around it.
    if (identifyClient(request) !== undefined || countedNetworks(request.ip).length === 1) return;
    for (const countNetwork of countWider) {
      const wider = await countNetwork(request);
      if (!wider.isAllowed && wider.isExceeded) throw rejection(wider.ttlInSeconds);
    }
  });
}

/** A network that limits count, and how many times the budget of one client it has. */
interface CountedNetwork {
  readonly network: string;
  readonly share: number;
}

/** Prefix lengths of IPv6 networks that one client may own, with their shares. */
const ipv6Networks = [
  { prefix: 64, share: 1 },
  { prefix: 56, share: 4 },
  { prefix: 48, share: 16 },
] as const;

/** Returns the unit that limits count by: an IPv4 address, or the /64 network of an IPv6 address. */
export function clientNetwork(ip: string): string {
  const groups = ipv6Groups(ip);
  return typeof groups === 'string' ? groups : groups.join(':');
}

/**
 * Returns the networks that an address counts in, the narrowest first: an IPv4 address alone; for IPv6 /64, /56 and /48,
 * with growing budgets, because one client may own any of them.
 */
export function countedNetworks(ip: string): readonly CountedNetwork[] {
  const groups = ipv6Groups(ip);
  if (typeof groups === 'string') return [{ network: groups, share: 1 }];
  return ipv6Networks.map(({ prefix, share }) => ({ network: ipv6Network(groups, prefix), share }));
}

/** Returns the widest network that one client may own. */
export const widestNetwork = (ip: string): string => countedNetworks(ip).at(-1)?.network ?? ip;

function ipv6Network(groups: readonly string[], prefix: 64 | 56 | 48): string {
  if (prefix === 64) return groups.join(':');
  const [first = '', second = '', third = '', fourth = ''] = groups;
  const high = prefix === 48 ? 0 : Number.parseInt(fourth, 16) & 0xff00;
  return `${first}:${second}:${third}:${high.toString(16)}/${prefix}`;
}

/** Returns the first four groups of an IPv6 address without leading zeros; an IPv4 address as it is. */
function ipv6Groups(ip: string): string | readonly string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip;
  const [head = '', tail] = (ip.split('%')[0] ?? ip).toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''));
}
