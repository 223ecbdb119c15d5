import { equalText } from '../../protocol/constant-time.ts';
import { secretHash } from '../secret-hash.ts';

/** A client secret; only its hash is stored. */
export interface ClientSecret {
  readonly id: string;
  /** SHA-256, base64url. */
  readonly hash: string;
  readonly createdAt: Date;
}

/** Secrets that a client can have at a time: the one in use and its successor. */
export const secretLimit = 2;

/** Returns whether a presented secret is one of the client's; takes the same time for every secret of a length. */
export function matchesClientSecret(secrets: readonly ClientSecret[], presented: string): boolean {
  const hash = secretHash(presented);
  return secrets.filter((secret) => equalText(secret.hash, hash)).length > 0;
}
