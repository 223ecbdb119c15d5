import type { OutboundHttp } from '../../runtime/outbound-http.ts';
import type { AttemptLimits } from '../attempt-limits.ts';
import type { Client } from '../client.ts';
import { documentLifetime } from '../document-lifetime.ts';
import { fetchJsonDocument } from '../fetch-json-document.ts';
import type { SharedAttemptLimits } from '../shared-attempt-limits.ts';
import type { ClientKeyStore, FetchedKeys } from '../store/client-keys.ts';
import { type ClientKeySet, readPublishedKeySet } from './client-key-set.ts';
import { type KeyFetchDecision, keyFetchDecision } from './key-fetch-decision.ts';

/** Longest key set that is fetched, bytes. */
const longestKeySet = 20_480;

export interface ClientKeys {
  /**
   * Returns the keys that may have signed an assertion of a client; fetches them when it publishes them at an address and
   * the stored copy does not suffice.
   *
   * @param kid of the assertion, if it names one
   * @returns a text that says why there are no keys
   * @throws DomainError 429 after too many fetches for one network
   */
  readonly find: (client: Client, kid: string | undefined, ip: string) => Promise<ClientKeySet | string>;
}

export interface ClientKeysDependencies {
  readonly clientKeys: ClientKeyStore;
  readonly outbound: Pick<OutboundHttp, 'get' | 'checkUrl'>;
  readonly limits: AttemptLimits;
  readonly sharedLimits: SharedAttemptLimits;
  readonly now: () => Date;
}

export function createClientKeys(dependencies: ClientKeysDependencies): ClientKeys {
  const { clientKeys, outbound, limits, sharedLimits, now } = dependencies;
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

  return {
    find: async (client, kid, ip) => {
      const { address, jwksUri: uri } = client;
      const keys = client.jwks ?? { keys: [] };
      if (uri === null) return keys;
      const running = fetching.get(address);
      if (running) return running;
      const decision: KeyFetchDecision = keyFetchDecision(client, kid, now());
      if (decision === 'use') return keys;
      if (decision === 'wait') return `The key set at ${uri.slice(0, 256)} could not be used: try again in a minute.`;
      limits.consume('fetchClientKeys', ip);
      await sharedLimits.consume('fetchClientKeys', ip);
      const started = fetching.get(address) ?? fetchKeys(address, uri).finally(() => fetching.delete(address));
      fetching.set(address, started);
      return started;
    },
  };
}
