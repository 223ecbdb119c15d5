import { sha256Base64url } from '#sha256';
import { bucketOfSecret, secretInBucket } from '../../runtime/database/bucket.ts';
import { keyedHash } from '../../runtime/start/master-key.ts';

interface GrantSecretsDependencies {
  readonly codeKey: Uint8Array;
  readonly refreshKey: Uint8Array;
  readonly randomBytes: (length: number) => Uint8Array;
}

export function createGrantSecrets({ randomBytes, ...keys }: GrantSecretsDependencies) {
  const ofCode = keyedHash(keys.codeKey);
  const ofRefresh = keyedHash(keys.refreshKey);
  const generate = () => Buffer.from(randomBytes(32)).toString('base64url');
  return {
    /** Generates a secret: polling code, link, refresh token or cookie. */
    generate,
    /** Generates a secret of a row in a bucket: 244 random bits. */
    inBucket: (bucket: number): string => secretInBucket(generate(), bucket),
    /**
     * Derives the authorization code from the polling code (`response_mode=json`) or from the secret of the link
     * (`query`), whose bucket it carries. Every poll returns the same code, and no table stores it.
     */
    codeOf: (secret: string): string => secretInBucket(ofCode(secret), bucketOfSecret(secret)),
    // The prefixes keep the derivations apart: a secret has no colon.
    /** Derives the secret of the approval link from a user code (RFC 8628). */
    linkOf: (userCode: string): string => ofCode(`device-link:${userCode}`),
    /** Derives `auth_req_id` of a request of an agent (CIBA), and the secret with which its owner reads and decides it. */
    authReqIdOf: (approvalId: string): string => ofCode(`auth-req:${approvalId}`),
    approvalLinkOf: (approvalId: string): string => ofCode(`approval-link:${approvalId}`),
    /** Derives what proves that the user code of a request was typed. */
    typedProofOf: (linkHash: string): string => ofCode(`typed-user-code:${linkHash}`),
    /** Derives the successor of a refresh token: a repeated request receives the same successor, which is not stored. It carries the same bucket. */
    successorOf: (refreshToken: string): string =>
      secretInBucket(ofRefresh(refreshToken), bucketOfSecret(refreshToken)),
  };
}

/** Secrets of 256 bits, at least 244 of them random, base64url without padding: 43 characters. */
export type GrantSecrets = ReturnType<typeof createGrantSecrets>;

/** Returns the SHA-256 of a secret, base64url: the only stored form. Secrets have 244 random bits or more, so no salt is needed. */
export function secretHash(secret: string): string {
  return sha256Base64url(secret);
}

/** What identifies the row of a secret that carries its bucket. */
export interface SecretKey {
  readonly bucket: number;
  readonly hash: string;
}

export const secretKey = (secret: string): SecretKey => ({ bucket: bucketOfSecret(secret), hash: secretHash(secret) });

/** What identifies the row of a secret that names the person who holds it. */
export interface OwnSecretKey {
  readonly ownerSub: string;
  readonly hash: string;
}

/** Returns a secret that names its owner. Only for secrets that nobody but the owner's own browser gets. */
export const ownSecret = (secret: string, ownerSub: string): string => `${secret}.${ownerSub}`;

/** The hash is that of the whole text, so that one which names another person identifies no row. */
export const ownSecretKey = (secret: string): OwnSecretKey => ({
  ownerSub: /\.([0-9a-f]{32})$/.exec(secret)?.[1] ?? '',
  hash: secretHash(secret),
});
