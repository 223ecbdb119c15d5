import type { CryptoKey } from 'jose';
import type { Ed25519Jwk } from '../../protocol/jwk-thumbprint.ts';
import type { Ed25519Sign } from '../../protocol/proof-jwt.ts';
import { signDpopProof as createProof } from '../../protocol/dpop-proof.ts';

/** A client's DPoP key pair. */
export interface DpopKeypair {
  /** A WebCrypto Ed25519 key, or a signing function for a key in hardware or another process. */
  readonly privateKey: CryptoKey | Ed25519Sign;
  readonly publicJwk: Ed25519Jwk;
}

/**
 * Creates an Ed25519 key pair with a non-extractable private key, which no script can read. IndexedDB can store it.
 *
 * @throws Error when WebCrypto has no Ed25519 (browsers before 2025, pages without https)
 */
export async function createDpopKeypair(): Promise<DpopKeypair & { readonly privateKey: CryptoKey }> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle === undefined)
    throw new Error('WebCrypto is not available: open the page over https or on a loopback host.');
  const pair = await subtle.generateKey({ name: 'Ed25519' }, false, ['sign', 'verify']).catch((cause: unknown) => {
    throw new Error('This platform has no Ed25519 in WebCrypto: pass a keypair whose privateKey is a function.', {
      cause,
    });
  });
  if (!('privateKey' in pair)) throw new Error('WebCrypto made no key pair.');
  const { x } = await subtle.exportKey('jwk', pair.publicKey);
  if (x === undefined) throw new Error('WebCrypto made no key pair.');
  return { privateKey: pair.privateKey, publicJwk: { kty: 'OKP', crv: 'Ed25519', x } };
}

/** Returns the signing function of a key pair. */
export function createKeypairSigner({ privateKey }: DpopKeypair): Ed25519Sign {
  if (typeof privateKey === 'function') return privateKey;
  return async (message) =>
    new Uint8Array(await crypto.subtle.sign({ name: 'Ed25519' }, privateKey, new Uint8Array(message)));
}

const store = 'keypairs';

/**
 * Loads the key pair of this browser from IndexedDB, or creates and stores it. A session bound to it survives a reload, and
 * all tabs share it.
 *
 * @param name separates the keys of several applications on one origin
 * @throws Error without IndexedDB (Node) or when the browser denies storage
 */
export async function loadDpopKeypair(name = 'platform-sso'): Promise<DpopKeypair> {
  return withDatabase(async (database) => {
    const keypairs = (mode: IDBTransactionMode) => database.transaction(store, mode).objectStore(store);
    const known: unknown = await settled(keypairs('readonly').get(name));
    if (isKeypair(known)) return known;
    const created = await createDpopKeypair();
    // Another tab may have stored a key pair meanwhile: the first stored one is used.
    const writing = keypairs('readwrite');
    const first: unknown = await settled(writing.get(name));
    if (isKeypair(first)) return first;
    await settled(writing.put(created, name));
    return created;
  });
}

/**
 * Deletes the key pair of this browser. Call it when the user signs out: a key belongs to the person who signed in with it
 * first, so the next person needs another one.
 *
 * @throws Error without IndexedDB (Node) or when the browser denies storage
 */
export async function deleteDpopKeypair(name = 'platform-sso'): Promise<void> {
  await withDatabase((database) => settled(database.transaction(store, 'readwrite').objectStore(store).delete(name)));
}

async function withDatabase<Result>(work: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
  if (globalThis.indexedDB === undefined) throw new Error('IndexedDB is not available: store the key pair yourself.');
  const opening = indexedDB.open('platform-dpop', 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(store);
  const database = await settled(opening);
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

function isKeypair(value: unknown): value is DpopKeypair {
  return typeof value === 'object' && value !== null && 'privateKey' in value && 'publicJwk' in value;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed.')));
  });
}

export interface NewDpopProof {
  readonly keypair: DpopKeypair;
  /** Method of the request in uppercase. */
  readonly method: string;
  /** Absolute URL of the request; the proof omits query and fragment. */
  readonly url: string;
  /** Access token of the request. */
  readonly accessToken?: string | undefined;
  /** Last DPoP-Nonce of the server. */
  readonly nonce?: string | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: number | undefined;
  /** Unique and unpredictable, 1 to 256 characters. Default: a random UUID. */
  readonly jti?: string | undefined;
}

/**
 * Creates the value of a DPoP header for one request (RFC 9449 §4.2).
 *
 * @throws TypeError when url is no absolute http or https URL
 */
export function createDpopProof({ keypair, method, url, now = Date.now(), ...proof }: NewDpopProof): Promise<string> {
  const { accessToken, nonce, jti = crypto.randomUUID() } = proof;
  return createProof({
    htm: method,
    htu: url,
    jwk: keypair.publicJwk,
    sign: createKeypairSigner(keypair),
    now: now / 1000,
    jti,
    accessToken,
    nonce,
  });
}
