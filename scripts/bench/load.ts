import autocannon from 'autocannon';
import { type MeasuredServer, measureServer, type RoundResult, type LoadTiming } from './round-result.ts';

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load extends MeasuredServer {
  /** Total number of requests. */
  readonly count: number;
  readonly request: (index: number) => Request;
  readonly connections?: number;
  /** Expected status of every response; default 200. */
  readonly status?: number;
  /** Receives the body of each response. */
  readonly onBody?: (index: number, body: string) => void;
}

/** Sends requests over persistent connections, one at a time per connection, and measures the server. */
export function load(options: Load): Promise<RoundResult> {
  return measureServer(options, options.count, () => sendAll(options));
}

async function sendAll({ url, count, request, connections = 32, status = 200, onBody }: Load): Promise<LoadTiming> {
  let next = 0;
  const statuses = new Map<number, number>();
  // autocannon checks its clock only once a second.
  const time = { first: NaN, last: NaN };
  const result = await autocannon({
    url,
    connections: Math.min(connections, count),
    amount: count,
    timeout: 60,
    requests: [
      {
        setupRequest: (defaults, context) => {
          if (next === 0) time.first = performance.now();
          context['index'] = next;
          return { ...defaults, method: 'GET', ...request(next++) };
        },
        onResponse: (received, body, context) => {
          time.last = performance.now();
          statuses.set(received, (statuses.get(received) ?? 0) + 1);
          onBody?.(context['index'] ?? NaN, body);
        },
      },
    ],
  });
  if (statuses.get(status) !== count || result.errors > 0) {
    const got = [...statuses].map(([code, times]) => `${times} × ${code}`).join(', ');
    throw new Error(
      `${url}${request(0).path}: of ${count} requests ${got}, and ${result.errors} without a response; expected ${status}.`,
    );
  }
  return { elapsed: time.last - time.first, p99: result.latency.p99 };
}
