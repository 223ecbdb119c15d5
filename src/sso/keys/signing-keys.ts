import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import type { MasterKey } from '../../runtime/start/master-key.ts';
import type { SsoSettings } from '../settings.ts';
import type {
  FormerSigningKey,
  NewSigningKey,
  SigningKeyChange,
  SigningKeyStore,
  StoredSigningKey,
} from './signing-key-store.ts';

/** Public key of the key set (RFC 7517, RFC 7518 §6.3.1). */
export interface PublishedKey {
  readonly kty: 'RSA';
  readonly use: 'sig';
  readonly alg: 'RS256';
  readonly kid: string;
  readonly n: string;
  readonly e: string;
  /** End of signing, Unix seconds; set as soon as it is known. */
  readonly until?: number;
}

/** A key for proofs that outlive the key set; `revoked` as in OpenID Federation 1.0 §8.7. */
interface HistoricalKey extends PublishedKey {
  /** Start of signing, Unix seconds. */
  readonly from: number;
  readonly revoked?: { readonly revoked_at: number };
}

interface SigningKey {
  readonly kid: string;
  /** RSASSA-PKCS1-v1_5 with SHA-256, off the event loop. */
  readonly sign: (data: Uint8Array) => Promise<Uint8Array>;
}

/** Returns an RSA key pair of 2048 bits. */
export type NewRsaKeyPair = () => Promise<Readonly<Record<'privateKey' | 'publicKey', KeyObject>>>;

/** Milliseconds for which this process caches the keys; other processes may rotate them. */
const cacheMs = 15_000;
/** Minimum interval between two reloads for an unknown kid, milliseconds. */
const cooldown = 1_000;

/** Maximum clock difference between processes, seconds. */
const clockMargin = 60;

/** Maximum size of the key set by the contract; the newest keys are listed. */
const maxPublished = 32;

interface Loaded {
  readonly readAt: number;
  readonly keys: readonly LoadedKey[];
  readonly published: readonly PublishedKey[];
}

interface LoadedKey extends SigningKey, Pick<StoredSigningKey, 'activatesAt' | 'retiredAt'> {
  readonly publicKey: KeyObject;
  readonly published: PublishedKey;
}

export function createSigningKeys({
  store,
  masterKey,
  settings,
  now,
  newKeyPair = generateRsaKeyPair,
}: {
  readonly store: SigningKeyStore;
  readonly masterKey: Pick<MasterKey, 'seal' | 'open'>;
  readonly settings: SsoSettings;
  readonly now: () => Date;
  readonly newKeyPair?: NewRsaKeyPair | undefined;
}) {
  const { accessToken, idToken, keyNotice, retiredKey } = settings.lifetimes;
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;

  const read = async (): Promise<Loaded> => {
    const at = now();
    let rows = await store.published(at);
    if (rows.length === 0) {
      await store.addFirst(seal(await newKeyPair(), masterKey, at), { at, requestId: 'system' });
      rows = await store.published(at);
    }
    const known = new Map(loaded?.keys.map((key) => [key.kid, key]));
    const keys = rows.map((row) => {
      const { activatesAt, retiredAt } = row;
      return { ...(known.get(row.kid) ?? openKey(row, masterKey)), activatesAt, retiredAt };
    });
    const unchanged =
      loaded?.keys.length === keys.length &&
      keys.every(
        ({ kid, retiredAt }) => known.get(kid)?.retiredAt?.getTime() === retiredAt?.getTime() && known.has(kid),
      );
    const published = unchanged && loaded ? loaded.published : keys.slice(0, maxPublished).map(publish);
    loaded = { readAt: at.getTime(), keys, published };
    return loaded;
  };
  const load = async (maxAge = cacheMs): Promise<Loaded> => {
    if (loaded && Math.abs(now().getTime() - loaded.readAt) < maxAge) return loaded;
    loading ??= read().finally(() => (loading = undefined));
    // The cached keys stay in use while the database is unavailable.
    return loaded ? loading.catch(() => loaded ?? Promise.reject(new Error('No signing key is loaded.'))) : loading;
  };

  const forget = () => (loaded = loaded && { ...loaded, readAt: Number.NEGATIVE_INFINITY });

  return {
    /**
     * Opens the existing keys, so that a wrong master key fails the start. Without keys, starts to generate the first in
     * the background.
     *
     * @throws SealedDataError
     */
    open: async (): Promise<void> => {
      const known = (await store.published(now())).length > 0;
      // The first key is generated in the background: on a small machine that takes longer than verifiers wait for a
      // key set. If it fails, the next request that needs a key retries.
      if (known) await load();
      else void load().catch(() => undefined);
    },
    /** Returns the key that signs. */
    current: async (): Promise<SigningKey> => {
      const { keys } = await load();
      const at = now();
      const current = keys.find((key) => key.activatesAt <= at) ?? keys.at(-1);
      if (!current) throw new Error('There is no signing key: the table sso.signing_keys lists none that is in use.');
      return current;
    },
    /** Returns the next, current and former keys; the same array while nothing changes. */
    published: async (): Promise<readonly PublishedKey[]> => (await load()).published,
    /** Returns every key that ever signed or will sign, the earliest first. */
    history: async (): Promise<readonly HistoricalKey[]> => (await store.history()).map(historicalKey),
    /** Resolves the key of an access token; a key resolves until the last token that it signed has expired. */
    resolve: async (kid: string): ReturnType<KeyResolver> => {
      const at = now().getTime();
      const find = ({ keys }: Loaded) =>
        keys.find((key) => key.kid === kid && at < endOf(key.retiredAt) + (accessToken + clockMargin) * 1000)
          ?.publicKey;
      // Another process may have rotated since the last load.
      return find(await load()) ?? find(await load(cooldown));
    },
    /**
     * Publishes a new key, which signs when every cached key set has expired. While a key waits, a repeated call changes
     * nothing.
     *
     * @param by audit fields of the request
     * @returns the kid of the next key
     */
    rotate: async (by: Omit<SigningKeyChange, 'at'>): Promise<string> => {
      const at = now();
      const activatesAt = new Date(at.getTime() + keyNotice * 1000);
      const former = Math.max(retiredKey, Math.max(accessToken, idToken) + clockMargin);
      const formerPublishedUntil = new Date(activatesAt.getTime() + former * 1000);
      const next = seal(await newKeyPair(), masterKey, activatesAt);
      const kid = await store.rotate({ next, formerPublishedUntil }, { ...by, at });
      forget();
      return kid;
    },
    /**
     * Removes a key from the key set; another one signs at once. This process rejects its tokens at once, others after
     * they reload the keys.
     *
     * @returns the kid of the key that signs now; undefined when no key has this kid
     */
    revoke: async (kid: string, by: Omit<SigningKeyChange, 'at'>): Promise<string | undefined> => {
      const at = now();
      const successor = seal(await newKeyPair(), masterKey, at);
      const currentKid = await store.revoke({ kid, successor }, { ...by, at });
      forget();
      return currentKid;
    },
  };
}

