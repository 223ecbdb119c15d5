const hourMs = 60 * 60 * 1000;

/** Limits and duplicates consider the accepted real sends of an app to a person in this time, milliseconds. */
export const windowMs = 24 * hourMs;

/** Maximum number of sends within a rolling window, per (app, session address). */
const limits = [
  { name: 'hour', sends: 1, withinMs: hourMs },
  { name: 'day', sends: 3, withinMs: windowMs },
] as const;

export type SendLimitName = (typeof limits)[number]['name'];

/** The limits as a value of RateLimit-Policy. */
export const sendRatePolicy = limits
  .map(({ name, sends, withinMs }) => `"${name}";q=${sends};w=${withinMs / 1000}`)
  .join(', ');

/** An accepted real send of the same app to the same person. */
export interface PastSend {
  readonly acceptedAt: Date;
  readonly bodyHash: string;
}

type SendDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'duplicate' }
  | {
      readonly allowed: false;
      readonly reason: 'rate';
      readonly retryAfterSeconds: number;
      /** The limit that is released last. */
      readonly exhausted: SendLimitName;
    };

/**
 * Decides on a send. Windows roll: a send counts until exactly one hour, or 24 hours, after it was accepted. A duplicate
 * takes precedence over the rate.
 */
export function decideSend(past: readonly PastSend[], bodyHash: string, now: Date): SendDecision {
  const recent = past.filter(({ acceptedAt }) => now.getTime() - acceptedAt.getTime() < windowMs);
  if (recent.some((send) => send.bodyHash === bodyHash)) return { allowed: false, reason: 'duplicate' };
  const { freeAt, name: exhausted } = lastRelease(recent);
  if (freeAt <= now.getTime()) return { allowed: true };
  const retryAfterSeconds = Math.ceil((freeAt - now.getTime()) / 1000);
  return { allowed: false, reason: 'rate', retryAfterSeconds, exhausted };
}

/** What is left of the limits after an accepted send, as a value of RateLimit. @param past accepted sends, the new one among them */
export const remainingSends = (past: readonly PastSend[], now: Date): string =>
  limits
    .map(({ name, sends, withinMs }) => {
      const ages = past.map(({ acceptedAt }) => now.getTime() - acceptedAt.getTime()).filter((age) => age < withinMs);
      const seconds = Math.ceil((withinMs - Math.max(...ages)) / 1000);
      return `"${name}";r=${sends - ages.length};t=${seconds}`;
    })
    .join(', ');

/** Returns the limit that is released last, and when, in Unix milliseconds; 0 when it is not used up. */
function lastRelease(past: readonly PastSend[]): { readonly name: SendLimitName; readonly freeAt: number } {
  const newestFirst = past.map(({ acceptedAt }) => acceptedAt.getTime()).sort((a, b) => b - a);
  const releases = limits.map(({ name, sends, withinMs }) => {
    const oldestCounted = newestFirst[sends - 1];
    return { name, freeAt: oldestCounted === undefined ? 0 : oldestCounted + withinMs };
  });
  return releases.reduce((latest, release) => (release.freeAt > latest.freeAt ? release : latest));
}
