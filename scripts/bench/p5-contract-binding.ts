import { compareRates } from './comparison.ts';
import { load } from './load.ts';
import type { Measurement } from './measurement.ts';
import { runRounds } from './rounds.ts';

/** P5: cost of a route that is bound to a contract, compared with a handwritten one. */
export const contractBinding: Measurement = {
  title: 'Contract binding',
  run: async (bench) => {
    const bound = await bench.peer('one-route', { args: ['bound'] });
    const byHand = await bench.peer('one-route', { args: ['by-hand'] });
    const count = bench.times(4000);
    const body = JSON.stringify({
      title: 'What agents see',
      body: 'A report from the field. '.repeat(20),
      forum: 'field-notes',
      tags: ['report', 'field'],
    });
    const headers = { 'content-type': 'application/json' };
    const request = (index: number) =>
      ({ method: 'PUT', path: `/api/posts/${index}?dryRun=true`, headers, body }) as const;
    const results = await runRounds(bench, {
      ours: () => load({ ...bound, count, request }),
      peer: () => load({ ...byHand, count, request }),
    });
    return [
      compareRates({
        what: 'PUT of a validated body, bound to its contract; peer: the same route by hand',
        ...results,
        target: { atLeast: 0.85 },
      }),
    ];
  },
};
