import type { JsonObject } from '../../protocol/json-object.ts';
import { maxStatusListBytes, type StatusReference, statusReferenceOf } from '../../protocol/status-list.ts';

/** Statuses in one list, one bit each. */
export const statusListLength = maxStatusListBytes * 8;

/** Address of a status list. */
export const statusListUri = (issuer: string, listId: number): string => `${issuer}/oauth/status-lists/${listId}`;

/** Returns the claim `status.status_list` of the session with this index over all lists. */
export function statusReference(issuer: string, statusIndex: number): StatusReference {
  const listId = Math.floor(statusIndex / statusListLength);
  return { idx: statusIndex % statusListLength, uri: statusListUri(issuer, listId) };
}

/** Returns the index over all lists that an access token of this provider names; undefined for a token without one. */
export function statusIndexOf(claims: JsonObject): number | undefined {
  const reference = statusReferenceOf(claims);
  const listId = /\/(\d{1,10})$/.exec(reference?.uri ?? '')?.[1];
  return !reference || listId === undefined ? undefined : Number(listId) * statusListLength + reference.idx;
}
