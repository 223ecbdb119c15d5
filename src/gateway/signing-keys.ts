import { hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync, renameSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isJsonObject } from '../protocol/json-object.ts';
import { type Ed25519Jwk, jwkThumbprint, type Thumbprint } from '../protocol/jwk-thumbprint.ts';
import { ed25519KeyPair } from '../runtime/start/ed25519-key-pair.ts';
import { keyedHash, loadOrGenerateSecret } from '../runtime/start/master-key.ts';
import type { GatewaySettings } from './settings.ts';
import { normalizeHtu } from '../protocol/proof-jwt.ts';
import type { ForwardedRequest } from './forwarded-request.ts';
import type { GatewayConfig } from './config.ts';
import type { Identity } from './decide.ts';

export interface AssertionKey {
  readonly kid: Thumbprint;
  readonly jwk: Ed25519Jwk;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

export interface SigningKeys {
  readonly current: () => AssertionKey;
  /** Key set document (RFC 7517): the current key, the next one, and those whose assertions may still be valid. */
  readonly keySet: () => { readonly keys: readonly object[] };
  /** Accepted nonces, the newest first (RFC 9449 §9); the same for all instances with the same keys. */
  readonly nonces: () => readonly string[];
}

/** A seed with the time from which it is published, in milliseconds since 1970. */
interface KeySeed {
  readonly seed: Uint8Array;
  readonly since: number;
}

/** Milliseconds from publishing a key until it signs: longer than upstreams cache the key set. */
export const keyNotice = 600_000;
/** Milliseconds that a replaced key stays published: longer than any assertion is valid. */
const keyGrace = 3_600_000;
/** Seconds for which one nonce is issued; it is accepted twice as long. */
const noncePeriod = 300;

const fileName = 'gateway-keys.json';

/** Loads the keys that sign assertions. @throws Error when they cannot be read, or others can read them */
export function loadSigningKeys({ GATEWAY_KEY: seeds, DATA_DIR: directory }: GatewaySettings): Promise<SigningKeys> {
  return seeds === undefined
    ? keysFromDirectory(resolve(directory), Date.now)
    : Promise.resolve(keysFromSetting(seeds, Date.now));
}

/** Loads the keys for a check, which creates none: they would belong to its user. @returns undefined before the first start */
export const existingSigningKeys = async (settings: GatewaySettings): Promise<SigningKeys | undefined> =>
  settings.GATEWAY_KEY === undefined && !existsSync(keyFileIn(resolve(settings.DATA_DIR)))
    ? undefined
    : loadSigningKeys(settings);

/** @param seeds the key that signs, then older ones; as `GATEWAY_KEY` lists them */
export const keysFromSetting = (seeds: readonly Uint8Array[], now: () => number): SigningKeys =>
  createSigningKeys(
    // The operator decides when a key signs and when it is no longer published.
    { signing: () => 0, listed: (all) => all },
    seeds.map((seed) => ({ seed, since: 0 })),
    now,
  );

/** Reads the keys of DATA_DIR, and creates the first one. @throws Error when others can read the file */
export async function keysFromDirectory(directory: string, now: () => number): Promise<SigningKeys> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const text = await loadOrGenerateSecret(directory, fileName, () =>
    JSON.stringify({ keys: [{ seed: newSeed(), since: 0 }] }),
  );
  refuseSharedFile(join(directory, fileName));
  return createSigningKeys({ signing: signingIndex, listed: published }, byAge(parseSeeds(text)), now);
}

