import type { Finding } from './measurement.ts';
import { median, spreadOf } from './rounds.ts';
import type { Workbench } from './workbench.ts';

/** A GET request. */
export interface TimedRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Alternates requests between both servers. @returns the latencies in milliseconds */
export async function alternately(
  bench: Workbench,
  ours: TimedRequest,
  peer: TimedRequest,
): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  const pairs = bench.times(100);
  for (let pair = -10; pair < pairs; pair++) {
    const [first, second] = [await timed(ours), await timed(peer)];
    if (pair < 0) continue;
    times[0].push(first);
    times[1].push(second);
  }
  return times;
}

async function timed({ url, headers = {} }: TimedRequest): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { headers });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} responded ${response.status} instead of 200.`);
  return performance.now() - started;
}

/** @param atMost limit of the ratio of the medians */
export function slowdown(what: string, ours: readonly number[], peer: readonly number[], atMost = 2): Finding {
  return {
    what,
    ours: `${median(ours).toFixed(1)} ms`,
    peer: `${median(peer).toFixed(1)} ms`,
    ratio: spreadOf([median(ours) / median(peer)]),
    target: { atMost },
  };
}
