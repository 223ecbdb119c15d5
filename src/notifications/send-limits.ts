const hourMs = 60 * 60 * 1000;

/** Limits and duplicates consider the accepted real sends of an app to a person in this time, milliseconds. */
export const windowMs = 24 * hourMs;

/** Maximum number of sends within a rolling window, per (app, session address). */
const limits = [
  { sends: 1, withinMs: hourMs },
  { sends: 3, withinMs: windowMs },
] as const;

/** An accepted real send of the same app to the same person. */
export interface PastSend {
  readonly acceptedAt: Date;
  readonly bodyHash: string;
}

export type SendDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'duplicate' }
  | { readonly allowed: false; readonly reason: 'rate'; readonly retryAfterSeconds: number };

/**
 * Decides on a send. Windows roll: a send counts until exactly one hour, or 24 hours, after it was accepted. A duplicate
 * takes precedence over the rate.
 */
export function decideSend(past: readonly PastSend[], bodyHash: string, now: Date): SendDecision {
  const recent = past.filter(({ acceptedAt }) => now.getTime() - acceptedAt.getTime() < windowMs);
  if (recent.some((send) => send.bodyHash === bodyHash)) return { allowed: false, reason: 'duplicate' };
  const freeAt = nextFree(recent, now);
  if (freeAt <= now.getTime()) return { allowed: true };
  return { allowed: false, reason: 'rate', retryAfterSeconds: Math.ceil((freeAt - now.getTime()) / 1000) };
}

/** Returns the earliest time at which all limits allow a send, Unix milliseconds. */
function nextFree(past: readonly PastSend[], now: Date): number {
  const newestFirst = past.map(({ acceptedAt }) => acceptedAt.getTime()).sort((a, b) => b - a);
  const releases = limits.map(({ sends, withinMs }) => {
    const oldestCounted = newestFirst[sends - 1];
    return oldestCounted === undefined ? 0 : oldestCounted + withinMs;
  });
  return Math.max(now.getTime(), ...releases);
}
