import { isJsonObject, type JsonObject } from '../../../src/protocol/json-object.ts';
import { tokenClaims } from '../../shared/owner-session/owner-session.ts';
import type { TrailCheck } from './trail-check.ts';
import { addError, type OwnerUse } from './trail-report.ts';

/** Claims of the id_token with a reference; undefined when it is not there. Throws an error for a bad token. */
export type ClaimsOf = (idTokenRef: string) => Promise<JsonObject | undefined>;

/** Finds the reason why an id_token does not prove an owner. */
function mismatch({ ownerSub, jkt }: OwnerUse, { sub, cnf }: JsonObject): string | undefined {
  if (sub !== ownerSub) return 'Its id_token names another owner.';
  if (!isJsonObject(cnf) || cnf['jkt'] !== jkt) return 'Its id_token is bound to another key.';
  return undefined;
}

/** Owners that an id_token confirms, and those that one contradicts. */
export interface OwnerResults {
  readonly proven: ReadonlySet<string>;
  readonly refuted: ReadonlySet<string>;
}

/**
 * Compares the owners that entries name with their id_tokens.
 * @param missing whether a token that was not kept is an error
 */
export async function checkOwners(
  check: TrailCheck,
  claimsOf: ClaimsOf,
  missing: 'is-error' | 'is-accepted',
): Promise<OwnerResults> {
  const proven = new Set<string>();
  const refuted = new Set<string>();
  for (const use of check.owners.values()) {
    const { line, seq, ownerSub, idTokenRef } = use;
    try {
      const claims = idTokenRef === null ? undefined : await claimsOf(idTokenRef);
      const reason = claims && mismatch(use, claims);
      if (reason !== undefined) {
        refuted.add(ownerSub);
        addError(check, line, seq, 'owner_mismatch', `The entry names owner ${ownerSub}. ${reason}`);
      } else if (claims) proven.add(ownerSub);
      else if (missing === 'is-error')
        addError(
          check,
          line,
          seq,
          'id_token_missing',
          `The entry names owner ${ownerSub}, but its id_token is missing.`,
        );
    } catch (error) {
      if (!(error instanceof OwnerTokenError)) throw error;
      refuted.add(ownerSub);
      addError(check, line, seq, 'bad_id_token', error.message);
    }
  }
  return { proven, refuted };
}

/** An id_token that a trusted provider did not sign. */
export class OwnerTokenError extends Error {}

/** Claims of a token that was verified when it was kept. */
export const keptClaims = (idToken: string | undefined): JsonObject | undefined =>
  idToken === undefined ? undefined : (tokenClaims(idToken) ?? {});
