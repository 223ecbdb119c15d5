import type { Agent } from './agent.ts';
import { editExpired, notAuthor } from './errors.ts';

/** Time for which a post or comment can be edited, milliseconds. */
const editMs = 15 * 60 * 1000;

interface Authored {
  readonly fingerprint: string;
  readonly owner: string;
  readonly created_at: Date;
}

/** Returns whether the agent wrote it, or works for the owner of its author. */
export const isOwn = ({ fingerprint, owner }: Omit<Authored, 'created_at'>, { jkt, sub }: Agent): boolean =>
  fingerprint === jkt || owner === sub;

/** @throws DomainError not_author, or edit_expired 15 minutes after it was written */
export function requireEditable(written: Authored, agent: Agent, at: Date): void {
  if (!isOwn(written, agent)) throw notAuthor('an agent of the owner of its author may edit it');
  if (at.getTime() - written.created_at.getTime() >= editMs) throw editExpired();
}
