import { createDpopKeypair, type DpopKeypair } from '../../client/dpop/dpop-keypair.ts';

const database = 'platform-keys';
const store = 'dpop';

export interface StoredKey {
  readonly keypair: DpopKeypair;
  /** Made just now: a session that is bound to another key is of no use with it. */
  readonly fresh: boolean;
}

/**
 * The key of this browser, made at the first call and kept in IndexedDB. Its private half can be used here and read
 * nowhere, so a stolen token is worth nothing elsewhere.
 *
 * @throws Error where the browser has no IndexedDB, or no Ed25519
 */
export async function browserKey(name: string): Promise<StoredKey> {
  const opened = await open();
  try {
    const found = await settled<unknown>(opened.transaction(store).objectStore(store).get(name));
    if (isKeypair(found)) return { keypair: found, fresh: false };
    const keypair = await createDpopKeypair();
    await settled(opened.transaction(store, 'readwrite').objectStore(store).put(keypair, name));
    return { keypair, fresh: true };
  } finally {
    opened.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store));
  return settled(request);
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused.')));
  });
}

function isKeypair(value: unknown): value is DpopKeypair {
  return typeof value === 'object' && value !== null && 'privateKey' in value && value.privateKey instanceof CryptoKey;
}
