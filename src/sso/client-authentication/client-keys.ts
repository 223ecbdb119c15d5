import { widestNetwork } from '../../runtime/client-networks.ts';
import type { FairSlots } from '../../runtime/fair-slots.ts';
import type { OutboundHttp } from '../../runtime/outbound-http.ts';
import type { Client } from '../client.ts';
import { documentLifetime } from '../document-lifetime.ts';
import { fetchJsonDocument } from '../fetch-json-document.ts';
import { type SharedAttemptLimits, tooManyWaiting } from '../shared-attempt-limits.ts';
import type { ClientKeyStore, FetchedKeys } from '../store/client-keys.ts';
import type { ClientStore } from '../store/clients.ts';
import { type ClientKeySet, readPublishedKeySet } from './client-key-set.ts';
import { keyFetchDecision } from './key-fetch-decision.ts';

/** Longest key set that is fetched, bytes. */
const longestKeySet = 20_480;

const noKeys: ClientKeySet = { keys: [] };

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
  readonly clients: Pick<ClientStore, 'byAddress'>;
  readonly clientKeys: ClientKeyStore;
  readonly outbound: Pick<OutboundHttp, 'get' | 'checkUrl'>;
  readonly sharedLimits: SharedAttemptLimits;
  /** Turns of fetches, by network. */
  readonly fetches: FairSlots;
  readonly now: () => Date;
}

export function createClientKeys(dependencies: ClientKeysDependencies): ClientKeys {
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
  const storedKeys = (client: Client, uri: string, kid: string | undefined): ClientKeySet | string | undefined => {
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
    find: async (client, kid, ip) => {
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