export type SigningKeys = ReturnType<typeof createSigningKeys>;

const generateKeyPairAsync = promisify(generateKeyPair);
const generateRsaKeyPair: NewRsaKeyPair = () => generateKeyPairAsync('rsa', { modulusLength: 2048 });

function seal(
  { privateKey, publicKey }: Awaited<ReturnType<NewRsaKeyPair>>,
  masterKey: Pick<MasterKey, 'seal'>,
  activatesAt: Date,
): NewSigningKey {
  const { n, e } = publicKey.export({ format: 'jwk' });
  const publicJwk = { kty: 'RSA', n: String(n), e: String(e) } as const;
  const kid = jwkThumbprint(publicJwk);
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  return { kid, publicJwk, activatesAt, sealedPrivateKey: masterKey.seal(pkcs8, signingKeyLabel(kid)) };
}

/** Binds a sealed key to its row, so that swapped rows do not open. */
export const signingKeyLabel = (kid: string): string => `sso.signing_keys ${kid}`;

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

function publish({ published, retiredAt }: LoadedKey): PublishedKey {
  return retiredAt === null ? published : { ...published, until: seconds(retiredAt) };
}

function historicalKey({ kid, publicJwk, activatesAt, retiredAt, revokedAt }: FormerSigningKey): HistoricalKey {
  return {
    ...publicJwk,
    use: 'sig',
    alg: 'RS256',
    kid,
    from: seconds(activatesAt),
    ...(retiredAt && { until: seconds(retiredAt) }),
    ...(revokedAt && { revoked: { revoked_at: seconds(revokedAt) } }),
  };
}

const endOf = (retiredAt: Date | null): number => retiredAt?.getTime() ?? Number.POSITIVE_INFINITY;

function openKey(
  { kid, sealedPrivateKey, publicJwk }: StoredSigningKey,
  masterKey: Pick<MasterKey, 'open'>,
): Omit<LoadedKey, 'activatesAt' | 'retiredAt'> {
  const pkcs8 = Buffer.from(masterKey.open(sealedPrivateKey, signingKeyLabel(kid)));
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

/**
 * Header members `typ` of what the provider signs: RFC 9068 §2.1, draft-ietf-oauth-status-list-17 §5.1, attestations,
 * OpenID Connect Back-Channel Logout 1.0 §2.4, and calls of other services.
 */
type SignedJwtType =
  | 'at+jwt'
  | 'JWT'
  | 'statuslist+jwt'
  | 'attestation+jwt'
  | 'logout+jwt'
  | 'service+jwt'
  | 'approval-receipt+jwt';

/** Signs a JWT with RS256 (RFC 7515 §7.1). */
export async function signRs256Jwt(typ: SignedJwtType, claims: object, key: SigningKey): Promise<string> {
  const signingInput = `${segment({ alg: 'RS256', typ, kid: key.kid })}.${segment(claims)}`;
  const signature = await key.sign(Buffer.from(signingInput));
  return `${signingInput}.${Buffer.from(signature).toString('base64url')}`;
}

const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
