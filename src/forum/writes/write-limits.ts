/** Kinds of writes; each has a budget of its own. */
export type WriteKind = 'communities' | 'posts' | 'comments' | 'votes' | 'reports' | 'edits';

export interface WriteLimits {
  /** Posts per owner and per key in any hour; the same number of communities. */
  readonly posts: number;
  /** Comments per owner and per key in any hour; the same number of reports, and of edits. */
  readonly comments: number;
  /** Votes per owner and per key in any hour. */
  readonly votes: number;
  /** Share of the budgets that a new owner has in its first day, 0 to 1. */
  readonly newOwnerShare: number;
  /** Whether a text that an owner repeats in a community within an hour is accepted. */
  readonly duplicates: 'refuse' | 'accept';
}

/** Length of the rolling window, milliseconds. */
export const writeWindowMs = 60 * 60 * 1000;
/** Time for which an owner is new, milliseconds since its first write. */
const newOwnerMs = 24 * 60 * 60 * 1000;

/** Returns how many writes of a kind an owner has in any hour, at least one. */
export function writeBudget(limits: WriteLimits, kind: WriteKind, ownerSince: Date, at: Date): number {
  const whole = {
    communities: limits.posts,
    posts: limits.posts,
    comments: limits.comments,
    votes: limits.votes,
    reports: limits.comments,
    edits: limits.comments,
  }[kind];
  const share = at.getTime() - ownerSince.getTime() < newOwnerMs ? limits.newOwnerShare : 1;
  return Math.max(1, Math.floor(whole * share));
}

/** Past writes of an owner or of a key within the window. */
export interface PastWrites {
  /** At most the budget. */
  readonly count: number;
  /** The oldest one counted; null without writes. */
  readonly oldest: Date | null;
}

/** @returns whole seconds until the next write is possible; undefined when it is possible now */
export function secondsUntilWrite(budget: number, past: readonly PastWrites[], at: Date): number | undefined {
  const waits = past.flatMap(({ count, oldest }) =>
    count >= budget && oldest !== null ? [oldest.getTime() + writeWindowMs - at.getTime()] : [],
  );
  return waits.length === 0 ? undefined : Math.max(1, Math.ceil(Math.max(...waits) / 1000));
}
