import type { LookupFunction, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { callbackify } from 'node:util';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import {
  AddressNotPublicError,
  checkAddress,
  checkTargetUrl,
  createNameResolver,
  NameNotResolvedError,
  parseTargetUrl,
  permittedAddresses,
  type Resolve,
  type ResolvedAddress,
  type TargetRules,
  type UrlRefusal,
  withoutBrackets,
  inNetworks,
} from './outbound-target.ts';
import { exchange } from './exchange.ts';
import type { RequestTracer } from '../observe/tracing.ts';

/** A request to a URL from a user. */
export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Timeout until the whole response is read. */
  readonly timeoutMs: number;
  /** Maximum number of bytes of the response body that are read; the rest is ignored. */
  readonly maxResponseBytes: number;
}

export type OutboundResponse =
  | {
      readonly status: number;
      readonly body: Uint8Array;
      /** Value of Retry-After. */
      readonly retryAfter?: string | undefined;
    }
  /** There was no response. `error` is a code of outbound-error-code.ts or `invalid_url`. */
  | { readonly status: null; readonly error: string };

type OutboundDocument =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly body: Uint8Array;
    }
  /** There was no whole response. `error` is a code of outbound-error-code.ts or `invalid_url`. */
  | { readonly status: null; readonly error: string };

export interface OutboundHttp {
  /** Returns why requests to a URL are refused; undefined when they are allowed or its name currently has no address. */
  readonly checkUrl: (url: string) => Promise<UrlRefusal | undefined>;
  /** Sends a POST request without queueing. Follows no redirects. Never rejects. */
  readonly post: (request: OutboundRequest) => Promise<OutboundResponse>;
  /** Fetches a document. Follows no redirects. Never rejects. Reads up to `maxResponseBytes` of it. */
  readonly get: (request: Omit<OutboundRequest, 'body'>) => Promise<OutboundDocument>;
  /** Closes idle connections and waits for running requests. */
  readonly close: () => Promise<void>;
}

/** Milliseconds. */
const connectTimeout = 10_000;
/** Maximum number of concurrent look-ups of `checkUrl`, which users trigger without other limits. */
const maxConcurrentChecks = 64;

/**
 * Creates an HTTP client for URLs from users that cannot reach this machine or its networks (SSRF protection). It checks
 * the URL, every address of its name when it connects, and the peer of the connection. It connects only to the checked
 * addresses, so that DNS rebinding is without effect.
 */
export function createOutboundHttp({
  allow,
  resolve = createNameResolver(),
  trace = (_request, send) => send({}),
}: {
  /** CIDRs of networks that are not public and are allowed anyway, also over plain http; for development. */
  readonly allow: readonly string[];
  readonly resolve?: Resolve | undefined;
  /** When left out, requests belong to no trace. */
  readonly trace?: RequestTracer | undefined;
}): OutboundHttp {
  const rules: TargetRules = { allowed: inNetworks(allow), resolve };
  const checkRules: TargetRules = { ...rules, resolve: limitConcurrency(maxConcurrentChecks, resolve) };
  // No limit of connections per host, because apps may share a host; callers limit the requests of each app.
  const agent = new Agent({ connect: guardedConnector(rules), connections: null, pipelining: 1 });

  return {
    checkUrl: (url) => checkTargetUrl(url, checkRules),
    post: async ({ url, headers, body, ...limits }) => {
      const target = parseTargetUrl(url);
      if (!(target instanceof URL)) return { status: null, error: 'invalid_url' };
      const send = async (traced: Readonly<Record<string, string>>): Promise<OutboundResponse> => {
        try {
          const response = await exchange(
            agent,
            { ...addressOf(target), method: 'POST', headers: { ...headers, ...traced }, body },
            limits,
          );
          const retryAfter = response.headers['retry-after'];
          // The status decides the outcome, and the body is for the log only, even when it ended early.
          return {
            status: response.status,
            body: response.body,
            ...(typeof retryAfter === 'string' && { retryAfter }),
          };
        } catch (error) {
          return { status: null, error: errorCode(error) };
        }
      };
      return trace({ method: 'POST', url }, send, (response) =>
        response.status === null ? { error: response.error } : { status: response.status },
      );
    },
    get: async ({ url, headers, ...limits }) => {
      const target = parseTargetUrl(url);
      if (!(target instanceof URL)) return { status: null, error: 'invalid_url' };
      const send = async (traced: Readonly<Record<string, string>>): Promise<OutboundDocument> => {
        try {
          // Documents are fetched rarely: a reused connection could be closed by its server meanwhile.
          const options = {
            ...addressOf(target),
            method: 'GET',
            reset: true,
            headers: { ...headers, ...traced },
          } as const;
          const { status, headers: received, body, error } = await exchange(agent, options, limits);
          // Half a document may have another meaning.
          if (error !== undefined) throw error;
          return { status, headers: singleHeaders(received), body };
        } catch (error) {
          return { status: null, error: errorCode(error) };
        }
      };
      return trace({ method: 'GET', url }, send, (response) =>
        response.status === null ? { error: response.error } : { status: response.status },
      );
    },
    close: () => agent.close(),
  };
}

const addressOf = ({ origin, pathname, search }: URL) => ({ origin, path: pathname + search });

/** Resolves the name for every connection, connects only to checked addresses, and checks the peer. */
function guardedConnector(rules: TargetRules): buildConnector.connector {
  const connect = callbackify(async (options: buildConnector.Options) => {
    const protocol = options.protocol === 'http:' ? 'http:' : 'https:';
    // An IP literal causes no look-up, so that it is checked here.
    const host = withoutBrackets(options.hostname);
    const addresses = await permittedAddresses(host, protocol, rules);
    const socket = await connectTo(options, addresses);
    try {
      // A dual-stack socket names an IPv4 peer `::ffff:192.0.2.1`.
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

function connectTo(
  options: buildConnector.Options,
  addresses: readonly ResolvedAddress[],
): Promise<Socket | TLSSocket> {
  const [first] = addresses;
  if (first === undefined) return Promise.reject(new Error(`${options.hostname} has no address`));
  const lookup: LookupFunction = (_host, { all }, callback) =>
    all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
  const connect = buildConnector({ timeout: connectTimeout, lookup, autoSelectFamily: true });
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) => (error ? reject(error) : resolve(socket)));
  });
}

/** Drops headers that were sent more than once. */
function singleHeaders(headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Limits concurrent look-ups; further ones fail at once. */
function limitConcurrency(max: number, resolve: Resolve): Resolve {
  let running = 0;
  return async (name) => {
    if (running >= max) throw new NameNotResolvedError(name);
    running += 1;
    try {
      return await resolve(name);
    } finally {
      running -= 1;
    }
  };
}

const errorCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
};

/** OpenSSL's verification results and Node's TLS errors. */
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_|HOSTNAME_MISMATCH)/;

/** Returns a stable code for a request without a response; delivery logs show it to the receiver's owner. */
function errorCode(error: unknown): string {
  if (error instanceof AddressNotPublicError) return 'address_not_public';
  if (error instanceof NameNotResolvedError) return 'name_not_resolved';
  if (!(error instanceof Error)) return 'request_failed';
  if (error.name === 'TimeoutError') return 'timeout';
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (tlsCodes.test(code)) return 'tls_failed';
  if (code.startsWith('HPE_')) return 'invalid_answer';
  return errorCodes[code] ?? 'request_failed';
}
