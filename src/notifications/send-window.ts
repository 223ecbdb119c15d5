const hourMs = 60 * 60 * 1000;

/** Sends are limited, and duplicates found, over the accepted real sends of a pair in the last 24 hours. */
export const windowMs = 24 * hourMs;

/** At most so many sends within so long, for one (app, session address). */
const limits = [
  { sends: 1, withinMs: hourMs },
  { sends: 3, withinMs: windowMs },
] as const;

/** An accepted real send of the pair. */
export interface PastSend {
  readonly acceptedAt: Date;
  readonly bodyHash: string;
}

export type SendDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'duplicate' }
  | { readonly allowed: false; readonly reason: 'rate'; readonly retryAfterSeconds: number };

/**
 * Judges one more send to the same person. Windows roll: a send counts until exactly one hour, or 24 hours, after it
 * was accepted. A duplicate is named before the rate.
 */
export function decideSend(past: readonly PastSend[], bodyHash: string, now: Date): SendDecision {
  const recent = past.filter(({ acceptedAt }) => now.getTime() - acceptedAt.getTime() < windowMs);
  if (recent.some((send) => send.bodyHash === bodyHash)) return { allowed: false, reason: 'duplicate' };
  const freeAt = nextFree(recent, now);
  if (freeAt <= now.getTime()) return { allowed: true };
  return { allowed: false, reason: 'rate', retryAfterSeconds: Math.ceil((freeAt - now.getTime()) / 1000) };
}

/** Unix milliseconds at which no limit stands in the way, when nothing else is sent until then. */
function nextFree(past: readonly PastSend[], now: Date): number {
  const newestFirst = past.map(({ acceptedAt }) => acceptedAt.getTime()).sort((a, b) => b - a);
  const releases = limits.map(({ sends, withinMs }) => {
    const oldestThatCounts = newestFirst[sends - 1];
    return oldestThatCounts === undefined ? 0 : oldestThatCounts + withinMs;
  });
  return Math.max(now.getTime(), ...releases);
}
