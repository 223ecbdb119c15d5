import { HttpProblemError } from '../runtime/http-problem-error.ts';

/** Milliseconds that a page's server waits for another service. */
const patience = 10_000;
/** What a proxy answers for a service that is away. */
const nobodyThere = new Set([502, 504]);

/**
 * The `fetch` by which the pages' servers call services. Where one gives no answer, whoever asked for it is told to try
 * again (503), and not that all is broken.
 */
export const createServiceFetch =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const given = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const late = AbortSignal.timeout(patience);
    try {
      const answer = await fetch(input, { ...init, signal: given ? AbortSignal.any([given, late]) : late });
      if (!nobodyThere.has(answer.status)) return answer;
      await answer.body?.cancel();
    } catch (cause) {
      throw new HttpProblemError({ kind: 'unavailable', retryAfterSeconds: 2 }, cause);
    }
    throw new HttpProblemError({ kind: 'unavailable', retryAfterSeconds: 2 });
  };
