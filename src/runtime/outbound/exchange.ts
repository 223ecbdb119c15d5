import type { Dispatcher } from 'undici';

type Options = Pick<Dispatcher.DispatchOptions, 'origin' | 'path' | 'method' | 'headers' | 'body' | 'reset'>;

/** A response, whole or up to a limit. */
interface Exchange {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Uint8Array;
  /** Why the body ended early; undefined when it is whole or reached the limit. */
  readonly error: unknown;
}

interface ExchangeLimits {
  /** Timeout until the whole response is read. */
  readonly timeoutMs: number;
  /** Bytes of the body that are read; the rest is ignored, and its connection closed. */
  readonly maxResponseBytes: number;
}

/**
 * Sends a request and reads the beginning of its response, without the stream and the signal of `request`, which cost a small
 * request more than all else.
 *
 * @throws unknown what prevented a response; a DOMException with the name `TimeoutError` after the timeout
 */
export function exchange(
  dispatcher: Dispatcher,
  options: Options,
  { timeoutMs, maxResponseBytes }: ExchangeLimits,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let started: Pick<Exchange, 'status' | 'headers'> | undefined;
    let sending: Dispatcher.DispatchController | undefined;
    let ended = false;
    const end = (error?: unknown): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      if (started) resolve({ ...started, body: new Uint8Array(Buffer.concat(chunks)), error });
      else reject(error);
    };
    const timer = setTimeout(() => {
      const reason = new DOMException('The request took too long.', 'TimeoutError');
      end(reason);
      sending?.abort(reason);
    }, timeoutMs);
    dispatcher.dispatch(options, {
      onRequestStart: (controller) => {
        sending = controller;
        // The timeout ended while the request waited for a connection.
        if (ended) controller.abort(new Error('The request took too long.'));
      },
      onResponseStart: (_controller, status, headers) => {
        if (status >= 200) started = { status, headers };
      },
      onResponseData: (controller, chunk) => {
        chunks.push(chunk.subarray(0, maxResponseBytes - length));
        length += chunk.length;
        if (length < maxResponseBytes) return;
        end();
        controller.abort(new Error('The rest of the response is ignored.'));
      },
      onResponseEnd: () => end(),
      onResponseError: (_controller, error) => end(error),
    });
  });
}
