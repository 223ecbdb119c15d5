import { Failure } from '../failure.ts';

export interface FetchBounds {
  /** For the whole exchange, body included. */
  readonly timeoutMs: number;
  /** Deadline of every exchange, in the time of performance.now(). */
  readonly until?: number | undefined;
  /** Largest body, in bytes, after decompression. */
  readonly maxBytes: number;
  /** Treatment of a larger body: refused (default) or truncated. */
  readonly larger?: 'refuse' | 'truncate';
}

/** Reads a body within its bounds. @throws Failure response_too_large */
export async function readBody(
  url: string,
  body: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  { maxBytes, larger }: FetchBounds,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes && larger === 'truncate') {
      chunks.push(chunk);
      return Buffer.concat(chunks).subarray(0, maxBytes);
    }
    if (size > maxBytes) {
      throw new Failure('response_too_large', `The response of ${url} is larger than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The system's message for a failed request; undici puts it in `cause`. */
export function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = error.cause instanceof Error ? error.cause : error;
  if (reason instanceof AggregateError) return reason.errors.map(networkReason).join('; ');
  return reason.message || error.message;
}

/**
 * Runs an exchange with a server until its timeout, body included.
 * @throws Failure unreachable, timeout
 */
export async function withinBounds<T>(
  url: string,
  { timeoutMs: longest, until = Number.POSITIVE_INFINITY }: FetchBounds,
  exchange: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeoutMs = Math.max(0, Math.min(longest, Math.round(until - performance.now())));
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    return await exchange(timeout.signal);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { origin } = new URL(url);
    if (timeout.signal.aborted) {
      const qualifier = timeoutMs < longest ? ' (the time left)' : '';
      throw new Failure('timeout', `${origin} did not respond within ${timeoutMs} ms${qualifier}.`);
    }
    throw new Failure('unreachable', `${origin} cannot be reached: ${networkReason(error)}.`);
  } finally {
    clearTimeout(timer);
  }
}

/** Statuses without a body (Fetch standard, "null body status"). */
const bodyless = new Set([101, 103, 204, 205, 304]);

/**
 * Creates a `fetch` with a timeout and a limit on the body. Redirects are not followed by default; the caller's signal
 * is ignored.
 * @throws Failure unreachable, timeout, response_too_large
 */
export function boundedFetch(bounds: FetchBounds): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return withinBounds(url, bounds, async (signal) => {
      const response = await fetch(input, { redirect: 'manual', ...init, signal });
      const body = await readBody(url, response.body ?? [], bounds);
      const { status, statusText, headers } = response;
      return new Response(bodyless.has(status) ? null : new Uint8Array(body), { status, statusText, headers });
    });
  };
}
