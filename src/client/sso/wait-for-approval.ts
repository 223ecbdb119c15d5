import type { PollResponse } from '../../../generated/sso/types.ts';
import type { PolledSignIn } from './start-sign-in.ts';
import { PollError } from './sso-errors.ts';

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Subscribes to events that end a pause early: page visible, network back. @returns the function that unsubscribes */
  readonly onWake?: ((wake: () => void) => () => void) | undefined;
}

export interface ApprovalPolling extends WaitOptions {
  readonly poll: () => Promise<PolledSignIn>;
  /** Milliseconds between two polls. */
  readonly interval: number;
  readonly now: () => number;
}

/**
 * Maximum wait in milliseconds from the first poll; the provider limits a sign-in to 10 minutes. Does not use expired_at,
 * because the local clock may be wrong.
 */
const maxWait = 11 * 60_000;

/**
 * Polls until the sign-in is decided, one request at a time. Retries after overload and network failures, because the user
 * may still be deciding.
 */
export async function waitForApproval({ poll, interval, now, ...options }: ApprovalPolling): Promise<PollResponse> {
  const end = now() + maxWait;
  for (;;) {
    options.signal?.throwIfAborted();
    const { response, retryAfter = 0 } = await poll().catch((error: unknown) => {
      if (error instanceof PollError && error.retryable && now() < end) {
        return { response: undefined, retryAfter: error.retryAfter };
      }
      throw error;
    });
    if (response !== undefined && response.status !== 'pending') return response;
    // The provider normally reports the expiry itself.
    if (now() >= end) return { status: 'expired' };
    await pause(Math.max(interval, retryAfter * 1000), options);
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
