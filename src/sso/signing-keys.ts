import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { jwkThumbprint } from '../protocol/jwk-thumbprint.ts';
import type { KeyResolver } from '../protocol/signed-jwt.ts';
import type { MasterKey } from '../service/master-key.ts';
import type { SsoSettings } from './settings.ts';
import type { AuditEvent, AuditStore } from './store/audit-events.ts';
import type { SigningKeyStore, StoredSigningKey } from './store/signing-keys.ts';

/** A public key as the key set lists it (RFC 7517, RFC 7518 §6.3.1). */
export interface PublishedKey {
  readonly kty: 'RSA';
  readonly use: 'sig';
  readonly alg: 'RS256';
  readonly kid: string;
  readonly n: string;
  readonly e: string;
}

export interface SigningKey {
  readonly kid: string;
  /** RSASSA-PKCS1-v1_5 with SHA-256, off the event loop. */
  readonly sign: (data: Uint8Array) => Promise<Uint8Array>;
}

export interface SigningKeys {
  /**
   * Opens the keys that there are, so that a wrong master key is noticed at the start and not by the first client.
   *
   * @throws SealedDataError
   */
  readonly open: () => Promise<void>;
  /** The key that signs now. */
  readonly current: () => Promise<SigningKey>;
  /** Everything that verifiers need: next, current and former keys. The same list while nothing changes. */
  readonly published: () => Promise<readonly PublishedKey[]>;
  readonly resolve: KeyResolver;
  /**
   * Publishes a new key, which signs once every cached key set must have heard of it. While one is waiting, asking
   * again changes nothing.
   *
   * @param by the request that asked, for the record
   * @returns the kid of the next key
   */
  readonly rotate: (by: KeyOrder) => Promise<string>;
}

export type KeyOrder = Pick<AuditEvent, 'requestId' | 'ip'>;

export interface SigningKeysParts {
  readonly store: SigningKeyStore;
  readonly masterKey: Pick<MasterKey, 'seal' | 'open'>;
  readonly settings: SsoSettings;
  readonly audit: Pick<AuditStore, 'record'>;
  readonly now: () => Date;
}

/** Milliseconds for which this process trusts what it has read; other processes rotate too. */
const memory = 15_000;
/** Milliseconds between two looks for a key that this process has not heard of. */
const cooldown = 1_000;

/** The contract's limit of the key set; the newest count. */
const mostPublished = 32;

interface Loaded {
  readonly readAt: number;
  readonly keys: readonly HeldKey[];
  readonly published: readonly PublishedKey[];
}

interface HeldKey extends SigningKey {
  readonly activatesAt: Date;
  readonly publicKey: KeyObject;
  readonly published: PublishedKey;
}

export function createSigningKeys({ store, masterKey, settings, audit, now }: SigningKeysParts): SigningKeys {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;

  const record = ({ kid, activatesAt }: StoredSigningKey, at: Date, by: KeyOrder) =>
    audit.record({
      ...by,
      event: 'signing_key_created',
      at,
      details: { kid, activatesAt: activatesAt.toISOString() },
    });

  const read = async (): Promise<Loaded> => {
    const at = now();
    let rows = await store.published(at);
    if (rows.length === 0) {
      const first = await generate(masterKey, at);
      if (await store.addFirst(first, at)) await record(first, at, { requestId: 'system' });
      rows = await store.published(at);
    }
    const known = new Map(loaded?.keys.map((key) => [key.kid, key]));
    const keys = rows.map((row) => known.get(row.kid) ?? hold(row, masterKey));
    const unchanged = loaded?.keys.length === keys.length && keys.every((key) => known.has(key.kid));
    const published = unchanged && loaded ? loaded.published : keys.slice(0, mostPublished).map((key) => key.published);
    loaded = { readAt: at.getTime(), keys, published };
    return loaded;
  };
  const load = async (maxAge = memory): Promise<Loaded> => {
    if (loaded && Math.abs(now().getTime() - loaded.readAt) < maxAge) return loaded;
    loading ??= read().finally(() => (loading = undefined));
    // What is known still counts while the database is away.
    return loaded ? loading.catch(() => loaded ?? Promise.reject(new Error('No signing key is known.'))) : loading;
  };

  return {
    open: async () => {
      // The first key is made when it is first needed.
      if ((await store.published(now())).length > 0) await load();
    },
    current: async () => {
      const { keys } = await load();
      const at = now();
      const current = keys.find((key) => key.activatesAt <= at) ?? keys.at(-1);
      if (!current) throw new Error('There is no signing key: the table sso.signing_keys lists none that is in use.');
      return current;
    },
    published: async () => (await load()).published,
    resolve: async (kid) => {
      const find = ({ keys }: Loaded) => keys.find((key) => key.kid === kid)?.publicKey;
      // Another process may have rotated since this one looked.
      return find(await load()) ?? find(await load(cooldown));
    },
    rotate: async (by) => {
      const at = now();
      const activatesAt = new Date(at.getTime() + settings.lifetimes.keyNotice * 1000);
      const longestToken = Math.max(settings.lifetimes.accessToken, settings.lifetimes.idToken);
      const former = Math.max(settings.lifetimes.retiredKey, longestToken + 60);
      const next = await generate(masterKey, activatesAt);
      const waiting = await store.rotate({
        next,
        at,
        formerPublishedUntil: new Date(activatesAt.getTime() + former * 1000),
      });
      loaded = loaded && { ...loaded, readAt: Number.NEGATIVE_INFINITY };
      if (waiting !== undefined) return waiting;
      await record(next, at, by);
      return next.kid;
    },
  };
}

const newKeyPair = promisify(generateKeyPair);

async function generate(masterKey: Pick<MasterKey, 'seal'>, activatesAt: Date): Promise<StoredSigningKey> {
  const { privateKey, publicKey } = await newKeyPair('rsa', { modulusLength: 2048 });
  const { n, e } = publicKey.export({ format: 'jwk' });
  const publicJwk = { kty: 'RSA', n: String(n), e: String(e) } as const;
  const kid = jwkThumbprint(publicJwk);
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  return { kid, publicJwk, activatesAt, sealedPrivateKey: masterKey.seal(pkcs8, sealLabel(kid)) };
}

/** Ties a sealed key to its row: swapped rows do not open. */
const sealLabel = (kid: string): string => `sso.signing_keys ${kid}`;

function hold(
  { kid, sealedPrivateKey, publicJwk, activatesAt }: StoredSigningKey,
  masterKey: Pick<MasterKey, 'open'>,
): HeldKey {
  const pkcs8 = Buffer.from(masterKey.open(sealedPrivateKey, sealLabel(kid)));
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return {
    kid,
    activatesAt,
    publicKey: createPublicKey({ key: publicJwk, format: 'jwk' }),
    published: { ...publicJwk, use: 'sig', alg: 'RS256', kid },
    sign: (data) =>
      new Promise((resolve, reject) => {
        sign('RSA-SHA256', data, privateKey, (error, signature) => (error ? reject(error) : resolve(signature)));
      }),
  };
}
