import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { jwkThumbprint } from '../protocol/jwk-thumbprint.ts';
import type { KeyResolver } from '../protocol/signed-jwt.ts';
import type { MasterKey } from '../runtime/master-key.ts';
import type { SsoSettings } from './settings.ts';
import type { KeyOrder, NewSigningKey, SigningKeyStore, StoredSigningKey } from './store/signing-keys.ts';

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
   * Where there are none, it begins to make the first.
   *
   * @throws SealedDataError
   */
  readonly open: () => Promise<void>;
  /** The key that signs now. */
  readonly current: () => Promise<SigningKey>;
  /** Everything that verifiers need: next, current and former keys. The same list while nothing changes. */
  readonly published: () => Promise<readonly PublishedKey[]>;
  /** Finds the keys of access tokens that can be live; those of retired keys expired long before the key set drops it. */
  readonly resolve: KeyResolver;
  /**
   * Publishes a new key, which signs once every cached key set must have heard of it. While one is waiting, asking
   * again changes nothing.
   *
   * @param by the request that asked, for the record
   * @returns the kid of the next key
   */
  readonly rotate: (by: Omit<KeyOrder, 'at'>) => Promise<string>;
  /**
   * Publishes a key no more; another one signs at once. This process refuses its tokens at once, others when they look
   * again.
   *
   * @returns the kid of the key that signs now; undefined when no key has this kid
   */
  readonly withdraw: (kid: string, by: Omit<KeyOrder, 'at'>) => Promise<string | undefined>;
}

export interface SigningKeysParts {
  readonly store: SigningKeyStore;
  readonly masterKey: Pick<MasterKey, 'seal' | 'open'>;
  readonly settings: SsoSettings;
  readonly now: () => Date;
}

/** Milliseconds for which this process trusts what it has read; other processes rotate too. */
const memory = 15_000;
/** Milliseconds between two looks for a key that this process has not heard of. */
const cooldown = 1_000;

/** Seconds by which the clocks of processes may differ. */
const clockMargin = 60;

/** The contract's limit of the key set; the newest count. */
const mostPublished = 32;

interface Loaded {
  readonly readAt: number;
  readonly keys: readonly HeldKey[];
  readonly published: readonly PublishedKey[];
}

interface HeldKey extends SigningKey, Pick<StoredSigningKey, 'activatesAt' | 'retiredAt'> {
  readonly publicKey: KeyObject;
  readonly published: PublishedKey;
}

export function createSigningKeys({ store, masterKey, settings, now }: SigningKeysParts): SigningKeys {
  const { accessToken, idToken, keyNotice, retiredKey } = settings.lifetimes;
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;

  const read = async (): Promise<Loaded> => {
    const at = now();
    let rows = await store.published(at);
    if (rows.length === 0) {
      await store.addFirst(await generate(masterKey, at), { at, requestId: 'system' });
      rows = await store.published(at);
    }
    const known = new Map(loaded?.keys.map((key) => [key.kid, key]));
    const keys = rows.map((row) => {
      const { activatesAt, retiredAt } = row;
      return { ...(known.get(row.kid) ?? hold(row, masterKey)), activatesAt, retiredAt };
    });
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

  const forget = () => (loaded = loaded && { ...loaded, readAt: Number.NEGATIVE_INFINITY });

  return {
    open: async () => {
      const known = (await store.published(now())).length > 0;
      // A first key is made while nobody waits: on a small machine that may take longer than verifiers wait for a key
      // set. Should it fail, whoever needs a key tries again and is told.
      if (known) await load();
      else void load().catch(() => undefined);
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
      const at = now().getTime();
      const find = ({ keys }: Loaded) =>
        keys.find((key) => key.kid === kid && at < endOf(key.retiredAt) + (accessToken + clockMargin) * 1000)
          ?.publicKey;
      // Another process may have rotated since this one looked.
      return find(await load()) ?? find(await load(cooldown));
    },
    rotate: async (by) => {
      const at = now();
      const activatesAt = new Date(at.getTime() + keyNotice * 1000);
      const former = Math.max(retiredKey, Math.max(accessToken, idToken) + clockMargin);
      const formerPublishedUntil = new Date(activatesAt.getTime() + former * 1000);
      const next = await generate(masterKey, activatesAt);
      const kid = await store.rotate({ next, formerPublishedUntil }, { ...by, at });
      forget();
      return kid;
    },
    withdraw: async (kid, by) => {
      const at = now();
      const successor = await generate(masterKey, at);
      const currentKid = await store.withdraw({ kid, successor }, { ...by, at });
      forget();
      return currentKid;
    },
  };
}

const newKeyPair = promisify(generateKeyPair);

async function generate(masterKey: Pick<MasterKey, 'seal'>, activatesAt: Date): Promise<NewSigningKey> {
  const { privateKey, publicKey } = await newKeyPair('rsa', { modulusLength: 2048 });
  const { n, e } = publicKey.export({ format: 'jwk' });
  const publicJwk = { kty: 'RSA', n: String(n), e: String(e) } as const;
  const kid = jwkThumbprint(publicJwk);
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  return { kid, publicJwk, activatesAt, sealedPrivateKey: masterKey.seal(pkcs8, sealLabel(kid)) };
}

/** Ties a sealed key to its row: swapped rows do not open. */
const sealLabel = (kid: string): string => `sso.signing_keys ${kid}`;

const endOf = (retiredAt: Date | null): number => retiredAt?.getTime() ?? Number.POSITIVE_INFINITY;

function hold(
  { kid, sealedPrivateKey, publicJwk }: StoredSigningKey,
  masterKey: Pick<MasterKey, 'open'>,
): Omit<HeldKey, 'activatesAt' | 'retiredAt'> {
  const pkcs8 = Buffer.from(masterKey.open(sealedPrivateKey, sealLabel(kid)));
  const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return {
    kid,
    publicKey: createPublicKey({ key: publicJwk, format: 'jwk' }),
    published: { ...publicJwk, use: 'sig', alg: 'RS256', kid },
    sign: (data) =>
      new Promise((resolve, reject) => {
        sign('RSA-SHA256', data, privateKey, (error, signature) => (error ? reject(error) : resolve(signature)));
      }),
  };
}
