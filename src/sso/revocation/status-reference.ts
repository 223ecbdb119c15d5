import { maxStatusListBytes, type StatusReference } from '../../protocol/status-list.ts';

/** Statuses in one list, one bit each. */
export const statusListLength = maxStatusListBytes * 8;

/** Address of a status list. */
export const statusListUri = (issuer: string, listId: number): string => `${issuer}/oauth/status-lists/${listId}`;

/** Returns the claim `status.status_list` of the session with this index over all lists. */
export function statusReference(issuer: string, statusIndex: number): StatusReference {
  const listId = Math.floor(statusIndex / statusListLength);
  return { idx: statusIndex % statusListLength, uri: statusListUri(issuer, listId) };
}
