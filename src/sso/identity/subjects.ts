import { createHmac } from 'node:crypto';
import type { Client } from '../client.ts';

export interface Subjects {
  /**
   * Returns the claim `sub` of an owner for an application: the session address, or with pairwise subjects (OpenID
   * Connect Core §8.1) an identifier that is the same for all applications of one sector and for no others.
   */
  readonly of: (ownerSub: string, client: Pick<Client, 'pairwiseSector'>) => string;
}

/** @param key secret: without it, nobody can link a pairwise subject to a session address or to another one */
export function createSubjects(key: Uint8Array): Subjects {
  // A session address has a fixed length, so that address and sector have one concatenation.
  const pairwise = (ownerSub: string, sector: string) =>
    createHmac('sha256', key)
      .update(ownerSub + sector)
      .digest('hex')
      .slice(0, 32);
  return {
    of: (ownerSub, { pairwiseSector }) => (pairwiseSector === null ? ownerSub : pairwise(ownerSub, pairwiseSector)),
  };
}
