/** Limits of a client's requests. */
export interface ResilienceOptions {
  /** Milliseconds to wait for each response. Default: no limit. */
  readonly timeout?: number | undefined;
  /**
   * Retries of an idempotent call (GET, PUT, DELETE, or an operation that accepts the Idempotency-Key that it sends) after a network failure, 429, 502, 503 or
   * 504. Waits as Retry-After says, or twice as long every time. Default 0.
   */
  readonly retries?: number | undefined;
}

/** Thrown when no response was received: network failure or timeout. `cause` is the error of `fetch`. */
export class NetworkError extends TypeError {
  override readonly name = 'NetworkError';
  readonly code: 'network_error' | 'timeout';

  constructor(code: 'network_error' | 'timeout', message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Longest pause before a retry, in milliseconds; a longer Retry-After ends the retries. */
const longestPause = 30_000;
/** Longest pause before the first repetition, in milliseconds. */
const firstPause = 250;
/** RFC 9110 §9.2.2 */
export const idempotentMethods: readonly string[] = ['get', 'put', 'delete'];
const temporaryStatuses: readonly number[] = [429, 502, 503, 504];

/**
 * Calls an operation again after a temporary failure. Every attempt creates a new request, so that a DPoP proof is never sent
 * twice.
 */
export async function callWithRetries<Raw extends { readonly response: Response }>(
  call: () => Promise<Raw>,
  {
    retries,
    isRepeatable,
    signal,
  }: {
    readonly retries: number;
    /** Returns whether repeating the call has the effect of one call; asked when the request was sent. */
    readonly isRepeatable: () => boolean;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Raw> {
  for (let retry = 0; ; retry++) {
    const pause = Math.min(firstPause * 2 ** retry, longestPause) * (0.5 + Math.random() / 2);
    try {
      const result = await call();
      const wait = pauseBefore(result.response, pause);
      if (retry >= retries || wait === undefined || !isRepeatable()) return result;
      await delay(wait, signal);
    } catch (error) {
      if (retry >= retries || !(error instanceof NetworkError) || !isRepeatable()) throw error;
      await delay(pause, signal);
    }
  }
}

/** Returns the milliseconds before a repetition; undefined for a final response. */
function pauseBefore({ status, headers }: Response, pause: number): number | undefined {
  if (!temporaryStatuses.includes(status)) return undefined;
  const seconds = Number(headers.get('retry-after') ?? 0);
  const wait = seconds > 0 ? seconds * 1000 : pause;
  return wait <= longestPause ? wait : undefined;
}

/** Sends a request. @throws NetworkError without a response; the reason of the request's signal when it aborts */
export async function sendWithin(
  timeout: number | undefined,
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  request.signal.throwIfAborted();
  const timer = new AbortController();
  const abort = () => timer.abort(request.signal.reason);
  request.signal.addEventListener('abort', abort, { once: true });
  let timedOut = false;
  const running =
    timeout === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          timer.abort();
        }, timeout);
  try {
    return await send(new Request(request, { signal: timer.signal }));
  } catch (error) {
    request.signal.throwIfAborted();
    const { origin } = new URL(request.url);
    if (timedOut)
      throw new NetworkError('timeout', `fetch failed: no response of ${origin} within ${timeout} ms.`, error);
    // fetch fails with a TypeError; other errors are those of a caller's own `fetch`.
    if (!(error instanceof TypeError)) throw error;
    const cause = error.cause ?? error;
    throw new NetworkError('network_error', `fetch failed: ${origin} is unreachable.`, cause);
  } finally {
    // The caller's signal still aborts the body.
    clearTimeout(running);
  }
}

function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();
  });
}
