import type { PollResponse } from '../../../generated/sso/types.ts';
import type { PolledSignIn } from './start-sign-in.ts';
import { PollError } from './sso-errors.ts';

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Ends a pause early: when a page is looked at again, or a network comes back. @returns what stops listening */
  readonly onWake?: ((wake: () => void) => () => void) | undefined;
}

export interface ApprovalPolling extends WaitOptions {
  readonly poll: () => Promise<PolledSignIn>;
  /** Milliseconds between two polls. */
  readonly interval: number;
  readonly now: () => number;
}

/**
 * Milliseconds after which a sign-in is over that nobody has ended: the provider caps it at 10 minutes. Measured from the
 * first poll, because the clock of a client may be wrong by more than a sign-in takes.
 */
const longest = 11 * 60_000;

/**
 * Polls until the sign-in is decided, one request at a time. Overload and network failures only make it wait longer:
 * the person may be deciding at this very moment.
 */
export async function waitForApproval({ poll, interval, now, ...options }: ApprovalPolling): Promise<PollResponse> {
  const end = now() + longest;
  for (;;) {
    options.signal?.throwIfAborted();
    const { response, retryAfter = 0 } = await poll().catch((error: unknown) => {
      if (error instanceof PollError && error.retryable && now() < end) {
        return { response: undefined, retryAfter: error.retryAfter };
      }
      throw error;
    });
    if (response !== undefined && response.status !== 'pending') return response;
    // It is the provider that says so; one that never does still forgets the request.
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
