import { LRUCache } from 'lru-cache';
import type { Ed25519PublicKey } from '../../protocol/ed25519-key.ts';
import type { Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { streamBytes } from '../../protocol/stream-bytes.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import { agentDirectoryUrl, directoryMediaType, directoryPath } from '../../protocol/web-bot-auth.ts';
import { type DirectoryKeys, directoryKeys, type ReceivedDirectory, verifyDirectory } from './signed-directory.ts';

export interface AgentDirectoriesOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Seconds by which the clock of a provider may be ahead. */
  readonly clockSkew: number;
}

export interface AgentDirectories {
  /**
   * Returns the key of an agent; undefined when the provider has none, as of a revoked agent.
   *
   * @throws UnavailableError when the provider does not respond with a directory that it signed
   */
  readonly key: (provider: string, jkt: Thumbprint) => Promise<Ed25519PublicKey | undefined>;
}

const timeoutMs = 5_000;
const maxBytes = 64 * 1024;
const maxCachedDirectories = 10_000;
/** Maximum milliseconds that a directory is cached: a revoked agent has none. */
const longestCaching = 5_000;

/** Reads the directories of trusted providers, and caches them as long as their Cache-Control says. */
export function createAgentDirectories({ fetch, now, clockSkew }: AgentDirectoriesOptions): AgentDirectories {
  const cached = new LRUCache<string, { readonly keys: DirectoryKeys; readonly until: number }>({
    max: maxCachedDirectories,
  });
  const loadingByUrl = new Map<string, Promise<DirectoryKeys | undefined>>();

  const load = async (
    url: string,
    signersOf: (body: Uint8Array) => Promise<DirectoryKeys> | DirectoryKeys,
  ): Promise<DirectoryKeys | undefined> => {
    const requestedAt = now();
    const directory = await fetchDirectory(url, fetch);
    if (directory === undefined) return undefined;
    const signers = await signersOf(directory.body);
    const { keys, expires } = verifyDirectory(directory, signers, now() / 1000, clockSkew);
    const until = Math.min(requestedAt + cacheTime(directory.headers), expires * 1000);
    cached.set(url, { keys, until });
    return keys;
  };
  const read = (...[url, signersOf]: Parameters<typeof load>): ReturnType<typeof load> => {
    const known = cached.get(url);
    if (known !== undefined && now() < known.until) return Promise.resolve(known.keys);
    const loading = loadingByUrl.get(url) ?? load(url, signersOf).finally(() => loadingByUrl.delete(url));
    loadingByUrl.set(url, loading);
    return loading;
  };
  const providerKeys = async (provider: string): Promise<DirectoryKeys> => {
    const keys = await read(provider + directoryPath, directoryKeys);
    if (keys === undefined) throw new Error(`${provider} has no directory of its own key.`);
    return keys;
  };

  return {
    key: async (provider, jkt) => {
      try {
        const keys = await read(agentDirectoryUrl(provider, jkt), () => providerKeys(provider));
        return keys?.get(jkt);
      } catch (error) {
        throw new UnavailableError('directory', error);
      }
    },
  };
}

/** @returns undefined when there is no such directory */
async function fetchDirectory(url: string, fetch: typeof globalThis.fetch): Promise<ReceivedDirectory | undefined> {
  const { status, headers, body } = await fetch(url, {
    // Some edge runtimes do not support 'error'.
    redirect: 'manual',
    headers: { accept: directoryMediaType },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (status === 404 || status === 410) return undefined;
  if (status !== 200) throw new Error(`${url} responded with status ${status}.`);
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== directoryMediaType)
    throw new Error(`${url} responded with ${mediaType} instead of ${directoryMediaType}.`);
  const bytes = await streamBytes(body, maxBytes);
  if (bytes === undefined) throw new Error(`The directory ${url} is larger than ${maxBytes} bytes.`);
  return { authority: new URL(url).host, headers, body: bytes };
}

/** Milliseconds for which a response may be cached (RFC 9111 §4.2); 0 without Cache-Control max-age. */
function cacheTime(headers: Headers): number {
  const control = headers.get('cache-control') ?? '';
  const [, seconds = '0'] = /\bmax-age="?(\d{1,9})/i.exec(control) ?? [];
  if (/\bno-(store|cache)\b/i.test(control)) return 0;
  const age = Number(headers.get('age') ?? 0);
  return Math.min((Number(seconds) - (age > 0 ? age : 0)) * 1000, longestCaching);
}
