export interface DeliveryDependencies {
  readonly fetch: typeof globalThis.fetch;
  readonly sleep: (ms: number) => Promise<void>;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
}

interface DeliveryRequest {
  readonly url: string;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Delivered {
  readonly attempts: number;
  readonly response: Response;
}

/** Thrown when the receiver rejects the delivery permanently. */
export class DeliveryRefusedError extends Error {
  readonly status: number;
  readonly response: string;

  constructor(status: number, response: string) {
    super(`The backend refused the webhook with ${status}: ${response.slice(0, 500)}`);
    this.name = 'DeliveryRefusedError';
    this.status = status;
    this.response = response;
  }
}

/** Thrown when no attempt was acknowledged. */
export class DeliveryFailedError extends Error {
  /** Status of the last attempt; undefined when there was no response. */
  readonly status: number | undefined;

  constructor(attempts: number, last: string, status?: number) {
    super(`The backend did not accept the webhook in ${attempts} attempts. Last attempt: ${last}.`);
    this.name = 'DeliveryFailedError';
    this.status = status;
  }
}

const maxAttempts = 6;
/** Milliseconds before the second attempt; doubled for every further attempt. */
const firstWait = 500;
/** Maximum milliseconds between two attempts. */
const longestWait = 30_000;
/** Milliseconds per attempt. */
const timeout = 10_000;

/**
 * Posts a webhook as `sendPaymentStatus` of the contract documents: 2xx ends the delivery, so does a 4xx other than 401,
 * 408 and 429. Any other response, or none, is followed by another attempt after an increasing delay.
 *
 * @throws DeliveryRefusedError
 * @throws DeliveryFailedError
 */
export async function deliver(request: DeliveryRequest, dependencies: DeliveryDependencies): Promise<Delivered> {
  for (let attempts = 1; ; attempts++) {
    const response = await post(request, dependencies.fetch);
    if (response instanceof Response) {
      if (response.ok) return { attempts, response };
      if (isFinal(response.status)) throw new DeliveryRefusedError(response.status, await response.text());
      await response.body?.cancel();
    }
    const status = response instanceof Response ? response.status : undefined;
    const last = response instanceof Response ? `status ${response.status}` : response;
    if (attempts === maxAttempts) throw new DeliveryFailedError(attempts, last, status);
    await dependencies.sleep(waitAfter(attempts, response, dependencies.random()));
  }
}

/** Makes one attempt. @returns the response, or the reason why there is none */
async function post(
  { url, body, headers }: DeliveryRequest,
  send: typeof globalThis.fetch,
): Promise<Response | string> {
  try {
    return await send(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
  } catch (error) {
    if (error instanceof TypeError && error.cause instanceof Error) return error.cause.message || error.message;
    return error instanceof Error ? error.message : String(error);
  }
}

/** 4xx statuses that are retried. 401: the receiver may not have loaded a new key yet. */
const retriedStatuses: readonly number[] = [401, 408, 429];
const isFinal = (status: number): boolean => status >= 400 && status < 500 && !retriedStatuses.includes(status);

/** Returns the wait in milliseconds: a random part of the doubling bound, but at least `Retry-After` up to the longest wait. */
function waitAfter(attempts: number, response: Response | string, random: number): number {
  const bound = Math.min(firstWait * 2 ** (attempts - 1), longestWait);
  const retryAfter = response instanceof Response ? Number(response.headers.get('retry-after') ?? 0) * 1000 : 0;
  return Math.max(bound * (0.5 + random / 2), Number.isFinite(retryAfter) ? Math.min(retryAfter, longestWait) : 0);
}
