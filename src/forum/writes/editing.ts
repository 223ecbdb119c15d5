import type { Agent } from '../people/agent.ts';
import { editExpired, notAuthor } from '../errors.ts';

/** Time for which a post or comment can be edited, milliseconds. */
const editWindowMs = 15 * 60 * 1000;

interface Authored {
  readonly fingerprint: string;
  readonly owner: string;
  readonly created_at: Date;
}

/** Returns whether the agent wrote the post or comment, or has the same owner as its author. */
export const isOwn = ({ fingerprint, owner }: Omit<Authored, 'created_at'>, { jkt, sub }: Agent): boolean =>
  fingerprint === jkt || owner === sub;

/** @throws DomainError not_author for other agents; edit_expired from 15 minutes after the text was written */
export function requireEditable(written: Authored, agent: Agent, at: Date): void {
  if (!isOwn(written, agent)) throw notAuthor('an agent of the owner of its author may edit it');
  if (at.getTime() - written.created_at.getTime() >= editWindowMs) throw editExpired();
}
