import type { LookupFunction, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { callbackify } from 'node:util';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { createNameResolver } from './name-resolver.ts';
import { errorCode } from './outbound-error-code.ts';
import {
  checkAddress,
  NameNotResolvedError,
  permittedAddresses,
  type Resolve,
  type ResolvedAddress,
  type TargetRules,
  withoutBrackets,
} from './outbound-target.ts';
import { parseTargetUrl, checkTargetUrl, type UrlRefusal } from './outbound-url.ts';
import { inNetworks } from './public-address.ts';
import type { RequestTracer } from './request-tracer.ts';

export interface OutboundHttpOptions {
  /** CIDRs that may be reached although they are not public, also by plain http: for development. */
  readonly allow: readonly string[];
  readonly resolve?: Resolve | undefined;
  /** Left out, requests belong to no trace. */
  readonly trace?: RequestTracer | undefined;
}

/** A request to an address that somebody else chose. */
export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Until the whole answer was read. */
  readonly timeoutMs: number;
  /** What is read of the answer's body; the rest is left. */
  readonly maxResponseBytes: number;
}

export type OutboundResponse =
  | { readonly status: number; readonly body: Uint8Array }
  /** No answer came; why, as one word. */
  | { readonly status: null; readonly error: string };

export interface OutboundHttp {
  /** Says why requests to a URL would be refused; undefined when they would not, or when its name has no address now. */
  readonly checkUrl: (url: string) => Promise<UrlRefusal | undefined>;
  /** POSTs to a public address at once, however many are under way; follows no redirect, and never rejects. */
  readonly post: (request: OutboundRequest) => Promise<OutboundResponse>;
  /** Ends idle connections and lets requests under way finish. */
  readonly close: () => Promise<void>;
}

const connectTimeout = 10_000;
/** Names of registrations that are looked up at once; there is no other bound on how many people ask for. */
const vettedAtOnce = 64;

/**
 * Requests to addresses that somebody else chose, kept off this machine and its networks: the URL, every address that
 * its name resolves to at the moment of connecting, and the peer of the connection are checked, and what was checked
 * is what is dialled, so that a name that changes its address in between gains nothing.
 */
export function createOutboundHttp({
  allow,
  resolve = createNameResolver(),
  trace = (_request, send) => send({}),
}: OutboundHttpOptions): OutboundHttp {
  const rules: TargetRules = { allowed: inNetworks(allow), resolve };
  const vetting: TargetRules = { ...rules, resolve: atMost(vettedAtOnce, resolve) };
  // As many connections as requests: apps may share a host, and only the caller knows what belongs to which.
  const agent = new Agent({ connect: guardedConnector(rules), connections: null, pipelining: 1 });

  return {
    checkUrl: (url) => checkTargetUrl(url, vetting),
    post: async ({ url, headers, body, timeoutMs, maxResponseBytes }) => {
      const target = parseTargetUrl(url);
      if (!(target instanceof URL)) return { status: null, error: 'invalid_url' };
      const send = async (traced: Readonly<Record<string, string>>): Promise<OutboundResponse> => {
        const signal = AbortSignal.timeout(timeoutMs);
        try {
          const answer = await agent.request({
            origin: target.origin,
            path: target.pathname + target.search,
            method: 'POST',
            headers: { ...headers, ...traced },
            body,
            signal,
          });
          return { status: answer.statusCode, body: await readStart(answer.body, maxResponseBytes) };
        } catch (error) {
          return { status: null, error: errorCode(error) };
        }
      };
      return trace({ method: 'POST', url }, send, (answer) =>
        answer.status === null ? { error: answer.error } : { status: answer.status },
      );
    },
    close: () => agent.close(),
  };
}

/** Resolves anew for every connection, dials only what it checked, and looks at who answered. */
function guardedConnector(rules: TargetRules): buildConnector.connector {
  const connect = callbackify(async (options: buildConnector.Options) => {
    const protocol = options.protocol === 'http:' ? 'http:' : 'https:';
    // Sockets do not look addresses up, so that a literal one is checked here and nowhere else.
    const host = withoutBrackets(options.hostname);
    const addresses = await permittedAddresses(host, protocol, rules);
    const socket = await dial(options, addresses);
    try {
      // `::ffff:192.0.2.1` is how a socket that speaks both protocols names an IPv4 peer.
      checkAddress(host, (socket.remoteAddress ?? '').replace(/^::ffff:(?=[\d.]+$)/, ''), protocol, rules.allowed);
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  });
  return (options, callback) =>
    connect(options, (error, socket) => (error ? callback(error, null) : callback(null, socket)));
}

function dial(options: buildConnector.Options, addresses: readonly ResolvedAddress[]): Promise<Socket | TLSSocket> {
  const [first] = addresses;
  if (first === undefined) return Promise.reject(new Error(`${options.hostname} has no address`));
  const lookup: LookupFunction = (_host, { all }, callback) =>
    all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
  const connect = buildConnector({ timeout: connectTimeout, lookup, autoSelectFamily: true });
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) => (error ? reject(error) : resolve(socket)));
  });
}

/** The beginning of a body. What was read until the time was up, or until the other side broke off, counts. */
async function readStart(body: Dispatcher.ResponseData['body'], limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) continue;
      chunks.push(chunk.subarray(0, limit - length));
      length += chunk.length;
      if (length >= limit) break;
    }
  } catch {
    // The status arrived, and it decides; the body is for the log.
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Those beyond `most` at once do not wait: their names do not resolve right now. */
function atMost(most: number, resolve: Resolve): Resolve {
  let underWay = 0;
  return async (name) => {
    if (underWay >= most) throw new NameNotResolvedError(name);
    underWay += 1;
    try {
      return await resolve(name);
    } finally {
      underWay -= 1;
    }
  };
}
