import type { PollResponse } from '../../../generated/sso/types.ts';
import type { PolledSignIn } from './start-sign-in.ts';
import { PollError } from './sso-errors.ts';

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Unix seconds after which the sign-in is over: `expired_at` of the deep link. */
  readonly expiredAt?: number | undefined;
  /** Ends a pause early: when a page is looked at again, or a network comes back. @returns what stops listening */
  readonly onWake?: ((wake: () => void) => () => void) | undefined;
}

export interface Waiting extends WaitOptions {
  readonly poll: () => Promise<PolledSignIn>;
  /** Milliseconds between two polls. */
  readonly interval: number;
  readonly now: () => number;
}

/**
 * Polls until the sign-in is decided, one request at a time. Overload and network failures only make it wait longer:
 * the person may be deciding at this very moment.
 */
export async function waitForApproval({ poll, interval, now, ...options }: Waiting): Promise<PollResponse> {
  const { signal, expiredAt = Number.POSITIVE_INFINITY } = options;
  for (;;) {
    signal?.throwIfAborted();
    const polled = await poll().catch((error: unknown) => {
      if (error instanceof PollError && error.retryable && now() < expiredAt * 1000) return undefined;
      throw error;
    });
    if (polled !== undefined && polled.answer.status !== 'pending') return polled.answer;
    // A provider that never says so still forgets the request.
    if (now() >= (expiredAt + 60) * 1000) return { status: 'expired' };
    await pause(Math.max(interval, (polled?.retryAfter ?? 0) * 1000), options);
  }
}

async function pause(milliseconds: number, { signal, onWake }: WaitOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = (finish: () => void) => () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      unlisten?.();
      finish();
    };
    const aborted = end(() => reject(signal?.reason));
    const timer = setTimeout(end(resolve), Math.min(milliseconds, 60_000));
    signal?.addEventListener('abort', aborted, { once: true });
    const unlisten = onWake?.(end(resolve));
    if (signal?.aborted === true) aborted();
  });
}
