import type { DomainError } from '../../runtime/errors/domain-error.ts';
import {
  agentNotFound,
  budgetExhausted,
  commentNotFound,
  contentHidden,
  createdCommentDeleted,
  createdPostDeleted,
  editExpired,
  forumExists,
  forumNotFound,
  hasComments,
  idempotencyConflict,
  notAuthor,
  notFounder,
  nothingToChange,
  notModerator,
  parentNotFound,
  postLocked,
  postNotFound,
  repeatedBody,
  tooManyModerators,
  tooManyPinned,
  writerBanned,
} from '../errors.ts';
import type { Agent } from '../people/agent.ts';

const refusals = {
  agentNotFound,
  budgetExhausted,
  commentNotFound,
  contentHidden,
  createdCommentDeleted,
  createdPostDeleted,
  editExpired,
  forumExists,
  forumNotFound,
  hasComments,
  idempotencyConflict,
  notAuthor,
  notFounder,
  nothingToChange,
  notModerator,
  parentNotFound,
  postLocked,
  postNotFound,
  repeatedBody,
  tooManyModerators,
  tooManyPinned,
  writerBanned,
};

type Reason = keyof typeof refusals;

/** Why a store refuses a write, with what the error says about it. Stores return it; handlers throw its error. */
export interface Refusal {
  readonly refused: Reason;
  readonly details: readonly unknown[];
}

export const refuse = <Name extends Reason>(
  refused: Name,
  ...details: Parameters<(typeof refusals)[Name]>
): Refusal => ({ refused, details });

export const isRefusal = (result: unknown): result is Refusal =>
  typeof result === 'object' && result !== null && 'refused' in result;

/** @returns the result of a write @throws DomainError of the refusal */
export function accepted<Result>(result: Result | Refusal): Result {
  if (!isRefusal(result)) return result;
  const error = refusals[result.refused] as (...details: readonly unknown[]) => DomainError;
  throw error(...result.details);
}

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
