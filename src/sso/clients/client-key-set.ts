import { createPublicKey, type KeyObject } from 'node:crypto';
import { isJsonObject } from '../../protocol/json-object.ts';

/** What `aud` of a client assertion is: the issuer alone, or also the URL of the token endpoint. */
export type AssertionAudience = 'issuer' | 'token_endpoint';

/** How a client authenticates at the token endpoint (OpenID Connect Core §9, RFC 7591 §2). `none`: a public client. */
export type ClientAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

export const clientAuthMethods = [
  'none',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const satisfies readonly ClientAuthMethod[];

/** Algorithms of client assertions. */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const;

export const usesSecret = (method: ClientAuthMethod): boolean =>
  method === 'client_secret_basic' || method === 'client_secret_post';

/** A public key of a client; further members are not stored. */
interface ClientJwk {
  readonly kty: string;
  readonly [member: string]: string;
}

export interface ClientKeySet {
  readonly keys: readonly ClientJwk[];
}

const publicMembers = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use'] as const;
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;
const maxPublishedKeys = 20;
/** RFC 7518 §3.3. */
const shortestModulus = 2048;
/** An exponent or modulus beyond this makes a verification slow. */
const longestModulus = 8192;

/**
 * Reads the public keys with which a client signs its assertions (RFC 7517 §5).
 *
 * @returns the keys with the members that matter, or a text that says what is wrong
 */
export function readClientKeySet({ keys }: { readonly keys: readonly unknown[] }): ClientKeySet | string {
  const read: ClientJwk[] = [];
  for (const [index, key] of keys.entries()) {
    const problem = isJsonObject(key) ? problemOf(key) : 'is not a JSON object';
    if (problem !== undefined || !isJsonObject(key)) return `jwks.keys.${index} ${problem}`;
    read.push(publicPart(key));
  }
  const kids = read.flatMap(({ kid }) => kid ?? []);
  if (new Set(kids).size !== kids.length) return 'jwks.keys have the same kid twice: give each key its own';
  return { keys: read };
}

/**
 * Reads the key set that a client publishes at its `jwks_uri`. Keys that cannot verify its assertions are ignored (RFC 7517
 * §5); a private key refuses all of them (draft-ietf-oauth-client-id-metadata-document-03, Client Authentication).
 *
 * @returns a text that says what is wrong, as the end of a sentence about its address
 */
export function readPublishedKeySet(document: Readonly<Record<string, unknown>>): ClientKeySet | string {
  const { keys } = document;
  if (!Array.isArray(keys) || keys.length > maxPublishedKeys) return `has no list of at most ${maxPublishedKeys} keys`;
  const published: readonly unknown[] = keys;
  const objects = published.filter(isJsonObject);
  if (objects.some((key) => privateMembers.some((member) => Object.hasOwn(key, member)))) return 'has a private key';
  const usable = objects.filter((key) => problemOf(key) === undefined);
  if (usable.length === 0) return `has no public key of ${assertionAlgorithms.join(', ')}`;
  const read = readClientKeySet({ keys: usable });
  return typeof read === 'string' ? 'has two keys with the same kid' : read;
}

function problemOf(key: Readonly<Record<string, unknown>>): string | undefined {
  const secret = privateMembers.find((member) => Object.hasOwn(key, member));
  if (secret !== undefined) return `has the private member ${secret}: register the public key only`;
  // Node ignores them in base64url, and PostgreSQL stores none.
  const unreadable = Object.entries(publicPart(key)).find(([, value]) => /\p{C}/u.test(value))?.[0];
  if (unreadable !== undefined) return `has invisible characters in ${unreadable}`;
  const { alg, use } = key;
  if (alg !== undefined && !assertionAlgorithms.some((known) => known === alg))
    return `has another alg than ${assertionAlgorithms.join(', ')}`;
  if (use !== undefined && use !== 'sig') return 'has a use other than sig';
  const imported = importKey(key);
  return imported === undefined || !isStrong(imported)
    ? `is not a public key: use RSA of ${shortestModulus} to ${longestModulus} bits, EC P-256 or OKP Ed25519`
    : undefined;
}

function importKey(key: Readonly<Record<string, unknown>>): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...publicPart(key) }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'ed25519') return true;
  if (asymmetricKeyType === 'ec') return asymmetricKeyDetails?.namedCurve === 'prime256v1';
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  return (
    asymmetricKeyType === 'rsa' &&
    modulusLength >= shortestModulus &&
    modulusLength <= longestModulus &&
    publicExponent >= 65_537n &&
    publicExponent < 2n ** 32n
  );
}

function publicPart(key: Readonly<Record<string, unknown>>): ClientJwk {
  const members = publicMembers.flatMap((name) => (typeof key[name] === 'string' ? [[name, key[name]] as const] : []));
  return { kty: '', ...Object.fromEntries(members) };
}
