import { UndocumentedResponseError } from '../../typed-contract/client.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import { maxTimerDelay } from '../max-timer-delay.ts';
import { stopWaitingOnAbort } from './stop-waiting-on-abort.ts';
import type { SsoError, SsoFailure } from './sso-errors.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

type ErrorClass = new (message: string, failure?: SsoFailure) => SsoError;

interface RawResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

type Success<A> = Extract<A, { readonly status: 200 }>;

/**
 * One request to the provider: its successful answer, or a typed error that keeps status, error and description.
 * Aborting rejects with the signal's own reason.
 *
 * @param what stands at the beginning of messages
 */
export async function callProvider<A extends RawResponse>(
  what: string,
  ErrorType: ErrorClass,
  { timeout, signal }: CallOptions & { readonly timeout: number },
  send: (signal: AbortSignal) => Promise<A>,
): Promise<Success<A>> {
  const answer = await sendWithTimeout(timeout, signal, send).catch((error: unknown): RawResponse => {
    if (signal?.aborted === true) throw signal.reason;
    if (error instanceof UndocumentedResponseError) return error;
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    throw new ErrorType(
      late ? `${what}: no answer within ${timeout} ms.` : `${what}: the provider cannot be reached.`,
      {
        error: late ? 'timeout' : 'network_error',
        retryable: true,
        cause: error,
      },
    );
  });
  if (isSuccess<A>(answer)) return answer;
  const { error, error_description: description } = isJsonObject(answer.body) ? answer.body : {};
  const refusal = [text(error), text(description)].filter((part) => part !== undefined).join(': ');
  throw new ErrorType(`${what}: the provider answered ${answer.status}${refusal === '' ? '' : `, ${refusal}`}.`, {
    status: answer.status,
    error: text(error),
    description: text(description),
    retryable: answer.status === 429 || answer.status >= 500,
    retryAfter: retryAfter(answer.headers),
  });
}

/** Seconds that the provider asks to be left alone; undefined where it does not say, or says it as a date. */
export function retryAfter(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? seconds : undefined;
}

function isSuccess<A extends RawResponse>(answer: RawResponse): answer is Success<A> {
  return answer.status === 200 && isJsonObject(answer.body);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 500) : undefined;
}

/** Runs with a signal that fires when the time is over or the caller's own signal fires. */
async function sendWithTimeout<T>(
  timeout: number,
  signal: AbortSignal | undefined,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  // AbortSignal.any is younger than some browsers and Node versions that are supported.
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(
    () => controller.abort(new DOMException('The time is over.', 'TimeoutError')),
    Math.min(timeout, maxTimerDelay),
  );
  try {
    // Also when whoever was given the signal ignores it.
    return await stopWaitingOnAbort(() => send(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
