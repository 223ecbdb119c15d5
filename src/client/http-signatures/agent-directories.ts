import { LRUCache } from 'lru-cache';
import { verifyEd25519 } from '#ed25519';
import { type Ed25519PublicKey, parseEd25519Jwk } from '../../protocol/ed25519-key.ts';
import { isThumbprint, type Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { streamBytes, equalText } from '../../protocol/bytes.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import {
  agentDirectoryUrl,
  directoryMediaType,
  directoryPath,
  directorySignatureTag,
} from '../../protocol/web-bot-auth.ts';
import { isJsonObject, parseJsonObject } from '../../protocol/json-object.ts';
import { contentDigest, MessageSignatureError } from '../../protocol/message-signature.ts';
import { readSignature, signatureLifetime, signedBytes } from '../../protocol/received-signature.ts';

export interface AgentDirectoriesOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Seconds by which the clock of a provider may be ahead. */
  readonly clockSkew: number;
}

const timeoutMs = 5_000;
const maxBytes = 64 * 1024;
const maxCachedDirectories = 10_000;
/** Maximum milliseconds that a directory is cached: a revoked agent has none. */
const longestCaching = 5_000;

/** Reads the directories of trusted providers, and caches them as long as their Cache-Control says. */
export function createAgentDirectories({ fetch, now, clockSkew }: AgentDirectoriesOptions): {
  /**
   * Returns the key of an agent; undefined when the provider has none, as of a revoked agent.
   *
   * @throws UnavailableError when the provider does not respond with a directory that it signed
   */
  readonly key: (provider: string, jkt: Thumbprint) => Promise<Ed25519PublicKey | undefined>;
} {
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

/** Keys of a directory by thumbprint. */
type DirectoryKeys = ReadonlyMap<Thumbprint, Ed25519PublicKey>;

/** A directory as it was received. */
interface ReceivedDirectory {
  /** Host of the request, with a port that is not the default one. */
  readonly authority: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** A directory whose signature is valid. */
export interface SignedDirectory {
  readonly keys: DirectoryKeys;
  /** Unix seconds after which its signature is expired. */
  readonly expires: number;
}

/**
 * Reads the keys of a directory.
 *
 * @throws Error when the body is no directory
 */
function directoryKeys(body: Uint8Array): DirectoryKeys {
  const listed = parseJsonObject(body)?.['keys'];
  if (!Array.isArray(listed)) throw new Error('The directory has no list of keys.');
  // Keys of other types belong to other protocols.
  const ed25519Keys: readonly unknown[] = listed.filter((jwk) => isJsonObject(jwk) && jwk['crv'] === 'Ed25519');
  return new Map(
    ed25519Keys.map((jwk) => {
      const key = parseEd25519Jwk(jwk);
      return [key.jkt, key];
    }),
  );
}

/**
 * Verifies that the provider signed a directory for the host of the request.
 *
 * @param signers keys of the provider
 * @param now Unix seconds
 * @throws Error when the signature is missing or invalid
 */
function verifyDirectory(
  { authority, headers, body }: ReceivedDirectory,
  signers: DirectoryKeys,
  now: number,
  clockSkew: number,
): SignedDirectory {
  const fields = {
    signatureInput: headers.get('signature-input') ?? undefined,
    signature: headers.get('signature') ?? undefined,
  };
  const signature = readSignature(fields, directorySignatureTag);
  const { expires } = signatureLifetime(signature, now, clockSkew);
  const digest = contentDigest(body);
  if (!equalText(headers.get('content-digest') ?? '', digest))
    throw new MessageSignatureError('bad_content_digest', 'The Content-Digest is not that of the directory.');
  const values = new Map([
    ['"@authority";req', authority],
    ['"content-digest"', digest],
  ]);
  const signed = signedBytes(signature, [...values.keys()], ({ identifier }) => values.get(identifier));
  const keyid = signature.parameters.get('keyid');
  const key = isThumbprint(keyid) ? signers.get(keyid) : undefined;
  if (key === undefined || !verifyEd25519(key.bytes, signed, signature.bytes))
    throw new MessageSignatureError('bad_signature', 'No key of the provider signed the directory.');
  return { keys: directoryKeys(body), expires };
}

/**
 * Returns the providers whose directories are trusted, without trailing slashes.
 *
 * @throws TypeError that names the invalid address
 */
export function trustedProviders(directories: readonly string[]): readonly string[] {
  if (!Array.isArray(directories) || directories.length === 0)
    throw new TypeError('trustedDirectories must be a list of the URLs of sign-in providers, with one at least.');
  return directories.map((address) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
    if (url === undefined || !isSecure || url.username + url.password + url.search + url.hash !== '')
      throw new TypeError(
        `trustedDirectories must have https URLs of sign-in providers (http on a loopback host), not ${address}.`,
      );
    return url.origin + url.pathname.replace(/\/+$/, '');
  });
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
