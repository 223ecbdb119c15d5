import { traceHeaders } from '../protocol/trace-context.ts';
import type { Tracing } from './tracing.ts';

export interface TracedRequest {
  readonly method: string;
  readonly url: string;
}

/** Outcome of a request: the status of its response, or an error code. */
export type TracedOutcome = { readonly status: number } | { readonly error: string };

/** Sends a request as a client span of the current trace and measures its duration. */
export type RequestTracer = <Response>(
  request: TracedRequest,
  send: (headers: Readonly<Record<string, string>>) => Promise<Response>,
  outcomeOf: (response: Response) => TracedOutcome,
) => Promise<Response>;

export function createRequestTracer(service: string, tracing: Tracing): RequestTracer {
  const { exporter } = tracing;
  return async (request, send, outcomeOf) => {
    const span = tracing.clientSpan();
    const headers = traceHeaders(span.context);
    if (!exporter || !span.context.sampled) return send(headers);

    const { method, url } = request;
    const { hostname, port, protocol } = new URL(url);
    const startedAt = performance.now();
    const finished = (outcome: TracedOutcome) => {
      const failed = 'error' in outcome || outcome.status >= 400;
      exporter.export({
        service,
        kind: 'client',
        name: method,
        ...span,
        endedAt: tracing.now(),
        milliseconds: performance.now() - startedAt,
        attributes: {
          'http.request.method': method,
          'server.address': hostname,
          'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
          ...('status' in outcome && { 'http.response.status_code': outcome.status }),
          ...(failed && { 'error.type': 'error' in outcome ? outcome.error : String(outcome.status) }),
        },
        failed,
      });
    };
    try {
      const response = await send(headers);
      finished(outcomeOf(response));
      return response;
    } catch (error) {
      finished({ error: error instanceof Error ? error.name : 'Error' });
      throw error;
    }
  };
}

/** Creates a `fetch` whose requests belong to the current trace. */
export function createTracedFetch(fetch: typeof globalThis.fetch, trace: RequestTracer): typeof globalThis.fetch {
  return (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const url = input instanceof Request ? input.url : input.toString();
    return trace(
      { method: init?.method ?? request?.method ?? 'GET', url },
      (traced) => {
        const headers = new Headers(init?.headers ?? request?.headers);
        for (const [name, value] of Object.entries(traced)) headers.set(name, value);
        return fetch(input, { ...init, headers });
      },
      ({ status }) => ({ status }),
    );
  };
}
