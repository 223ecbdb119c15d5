import { type MeasuredServer, measureServer, p99Of, type RoundResult } from './round-result.ts';

/** Concurrent flows. */
export const concurrentFlows = 8;

/** Repeats a flow of several requests and measures the server per flow. */
export function repeatFlow(
  server: MeasuredServer,
  count: number,
  flow: (index: number) => Promise<unknown>,
): Promise<RoundResult> {
  return measureServer(server, count, async () => {
    const latencies: number[] = [];
    let next = 0;
    const started = performance.now();
    const work = async () => {
      while (next < count) {
        const before = performance.now();
        await flow(next++);
        latencies.push(performance.now() - before);
      }
    };
    await Promise.all(Array.from({ length: concurrentFlows }, work));
    return { elapsed: performance.now() - started, p99: p99Of(latencies) };
  });
}
