import { HttpProblemError } from '../runtime/http-problem-error.ts';

/** Milliseconds. */
const timeout = 10_000;
/** Status codes of a proxy whose service is down. */
const unavailableStatuses = new Set([502, 504]);

/**
 * Returns a `fetch` for calls from the page servers to other services.
 *
 * @throws ProblemError `unavailable` (503) when the service does not respond within 10 seconds
 */
export const createServiceFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const expired = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(input, { ...init, signal: signal ? AbortSignal.any([signal, expired]) : expired });
      if (!unavailableStatuses.has(response.status)) return response;
      await response.body?.cancel();
    } catch (cause) {
      throw new HttpProblemError({ kind: 'unavailable', retryAfterSeconds: 2 }, cause);
    }
    throw new HttpProblemError({ kind: 'unavailable', retryAfterSeconds: 2 });
  };
