import { createDpopKeypair, type DpopKeypair } from './dpop-keypair.ts';

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
