import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';

export interface CodeRedemption {
  readonly codeHash: string;
  /** S256 challenge of the verifier in the token request; null without one. */
  readonly codeChallenge: string | null;
  readonly at: Date;
}

/** Selects the request of a code, unless its application is disabled. */
export function requestOfCode(db: Kysely<SsoDatabase>, codeHash: string) {
  return db
    .selectFrom('sso.authorization_requests as request')
    .innerJoin('sso.clients as client', 'client.address', 'request.client_address')
    .selectAll('request')
    .where('request.code_hash', '=', codeHash)
    .where('client.disabled_at', 'is', null);
}

/** Reserves the index of a session in the status lists when the selected request can be redeemed; otherwise null. */
export function reservedIndex({ codeChallenge, at }: Omit<CodeRedemption, 'codeHash'>) {
  return sql<number | null>`case
    when request.code_challenge is not distinct from ${codeChallenge}::text and request.status = 'approved' and request.redeemed_at is null
      and request.code_expires_at > ${at}
    then nextval('sso.status_indexes') end`;
}
