import { widestNetwork } from '../../runtime/http/rate-limit.ts';
import type { FairSlots } from '../../runtime/jobs/fair-queue.ts';
import type { OutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import type { Client, KeyedClient } from './client.ts';
import { documentLifetime, fetchJsonDocument } from './fetch-document.ts';
import { type SharedAttemptLimits, tooManyWaiting } from '../limits/attempt-limits.ts';
import type { ClientKeyStore, FetchedKeys } from './client-key-store.ts';
import type { ClientStore } from './client-store.ts';
import { type ClientAuthMethod, type ClientKeySet, readClientKeySet, readPublishedKeySet } from './client-key-set.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';

/** Longest key set that is fetched, bytes. */
const longestKeySet = 20_480;

const noKeys: ClientKeySet = { keys: [] };

export function createClientKeys(dependencies: {
  readonly clients: Pick<ClientStore, 'byAddress'>;
  readonly clientKeys: ClientKeyStore;
  readonly outbound: Pick<OutboundHttp, 'get' | 'checkUrl'>;
  readonly sharedLimits: SharedAttemptLimits;
  /** Turns of fetches, by network. */
  readonly fetches: FairSlots;
  readonly now: () => Date;
}) {
  const { clients, clientKeys, outbound, sharedLimits, fetches, now } = dependencies;
  /** Concurrent requests of one client share a fetch. */
  const fetching = new Map<string, Promise<ClientKeySet | string>>();

  const fetchKeys = async (address: string, uri: string): Promise<ClientKeySet | string> => {
    const response = await fetchJsonDocument(uri, { longest: longestKeySet, outbound });
    const at = now();
    const keys = typeof response === 'string' ? response : readPublishedKeySet(response.document);
    let fetched: FetchedKeys['fetched'];
    if (typeof keys !== 'string' && typeof response !== 'string')
      fetched = { keys, freshUntil: new Date(at.getTime() + documentLifetime(response.cacheControl) * 1000) };
    await clientKeys.save({ address, uri, at, fetched });
    return typeof keys === 'string' ? `The key set at ${uri.slice(0, 256)} ${keys}.` : keys;
  };

  /** @returns the stored copy, or why there is none yet; undefined when it has to be fetched */
  const storedKeys = (client: KeyedClient, uri: string, kid: string | undefined): ClientKeySet | string | undefined => {
    switch (keyFetchDecision(client, kid, now())) {
      case 'use':
        return client.jwks ?? noKeys;
      case 'wait':
        return `The key set at ${uri.slice(0, 256)} could not be used: try again in a minute.`;
      case 'fetch':
        return undefined;
    }
  };

  const fetchUnlessStored = async (address: string, uri: string, kid: string | undefined) => {
    // The fetch of another request can have ended after this request read the client.
    const latest = await clients.byAddress(address);
    const stored = latest?.jwksUri === uri ? storedKeys(latest, uri, kid) : undefined;
    return stored ?? fetchKeys(address, uri);
  };

  return {
    /**
     * Returns the keys that may have signed an assertion of a client; fetches them when it publishes them at an address and
     * the stored copy does not suffice.
     *
     * @param kid of the assertion, if it names one
     * @returns a text that says why there are no keys
     * @throws DomainError 429 after too many fetches for one network
     */
    find: async (client: KeyedClient, kid: string | undefined, ip: string): Promise<ClientKeySet | string> => {
      const { address, jwksUri: uri } = client;
      if (uri === null) return client.jwks ?? noKeys;
      const running = fetching.get(address);
      if (running) return running;
      const stored = storedKeys(client, uri, kid);
      if (stored !== undefined) return stored;
      await sharedLimits.consume('fetchClientKeys', ip);
      const other = fetching.get(address);
      if (other) return other;
      const started = fetches.run(widestNetwork(ip), () => fetchUnlessStored(address, uri, kid));
      if (!started) throw tooManyWaiting();
      const shared = started.finally(() => fetching.delete(address));
      fetching.set(address, shared);
      return shared;
    },
  };
}

export type ClientKeys = ReturnType<typeof createClientKeys>;

/** `use`: use the stored copy. `fetch`: fetch the keys. `wait`: there are none, and the last attempt to fetch them was too recent. */
type KeyFetchDecision = 'use' | 'fetch' | 'wait';

/** Milliseconds between two requests to a `jwks_uri`, however many assertions name keys that it does not have. */
const shortestPause = 60_000;

/** Decides whether the keys of a client have to be fetched from its `jwks_uri` for an assertion with this `kid`. */
function keyFetchDecision(
  { jwks, jwksFreshUntil, jwksTriedAt }: Pick<Client, 'jwks' | 'jwksFreshUntil' | 'jwksTriedAt'>,
  kid: string | undefined,
  now: Date,
): KeyFetchDecision {
  const fresh = jwksFreshUntil !== null && jwksFreshUntil > now;
  // An unknown kid may be a key that was added since.
  const known = kid === undefined || (jwks?.keys ?? []).some((key) => key.kid === kid);
  if (fresh && known) return 'use';
  const justTried = jwksTriedAt !== null && now.getTime() - jwksTriedAt.getTime() < shortestPause;
  if (!justTried) return 'fetch';
  return fresh ? 'use' : 'wait';
}

/** The keys that an administrator gives an application, or where it publishes them. */
interface ClientKeyInput {
  readonly jwks?: { readonly keys: readonly unknown[] } | undefined;
  readonly jwksUri?: string | undefined;
}

/**
 * Returns the keys of a client that authenticates with private_key_jwt; null for every other method.
 *
 * @throws DomainError invalid_request when keys are missing, superfluous or unusable
 */
export function requireKeysFor(
  method: ClientAuthMethod,
  { jwks, jwksUri }: ClientKeyInput,
): Pick<Client, 'jwks' | 'jwksUri'> {
  if (method !== 'private_key_jwt') {
    if (jwks === undefined && jwksUri === undefined) return { jwks: null, jwksUri: null };
    const name = jwks === undefined ? 'jwksUri' : 'jwks';
    throw invalidOauthRequest(`${name} is for tokenEndpointAuthMethod private_key_jwt only.`);
  }
  if (jwks !== undefined && jwksUri !== undefined)
    throw invalidOauthRequest('jwks and jwksUri exclude each other: send one of them.');
  if (jwksUri !== undefined) return { jwks: { keys: [] }, jwksUri };
  if (jwks === undefined)
    throw invalidOauthRequest('jwks and jwksUri are missing: private_key_jwt needs the public keys.');
  const read = readClientKeySet(jwks);
  if (typeof read === 'string') throw invalidOauthRequest(`${read}.`);
  return { jwks: read, jwksUri: null };
}
