import { createDpopKeypair, type DpopKeypair } from './dpop-keypair.ts';

const store = 'keypairs';

/**
 * The key pair of this browser: made once, and kept in IndexedDB, which stores a key without reading it. A session that is
 * bound to it outlives a reload, and all tabs share it.
 *
 * @param name keeps the keys of several applications on one origin apart
 * @throws Error where there is no IndexedDB (Node), or the browser refuses storage
 */
export async function loadDpopKeypair(name = 'platform-sso'): Promise<DpopKeypair> {
  if (globalThis.indexedDB === undefined) throw new Error('There is no IndexedDB here: keep the key pair yourself.');
  const opening = indexedDB.open('platform-dpop', 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(store);
  const database = await settled(opening);
  try {
    const keypairs = (mode: IDBTransactionMode) => database.transaction(store, mode).objectStore(store);
    const known: unknown = await settled(keypairs('readonly').get(name));
    if (isKeypair(known)) return known;
    const made = await createDpopKeypair();
    // Another tab may have been first: whoever stores first has made the key of all.
    const writing = keypairs('readwrite');
    const first: unknown = await settled(writing.get(name));
    if (isKeypair(first)) return first;
    await settled(writing.put(made, name));
    return made;
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
