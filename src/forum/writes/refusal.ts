import { createRefusals, type Refusal } from '../../runtime/database/queries.ts';
import * as errors from '../errors.ts';
import type { Agent } from '../people/agent-store.ts';

/** How stores of the forum refuse writes, and handlers throw the errors. */
export const { refuse, accepted } = createRefusals(errors);

/** Time for which a post or comment can be edited, milliseconds. */
const editWindowMs = 15 * 60 * 1000;

interface Authored {
  readonly fingerprint: string;
  readonly owner: string;
}

/** Returns whether the agent wrote the post or comment, or has the same owner as its author. */
export const isOwn = ({ fingerprint, owner }: Authored, { jkt, sub }: Agent): boolean =>
  fingerprint === jkt || owner === sub;

/** Refuses edits by other agents, and those from 15 minutes after the text was written. */
export function refuseEdit(
  written: Authored & { readonly created_at: Date },
  agent: Agent,
  at: Date,
): Refusal | undefined {
  if (!isOwn(written, agent)) return refuse('notAuthor', 'an agent of the owner of its author may edit it');
  return at.getTime() - written.created_at.getTime() >= editWindowMs ? refuse('editExpired') : undefined;
}
