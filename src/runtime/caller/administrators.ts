import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AuthorizationError, findAuthorization, headerPairs } from '../../protocol/request-headers.ts';
import type { SecurityScheme } from './security.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';

export interface AdministratorCredentials {
  readonly administrator: PresentedAdministrator;
}

/**
 * Accepts an administrator's key as a Bearer token in services that store no keys: the provider resolves the key to an
 * administrator, and limits the rate of wrong keys.
 */
export function createAdministratorScheme({
  directory,
  keyRefused,
  scopeMissing,
}: {
  readonly directory: AdministratorDirectory;
  /** Creates the area's error for a key that the provider rejects. */
  readonly keyRefused: () => Error;
  /** Creates the area's error for an administrator without the scope. */
  readonly scopeMissing: (administrator: PresentedAdministrator, scope: string) => Error;
}): SecurityScheme<AdministratorCredentials> {
  return {
    authenticate: async ({ rawHeaders }, scopes) => {
      const key = bearerToken(rawHeaders, keyRefused);
      if (key === undefined) return undefined;
      const administrator = await directory.identify(key);
      if (administrator === undefined) throw keyRefused();
      const lacking = scopes.find((scope) => !administrator.scopes.includes(scope));
      if (lacking !== undefined) throw scopeMissing(administrator, lacking);
      return { administrator };
    },
    confirmation: ({ administrator: { confirmedAt: at } }) =>
      at === undefined ? { by: 'administrator' } : { by: 'person', at },
  };
}

/** @returns undefined without an Authorization header, or with one of another scheme */
function bearerToken(rawHeaders: readonly string[], refused: () => Error): string | undefined {
  try {
    const authorization = findAuthorization(headerPairs(rawHeaders));
    return authorization?.scheme === 'bearer' ? authorization.token : undefined;
  } catch (error) {
    throw error instanceof AuthorizationError ? refused() : error;
  }
}

/** Who presents an administrator's key, as the sign-in provider says. */
interface PresentedAdministrator {
  /** Null for the bootstrap key. */
  readonly id: string | null;
  readonly name: string;
  readonly scopes: readonly string[];
  /** When the owner of a console session confirmed; undefined for an administrator's key. */
  readonly confirmedAt?: Date;
}

/** Identifies administrators for services that store no administrator's key. */
interface AdministratorDirectory {
  /**
   * @returns undefined for a key that the provider rejects
   * @throws UnavailableError when the provider does not respond
   */
  readonly identify: (key: string) => Promise<PresentedAdministrator | undefined>;
}

/** Milliseconds for which a response of the provider is used; a revoked key is rejected this much later at most. */
const cacheTime = 5_000;
const cachedKeys = 1_000;
/** Milliseconds until the provider counts as unreachable. */
const timeout = 3_000;
/** A Bearer token (RFC 6750 §2.1) of at least 32 characters; every administrator's key is one. */
const keyPattern = /^[A-Za-z0-9._~+/-]{32,512}={0,2}$/;

interface Lookup {
  readonly at: number;
  readonly result: Promise<PresentedAdministrator | undefined>;
}

/** Looks up at the provider which administrator presents a key. Concurrent calls with one key share a request; failures are not cached. */
export function createAdministratorDirectory({
  issuer,
  fetch,
  monotonicNow,
}: {
  /** Address of the provider, without a trailing slash. */
  readonly issuer: string;
  readonly fetch: typeof globalThis.fetch;
  /** Monotonic time, milliseconds. */
  readonly monotonicNow: () => number;
}): AdministratorDirectory {
  const lookups = new LRUCache<string, Lookup>({ max: cachedKeys });
  return {
    identify: (key) => {
      if (!keyPattern.test(key)) return Promise.resolve(undefined);
      // The hash, so that the process keeps no key.
      const id = createHash('sha256').update(key).digest('base64url');
      const known = lookups.get(id);
      if (known && monotonicNow() - known.at < cacheTime) return known.result;
      const lookup: Lookup = {
        at: monotonicNow(),
        result: requestAdministrator(`${issuer}/api/v1/administrators/current`, key, fetch),
      };
      lookups.set(id, lookup);
      lookup.result.catch(() => {
        if (lookups.peek(id) === lookup) lookups.delete(id);
      });
      return lookup.result;
    },
  };
}

async function requestAdministrator(
  url: string,
  key: string,
  fetch: typeof globalThis.fetch,
): Promise<PresentedAdministrator | undefined> {
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    // 429: too many wrong keys came from this service; the provider always accepts a right one.
    if (response.status === 401 || response.status === 429) {
      await response.body?.cancel();
      return undefined;
    }
    if (response.status !== 200) throw new Error(`The provider responded ${response.status}.`);
    return administratorOf(await response.json());
  } catch (error) {
    throw new UnavailableError('administrators', error);
  }
}

function administratorOf(body: unknown): PresentedAdministrator {
  if (!isJsonObject(body)) throw new Error('The response of the provider is not an object.');
  const { id, name, scopes, confirmedAt } = body;
  if ((id !== null && typeof id !== 'string') || typeof name !== 'string' || !isTexts(scopes))
    throw new Error('The response of the provider is not an administrator.');
  if (typeof confirmedAt !== 'string') return { id, name, scopes };
  return { id, name, scopes, confirmedAt: new Date(confirmedAt) };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** An act of an administrator, for the append-only log of a service. */
export interface AdministratorEvent<Event extends string, Details> {
  /** UUID. */
  readonly id: string;
  readonly at: Date;
  readonly event: Event;
  readonly requestId: string;
  readonly ip: string;
  /** `id` is null for the bootstrap key. */
  readonly administrator: { readonly id: string | null; readonly name: string };
  /** What was acted on; a pseudonym of a person, because an erasure cannot change the log. */
  readonly subject: string;
  readonly details: Details;
}

/** Returns the columns of an event, which are the same in every service. */
export function administratorEventRow<Event extends string, Details>({
  requestId,
  administrator,
  details,
  ...columns
}: AdministratorEvent<Event, Details>) {
  return {
    ...columns,
    request_id: requestId,
    administrator: administrator.name,
    administrator_id: administrator.id,
    details: JSON.stringify(details),
  };
}