/** Adds a key, which signs after `keyNotice`, and drops those that nobody needs. @returns its kid and the time from which it signs */
export async function rotateKeys(directory: string, now: () => number): Promise<{ kid: string; signsFrom: number }> {
  await keysFromDirectory(directory, now);
  const path = join(directory, fileName);
  const added = { seed: newSeed(), since: now() };
  const kept = published(byAge(parseSeeds(readFileSync(path, 'utf8'))), now()).map(({ seed, since }) => ({
    seed: Buffer.from(seed).toString('base64url'),
    since,
  }));
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${JSON.stringify({ keys: [added, ...kept] })}\n`, { mode: 0o600, flush: true });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
  const { kid } = assertionKey(new Uint8Array(Buffer.from(added.seed, 'base64url')));
  return { kid, signsFrom: added.since + keyNotice };
}

export const keyFileIn = (directory: string): string => join(directory, fileName);

/** @throws Error when others than the owner can read the file */
function refuseSharedFile(path: string): void {
  if (process.platform === 'win32') return;
  const { mode } = statSync(path);
  if ((mode & 0o077) !== 0) throw new Error(`${path} can be read by other users: run chmod 600 ${path}`);
}

const newSeed = (): string => randomBytes(32).toString('base64url');

function parseSeeds(text: string): readonly KeySeed[] {
  const content: unknown = JSON.parse(text);
  const listed: unknown = isJsonObject(content) ? content['keys'] : undefined;
  const seeds = (Array.isArray(listed) ? listed : []).flatMap((entry: unknown) => {
    const { seed, since } = isJsonObject(entry) ? entry : {};
    const bytes = typeof seed === 'string' ? new Uint8Array(Buffer.from(seed, 'base64url')) : new Uint8Array();
    return bytes.length === 32 && typeof since === 'number' ? [{ seed: bytes, since }] : [];
  });
  if (seeds.length === 0)
    throw new Error(`${fileName} has no key of 32 bytes. Restore it from a backup, or delete it.`);
  return seeds;
}

/** Newest first. */
const byAge = (seeds: readonly KeySeed[]): readonly KeySeed[] => [...seeds].sort((a, b) => b.since - a.since);

/** Index of the key that signs, of keys by age: the newest that was published long enough, or else the oldest. */
function signingIndex(seeds: readonly KeySeed[], now: number): number {
  const index = seeds.findIndex(({ since }) => since + keyNotice <= now);
  return index === -1 ? seeds.length - 1 : index;
}

/** Drops keys that were replaced longer than `keyGrace` ago. */
function published<Seed extends KeySeed>(seeds: readonly Seed[], now: number): readonly Seed[] {
  const signing = signingIndex(seeds, now);
  return seeds.filter((_seed, index) => {
    const successor = seeds[index - 1];
    return index <= signing || successor === undefined || successor.since + keyNotice + keyGrace > now;
  });
}

/** Which of several keys signs, by its index, and which are published. */
interface Rotation {
  readonly signing: (seeds: readonly KeySeed[], now: number) => number;
  readonly listed: <Seed extends KeySeed>(seeds: readonly Seed[], now: number) => readonly Seed[];
}

function createSigningKeys(rotation: Rotation, seeds: readonly KeySeed[], now: () => number): SigningKeys {
  const all = seeds.map((entry) => ({ ...entry, key: assertionKey(entry.seed), nonceOf: nonceHash(entry.seed) }));
  const signing = () => {
    const entry = all[rotation.signing(all, now())];
    if (entry === undefined) throw new Error('There is no key that signs assertions.');
    return entry;
  };
  const listed = () => rotation.listed(all, now());
  return {
    current: () => signing().key,
    keySet: () => ({ keys: listed().map(({ key }) => ({ ...key.jwk, kid: key.kid, use: 'sig', alg: 'EdDSA' })) }),
    nonces: () => {
      const period = Math.floor(now() / 1000 / noncePeriod);
      const first = signing();
      return [first, ...listed().filter((entry) => entry !== first)].flatMap(({ nonceOf }) => [
        nonceOf(`dpop-nonce ${period}`),
        nonceOf(`dpop-nonce ${period - 1}`),
      ]);
    },
  };
}

function assertionKey(seed: Uint8Array): AssertionKey {
  const { publicKey, sign } = ed25519KeyPair(seed);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') } as const;
  return { kid: jwkThumbprint(jwk), jwk, sign };
}

const nonceHash = (seed: Uint8Array) =>
  keyedHash(new Uint8Array(hkdfSync('sha256', seed, new Uint8Array(), 'gateway dpop-nonce', 32)));

/** `typ` of assertions, so that no other token can be taken for one (RFC 8725 §3.11). */
export const assertionType = 'agent-assertion+jwt';

interface AssertionInput {
  readonly request: Pick<ForwardedRequest, 'method' | 'url'>;
  readonly identity: Identity;
  readonly settings: GatewayConfig['assertion'];
  readonly key: AssertionKey;
  /** Unix seconds. */
  readonly now: number;
  readonly jti: string;
}

/**
 * Creates the signed statement for the upstream: who sends this request, by method and URL. It is worthless for another
 * request, and a short time later.
 */
export function createAssertion({ request, identity, settings, key, now, jti }: AssertionInput): string {
  const iat = Math.floor(now);
  const { sub, jkt, clientId, scope, helperOf, contentDigest, expires } = identity;
  const claims = {
    iss: settings.issuer,
    aud: settings.audience ?? new URL(request.url).origin,
    iat,
    exp: Math.min(iat + settings.ttl, expires ?? Number.POSITIVE_INFINITY),
    jti,
    htm: request.method,
    htu: normalizeHtu(request.url),
    // JSON has no undefined members.
    sub,
    client_id: clientId,
    scope,
    cnf: jkt === undefined ? undefined : { jkt },
    helper_of: helperOf.length === 0 ? undefined : helperOf,
    content_digest: contentDigest,
  };
  const signingInput = `${headerOf(key)}.${base64url(JSON.stringify(claims))}`;
  return `${signingInput}.${base64url(key.sign(Buffer.from(signingInput, 'latin1')))}`;
}

/** Encoded headers by key: they are the same in every assertion. */
const headers = new WeakMap<AssertionKey, string>();
function headerOf(key: AssertionKey): string {
  const known = headers.get(key);
  if (known !== undefined) return known;
  const header = base64url(JSON.stringify({ typ: assertionType, alg: 'EdDSA', kid: key.kid }));
  headers.set(key, header);
  return header;
}

const base64url = (content: string | Uint8Array): string => Buffer.from(content).toString('base64url');
